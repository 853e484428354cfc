#include "tokenize/charset/charset.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "core/base/utf8.h"
#include "core/io/input_file.h"
#include "messages.h"
#include "subintent/program.h"
#include "tokenize/charset/encoding_decoder.h"
#include "tokenize/charset/meta_prescan.h"

namespace subintent::internal {
namespace {

std::string decoded(std::string_view label, std::string_view bytes) {
  std::string text;
  append_decoded(encoding_of_label(label).value(), bytes, text);
  return text;
}

TEST(EncodingLabels, AreThoseOfTheWeb) {
  EXPECT_EQ(encoding_of_label("latin1"), Encoding::windows_1252);
  EXPECT_EQ(encoding_of_label(" US-ASCII\n"), Encoding::windows_1252);
  EXPECT_EQ(encoding_of_label("ISO-8859-9"), Encoding::windows_1254);
  EXPECT_EQ(encoding_of_label("GB2312"), Encoding::gbk);
  EXPECT_EQ(encoding_of_label("x-sjis"), Encoding::shift_jis);
  EXPECT_EQ(encoding_of_label("ks_c_5601-1987"), Encoding::euc_kr);
  EXPECT_EQ(encoding_of_label("tis-620"), Encoding::windows_874);
  EXPECT_EQ(encoding_of_label("utf-16"), Encoding::utf_16le);
  EXPECT_EQ(encoding_of_label("unicode11utf8"), Encoding::utf_8);
  for (const char* label : {"", " ", "utf", "latin1 l1", "utf-7", "x-x-big", "windows-1259"})
    EXPECT_EQ(encoding_of_label(label), std::nullopt) << label;
}

// A text, and its bytes in an encoding.
struct Sample {
  const char* label;
  std::string bytes, text;
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = {
      {"utf-8", "na\xC3\xAFve", "naïve"},
      {"ibm866", "\x8F\xE0\xA8", "При"},
      {"iso-8859-2", "\xA3\xF3\x64\xBC", "Łódź"},
      {"iso-8859-3", "\xA1\xE6", "Ħĉ"},
      {"iso-8859-4", "\xA2\xBF", "ĸŋ"},
      {"iso-8859-5", "\xBF\xE0\xD8", "При"},
      {"iso-8859-6", "\xD3\xE4\xC7", "سلا"},
      {"iso-8859-7", "\xC1\xE8\xDE\xA4", "Αθή€"},
      {"iso-8859-8", "\xF9\xEC\xE5", "שלו"},
      {"iso-8859-8-i", "\xF9\xEC\xE5", "שלו"},
      {"iso-8859-10", "\xA2\xFF", "Ēĸ"},
      {"iso-8859-13", "\xC5\xFE", "Åž"},
      {"iso-8859-14", "\xA1\xFE", "Ḃŷ"},
      {"iso-8859-15", "\xA4\xBD", "€œ"},
      {"iso-8859-16", "\xA4\xAA\xFE", "€Șț"},
      {"koi8-r", "\xF0\xD2\xC9", "При"},
      {"koi8-u", "\xA4\xAE\xBE", "єўЎ"},
      {"macintosh", "\x8E\xDB", "é€"},
      {"windows-874", "\xA1\xD2\x80", "กา€"},
      {"windows-1250", "\x8A\xF8", "Šř"},
      {"windows-1251", "\xCF\xF0\xE8", "При"},
      {"windows-1252", "\x93\xE9\x94\x80\x81", "“é”€\u0081"},
      {"windows-1253", "\xA2\xE1", "Άα"},
      {"windows-1254", "\xD0\xFE", "Ğş"},
      {"windows-1255", "\xF9\xCA", "ש\u05BA"},
      {"windows-1256", "\xD3\xE1\xC7", "سلا"},
      {"windows-1257", "\xC0\xFE", "Ąž"},
      {"windows-1258", "\xD0\xFE", "Đ₫"},
      {"x-mac-cyrillic", "\x8F\xF0\xE8", "При"},
      {"gbk", "\xD6\xD0\xB9\xFA\x80", "中国€"},
      {"gb18030", "\xD6\xD0\x81\x39\xEE\x39\x90\x30\x81\x30", "中㐀\U00010000"},
      {"big5", "\xA4\xA4\xB0\xEA\x88\x62\xC6\xDE", "中國\u00CA\u0304\u3003"},
      {"euc-jp", "\xC6\xFC\xCB\xDC\x8E\xB1\x8F\xB0\xA1", "日本ｱ丂"},
      {"iso-2022-jp", "\x1B$B\x46\x7C\x4B\x5C\x1B(B!", "日本!"},
      {"shift_jis", "\x93\xFA\x96\x7B\xB1\x87\x40", "日本ｱ①"},
      {"euc-kr", "\xC7\xD1\xB1\xDB\x81\x41", "한글갂"},
      {"utf-16be", std::string("\0A\xD8\x3D\xDE\x00", 6), "A\U0001F600"},
      {"utf-16le", std::string("A\0\x3D\xD8\x00\xDE", 6), "A\U0001F600"},
      {"x-user-defined", "A\x80\xFF", "A\uF780\uF7FF"}};
  return all;
}

TEST(Decoding, KnowsEveryEncodingOfTheWeb) {
  for (const auto& [label, bytes, text] : samples())
    EXPECT_EQ(decoded(label, bytes), text) << label;
}

TEST(Decoding, PartsOfALongTextAreNotTornApart) {
  for (const auto& [label, bytes, text] : samples()) {
    std::string all_bytes, all_text;
    for (int i = 0; i < 3000; ++i) {
      all_bytes += bytes;
      all_text += text;
    }
    EXPECT_TRUE(decoded(label, all_bytes) == all_text) << label;
  }
}

TEST(Decoding, AsciiIsItself) {
  std::string ascii;
  for (char c = 0x20; c < 0x7F; ++c) ascii += c;
  ascii += "\t\r\n";
  for (const auto& sample : samples()) {
    if (std::string_view(sample.label).starts_with("utf-16")) continue;
    EXPECT_EQ(decoded(sample.label, ascii), ascii) << sample.label;
  }
}

TEST(Decoding, MalformedBytesDoNotSwallowMarkup) {
  for (const char* label : {"gbk", "big5", "shift_jis", "euc-kr", "utf-8"})
    EXPECT_EQ(decoded(label, "\x85<b>"), "\uFFFD<b>") << label;
  EXPECT_EQ(decoded("euc-jp", "\xA9<b>"), "\uFFFD<b>");
  EXPECT_EQ(decoded("shift_jis", "\x85@x"), "\uFFFD@x");
  EXPECT_EQ(decoded("utf-16le", std::string("A\0\x00\xD8"
                                            "B\0C",
                                            7)),
            "A\uFFFDB\uFFFD");
}

TEST(Decoding, MalformedUtf8GivesOneReplacementForEachPart) {
  EXPECT_EQ(decoded("utf-8", "a\xE4\xB8z"), "a\uFFFDz");
  EXPECT_EQ(decoded("utf-8", "a\xF0\x9F\x98z"), "a\uFFFDz");
  EXPECT_EQ(decoded("utf-8", "\xC0\x80"), "\uFFFD\uFFFD");
  EXPECT_EQ(decoded("utf-8", "\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(decoded("utf-8", "a\xE4\xB8"), "a\uFFFD");
}

TEST(Decoding, RandomBytesGiveValidUtf8) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string bytes(random() % 200, ' ');
    for (char& c : bytes) c = static_cast<char>(random());
    for (const auto& sample : samples())
      EXPECT_TRUE(is_valid_utf8(decoded(sample.label, bytes))) << sample.label;
    EXPECT_TRUE(is_valid_utf8(decode_to_utf8(bytes, "", round % 2 == 0)));
  }
}

TEST(DecodeToUtf8, ObeysTheOrder) {
  // A byte-order mark before everything else.
  EXPECT_EQ(decode_to_utf8("\xEF\xBB\xBF\xE9", "latin1", false), "\uFFFD");
  EXPECT_EQ(decode_to_utf8("\xEF\xBB\xBF"
                           "caf\xC3\xA9",
                           "latin1", false),
            "café");
  EXPECT_EQ(decode_to_utf8(std::string("\xFF\xFE"
                                       "A\0",
                                       4),
                           "utf-8", true),
            "A");
  EXPECT_EQ(decode_to_utf8(std::string("\xFE\xFF\0A", 4), "", false), "A");
  EXPECT_EQ(decode_to_utf8(std::string("<\0p\0", 4), "utf-8", true), "<p");
  EXPECT_EQ(decode_to_utf8(std::string("\0<\0p", 4), "", true), "<p");
  // Valid UTF-8 before any label.
  EXPECT_EQ(decode_to_utf8("caf\xC3\xA9", "windows-1251", true), "café");
  EXPECT_EQ(decode_to_utf8("<meta charset=koi8-r>caf\xC3\xA9", "", true),
            "<meta charset=koi8-r>café");
  // The header before meta, meta in HTML only.
  const std::string page = "<meta charset=windows-1251>\xCF\xF0\xE8";
  EXPECT_EQ(decode_to_utf8(page, "koi8-r", true), "<meta charset=windows-1251>оПХ");
  EXPECT_EQ(decode_to_utf8(page, "nonsense", true), "<meta charset=windows-1251>При");
  EXPECT_EQ(decode_to_utf8(page, "", true), "<meta charset=windows-1251>При");
  EXPECT_EQ(decode_to_utf8(page, "\"koi8-r\"", false), "<meta charset=windows-1251>оПХ");
  // UTF-8 that is said to be and has a broken character.
  EXPECT_EQ(decode_to_utf8("\xE9 caf\xC3\xA9", "utf-8", false), "\uFFFD café");
  EXPECT_EQ(decode_to_utf8("a \xED\xA0\xBD\xED\xB8\x80 b", "utf-8", false).substr(0, 5),
            "a \uFFFD");
  EXPECT_EQ(decode_to_utf8("caf\xC3", "utf-8", false), "caf\uFFFD");
  // What is said to be UTF-8, but for the most part is not.
  EXPECT_EQ(decode_to_utf8(page, "utf-8", true), "<meta charset=windows-1251>При");
  EXPECT_EQ(decode_to_utf8("<meta charset=utf-8>it\x92s", "utf-8", true),
            "<meta charset=utf-8>it’s");
  EXPECT_EQ(decode_to_utf8("caf\xE9 \xE9t\xE9 \xC2\xA9", "utf-8", false), "café été Â©");
}

TEST(DecodeToUtf8, ACharacterCutAtTheEndIsLost) {
  for (const std::string_view whole :
       {"na\u00efve fa\u00e7ade \u00e9", "\u4e2d\u6587", "\u00e9 \U0001f600"}) {
    const std::size_t last = whole.find_last_of("\xc3\xe6\xf0");
    for (std::size_t end = last + 1; end < whole.size(); ++end)
      EXPECT_EQ(decode_to_utf8(whole.substr(0, end), "iso-8859-1", false), whole.substr(0, last));
  }
  // Behind ASCII alone, or where something is missing before the end, it is another charset.
  EXPECT_EQ(decode_to_utf8("caf\xe9", "", false), "caf\u00e9");
  EXPECT_EQ(decode_to_utf8("\xe9 \u00e9\xe9", "iso-8859-1", false), "\u00e9 \u00c3\u00a9\u00e9");
}

TEST(DecodeToUtf8, DetectsWhatIsNotDeclared) {
  const std::string koi8 =
      "\xF7\xD3\xC5 \xCC\xC0\xC4\xC9 \xD2\xCF\xD6\xC4\xC1\xC0\xD4\xD3\xD1 "
      "\xD3\xD7\xCF\xC2\xCF\xC4\xCE\xD9\xCD\xC9 \xC9 \xD2\xC1\xD7\xCE\xD9\xCD\xC9 \xD7 "
      "\xD3\xD7\xCF\xC5\xCD \xC4\xCF\xD3\xD4\xCF\xC9\xCE\xD3\xD4\xD7\xC5 \xC9 "
      "\xD0\xD2\xC1\xD7\xC1\xC8";
  const std::string text = "Все люди рождаются свободными и равными в своем достоинстве и правах";
  EXPECT_EQ(decode_to_utf8(koi8, "", false), text);
  // However far into the document.
  const std::string blanks(100'000, ' ');
  EXPECT_EQ(decode_to_utf8(blanks + koi8, "", true), blanks + text);
  EXPECT_EQ(decode_to_utf8("", "", true), "");
}

TEST(DecodeToUtf8, DetectsFewWordsOfPersian) {
  std::string bytes, text, latin;
  for (int i = 0; i < 8; ++i) {
    bytes +=
        "<a title='\xDD\xD5\xE1\xA0"
        "1.\xA0"
        "Color'>";
    text += "<a title='فصل\u00A01.\u00A0Color'>";
    latin += "t\xDDn t\xD5n t\xE1n ";  // the same one by one among Latin letters
  }
  EXPECT_EQ(decode_to_utf8(bytes, "", true), text);
  EXPECT_FALSE(has(decode_to_utf8(latin, "", true), "ف"));
}

TEST(DecodeToUtf8, DetectsCzechOfWindows) {
  std::string bytes, text;
  for (int i = 0; i < 5; ++i) {
    bytes +=
        "o vyhled\xE1v\xE1n\xED informac\xED, p\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2 ";
    text += "o vyhledávání informací, příliš žluťoučký kůň ";
  }
  EXPECT_EQ(decode_to_utf8(bytes, "", true), text);
}

TEST(DecodeToUtf8, Iso2022JpIsAsciiWithEscapes) {
  const std::string bytes = "\x1B$B\x46\x7C\x4B\x5C\x1B(B";
  EXPECT_EQ(decode_to_utf8(bytes, "iso-2022-jp", false), "日本");
  EXPECT_EQ(decode_to_utf8("<meta charset=iso-2022-jp>" + bytes, "", true),
            "<meta charset=iso-2022-jp>日本");
  EXPECT_EQ(decode_to_utf8(bytes, "", false), "日本");
  EXPECT_EQ(decode_to_utf8("\x1B[1m$B\x1B(B", "", false), "\x1B[1m$B\x1B(B");
}

// What the standard's sniffing gives a page without header: mark, meta, or the default.
std::string_view sniffed(std::string_view page) {
  if (page.starts_with("\xEF\xBB\xBF")) return "UTF-8";
  return encoding_name(prescan_meta(page).value_or(Encoding::windows_1252));
}

TEST(MetaPrescan, AgreesWithHtml5libTests) {
  const std::filesystem::path folder = SUBINTENT_SHARED "/collections/html5lib/encoding";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no html5lib tests in " << folder;
  std::size_t cases = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string content = "\n" + read_file(file.path().string());
    constexpr std::string_view data = "\n#data\n", encoding = "\n#encoding\n";
    for (std::size_t start = content.find(data); start != content.npos;) {
      start += data.size();
      const std::size_t end = content.find(encoding, start);
      const std::size_t name = end + encoding.size();
      const std::string label = content.substr(name, content.find('\n', name) - name);
      const std::string page = content.substr(start, end - start);
      EXPECT_EQ(sniffed(page), encoding_name(encoding_of_label(label).value())) << page;
      ++cases;
      start = content.find(data, name);
    }
  }
  EXPECT_GT(cases, 50u);
}

TEST(MetaPrescan, TakesAnXmlDeclarationWithoutAMeta) {
  const auto found = [](std::string_view html) { return prescan_meta(html); };
  EXPECT_EQ(found("<?xml version=\"1.0\" encoding=\"iso-8859-2\"?><html>"), Encoding::iso_8859_2);
  EXPECT_EQ(found("<?xml encoding = 'windows-1250'?>"), Encoding::windows_1250);
  EXPECT_EQ(found("<?xml encoding='gbk'?><meta charset=big5>"), Encoding::big5);
  EXPECT_EQ(found("<?xml encoding='utf-16'?>"), Encoding::utf_8);
  for (const char* const none :
       {"<?xml encoding='gbk'", "<?xml encoding='gbk?>", "<?xml encoding=gbk?>", "<?xml encoding?>",
        "<?xml version='1.0'?><p encoding='gbk'>", " <?xml encoding='gbk'?>", "<?xml encoding",
        "<?xml encoding='g bk'?>", "<?xml encoding='cp949'?>"})
    EXPECT_EQ(found(none), std::nullopt) << none;
}

TEST(Decoding, LabelsThatBrowsersDoNotKnowAreLeftToTheDetector) {
  const std::string korean = "\xC7\xD1\xB1\xB9\xBE\xEE \xB9\xAE\xBC\xAD\xC0\xD4\xB4\xCF\xB4\xD9 ";
  std::string page = "<meta charset=cp949><p>";
  for (int i = 0; i < 10; ++i) page += korean;
  EXPECT_TRUE(decode_to_utf8(page, "", true).ends_with("한국어 문서입니다 "));
}

TEST(MetaPrescan, ReadsAttributesAsTheStandardDoes) {
  const auto found = [](std::string_view html) { return prescan_meta(html); };
  EXPECT_EQ(found("<META/CHARSET=koi8-r>"), Encoding::koi8_r);
  EXPECT_EQ(found("<meta charset=\"koi8-r\" charset=big5>"), Encoding::koi8_r);
  EXPECT_EQ(found("<meta http-equiv=content-type content='x; charset y charset = \"big5\"'>"),
            Encoding::big5);
  EXPECT_EQ(found("<meta content='charset=big5;x' http-equiv=CONTENT-TYPE>"), Encoding::big5);
  EXPECT_EQ(found("<meta http-equiv=content-type content=\"charset='big5\">"), std::nullopt);
  EXPECT_EQ(found("<meta charset=utf-16>"), Encoding::utf_8);
  EXPECT_EQ(found("<meta charset=x-user-defined>"), Encoding::windows_1252);
  EXPECT_EQ(found("<a title='<meta charset=big5>'><meta charset=gbk>"), Encoding::gbk);
  EXPECT_EQ(found("<!--><meta charset=gbk>"), Encoding::gbk);
  EXPECT_EQ(found("<!-- <meta charset=gbk>"), std::nullopt);
  EXPECT_EQ(found("</a <meta charset=big5><meta charset=gbk>"), Encoding::gbk);
  EXPECT_EQ(found("<meta charset=gbk"), std::nullopt);
  EXPECT_EQ(found("<meta charset=gbk x"), std::nullopt);
  EXPECT_EQ(found("<"), std::nullopt);
  EXPECT_EQ(found("</"), std::nullopt);
}

}  // namespace
}  // namespace subintent::internal
