#include "tokenize/words/words.h"

#include <gtest/gtest.h>
#include <unicode/normalizer2.h>

#include <random>

#include "core/base/utf8.h"

namespace subintent::internal {
namespace {

using Terms = std::vector<std::string>;

Terms terms_of(std::string_view text, Folding folding = Folding::usual) {
  Terms terms;
  WordTokenizer(folding).for_each_term(text,
                                       [&](std::string_view term) { terms.emplace_back(term); });
  return terms;
}

TEST(Words, OfEnglish) {
  EXPECT_EQ(terms_of("The quick (\"brown\") fox can't jump 32.3 feet, right?"),
            (Terms{"the", "quick", "brown", "fox", "can't", "jump", "32.3", "feet", "right"}));
  EXPECT_EQ(terms_of("x_y b2b 2nd U.S.A. e-mail 1,000 3.a a.3 _ __ 'tis rock'n'roll'"),
            (Terms{"x_y", "b2b", "2nd", "u.s.a", "e", "mail", "1,000", "3", "a", "a", "3", "tis",
                   "rock'n'roll"}));
  EXPECT_EQ(terms_of("a..b 1..2 1,a a,b ;;; -- \t\r\n"),
            (Terms{"a", "b", "1", "2", "1", "a", "a", "b"}));
  EXPECT_EQ(terms_of(""), Terms{});
}

TEST(Words, OfOtherScripts) {
  EXPECT_EQ(terms_of("L’été, naïve Straße ΣΊΣΥΦΟΣ Привет"),
            (Terms{"l’été", "naïve", "strasse", "σίσυφοσ", "привет"}));
  EXPECT_EQ(terms_of("中华人民共和国 日本語 カタカナ"),
            (Terms{"中华", "人民", "共和国", "日本語", "カタカナ"}));
  EXPECT_EQ(terms_of("ภาษาไทย"), (Terms{"ภาษา", "ไทย"}));
  EXPECT_EQ(terms_of("한국어 텍스트"), (Terms{"한국어", "텍스트"}));
}

TEST(Words, AreFolded) {
  EXPECT_EQ(terms_of("ﬁne ＡＢＣ１ ① Ⅳ ½ m² Ⓐ ﾊﾟ"),
            (Terms{"fine", "abc1", "1", "iv", "1⁄2", "m", "2", "a", "パ"}));
  EXPECT_EQ(terms_of("e\u0301 \u00E9 co\u00ADop A\u030A"), (Terms{"é", "é", "coop", "å"}));
}

TEST(Words, AreFoldedAsInTurkish) {
  EXPECT_EQ(terms_of("İnternet internet IŞIK ışık I\u0307yi ÇİZGİ DIY", Folding::turkic),
            (Terms{"internet", "internet", "ışık", "ışık", "iyi", "çizgi", "dıy"}));
  EXPECT_EQ(terms_of("Ω İNCE,ILIK 水IŞIK", Folding::turkic).back(), "ışık");
  EXPECT_EQ(folding_of("tr"), Folding::turkic);
  EXPECT_EQ(folding_of("english"), Folding::usual);
}

std::string normalised(std::string_view text, const icu::Normalizer2* form) {
  UErrorCode status = U_ZERO_ERROR;
  std::string result;
  form->normalize(icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), int(text.size()))),
                  status)
      .toUTF8String(result);
  return result;
}

TEST(Words, AreFoldedAsInTurkishWhateverTheirNormalForm) {
  UErrorCode status = U_ZERO_ERROR;
  const auto* nfc = icu::Normalizer2::getNFCInstance(status);
  const auto* nfd = icu::Normalizer2::getNFDInstance(status);
  EXPECT_EQ(terms_of(normalised("RESMÎ Îman ÎMAN İNCE ILIK", nfd), Folding::turkic),
            (Terms{"resmî", "îman", "îman", "ince", "ılık"}));
  EXPECT_EQ(terms_of("ＩＳＩ \u2160 \u0132 ISI I ĲJ", Folding::turkic),
            (Terms{"ısı", "ı", "ıj", "ısı", "ı", "ıjj"}));
  const std::string marks = "\u0302\u0307\u0331\u0323\u0328\u0327\u0300\u0301\u0303\u0304";
  for (const std::string_view letter : {"I", "\u0130", "i", "\u0131", "Î", "Į", "Ḭ", "Ｉ"}) {
    for (std::size_t first = 0; first < marks.size(); first += 2) {
      for (std::size_t second = 0; second < marks.size(); second += 2) {
        for (const std::string_view rest : {"", "m", "\u0307"}) {
          const std::string text = "a" + std::string(letter) + marks.substr(first, 2) +
                                   marks.substr(second, 2) + std::string(rest);
          const Terms expected = terms_of(normalised(text, nfc), Folding::turkic);
          EXPECT_EQ(terms_of(text, Folding::turkic), expected) << text;
          EXPECT_EQ(terms_of(normalised(text, nfd), Folding::turkic), expected) << text;
        }
      }
    }
  }
}

TEST(Words, WithoutLetterOrDigitAreNone) {
  EXPECT_EQ(terms_of("— … « » \u0301 \t\u0301 \U0001F600 🇩🇪 © \uFFFD _\u0301"), Terms{});
  EXPECT_EQ(terms_of("\t\u0345 \tﾞ \u0903"), Terms{});  // alphabetic, but only signs
  EXPECT_EQ(terms_of("\u3164 \u115F"), Terms{});        // letters that fold to nothing
}

TEST(Words, AsciiBesideOtherCharacters) {
  EXPECT_EQ(terms_of("caf\u00E9s can\u2019t l\u00B7l x\u0301y 1\u0661 a\u200Db"),
            (Terms{"cafés", "can’t", "l·l", "x\u0301y", "1\u0661", "ab"}));
  EXPECT_EQ(terms_of("don'té 1,\u0661 1,é a.\u0301b"),
            (Terms{"don'té", "1,\u0661", "1", "é", "a.\u0301b"}));
}

TEST(Words, InvalidUtf8IsReadAsReplacementCharacters) {
  EXPECT_EQ(terms_of("a\xFF"
                     "b \xE4\xB8 c \xC3"),
            (Terms{"a", "b", "c"}));
}

TEST(Words, ATokenizerCanBeUsedAgain) {
  WordTokenizer words;
  for (int round = 0; round < 3; ++round) {
    Terms terms;
    words.for_each_term("été x", [&](std::string_view term) { terms.emplace_back(term); });
    EXPECT_EQ(terms, (Terms{"été", "x"}));
  }
}

// Random mixtures of what takes part in word-break rules.
class RandomText {
 public:
  explicit RandomText(unsigned seed) : random_(seed) {}

  std::string next() {
    static const std::vector<std::string> pieces = {
        "a",      "B",      "z",        "word",   "1",      "42",     " ",      "  ",     "\n",
        "\t",     ".",      ",",        "'",      "\"",     ":",      ";",      "_",      "@",
        "-",      "!",      "(",        "/",      "\r",     "\r\n",   "#",      "é",      "Ü",
        "ß",      "·",      "\u00AD",   "×",      "²",      "中",     "国人",   "日本語", "の",
        "カタ",   "ー",     "ﾞ",        "ไทย",    "ภาษา",   "ក",      "한",     "א",      "״",
        "ش",      "٣",      "٫",        "\u0301", "\u0308", "\u200D", "\u200B", "\u2060", "’",
        "‿",      "😀",      "👩\u200D💻", "🇩🇪",     "©",      "\uFE0F", "\u20E3", "\u3164", "\u2003",
        "\u00A0", "\u0085", "\u2028",   "𝒜",      "ﬁ",      "Ⓐ",      "½",      "\uFFFD", "अ",
        "ि",      "\u0345", "Σ",        "ж",      "\0x",    "‘",      "“",      "”",      "–",
        "—",      "…",      "•",        "«",      "\u2024", "\u2027", "\u200E", "⁄",      "\u2009"};
    std::string text;
    const std::size_t count = random_() % 40;
    const bool mostly_ascii = random_() % 2 == 0;
    for (std::size_t i = 0; i < count; ++i) {
      const bool ascii = mostly_ascii && random_() % 8 != 0;
      text += pieces[random_() % (ascii ? 25 : pieces.size())];
    }
    return text;
  }

 private:
  std::mt19937 random_;
};

TEST(Words, FastPathGivesWhatIcuGives) {
  RandomText texts(20240607);
  WordTokenizer words;
  for (int round = 0; round < 60'000; ++round) {
    const std::string text = texts.next();
    Terms fast, plain;
    words.for_each_term(text, [&](std::string_view term) { fast.emplace_back(term); });
    words.for_each_term_by_icu(text, [&](std::string_view term) { plain.emplace_back(term); });
    ASSERT_EQ(fast, plain) << text;
  }
}

TEST(Words, FastPathGivesWhatIcuGivesOnAllShortAsciiTexts) {
  WordTokenizer words;
  const std::string_view alphabet = "aZ1.,':;_@\" -";
  for (int code = 0; code < 13 * 13 * 13 * 13; ++code) {
    std::string text;
    for (int rest = code, i = 0; i < 4; ++i, rest /= 13) text += alphabet[std::size_t(rest % 13)];
    for (const char* end : {"", "b", "7", "é"}) {
      Terms fast, plain;
      words.for_each_term(text + end, [&](std::string_view term) { fast.emplace_back(term); });
      words.for_each_term_by_icu(text + end,
                                 [&](std::string_view term) { plain.emplace_back(term); });
      ASSERT_EQ(fast, plain) << text << end;
    }
  }
}

std::string utf8_of(unsigned c) {
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))};
  return {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3F)),
          static_cast<char>(0x80 | (c & 0x3F))};
}

void expect_what_icu_gives(WordTokenizer& words, const std::string& text) {
  Terms fast, plain;
  words.for_each_term(text, [&](std::string_view term) { fast.emplace_back(term); });
  words.for_each_term_by_icu(text, [&](std::string_view term) { plain.emplace_back(term); });
  ASSERT_EQ(fast, plain) << text;
}

TEST(Words, FastPathGivesWhatIcuGivesInTurkish) {
  WordTokenizer words(Folding::turkic);
  const std::vector<std::string> parts = {"I", "i", "\u0130", "\u0131", "\u0307", "\u0302", "Z",
                                          "é", "Î", "\u0132", "Ｉ",     ".",      "中",     " "};
  for (const auto& first : parts) {
    for (const auto& second : parts) {
      for (const auto& third : parts)
        for (const auto& fourth : parts)
          expect_what_icu_gives(words, first + second + third + fourth);
    }
  }
}

TEST(Words, FastPathGivesWhatIcuGivesForEveryCommonCharacter) {
  WordTokenizer words;
  const std::vector<std::string> befores = {"",   "a",  "Z1", "1",  "a.",      "1,", "x'",
                                            "a:", "_",  "é",  "é.", "Ж'",      "\"", "א\"",
                                            " ",  "\t", "—",  "’",  "a\u0301", "a’", "\xE2"};
  const std::vector<std::string> afters = {
      "",  "b",      "1",  ".b", ",1",      "'é",      ":z",     "_", "\"א", "·l",
      " ", "\u0301", "’d", "…",  "\u0301e", "\u200Dx", "\u0345", "Σ", "中",  "\xE2\x80"};
  std::vector<unsigned> characters;
  for (unsigned c = 0x80; c < 0x800; ++c) characters.push_back(c);
  for (unsigned c = 0x2000; c < 0x2070; ++c) characters.push_back(c);
  for (const unsigned c : characters) {
    for (const auto& before : befores)
      for (const auto& after : afters) expect_what_icu_gives(words, before + utf8_of(c) + after);
  }
}

// The rest of the basic plane, of Han and Hangul a sample, between what may join it.
TEST(Words, FastPathGivesWhatIcuGivesForEveryCharacterOfThreeBytes) {
  WordTokenizer words;
  const std::vector<std::string> befores = {"a",  "1",  "a.", "1,", "_",       "é",
                                            "中", "カ", "한", "ก",  "a\u0301", "\u200D"};
  const std::vector<std::string> afters = {"b",  "1",  ".b", ",1",     "_",       "é",
                                           "国", "タ", "글", "\u0301", "\u200Dx", "🎉"};
  for (unsigned c = 0x800; c < 0x10000; ++c) {
    const bool is_one_of_many = (c >= 0x3400 && c < 0xA000) || (c >= 0xAC00 && c < 0xD7A0);
    if (c == 0xD800) c = 0xE000;  // behind the surrogates
    if ((is_one_of_many && c % 61 != 0) || (c >= 0xE100 && c < 0xF8F0)) continue;
    std::string all;  // one text, so that ICU's calls are few
    for (const auto& before : befores)
      for (const auto& after : afters)
        all += before + utf8_of(c) + after + " " + utf8_of(c) + utf8_of(c) + after + "\n";
    expect_what_icu_gives(words, all);
  }
}

// Phrases that come again are not given to ICU again; nor may they displace one another unseen.
TEST(Words, FastPathGivesWhatIcuGivesWhenTextsComeAgain) {
  const std::vector<std::string> parts = {"中华", "人民", "日本", "語の", "カタ",    "ナー",
                                          "ภาษา", "ไทย",  "हि",   "न्दी",  "é\u0301", "ﬀ",
                                          "㍍",   "、",   " ",    "한"};
  std::mt19937 random(3);
  WordTokenizer words;
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::size_t i = 0; i < 6; ++i) text += parts[random() % parts.size()];
    expect_what_icu_gives(words, text);
  }
}

// Runs of ideographs, of which many make words.
TEST(Words, FastPathGivesWhatIcuGivesForRunsOfIdeographs) {
  const std::u32string common =
      U"的一是不了人我在有他这中大来上国和到说时要就出会也你对生能而子那得于着下自之年"
      U"日本語東京学校先生今会社電車時間新聞々のはをにがでとたしてれさるいうコンピュータ"
      U"ーデスクトップアプリケョンヴ";
  std::mt19937 random(9);
  WordTokenizer words;
  for (int round = 0; round < 30'000; ++round) {
    std::string text;
    const bool any_han = random() % 4 == 0;
    const std::size_t size = 1 + random() % (round % 100 == 0 ? 400 : 40);
    const std::size_t part = random() % (common.size() / 2);
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t which = part + random() % (common.size() / 2);
      text += utf8_of(any_han ? 0x4E00 + random() % 0x5200 : common[which]);
    }
    expect_what_icu_gives(words, text);
  }
}

// Words of all lengths at all places of a block of 64 bytes, and beyond its end.
TEST(Words, FastPathGivesWhatIcuGivesAtTheEdgesOfBlocks) {
  WordTokenizer words;
  for (std::size_t before = 40; before < 140; ++before) {
    for (const std::size_t size : {1, 2, 14, 15, 16, 17, 63, 64, 65, 130}) {
      for (const char* behind : {"", " ", ".", ".x", "é", "’s y", "中", "_"}) {
        std::string text(before, ' ');
        text.replace(3, 2, "ab");
        expect_what_icu_gives(words, text + std::string(size, 'W') + behind);
      }
    }
  }
}

// Everything from U+00A0 to U+00BF and General Punctuation, in threes, between letters and alone.
TEST(Words, FastPathGivesWhatIcuGivesForThreeSignsInARow) {
  WordTokenizer words;
  std::vector<std::string> signs = {"a", "1", " ", ".", "'", "é", "\u0301", "中"};
  for (unsigned c = 0xA0; c < 0xC0; ++c) signs.push_back(utf8_of(c));
  for (unsigned c = 0x2000; c < 0x2040; ++c) signs.push_back(utf8_of(c));
  for (const auto& first : signs) {
    for (const auto& second : signs) {
      std::string all;  // one text, so that ICU's calls are few
      for (const auto& third : signs)
        all += "b" + first + second + third + "7" + first + second + third + "\n";
      expect_what_icu_gives(words, all);
    }
  }
}

TEST(Words, LongWordsWithMarksAreFoldedAsIcuFoldsThem) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
  ASSERT_TRUE(U_SUCCESS(status));
  // Letters that decompose, marks of several classes, marks that decompose into others or fold to a
  // letter, and characters that vanish.
  const std::u32string pool =
      U"aéÅﬁǆάᾳ가\u0301\u0316\u0327\u0345\u0344\u0334\u05b0\u0f71\u0f72\u0f73\u034f\u00ad";
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    icu::UnicodeString word("x");
    const std::size_t kinds = 1 + random() % 4, length = 1 + random() % 600;
    std::u32string some;
    for (std::size_t i = 0; i < kinds; ++i) some += pool[random() % pool.size()];
    for (std::size_t i = 0; i < length; ++i)
      word.append(static_cast<UChar32>(some[random() % some.size()]));
    std::string text, expected;
    folding->normalize(word, status).toUTF8String(expected);
    ASSERT_TRUE(U_SUCCESS(status));
    std::string folded;  // Hangul and Latin letters make different words
    for (const std::string& term : terms_of(word.toUTF8String(text))) folded += term;
    EXPECT_EQ(folded, expected);
  }
}

TEST(Words, ManyMarksTakeNoMoreThanTheirTime) {
  // In any order: the square of their number would be minutes.
  std::string word = "a";
  while (word.size() + 4 <= longest_term) word += "\u0301\u0316";
  std::string text;
  for (int i = 0; i < 200; ++i) text += word + " ";
  const Terms terms = terms_of(text);
  ASSERT_EQ(terms.size(), 200u);
  EXPECT_EQ(terms[0].substr(0, 6), "á\u0316\u0316");
  EXPECT_EQ(terms[0].size(), word.size() - 1);
}

TEST(Words, NoTermIsLongerThanTheLimit) {
  const auto times = [](std::size_t count, const std::string& part) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += part;
    return text;
  };
  // ASCII, letters of two bytes, others; one that folds to 33 bytes, and one that vanishes.
  const std::pair<std::string, std::size_t> parts[] = {
      {"x", 1}, {"é", 2}, {"가", 3}, {"\ufdfa", 33}};
  for (const auto& [part, size] : parts) {
    const std::size_t most = longest_term / size;
    EXPECT_EQ(terms_of("a " + times(most, part) + " b").size(), 3u) << part;
    EXPECT_EQ(terms_of("a " + times(most + 1, part) + " b").size(), 2u) << part;
  }
  EXPECT_EQ(terms_of(times(1000, "\u00ad") + "x" + times(5000, "\u00ad")), Terms{"x"});
  EXPECT_EQ(terms_of("a " + times(3'000'000, "\ufdfa") + " b"), (Terms{"a", "b"}));
}

TEST(Words, LongTextsAreCutWithoutATrace) {
  RandomText texts(5);
  std::string text;
  while (text.size() < 2'000'000) text += texts.next() + " é ";
  WordTokenizer words;
  Terms fast, plain;
  words.for_each_term(text, [&](std::string_view term) { fast.emplace_back(term); });
  words.for_each_term_by_icu(text, [&](std::string_view term) { plain.emplace_back(term); });
  EXPECT_TRUE(fast == plain);
  EXPECT_GT(fast.size(), 100'000u);
}

TEST(Words, TermsAreValidUtf8WithoutTabsAndLineEnds) {
  std::mt19937 random(11);
  WordTokenizer words;
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 60, ' ');
    for (char& c : text) c = static_cast<char>(random());
    words.for_each_term(text, [&](std::string_view term) {
      EXPECT_TRUE(is_valid_utf8(term));
      EXPECT_FALSE(term.empty());
      EXPECT_EQ(term.find_first_of("\t\n\r"), term.npos);
    });
  }
}

TEST(Words, WithTheirPlaces) {
  WordTokenizer words;
  std::vector<std::string> found;
  const std::string text = "Ein Straßen-Café: NASA, ﬁn 3.14 x 東京; Ǆep";
  words.for_each_word(text, [&](const Word& word) {
    found.push_back(std::string(word.term) + "=" + text.substr(word.begin, word.end - word.begin) +
                    (word.has_letter ? "" : " number") + (word.capitalised ? " capital" : "") +
                    (word.all_capitals ? " capitals" : ""));
  });
  EXPECT_EQ(found,
            (std::vector<std::string>{"ein=Ein capital", "strassen=Straßen capital",
                                      "café=Café capital", "nasa=NASA capital capitals", "fin=ﬁn",
                                      "3.14=3.14 number", "x=x", "東京=東京", "džep=Ǆep capital"}));
}

TEST(Words, WithTheirPlacesAreThoseWithout) {
  WordTokenizer words;
  const std::string text =
      "Can't stop: l'été à l’école, x_y a.b 1,000 שלום 👩‍👩‍👧 "
      "ไทย\u00ad.";
  std::vector<std::string> terms, placed;
  words.for_each_term(text, [&](std::string_view term) { terms.emplace_back(term); });
  words.for_each_word(text, [&](const Word& word) { placed.emplace_back(word.term); });
  EXPECT_EQ(terms, placed);
}

}  // namespace
}  // namespace subintent::internal
