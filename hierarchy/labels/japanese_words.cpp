#include "hierarchy/labels/japanese_words.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/utf8.h"

namespace subintent::internal {
namespace {

enum class Script { hiragana, katakana, kanji, kanji_and_hiragana, other };

std::string_view first_character(std::string_view text) {
  return text.substr(0, std::max<std::size_t>(utf8_sequence_length(text), 1));
}

// UTF-8 sorts as the characters do.
bool is_in(std::string_view character, std::string_view first, std::string_view last) {
  return character.size() == first.size() && character >= first && character <= last;
}
bool is_hiragana_letter(std::string_view c) {
  return is_in(c, "\u3041", "\u309f");
}
bool is_katakana_letter(std::string_view c) {
  return is_in(c, "\u30a1", "\u30fa") || is_in(c, "\u30fc", "\u30ff") ||
         is_in(c, "\uff66", "\uff9f");
}
bool is_kanji(std::string_view c) {
  return is_in(c, "\u4e00", "\u9fff") || is_in(c, "\u3400", "\u4dbf") || c == "\u3005" ||
         is_in(c, "\U00020000", "\U0003ffff");
}

bool all_of(std::string_view word, const std::function<bool(std::string_view)>& test) {
  while (!word.empty()) {
    const std::string_view c = first_character(word);
    if (!test(c)) return false;
    word.remove_prefix(c.size());
  }
  return true;
}
bool any_of(std::string_view word, const std::function<bool(std::string_view)>& test) {
  return !all_of(word, [&](std::string_view c) { return !test(c); });
}

Script script_of(std::string_view word) {
  if (all_of(word, is_hiragana_letter)) return Script::hiragana;
  if (all_of(word, is_katakana_letter)) return Script::katakana;
  if (all_of(word, is_kanji)) return Script::kanji;
  const bool both =
      all_of(word, [](std::string_view c) { return is_hiragana_letter(c) || is_kanji(c); });
  return both ? Script::kanji_and_hiragana : Script::other;
}

template <std::size_t size>
bool is_among(const std::array<std::string_view, size>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_numeral(std::string_view c) {
  constexpr std::array<std::string_view, 15> numerals = {
      "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "百", "千", "万", "億", "〇"};
  return is_among(numerals, c);
}

// "三百", "二年": numerals, perhaps with a word behind them that counts things.
bool is_japanese_number(std::string_view word) {
  constexpr std::array<std::string_view, 20> counters = {"年", "月", "日", "時", "分", "秒", "回",
                                                         "人", "本", "個", "枚", "台", "度", "歳",
                                                         "頭", "番", "円", "階", "つ", "週"};
  if (!is_numeral(first_character(word))) return false;
  while (!word.empty() && is_numeral(first_character(word))) {
    word.remove_prefix(first_character(word).size());
  }
  return word.empty() || is_among(counters, word);
}

// Endings of verbs, adjectives and adverbs, and of words made of particles.
bool has_function_ending(std::string_view word) {
  constexpr std::array<std::string_view, 17> endings = {"い", "う", "く", "す", "つ", "て",
                                                        "で", "と", "に", "ば", "る", "た",
                                                        "な", "も", "ら", "を", "れ"};
  constexpr std::size_t letter = 3;  // bytes
  return is_among(endings, word.substr(word.size() - letter));
}

bool looks_like_noun_in_hiragana(std::string_view word) {
  constexpr std::array<std::string_view, 17> others = {
      "ところ", "しかし",   "ながら",   "それぞれ", "さまざま", "ほとんど",
      "あまり", "かなり",   "ただし",   "つまり",   "すなわち", "および",
      "ばかり", "しばしば", "ますます", "だろう",   "ません"};
  constexpr std::size_t three_letters = 9;  // bytes
  return word.size() >= three_letters && !has_function_ending(word) && !is_among(others, word);
}

// What follows verbal nouns that する makes verbs.
bool is_form_of_suru(std::string_view word) {
  constexpr std::array<std::string_view, 9> forms = {"し",   "さ",     "する", "した",  "して",
                                                     "すれ", "すると", "でき", "できる"};
  return is_among(forms, word);
}

class Marker {
 public:
  Marker(Run& run, std::string_view text) : run_(run), text_(text) {
    for (const Token& token : run) scripts_.push_back(script_of(word(token)));
  }

  void mark() {
    for (std::size_t i = 0; i < run_.size(); ++i) run_[i].kind = kind(i);
    for (std::size_t i = 0; i < run_.size(); ++i) join(i);
  }

 private:
  std::string_view word(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  // Is nothing between this token and the one before?
  bool is_adjacent(std::size_t i) const {
    return i > 0 && i < run_.size() && run_[i].begin == run_[i - 1].end;
  }
  std::string_view next_word(std::size_t i) const {
    return is_adjacent(i + 1) ? word(run_[i + 1]) : std::string_view();
  }
  bool is_in_script(std::size_t i, Script script) const { return scripts_[i] == script; }

  Token::Kind kind(std::size_t i) const {
    const Token& token = run_[i];
    const std::string_view written = word(token);
    switch (scripts_[i]) {
      case Script::hiragana:
        if (written == "の") return Token::Kind::genitive;
        return looks_like_noun_in_hiragana(written) ? token.kind : Token::Kind::stop_word;
      case Script::kanji_and_hiragana:
        return is_noun_of_verb(i) ? token.kind : Token::Kind::stop_word;
      case Script::kanji:
        if (is_japanese_number(written) || counts(i)) return Token::Kind::number;
        [[fallthrough]];
      case Script::katakana:
        return is_form_of_suru(next_word(i)) ? Token::Kind::stop_word : token.kind;
      default:
        return token.kind;
    }
  }

  // A single kanji behind a number.
  bool counts(std::size_t i) const {
    return run_[i].kind == Token::Kind::letter && is_adjacent(i) &&
           run_[i - 1].kind == Token::Kind::number;
  }

  // "泳ぎが", "違いの": the stem of a verb with a particle of nouns.
  bool is_noun_of_verb(std::size_t i) const {
    constexpr std::array<std::string_view, 6> particles = {"が", "を", "の", "は", "も", "に"};
    const std::string_view written = word(run_[i]);
    if (is_kanji(written.substr(written.size() - 3))) return true;  // "選び方"
    return is_among(particles, next_word(i)) && !ends_otherwise(written);
  }
  static bool ends_otherwise(std::string_view written) {
    constexpr std::array<std::string_view, 6> endings = {"る", "う", "く", "す", "な", "た"};
    return is_among(endings, written.substr(written.size() - 3));
  }

  bool is_part_of_word(std::size_t i) const {
    const Token::Kind kind = run_[i].kind;
    return kind == Token::Kind::content || kind == Token::Kind::letter;
  }
  bool is_compound_part(std::size_t i) const {
    return is_part_of_word(i) &&
           (is_in_script(i, Script::kanji) || is_in_script(i, Script::katakana));
  }
  bool is_single_kanji(std::size_t i) const {
    return is_in_script(i, Script::kanji) && run_[i].kind == Token::Kind::letter;
  }

  // With the token before, if both are parts of a word; else the word goes on behind it.
  void join(std::size_t i) {
    if (!is_adjacent(i) || !is_compound_part(i) || !is_compound_part(i - 1)) return;
    const bool both_katakana =
        is_in_script(i, Script::katakana) && is_in_script(i - 1, Script::katakana);
    const bool leads = is_single_kanji(i - 1) && !run_[i - 1].joined;
    run_[i].joined = run_[i].joined || both_katakana || is_single_kanji(i) || leads;
    if (!run_[i].joined) run_[i - 1].ends = false;
  }

  Run& run_;
  std::string_view text_;
  std::vector<Script> scripts_;
};

}  // namespace

bool is_katakana(std::string_view word) {
  return !word.empty() && script_of(word) == Script::katakana;
}

void mark_japanese(std::vector<Run>& runs, std::string_view text) {
  const bool has_kana = any_of(
      text, [](std::string_view c) { return is_hiragana_letter(c) || is_katakana_letter(c); });
  if (!has_kana) return;
  for (Run& run : runs) Marker(run, text).mark();
}

}  // namespace subintent::internal
