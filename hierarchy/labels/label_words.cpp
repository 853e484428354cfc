#include "hierarchy/labels/label_words.h"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_set>
#include <utility>

#include "base/one_line.h"
#include "base/utf8.h"
#include "hierarchy/labels/japanese_words.h"
#include "subintent/program.h"
#include "tokenize/words/stop_lists.h"

namespace subintent::internal {
namespace {

bool is_ascii_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr std::size_t longest_word = 60;        // bytes; longer ones are data
constexpr std::size_t most_characters = 2'000;  // of a title or an excerpt

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

// Is it an abbreviation before names, with a dot that ends no sentence?
bool is_abbreviation(std::string_view word) {
  constexpr std::array<std::string_view, 15> known = {"st",   "mt",  "ft",  "dr",  "mr",
                                                      "mrs",  "ms",  "jr",  "gen", "sen",
                                                      "prof", "rev", "u.s", "u.n", "u.k"};
  return std::ranges::find(known, word) != known.end();
}

// ".NET", ".env"
bool begins_with_dot(std::string_view gap, const Word& word) {
  const std::string_view before = gap.substr(0, gap.empty() ? 0 : gap.size() - 1);
  return word.has_letter && gap.ends_with('.') &&
         (word.begin == 1 || before.ends_with(' ') || before.ends_with('(') ||
          before.ends_with('/'));
}

// Does it stand within a name, as in "fre:ac" and "D(HE)ater"?
bool tears_apart(std::string_view gap) {
  return !gap.empty() && gap.find_first_not_of("!#$%()*:=?@[]^_`{}~") == std::string_view::npos;
}

// Does it stand between words of one phrase, as "and" does?
bool joins_alike(std::string_view gap) {
  constexpr std::array<std::string_view, 4> signs = {"/", " / ", "+", " + "};
  return std::ranges::find(signs, gap) != signs.end();
}

bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789") == std::string_view::npos;
}

// "30am", "1970s", "2x", "3.2m": a number with one or two letters behind it.
bool is_measure(std::string_view word) {
  const std::size_t end = word.find_first_not_of("0123456789.,");
  return end != 0 && end != std::string_view::npos && word.size() - end <= 2;
}

// Is it an address or a name of computers rather than a word? `word` is folded.
bool is_technical(std::string_view word) {
  constexpr std::array<std::string_view, 5> domains = {".com", ".org", ".edu", ".gov", ".info"};
  return word.size() > longest_word || word.find_first_of("@_") != std::string_view::npos ||
         word.starts_with("www.") || std::ranges::any_of(domains, [&](std::string_view domain) {
           return word.ends_with(domain);
         });
}

// A reference to a character of HTML that ends at a semicolon, perhaps without its "&".
struct Reference {
  std::size_t begin = 0;  // with the "&"
  std::string_view character;
};

std::optional<Reference> reference_before(std::string_view text, std::size_t semicolon) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> known = {{{"quot", "\""},
                                                                                   {"amp", "&"},
                                                                                   {"nbsp", " "},
                                                                                   {"lt", "<"},
                                                                                   {"gt", ">"},
                                                                                   {"apos", "'"},
                                                                                   {"#39", "'"},
                                                                                   {"#039", "'"}}};
  const std::string_view before = text.substr(0, semicolon);
  for (const auto& [name, character] : known) {
    if (!before.ends_with(name)) continue;
    const std::size_t begin = before.size() - name.size();
    if (begin == 0) return Reference{0, character};
    if (before[begin - 1] == '&') return Reference{begin - 1, character};
    const auto c = static_cast<unsigned char>(before[begin - 1]);
    if (c < 0x80 && !is_ascii_letter_or_digit(static_cast<char>(c)))
      return Reference{begin, character};
  }
  return {};
}

// Where the tag ends whose "<" has been read, or npos if none begins here: at the next "gt;".
std::size_t end_of_tag(std::string_view text, std::size_t begin) {
  if (begin == text.size() || (text[begin] != '/' && !is_ascii_letter_or_digit(text[begin]))) {
    return std::string_view::npos;
  }
  const std::size_t end = text.find("gt;", begin);
  return end == std::string_view::npos ? text.size() : end + 3;
}

// Does one of the endings "'s", "'t", "'re", "'ll" follow?
bool is_before_ending(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_ascii_letter_or_digit(text[end])) ++end;
  return end - begin == 1 || end - begin == 2;
}

// With the characters that are meant for references to them, and a bar, which ends phrases, for
// tags of which the brackets are such; some collections have lost the "&" ("Kerry #39;s").
std::string without_references(std::string_view text) {
  std::string plain;
  std::size_t done = 0;
  for (std::size_t at = text.find(';'); at != std::string_view::npos; at = text.find(';', at + 1)) {
    if (at < done) continue;
    const auto found = reference_before(text, at);
    if (!found || found->begin < done) continue;
    plain += text.substr(done, found->begin - done);
    done = at + 1;
    const std::size_t end =
        found->character == "<" ? end_of_tag(text, done) : std::string_view::npos;
    if (found->character == "'" && plain.ends_with(' ') && is_before_ending(text, done)) {
      plain.pop_back();
    }
    plain += end == std::string_view::npos ? found->character : " | ";
    if (end != std::string_view::npos) done = end;
  }
  plain += text.substr(std::min(done, text.size()));
  return plain;
}

// With a bar, which ends phrases, for each tag of HTML; a last one with "=" may be cut.
std::string without_tags(std::string_view text) {
  std::string plain;
  std::size_t done = 0;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    const bool begins = next == '/' || next == '!' || is_ascii_letter_or_digit(next);
    const std::size_t end = std::min(text.find('>', at), text.size());
    const std::string_view tag = text.substr(at, end - at);
    if (at < done || !begins || (end == text.size() && tag.find('=') == std::string_view::npos)) {
      continue;
    }
    plain += text.substr(done, at - done);
    plain += " | ";
    done = std::min(end + 1, text.size());
  }
  plain += text.substr(done);
  return plain;
}

}  // namespace

std::string readable(std::string_view given) {
  std::string text = without_tags(without_references(one_line(given, most_characters)));
  constexpr std::array<std::string_view, 14> invisible = {
      "\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d",
      "\u202e", "\u2066", "\u2067", "\u2068", "\u2069", "\u00ad", "\ufeff"};
  for (const std::string_view character : invisible) {
    for (std::size_t at = 0; (at = text.find(character, at)) != std::string::npos;) {
      text.erase(at, character.size());
    }
  }
  return text;
}

TokenReader::TokenReader(const StopWordLanguages& stop_words)
    : stop_words_(stop_words), turkic_words_(Folding::turkic), stemmers_(stop_lists().size()) {}

// How many words of the document are stop words of each language. A word counts once: in a short
// text, one that comes twice would decide ("dog" is Danish, too).
std::vector<std::uint32_t> TokenReader::votes(const DocumentText& document) {
  auto votes = StopWordLanguages::no_counts();
  std::unordered_set<std::string, StringHash, std::equal_to<>> counted;
  for (const std::string& text : {document.title, document.excerpt}) {
    words_.for_each_term(one_line(text, most_characters), [&](std::string_view term) {
      if (counted.contains(term)) return;
      counted.emplace(term);
      stop_words_.count(term, votes);
    });
  }
  return votes;
}

std::optional<std::size_t> TokenReader::language_of(std::vector<std::uint32_t> votes,
                                                    std::optional<std::size_t> background) {
  if (background) ++votes[*background];
  return StopWordLanguages::language(votes, background);
}

std::vector<Run> TokenReader::runs(const std::string& text, std::optional<std::size_t> language) {
  std::vector<Run> runs(1);
  std::size_t end = 0;
  const bool is_turkic = language && folding_of(stop_lists()[*language].name) == Folding::turkic;
  // The dot between the parts of foreign names.
  const auto joins_katakana = [&](std::string_view gap, const Word& word) {
    if (gap != "\u30fb" || runs.back().empty()) return false;
    const Token& before = runs.back().back();
    return is_katakana(std::string_view(text).substr(before.begin, before.end - before.begin)) &&
           is_katakana(std::string_view(text).substr(word.begin, word.end - word.begin));
  };
  (is_turkic ? turkic_words_ : words_).for_each_word(text, [&](const Word& word) {
    const std::string_view gap = std::string_view(text).substr(end, word.begin - end);
    const bool in_number = gap == "/" && !word.has_letter && !runs.back().empty() &&
                           runs.back().back().kind == Token::Kind::number;
    const bool joined =
        gap == "-" || gap == "\u2011" || gap == "." || in_number || joins_katakana(gap, word);
    const bool is_clipped = gap == "' " || gap == "\u2019 ";  // "Smokin' Guns"
    const bool is_abbreviated =
        gap == ". " && !runs.back().empty() && is_abbreviation(runs.back().back().term);
    if (!joined && !gap.empty() && gap != " " && gap != " & " && !is_abbreviated && !is_clipped) {
      if (!runs.back().empty()) {
        runs.back().back().coordinated = joins_alike(gap);
        runs.back().back().torn = tears_apart(gap);
      }
      runs.emplace_back();
    }
    const bool is_torn = end > 0 && tears_apart(gap);
    end = word.end;
    if (is_technical(word.term)) {
      runs.emplace_back();
      return;
    }
    runs.back().push_back(token_of(word, text, language));
    runs.back().back().torn = is_torn;
    if (begins_with_dot(gap, word)) --runs.back().back().begin;
    runs.back().back().joined = joined && runs.back().size() > 1;
  });
  std::erase_if(runs, [](const Run& run) { return run.empty(); });
  mark_japanese(runs, text);
  return runs;
}

Token TokenReader::token_of(const Word& word, std::string_view text,
                            std::optional<std::size_t> language) {
  Token token;
  token.begin = word.begin;
  token.end = word.end;
  token.capitalised = word.capitalised;
  token.all_capitals = word.all_capitals;
  std::string_view term = word.term;
  if (!stop_words_.is_stop_word(term, language)) {
    const std::string_view written = text.substr(word.begin, word.end - word.begin);
    term = without_clitic(term, written, token, language);
  }
  if (stop_words_.is_stop_word(term, language) ||
      (!word.capitalised && lacks_vowel(term, language))) {
    token.kind = Token::Kind::stop_word;
  } else if (!word.has_letter || is_number(term)) {
    token.kind = Token::Kind::number;
  } else if (utf8_sequence_length(term) == term.size()) {
    token.kind = Token::Kind::letter;
  }
  token.term = term;
  token.stem = stem(term, language);
  token.empty = is_measure(term);
  return token;
}

// Takes what an apostrophe joins to the word from the term and the token: "l'" of "l'homme",
// "'s", and the endings of names in Turkish. `written` is the word in the text.
std::string_view TokenReader::without_clitic(std::string_view term, std::string_view written,
                                             Token& token,
                                             std::optional<std::size_t> language) const {
  for (const std::string_view apostrophe : {"'", "\u2019"}) {
    const std::size_t at = term.find(apostrophe), place = written.find(apostrophe);
    if (at == std::string_view::npos || place == std::string_view::npos) continue;
    if (term.find(apostrophe, at + 1) != std::string_view::npos) continue;
    const std::string_view before = term.substr(0, at);
    const std::string_view behind = term.substr(at + apostrophe.size());
    if (stop_words_.is_stop_word(before, language)) {
      token.begin += place + apostrophe.size();
      return behind;
    }
    const std::size_t shortest = behind == "s" ? 2 : 3;
    if ((is_number(before) || character_count(before) >= shortest) &&
        character_count(behind) <= 3) {
      token.end = token.begin + place;
      return before;
    }
  }
  return term;
}

// Is it a stop word of English but for a vowel, as "ths" is? It has three letters or four.
bool TokenReader::lacks_vowel(std::string_view term, std::optional<std::size_t> language) const {
  if (term.size() < 3 || term.size() > 4 || !language) return false;
  if (stop_lists()[*language].name != "english") return false;
  if (term.find_first_not_of("bcdfghjklmnpqrstvwxz") != std::string_view::npos) return false;
  for (std::size_t place = 1; place <= term.size(); ++place) {
    for (const char vowel : std::string_view("aeiou")) {
      std::string word(term);
      word.insert(place, 1, vowel);
      if (stop_words_.is_stop_word(word, language)) return true;
    }
  }
  return false;
}

std::string TokenReader::stem(std::string_view term, std::optional<std::size_t> language) {
  if (!language) return std::string(term);
  std::optional<Stemmer>& stemmer = stemmers_[*language];
  if (!stemmer) stemmer.emplace(std::string(stop_lists()[*language].name));
  const std::string_view stem = stemmer->stem(term);
  return std::string(stem.empty() ? term : stem);
}

namespace {

// Where most words begin with capitals, these do not tell names from other words. Abbreviations
// have them everywhere.
bool has_title_case(const std::vector<Run>& text) {
  std::size_t words = 0, capitalised = 0;
  for (const Run& run : text) {
    for (std::size_t i = 1; i < run.size(); ++i) {
      if (run[i].kind != Token::Kind::content || run[i].all_capitals) continue;
      ++words;
      capitalised += run[i].capitalised ? 1 : 0;
    }
  }
  return words >= 3 && 2 * capitalised > words;
}

bool is_open_class(std::optional<WordRole> role) {
  return role == WordRole::verb || role == WordRole::modifier;
}

// Words that hyphens join are one; it has the kind of its last part. Of `names` nothing is known.
Sentence sentence_of(const Run& run, const FunctionWords& function_words, bool title_case,
                     const std::unordered_set<std::string>& names) {
  Sentence sentence;
  for (const Token& token : run) {
    if (token.joined) {
      sentence.back().term += '-' + token.term;
    } else {
      sentence.push_back({token.term, {}});
    }
    SentenceWord& word = sentence.back();
    const bool is_behind_title = &token != run.data() && is_abbreviation((&token - 1)->term);
    word.is_name = word.is_name || (token.capitalised && (is_behind_title ||  // "Dr. Creep"
                                                          (!title_case && sentence.size() > 1)));
    word.known = function_words.role(token.term, token.kind == Token::Kind::stop_word);
    word.is_modal = function_words.is_modal(token.term);
    word.is_object = function_words.is_object(token.term);
    if (token.joined) {
      if (const auto role = function_words.role(word.term, false)) word.known = role;
    }
    const bool is_name = names.contains(word.term) || (word.is_name && is_open_class(word.known)) ||
                         (word.is_name && token.kind == Token::Kind::content &&
                          !function_words.is_listed(word.term));
    if (is_name) word.known = {};
    if (token.kind == Token::Kind::number) word.known = WordRole::determiner;
    word.is_participle = !word.is_name && function_words.is_participle(word.term);
  }
  return sentence;
}

// The place of each token's word in the sentence.
std::vector<std::size_t> words_of(const Run& run) {
  std::vector<std::size_t> places;
  for (const Token& token : run) {
    places.push_back(places.empty() ? 0 : places.back() + (token.joined ? 0 : 1));
  }
  return places;
}

// Is the word at `at` part of a name that begins `step` words before or behind it: is there a word
// with a capital, or, if `joined`, one behind a word that joins names, as "de" of "Tour de France"?
bool is_beside_name(const Run& run, std::size_t at, std::ptrdiff_t step, bool joined) {
  const auto is_part = [&](std::size_t i) {
    return i < run.size() && run[i].capitalised && run[i].kind == Token::Kind::content;
  };
  if (!is_part(at)) return false;
  // "GitHub Game" of "the GitHub Game Off"
  const bool goes_on = joined && step > 0 && at + 1 < run.size() && run[at + 1].capitalised;
  if (goes_on && run[at + 1].kind == Token::Kind::stop_word) return true;
  std::size_t next = at + static_cast<std::size_t>(step);
  for (int i = 0; i < 2 && joined && next < run.size() && run[next].joins_name; ++i) {
    next += static_cast<std::size_t>(step);
  }
  return is_part(next);
}

void mark_classes(Run& run, const Sentence& sentence, const FunctionWords& words, bool title_case) {
  const std::vector<std::size_t> places = words_of(run);
  for (std::size_t i = 0; i < run.size(); ++i) {
    const SentenceWord& word = sentence[places[i]];
    run[i].empty_noun = words.is_empty(word.term) && !words.role(word.term, false);
    run[i].empty = run[i].empty || words.is_empty(word.term);
    run[i].joins = run[i].joins_name = words.joins(run[i].term);
    run[i].is_participle = words.is_participle(run[i].term);
    run[i].is_demonym = words.is_demonym(run[i].term);
    run[i].is_adjective = words.is_adjective(run[i].term);
    run[i].is_vague = words.is_vague(run[i].term);
  }
  for (std::size_t i = 0; i < run.size(); ++i) {
    run[i].behind_name = is_beside_name(run, i, -1, !title_case);
    run[i].before_name = is_beside_name(run, i, 1, !title_case);
  }
}

// By the stop words of a text.
bool is_language_of(const std::vector<std::uint32_t>& votes, std::size_t language) {
  return votes[language] > 0 && votes[language] == *std::ranges::max_element(votes);
}

bool is_in_phrase(WordRole role) {
  return role == WordRole::noun || role == WordRole::modifier;
}

// Is this the end of a name before words that are none, as in "GNOME desktop"?
bool ends_name(const Run& run, std::size_t i, bool title_case) {
  return !title_case && i > 0 && run[i].capitalised &&
         (i + 1 == run.size() || !run[i + 1].capitalised);
}

void mark_bounds(Run& run, const std::vector<WordRole>& roles, bool title_case) {
  for (std::size_t i = 0; i < run.size(); ++i) {
    const bool goes_on = i + 1 < run.size() && is_in_phrase(roles[i + 1]);
    run[i].verb = roles[i] == WordRole::verb || roles[i] == WordRole::auxiliary;
    run[i].noun = roles[i] == WordRole::noun;
    run[i].ends = run[i].noun && !goes_on;
    run[i].ends_name = ends_name(run, i, title_case);
    run[i].in_name = i > 0 && run[i].capitalised && run[i - 1].capitalised &&
                     run[i - 1].kind == Token::Kind::content;
    run[i].coordinated =
        run[i].coordinated || (i + 1 < run.size() && roles[i + 1] == WordRole::conjunction);
  }
}

}  // namespace

TokenRoles::TokenRoles() {
  for (std::size_t i = 0; i < stop_lists().size(); ++i) {
    if (auto words = FunctionWords::of(stop_lists()[i].name)) {
      function_words_.emplace(i, std::move(*words));
    }
  }
}

const FunctionWords* TokenRoles::function_words(std::optional<std::size_t> language) const {
  const auto known = language ? function_words_.find(*language) : function_words_.end();
  return known == function_words_.end() ? nullptr : &known->second;
}

void TokenRoles::add(const std::vector<Run>& text, const std::vector<std::uint32_t>& votes,
                     std::optional<std::size_t> language) {
  const FunctionWords* const words = function_words(language);
  if (words == nullptr) return;
  Language& learned = languages_[*language];
  const bool title_case = has_title_case(text), is_sure = is_language_of(votes, *language);
  for (const Run& run : text) {
    learned.words += run.size();
    learned.roles.add(sentence_of(run, *words, title_case, names_), is_sure);
    for (std::size_t i = 1; i < run.size() && !title_case; ++i) {
      if (!is_open_class(words->role(run[i].term, false))) continue;
      Capitals& capitals = capitals_[run[i].term];
      ++(run[i].capitalised ? capitals.with : capitals.without);
    }
  }
}

void TokenRoles::learn() {
  for (const auto& [term, capitals] : capitals_) {
    if (capitals.with >= 2 && capitals.with > capitals.without) names_.insert(term);
  }
  capitals_.clear();
  std::erase_if(languages_, [](const auto& known) { return known.second.words < least_words; });
  for (auto& [name, language] : languages_) language.roles.learn();
}

bool TokenRoles::are_known(const std::vector<Run>& title, const std::vector<Run>& excerpt,
                           const std::vector<std::uint32_t>& votes,
                           std::optional<std::size_t> language) const {
  const auto known = language ? languages_.find(*language) : languages_.end();
  if (known == languages_.end()) return false;
  if (*std::ranges::max_element(votes) > 0) return is_language_of(votes, *language);
  std::size_t words = 0, usual = 0;
  for (const std::vector<Run>* const text : {&title, &excerpt}) {
    for (const Run& run : *text) {
      for (const Token& token : run) {
        if (token.kind != Token::Kind::content) continue;
        ++words;
        usual += known->second.roles.is_usual(token.term) ? 1 : 0;
      }
    }
  }
  return words > 0 && 2 * usual >= words;
}

void TokenRoles::mark(std::vector<Run>& text, std::optional<std::size_t> language) const {
  const auto known = language ? languages_.find(*language) : languages_.end();
  if (known == languages_.end()) return;
  const FunctionWords& words = *function_words(language);
  const bool title_case = has_title_case(text);
  for (Run& run : text) {
    const Sentence sentence = sentence_of(run, words, title_case, names_);
    const auto found = known->second.roles.roles(sentence);
    std::vector<WordRole> of_token;
    for (const std::size_t word : words_of(run)) of_token.push_back(found[word]);
    mark_bounds(run, of_token, title_case);
    mark_classes(run, sentence, words, title_case);
  }
}

void TokenRoles::mark_frequent(std::vector<Run>& text, std::optional<std::size_t> language) const {
  const FunctionWords* const words = function_words(language);
  if (words == nullptr) return;
  const bool title_case = has_title_case(text);
  for (Run& run : text) {
    const Sentence sentence = sentence_of(run, *words, title_case, names_);
    const std::vector<std::size_t> places = words_of(run);
    for (std::size_t i = 0; i < run.size(); ++i) {
      const std::optional<WordRole> role = sentence[places[i]].known;
      run[i].verb = role == WordRole::verb || role == WordRole::auxiliary;
      run[i].ends = run[i].ends && !run[i].verb && role != WordRole::modifier &&
                    !sentence[places[i]].is_participle;
    }
    mark_classes(run, sentence, *words, title_case);
  }
}

}  // namespace subintent::internal
