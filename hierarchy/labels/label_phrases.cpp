#include "hierarchy/labels/label_phrases.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/portable_math.h"
#include "hierarchy/labels/label_words.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Words that are not stop words: of names, in titles, elsewhere.
constexpr std::size_t most_of_name = 4, most_in_title = 3, most_in_text = 3;
constexpr std::size_t most_phrase_words = 6;
constexpr std::size_t most_to_learn_from = 5'000;  // documents
constexpr std::size_t longest_number = 3;          // digits, at the end of a phrase

std::string_view host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  url.remove_prefix(scheme + 3);
  return url.substr(0, url.find('/'));
}

std::string phrase_key(std::span<const Token> tokens) {
  std::string key;
  for (const Token& token : tokens) {
    if (!key.empty()) key += ' ';
    key += token.stem;
  }
  return key;
}

// May a phrase begin (or end) at this place of a run? Hyphenated words and collocations are not
// cut.
bool may_begin(const Run& run, std::size_t i) {
  const bool leads_on = i + 1 < run.size() && run[i + 1].joined;
  return !run[i].joined && !run[i].rarely_apart &&
         (run[i].kind == Token::Kind::content ||
          (run[i].kind != Token::Kind::stop_word && leads_on));
}
bool may_end(const Run& run, std::size_t i) {
  if (i + 1 < run.size() && (run[i + 1].joined || run[i + 1].rarely_apart)) return false;
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

// As units and currencies are, "inch" and "Rs".
bool is_beside_number(const Run& run, std::size_t i) {
  const auto is_number = [&](std::size_t at) {
    return at < run.size() && run[at].kind == Token::Kind::number;
  };
  return is_number(i + 1) || (i > 0 && is_number(i - 1));
}

// Are all of several words in capitals, so that these are none of names?
bool is_shouted(const Run& run) {
  return run.size() > 1 && std::ranges::all_of(run, [](const Token& token) {
           return token.all_capitals || token.kind != Token::Kind::content;
         });
}

bool separates(const Token& token) {
  return token.kind == Token::Kind::stop_word || token.kind == Token::Kind::genitive ||
         token.kind == Token::Kind::number || token.verb;
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
    count(title.front(), host, pages);
    if (phrase_key(title.back()) != phrase_key(title.front())) count(title.back(), host, pages);
  }

  // What at least two different titles and half of those of a host have, or one that is in the name
  // of the host: "Night Sky Notes" of nightsky-notes.org.
  std::map<std::string, std::vector<std::string>, std::less<>> site_names() const {
    std::map<std::string, std::vector<std::string>, std::less<>> names;
    for (const auto& [host, pages] : hosts_) {
      for (const auto& [edge, count] : pages.edges) {
        const bool is_usual = count >= 2 && 2 * count >= pages.titles.size();
        if (is_usual || pages.own.contains(edge)) names[host].push_back(edge);
      }
    }
    return names;
  }

 private:
  struct Host {
    std::set<std::string_view> titles;
    std::map<std::string, std::size_t> edges;  // keys of the first and last runs
    std::set<std::string> own;                 // those in the name of the host
  };

  static void count(const Run& edge, std::string_view host, Host& pages) {
    const std::string key = phrase_key(edge);
    ++pages.edges[key];
    if (is_in(host, edge)) pages.own.insert(key);
  }

  // Several words, or a long one, without what is between them; with stop words or without.
  static bool is_in(std::string_view host, const Run& edge) {
    constexpr std::size_t shortest = 6;
    std::string letters, name, content;
    for (const char c : lowered(host)) {
      if (c != '-' && c != '.') letters += c;
    }
    for (const Token& token : edge) {
      name += token.term;
      if (token.kind != Token::Kind::stop_word) content += token.term;
    }
    return std::ranges::any_of(std::array{name, content}, [&](const std::string& written) {
      return written.size() >= shortest && letters.find(written) != std::string::npos;
    });
  }

  std::map<std::string, Host> hosts_;
};

}  // namespace

class PhraseFinder::Parts {
 public:
  explicit Parts(const LabelBackground& background)
      : background_(background), reader_(background.stop_words_) {}

  std::vector<LabelPhrase> phrases(const DocumentText& document) {
    const std::vector<std::uint32_t> votes = reader_.votes(document);
    language_ = TokenReader::language_of(votes, background_.language_);
    const auto sites = background_.site_names_.find(host_of(document.url));
    site_names_ = sites == background_.site_names_.end() ? nullptr : &sites->second;
    found_.clear();
    const std::string title = readable(document.title), excerpt = readable(document.excerpt);
    std::vector<Run> of_title = reader_.runs(title, language_);
    std::vector<Run> of_excerpt = reader_.runs(excerpt, language_);
    has_roles_ = background_.roles_.are_known(of_title, of_excerpt, votes, language_);
    dateline_ = 0;
    add(title, of_title, true);
    dateline_ = background_.datelines_.length(of_excerpt, excerpt);
    add(excerpt, of_excerpt, false);
    if (found_.empty()) add_refused(title, of_title);
    if (found_.empty()) add_refused(excerpt, of_excerpt);
    return std::move(found_);
  }

 private:
  void add(const std::string& text, std::vector<Run>& runs, bool is_title) {
    text_ = text;
    is_title_ = is_title;
    position_ = 0;
    if (has_roles_) {
      background_.roles_.mark(runs, language_);
    } else {
      background_.roles_.mark_frequent(runs, language_);
    }
    for (Run& run : runs) {
      mark_collocations(run);
      for (std::size_t i = 0; i < run.size(); ++i) add_from(run, i);
      position_ += run.size();
    }
  }

  // Of a text without phrases: its words. A short one says best as a whole what it is about ("How
  // to play"); else a particle behind a verb at the end belongs to it ("sign up").
  void add_refused(const std::string& text, const std::vector<Run>& runs) {
    constexpr std::size_t most_of_short = 4;
    constexpr std::array<std::string_view, 8> particles = {"up",  "in",   "out",  "on",
                                                           "off", "down", "back", "over"};
    const auto has_particle_at = [&](const Run& run, std::size_t i) {
      return run[i].verb && i + 2 == run.size() &&
             std::ranges::find(particles, run[i + 1].term) != particles.end();
    };
    for (const Run& run : runs) {
      const bool is_short = runs.size() == 1 && run.size() > 1 && run.size() <= most_of_short &&
                            !has_particle_at(run, run.size() - 2);
      for (std::size_t i = 0; i < run.size(); ++i) {
        if (run[i].kind != Token::Kind::content) continue;
        const bool has_particle = has_particle_at(run, i);
        const auto tokens =
            is_short ? std::span(run) : std::span(run).subspan(i, has_particle ? 2 : 1);
        LabelPhrase phrase;
        phrase.key = '!' + run[i].stem;  // not the same as in other texts
        if (has_particle) phrase.key += ' ' + run[i + 1].stem;
        for (const Token& token : tokens) phrase.folded += token.term + ' ';
        phrase.text = text.substr(tokens.front().begin, tokens.back().end - tokens.front().begin);
        phrase.weight = run[i].verb && !has_particle ? 0.05 : 0.1;
        phrase.form_weight = is_short ? 1.0 / static_cast<double>(run.size()) : 0.01;
        phrase.complete = phrase.ends = true;
        phrase.empty = !is_short;
        found_.push_back(std::move(phrase));
      }
    }
  }

  // What is a verb elsewhere is none in a name ("to salt lake city"); but words that depend on a
  // verb are not part of its phrase ("list airports", "the holocaust lies").
  void mark_collocations(Run& run) const {
    if (!background_.roles_.knows(language_)) return;
    for (std::size_t i = 1; i < run.size(); ++i) {
      Token& before = run[i - 1];
      const Collocation found = background_.collocations_.of(before.stem, run[i].stem);
      if (found.first && found.second && run[i].kind == Token::Kind::content) before.verb = false;
      run[i].rarely_apart = (found.first || found.second) && !before.verb && !run[i].verb;
    }
  }

  // The phrases that begin at i.
  void add_from(const Run& run, std::size_t i) {
    if (!may_begin(run, i)) return;
    std::size_t content = 0;
    bool letters = false, stop_words = false, verbs = false, capitalised = true, joined = true;
    for (std::size_t j = i; j < run.size() && j - i < most_phrase_words; ++j) {
      const Token& token = run[j];
      const bool is_number = is_number_of_name(run, j) && j > i;
      content += token.kind == Token::Kind::content ? 1 : 0;
      letters = letters || token.kind != Token::Kind::number;
      stop_words = stop_words || token.kind == Token::Kind::stop_word;
      joined = joined && (token.kind != Token::Kind::stop_word || token.joins || token.capitalised);
      verbs = verbs || token.verb;
      const bool joins = token.joins_name && j > i && j + 1 < run.size() && run[j + 1].capitalised;
      if (token.kind == Token::Kind::content && !joins) {
        capitalised = capitalised && token.capitalised;
      }
      if (content > (capitalised ? most_of_name : is_title_ ? most_in_title : most_in_text)) return;
      const bool is_whole = i == 0 && j + 1 == run.size();
      if (verbs && !(is_title_ && capitalised)) return;
      if (verbs && !is_whole) continue;
      if (j > i && token.stem == run[j - 1].stem) return;
      if (!letters || (!is_number && !may_end(run, j))) continue;
      const bool is_name =
          run[i].capitalised && token.capitalised && (is_whole || (joined && capitalised));
      if (stop_words && !is_name) continue;
      add_phrase(run, i, j, capitalised, is_number);
      if (is_number) return;
    }
  }

  void add_phrase(const Run& run, std::size_t first, std::size_t last, bool capitalised,
                  bool ends_with_number) {
    if (position_ + first < dateline_) return;
    const std::span<const Token> tokens = std::span(run).subspan(first, last - first + 1);
    LabelPhrase phrase;
    phrase.key = phrase_key(tokens);
    if (is_site_name(phrase.key) || background_.datelines_.is_agency(tokens)) return;
    for (const Token& token : tokens) phrase.folded += token.term + ' ';
    phrase.text = text_.substr(tokens.front().begin, tokens.back().end - tokens.front().begin);
    const bool goes_on = last + 1 < run.size() && !separates(run[last + 1]);
    const bool is_whole = (first == 0 || separates(run[first - 1])) && !goes_on;
    const bool may_end =
        ends_with_number || tokens.back().ends || (tokens.back().ends_name && capitalised);
    const bool is_coordinated =
        tokens.size() > 1 && tokens.front().empty && tokens.back().coordinated;
    const bool may_stand =
        tokens.size() == 1 ? !tokens[0].in_name && !is_beside_number(run, first) : is_whole;
    const bool is_torn = tokens.front().torn || tokens.back().torn;
    phrase.complete = may_end && may_stand && !is_coordinated && !is_torn;
    const auto is_theme = [&](const Token& token) { return background_.is_theme(token.stem); };
    const auto adds_nothing = [&](const Token& token) {
      return token.empty || token.kind != Token::Kind::content || is_theme(token);
    };
    phrase.is_vague =
        std::ranges::all_of(tokens, &Token::is_vague) ||
        (std::ranges::any_of(tokens, is_theme) && std::ranges::all_of(tokens, adds_nothing));
    const bool is_cut = last + 1 < run.size() && run[last + 1].kind == Token::Kind::stop_word;
    phrase.part_of_name =
        capitalised && (tokens.front().behind_name ||
                        (tokens.back().before_name && (is_cut || tokens.size() == 1)));
    phrase.begins_empty = tokens.size() > 1 && tokens.front().empty;
    phrase.ends = may_end && (tokens.size() == 1 || !goes_on);
    phrase.is_noun = tokens.back().noun || !has_roles_;
    phrase.capitalised = capitalised && (first > 0 || tokens.size() > 1);
    phrase.ends_with_number = ends_with_number;
    phrase.one_word = std::ranges::all_of(tokens.subspan(1), &Token::joined);
    const bool is_of_nouns = std::ranges::count(tokens, true, &Token::empty_noun) > 1;
    phrase.empty = !is_of_nouns && std::ranges::all_of(tokens, [](const Token& token) {
      return token.empty || token.kind == Token::Kind::stop_word ||
             token.kind == Token::Kind::number;
    });
    const bool is_adjective = tokens[0].is_demonym || tokens[0].is_adjective;
    if (tokens.size() == 1 && is_adjective) phrase.empty = true;
    const auto place = static_cast<double>(position_ + first);
    phrase.weight = !is_title_ ? 0.25 + 4.5 / (10 + place) : position_ == 0 ? 1 : 0.8;
    if (!is_whole && (has_roles_ || tokens.size() > 1)) phrase.weight *= 0.8;
    // Capitals of titles, at the beginning of sentences and of shouted words are not the word's
    // own.
    const bool all_capitals = std::ranges::all_of(tokens, &Token::all_capitals);
    phrase.form_weight =
        (all_capitals && is_shouted(run) ? 0.01 : 1) *
        (capitalised && (is_title_ || first == 0) ? 0.5 : 1) *
        (phrase.complete || !has_roles_ ? 1 : 0.3) *
        (tokens.size() == 1 && (tokens[0].is_participle || tokens[0].is_demonym) ? 0.01 : 1);
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
  bool has_roles_ = false;  // are those of its words known?
  const std::vector<std::string>* site_names_ = nullptr;
  std::string text_;
  bool is_title_ = false;
  std::size_t position_ = 0;  // of the run, in words
  std::size_t dateline_ = 0;  // words
  std::vector<LabelPhrase> found_;
};

PhraseFinder::PhraseFinder(const LabelBackground& background)
    : parts_(std::make_unique<Parts>(background)) {}
PhraseFinder::~PhraseFinder() = default;

std::vector<LabelPhrase> PhraseFinder::phrases(const DocumentText& document) {
  return parts_->phrases(document);
}

LabelBackground::LabelBackground(std::span<const DocumentText* const> documents, std::size_t topics)
    : documents_(documents.size()), topics_(topics) {
  TokenReader reader(stop_words_);
  std::vector<std::vector<std::uint32_t>> votes;
  auto of_all = StopWordLanguages::no_counts();
  for (const DocumentText* document : documents) {
    votes.push_back(reader.votes(*document));
    std::ranges::transform(of_all, votes.back(), of_all.begin(), std::plus());
  }
  language_ = StopWordLanguages::language(of_all, {});
  TitleEdges edges;
  const std::size_t step = documents.size() / most_to_learn_from + 1;
  std::unordered_set<std::string> learned;  // a copy shows nothing new
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto language = TokenReader::language_of(votes[i], language_);
    const std::vector<Run> title = reader.runs(readable(documents[i]->title), language);
    const std::vector<Run> excerpt = reader.runs(readable(documents[i]->excerpt), language);
    std::set<std::string_view> stems;
    add_stems(title, stems);
    add_stems(excerpt, stems);
    for (const std::string_view stem : stems) ++frequencies_[std::string(stem)];
    edges.add(*documents[i], title);
    if (i % step != 0) continue;
    if (!learned.insert(documents[i]->title + '\t' + documents[i]->excerpt).second) continue;
    datelines_.add(excerpt, readable(documents[i]->excerpt));
    roles_.add(title, votes[i], language);
    roles_.add(excerpt, votes[i], language);
    if (roles_.knows(language)) collocations_.add(title, excerpt);
  }
  roles_.learn();
  collocations_.learn();
  datelines_.learn();
  for (const auto& [stem, count] : frequencies_) spellings_.add(stem, count);
  site_names_ = edges.site_names();
}

bool LabelBackground::is_general(std::string_view key) const {
  return collocations_.is_general(key);
}

bool LabelBackground::is_theme(std::string_view stem) const {
  constexpr std::size_t many_topics = 5;
  const auto found = frequencies_.find(stem);
  return topics_ >= many_topics && found != frequencies_.end() && 5 * found->second >= documents_;
}

bool LabelBackground::is_misspelt(std::string_view key) const {
  return std::ranges::any_of(split(key, ' '), [&](const std::string& stem) {
    const auto found = frequencies_.find(stem);
    return found != frequencies_.end() && spellings_.is_misspelt(stem, found->second);
  });
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
