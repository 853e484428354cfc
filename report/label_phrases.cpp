#include "report/label_phrases.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <utility>

#include "support/one_line.h"
#include "support/portable_math.h"
#include "support/utf8.h"
#include "tokenize/words/stemmer.h"
#include "tokenize/words/stop_lists.h"
#include "tokenize/words/words.h"

namespace subintent::internal {
namespace {

// Words that are not stop words: of names, in titles, elsewhere.
constexpr std::size_t most_of_name = 4, most_in_title = 3, most_in_text = 2;
constexpr std::size_t most_words = 6;
constexpr std::size_t longest_word = 60;        // bytes; longer ones are data
constexpr std::size_t most_characters = 2'000;  // of a title or an excerpt
constexpr std::size_t longest_number = 3;       // digits, at the end of a phrase

struct Token {
  enum class Kind { content, stop_word, number, letter };
  std::string stem;
  std::size_t begin = 0, end = 0;  // in the text
  Kind kind = Kind::content;
  bool joined = false;  // by a hyphen to the one before
  bool capitalised = false, all_capitals = false;
};

// Tokens that nothing but blanks and hyphens separates.
using Run = std::vector<Token>;

// As one line, without the characters that have no width but change how text is shown: marks of
// direction, soft hyphens, byte-order marks.
std::string readable(std::string_view given) {
  std::string text = one_line(given, most_characters);
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

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string_view host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  url.remove_prefix(scheme + 3);
  return url.substr(0, url.find('/'));
}

// Is it an address or a name of computers rather than a word? `word` is folded.
bool is_technical(std::string_view word) {
  constexpr std::array<std::string_view, 5> domains = {".com", ".org", ".edu", ".gov", ".info"};
  return word.size() > longest_word || word.find_first_of("@_") != std::string_view::npos ||
         word.starts_with("www.") || std::ranges::any_of(domains, [&](std::string_view domain) {
           return word.ends_with(domain);
         });
}

class TokenReader {
 public:
  explicit TokenReader(const StopWordLanguages& stop_words)
      : stop_words_(stop_words), stemmers_(stop_lists().size()) {}

  // How many words of the document are stop words of each language.
  std::vector<std::uint32_t> votes(const DocumentText& document) {
    auto votes = StopWordLanguages::no_counts();
    for (const std::string& text : {document.title, document.excerpt}) {
      words_.for_each_term(one_line(text, most_characters),
                           [&](std::string_view term) { stop_words_.count(term, votes); });
    }
    return votes;
  }

  std::vector<Run> runs(const std::string& text, std::optional<std::size_t> language) {
    std::vector<Run> runs(1);
    std::size_t end = 0;
    words_.for_each_word(text, [&](const Word& word) {
      const std::string_view gap = std::string_view(text).substr(end, word.begin - end);
      const bool in_number = gap == "/" && !word.has_letter && !runs.back().empty() &&
                             runs.back().back().kind == Token::Kind::number;
      const bool joined = gap == "-" || gap == "\u2011" || in_number;
      if (!joined && !gap.empty() && gap != " " && gap != " & ") runs.emplace_back();
      end = word.end;
      if (is_technical(word.term)) {
        runs.emplace_back();
        return;
      }
      runs.back().push_back(token_of(word, text, language));
      runs.back().back().joined = joined && runs.back().size() > 1;
    });
    std::erase_if(runs, [](const Run& run) { return run.empty(); });
    return runs;
  }

 private:
  Token token_of(const Word& word, std::string_view text, std::optional<std::size_t> language) {
    Token token{{},    word.begin,       word.end,         Token::Kind::content,
                false, word.capitalised, word.all_capitals};
    std::string_view term = word.term;
    if (!stop_words_.is_stop_word(term, language)) {
      const std::string_view written = text.substr(word.begin, word.end - word.begin);
      term = without_clitic(term, written, token, language);
    }
    if (stop_words_.is_stop_word(term, language)) {
      token.kind = Token::Kind::stop_word;
    } else if (!word.has_letter) {
      token.kind = Token::Kind::number;
    } else if (utf8_sequence_length(term) == term.size()) {
      token.kind = Token::Kind::letter;
    }
    token.stem = stem(term, language);
    return token;
  }

  // Takes what an apostrophe joins to the word from the term and the token: "l'" of "l'homme",
  // "'s", and the endings of names in Turkish. `written` is the word in the text.
  std::string_view without_clitic(std::string_view term, std::string_view written, Token& token,
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
      if (character_count(before) >= 3 && character_count(behind) <= 3) {
        token.end = token.begin + place;
        return before;
      }
    }
    return term;
  }

  std::string stem(std::string_view term, std::optional<std::size_t> language) {
    if (!language) return std::string(term);
    std::optional<Stemmer>& stemmer = stemmers_[*language];
    if (!stemmer) stemmer.emplace(std::string(stop_lists()[*language].name));
    const std::string_view stem = stemmer->stem(term);
    return std::string(stem.empty() ? term : stem);
  }

  const StopWordLanguages& stop_words_;
  WordTokenizer words_;
  std::vector<std::optional<Stemmer>> stemmers_;
};

std::string key_of(std::span<const Token> tokens) {
  std::string key;
  for (const Token& token : tokens) {
    if (!key.empty()) key += ' ';
    key += token.stem;
  }
  return key;
}

// May a phrase begin (or end) at this place of a run? Hyphenated words are not cut.
bool may_begin(const Run& run, std::size_t i) {
  const bool leads_on = i + 1 < run.size() && run[i + 1].joined;
  return !run[i].joined && (run[i].kind == Token::Kind::content ||
                            (run[i].kind != Token::Kind::stop_word && leads_on));
}
bool may_end(const Run& run, std::size_t i) {
  if (i + 1 < run.size() && run[i + 1].joined) return false;
  return run[i].kind == Token::Kind::content ||
         (run[i].kind != Token::Kind::stop_word && run[i].joined);
}

// A number behind a name, as in "Apollo 11".
bool is_number_of_name(const Run& run, std::size_t i) {
  const bool leads_on = i + 1 < run.size() && run[i + 1].joined;
  return i > 0 && run[i].kind == Token::Kind::number && !run[i].joined && !leads_on &&
         run[i].stem.size() <= longest_number && run[i - 1].capitalised &&
         run[i - 1].kind == Token::Kind::content;
}

bool separates(const Token& token) {
  return token.kind == Token::Kind::stop_word || token.kind == Token::Kind::number;
}

void add_stems(const std::vector<Run>& runs, std::set<std::string_view>& stems) {
  for (const Run& run : runs) {
    for (const Token& token : run) stems.insert(token.stem);
  }
}

// What titles begin and end with, by host.
class TitleEdges {
 public:
  void add(const DocumentText& document, const std::vector<Run>& title) {
    const std::string_view host = host_of(document.url);
    if (host.empty()) return;
    Host& pages = hosts_[std::string(host)];
    if (!pages.titles.insert(document.title).second || title.size() < 2) return;
    ++pages.edges[key_of(title.front())];
    if (key_of(title.back()) != key_of(title.front())) ++pages.edges[key_of(title.back())];
  }

  // What at least two different titles and half of those of a host have.
  std::map<std::string, std::vector<std::string>, std::less<>> site_names() const {
    std::map<std::string, std::vector<std::string>, std::less<>> names;
    for (const auto& [host, pages] : hosts_) {
      for (const auto& [edge, count] : pages.edges) {
        if (count >= 2 && 2 * count >= pages.titles.size()) names[host].push_back(edge);
      }
    }
    return names;
  }

 private:
  struct Host {
    std::set<std::string_view> titles;
    std::map<std::string, std::size_t> edges;  // keys of the first and last runs
  };
  std::map<std::string, Host> hosts_;
};

}  // namespace

class PhraseFinder::Parts {
 public:
  explicit Parts(const LabelBackground& background)
      : background_(background), reader_(background.stop_words_) {}

  std::vector<LabelPhrase> phrases(const DocumentText& document) {
    language_ = StopWordLanguages::language(reader_.votes(document), background_.language_);
    const auto sites = background_.site_names_.find(host_of(document.url));
    site_names_ = sites == background_.site_names_.end() ? nullptr : &sites->second;
    found_.clear();
    add(document.title, true);
    add(document.excerpt, false);
    return std::move(found_);
  }

 private:
  void add(const std::string& given, bool is_title) {
    text_ = readable(given);
    is_title_ = is_title;
    position_ = 0;
    for (const Run& run : reader_.runs(text_, language_)) {
      for (std::size_t i = 0; i < run.size(); ++i) add_from(run, i);
      position_ += run.size();
    }
  }

  // The phrases that begin at i.
  void add_from(const Run& run, std::size_t i) {
    if (!may_begin(run, i)) return;
    std::size_t content = 0;
    bool letters = false, stop_words = false, capitalised = true;
    for (std::size_t j = i; j < run.size() && j - i < most_words; ++j) {
      const Token& token = run[j];
      const bool is_number = is_number_of_name(run, j) && j > i;
      content += token.kind == Token::Kind::content ? 1 : 0;
      letters = letters || token.kind != Token::Kind::number;
      stop_words = stop_words || token.kind == Token::Kind::stop_word;
      if (token.kind == Token::Kind::content) capitalised = capitalised && token.capitalised;
      if (content > (capitalised ? most_of_name : is_title_ ? most_in_title : most_in_text)) return;
      if (j > i && token.stem == run[j - 1].stem) return;
      if (!letters || (!is_number && !may_end(run, j))) continue;
      if (stop_words && !(run[i].capitalised && token.capitalised)) continue;
      add_phrase(run, i, j, capitalised, is_number);
      if (is_number) return;
    }
  }

  void add_phrase(const Run& run, std::size_t first, std::size_t last, bool capitalised,
                  bool ends_with_number) {
    const std::span<const Token> tokens = std::span(run).subspan(first, last - first + 1);
    LabelPhrase phrase;
    phrase.key = key_of(tokens);
    if (is_site_name(phrase.key)) return;
    phrase.text = text_.substr(tokens.front().begin, tokens.back().end - tokens.front().begin);
    phrase.complete = (first == 0 || separates(run[first - 1])) &&
                      (last + 1 == run.size() || separates(run[last + 1]));
    phrase.capitalised = capitalised && (first > 0 || tokens.size() > 1);
    phrase.ends_with_number = ends_with_number;
    const auto place = static_cast<double>(position_ + first);
    phrase.weight = !is_title_ ? 0.25 + 4.5 / (10 + place) : position_ == 0 ? 1 : 0.8;
    if (tokens.size() > 1 && !phrase.complete) phrase.weight *= 0.8;
    // Capitals of titles and at the beginning of sentences are not the word's own.
    const bool all_capitals = std::ranges::all_of(tokens, &Token::all_capitals);
    phrase.form_weight =
        (all_capitals ? 0.01 : 1) * (capitalised && (is_title_ || first == 0) ? 0.5 : 1);
    found_.push_back(std::move(phrase));
  }

  // Or a part of one.
  bool is_site_name(const std::string& key) const {
    if (site_names_ == nullptr) return false;
    return std::ranges::any_of(*site_names_, [&](const std::string& name) {
      return (" " + name + " ").find(" " + key + " ") != std::string::npos;
    });
  }

  const LabelBackground& background_;
  TokenReader reader_;
  std::optional<std::size_t> language_;
  const std::vector<std::string>* site_names_ = nullptr;
  std::string text_;
  bool is_title_ = false;
  std::size_t position_ = 0;  // of the run, in words
  std::vector<LabelPhrase> found_;
};

PhraseFinder::PhraseFinder(const LabelBackground& background)
    : parts_(std::make_unique<Parts>(background)) {}
PhraseFinder::~PhraseFinder() = default;

std::vector<LabelPhrase> PhraseFinder::phrases(const DocumentText& document) {
  return parts_->phrases(document);
}

LabelBackground::LabelBackground(std::span<const DocumentText* const> documents)
    : documents_(documents.size()) {
  TokenReader reader(stop_words_);
  std::vector<std::vector<std::uint32_t>> votes;
  auto of_all = StopWordLanguages::no_counts();
  for (const DocumentText* document : documents) {
    votes.push_back(reader.votes(*document));
    std::ranges::transform(of_all, votes.back(), of_all.begin(), std::plus());
  }
  language_ = StopWordLanguages::language(of_all, {});
  TitleEdges edges;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto language = StopWordLanguages::language(votes[i], language_);
    const std::vector<Run> title = reader.runs(readable(documents[i]->title), language);
    const std::vector<Run> excerpt = reader.runs(readable(documents[i]->excerpt), language);
    std::set<std::string_view> stems;
    add_stems(title, stems);
    add_stems(excerpt, stems);
    for (const std::string_view stem : stems) ++frequencies_[std::string(stem)];
    edges.add(*documents[i], title);
  }
  site_names_ = edges.site_names();
}

double LabelBackground::specificity(std::string_view key) const {
  if (documents_ < 2) return 1;
  double most = 0;
  for (const std::string& stem : split(key, ' ')) {
    const auto found = frequencies_.find(stem);
    const double frequency = found == frequencies_.end() ? 1 : found->second;
    const auto documents = static_cast<double>(documents_);
    most = std::max(most, portable::log(documents / frequency + 1) / portable::log(documents + 1));
  }
  return most;
}

}  // namespace subintent::internal
