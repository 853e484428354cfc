#include "hierarchy/labels/phrases.h"

#include <cmath>

#include "tokenize/words/stop_lists.h"

namespace subintent::internal {
namespace {

constexpr std::size_t longest_text = 2'000;  // bytes
constexpr std::size_t longest_phrase = 4;    // content words
constexpr std::size_t beginning = 12;        // words, as the longest are
constexpr std::size_t longest_word = 60;     // bytes
constexpr std::size_t longest_without_title = 50, longest_beginning = 8, longest_sentence = 10;
constexpr double most_words = 40;  // of sentences in the mean, times their share of stop words
constexpr std::uint32_t often_joined = 20;  // places of a word such as "of"

// Without the rest of a character that is cut.
std::string_view beginning_of(std::string_view text) {
  std::size_t size = std::min(text.size(), longest_text);
  while (size > 0 && size < text.size() && (text[size] & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

// The text between two words of a phrase; nothing if it separates phrases.
std::optional<std::string> gap_of(std::string_view between) {
  if (between.empty() || between == "-") return std::string(between);
  const bool is_blank = between.find_first_not_of(" \t") == std::string_view::npos;
  return is_blank ? std::optional<std::string>(" ") : std::nullopt;
}

// The last three characters.
std::string_view ending_of(std::string_view word) {
  std::size_t begin = word.size();
  for (std::size_t characters = 0; characters < 3 && begin > 0; --begin)
    if ((word[begin - 1] & 0xC0) != 0x80) ++characters;
  return word.substr(begin);
}

}  // namespace

Vocabulary::Vocabulary(const std::vector<const DocumentText*>& documents,
                       const std::vector<std::vector<std::uint32_t>>& topics)
    : turkic_words_(Folding::turkic), stemmers_(stop_lists().size()) {
  for (const DocumentText* const document : documents) repeated_.add_title(document->title);
  for (std::size_t topic = 0; topic < topics.size(); ++topic)
    for (const std::uint32_t document : topics[topic])
      repeated_.add(text_of(*documents[document]), topic);
  std::vector<std::uint32_t> all = StopWordLanguages::no_counts();
  for (const DocumentText* const document : documents)
    std::ranges::transform(all, votes(text_of(*document)), all.begin(), std::plus());
  language_ = StopWordLanguages::language(all, {});
  std::vector<std::vector<Token>> texts;
  std::string read;
  for (const DocumentText* const document : documents) texts.push_back(tokens(*document, read));
  documents_ = static_cast<double>(documents.size());
  followers_.resize(numbers_.size());
  frequencies_.resize(numbers_.size());
  std::vector<const void*> seen(numbers_.size());
  for (const std::vector<Token>& text : texts)
    for (const Token& token : text)
      if (std::exchange(seen[token.stem], &text) != &text) ++frequencies_[token.stem];
  topics_ = static_cast<double>(topics.size());
  topics_with_.resize(numbers_.size());
  std::vector<std::size_t> last(numbers_.size(), topics.size());
  for (std::size_t topic = 0; topic < topics.size(); ++topic)
    for (const std::uint32_t document : topics[topic])
      for (const Token& token : texts[document])
        if (std::exchange(last[token.stem], topic) != topic) ++topics_with_[token.stem];
  count_followers(texts);
}

// Determiners are the stop words that stand before content words nearly always, and often behind
// stop words or nothing, as "for" and "by" do not.
void Vocabulary::count_followers(const std::vector<std::vector<Token>>& texts) {
  const auto follower = [](const std::vector<Token>& text, std::size_t i) -> const Token* {
    return i + 1 < text.size() && !text[i + 1].begins ? &text[i + 1] : nullptr;
  };
  const auto for_each_word = [&](const auto& use) {
    for (const std::vector<Token>& text : texts)
      for (std::size_t i = 0; i < text.size(); ++i) use(text, i, follower(text, i));
  };
  for_each_word([&](const auto& text, std::size_t i, const Token* next) {
    Followers& counts = followers_[text[i].term];
    ++counts.places;
    if (text[i].begins) ++counts.after_nothing;
    const bool is_small = text[i].written[0] >= 'a' && text[i].written[0] <= 'z';
    if (is_small || !text[i].begins) counts.small_letters += is_small ? 1 : -1;
    if (next == nullptr) ++counts.at_end;
    if (next != nullptr && text[i].kind == Token::Kind::stop_word)
      ++followers_[next->term].after_stop_word;
    if (next != nullptr && next->kind != Token::Kind::stop_word) ++counts.before_content;
    if (text[i].kind == Token::Kind::stop_word) counts.is_stop_word = true;
  });
  for (Followers& counts : followers_) {
    counts.begins_clause = counts.is_stop_word && counts.places >= 20 &&
                           counts.before_content < 0.6 * counts.places &&
                           counts.after_nothing >= 0.15 * counts.places;
    counts.is_determiner = counts.is_stop_word && counts.places >= 20 &&
                           counts.before_content >= 0.8 * counts.places &&
                           counts.after_stop_word + counts.after_nothing >= 0.3 * counts.places;
  }
  for_each_word([&](const auto& text, std::size_t i, const Token* next) {
    if (next == nullptr) return;
    if (followers_[next->term].is_determiner) ++followers_[text[i].term].before_determiner;
    if (followers_[text[i].term].is_determiner) ++followers_[next->term].after_determiner;
    if (followers_[next->term].begins_clause) ++followers_[text[i].term].before_clause;
    if (followers_[text[i].term].begins_clause) ++followers_[next->term].in_clause;
  });
  find_joining(texts);
  // "The" and "of", not "who" and "very".
  const auto is_before_nouns = [&](std::uint32_t term) {
    const Followers& counts = followers_[term];
    return counts.is_determiner || (counts.is_stop_word && counts.places >= 20 &&
                                    counts.before_determiner >= 0.25 * counts.places);
  };
  for_each_word([&](const auto& text, std::size_t i, const Token* next) {
    if (next != nullptr && text[i].term == joining_) ++followers_[next->term].after_joining;
    if (next == nullptr || !is_before_nouns(text[i].term)) return;
    const Token* const behind = follower(text, i + 1);
    if (behind == nullptr || behind->kind == Token::Kind::stop_word)
      ++followers_[next->term].between;
  });
  double all = 0, phrase_ends = 0, places = 0, stop_words = 0, most = 120;
  for (const Followers& counts : followers_) {
    if (!counts.is_stop_word) {
      at_end_ += counts.at_end;
      phrase_ends += counts.places - counts.before_content;
    } else {
      stop_words += counts.places;
      most = std::max<double>(most, counts.places);
    }
    places += counts.places;
    all += counts.after_stop_word;
    after_determiner_ += counts.after_determiner;
    between_ += counts.between;
  }
  if (all > 0) after_determiner_ /= all, between_ /= all;
  if (phrase_ends > 0) at_end_ /= phrase_ends;
  // The last letters tell whether a word that is seldom seen is a noun: "-ly" and "-ed" are between
  // "the" and "of" hardly ever.
  std::map<std::string_view, std::pair<double, double>> endings;
  for (const auto& [word, term] : numbers_) {
    if (followers_[term].is_stop_word) continue;
    auto& [found, expected] = endings[ending_of(word)];
    found += followers_[term].between;
    expected += between_ * followers_[term].after_stop_word;
  }
  for (const auto& [word, term] : numbers_) {
    const auto& [found, expected] = endings[ending_of(word)];
    followers_[term].noun_ending = std::min(1.0, (found + 3) / (expected + 3));
  }
  are_short_ = places * places <= most_words * stop_words * documents_ && 3 * stop_words > places;
  // "Can" behind "they", and "that" before it; "of", "the" and "can", but neither "not" nor "no".
  for (Followers& counts : followers_) {
    if (!counts.is_stop_word) continue;
    counts.is_auxiliary = counts.in_clause >= 0.15 * counts.places;
    counts.begins_clause = counts.begins_clause || counts.before_clause >= 0.15 * counts.places;
    const bool may_be_left_out = counts.is_auxiliary ||
                                 counts.after_stop_word < 0.3 * counts.places ||
                                 counts.after_joining >= 0.02 * counts.places;
    counts.cut_behind = may_be_left_out && counts.places >= most / 12 ? 0.8 : 0;
    counts.cut_before = counts.is_auxiliary ? 0.8 : 0.6;
    if (counts.begins_clause) counts.cut_behind = counts.cut_before = 1;
  }
}

// The stop word that most often, and of all its places most often, stands behind a determiner and a
// content word, and before another of them: "the freedom of speech".
void Vocabulary::find_joining(const std::vector<std::vector<Token>>& texts) {
  std::map<std::uint32_t, std::uint32_t> places;
  for (const std::vector<Token>& text : texts)
    for (std::size_t i = 0; i + 3 < text.size(); ++i) {
      if (text[i + 1].begins || text[i + 2].begins || text[i + 3].begins) continue;
      if (followers_[text[i].term].is_determiner && text[i + 1].kind == Token::Kind::content &&
          text[i + 2].kind == Token::Kind::stop_word &&
          (text[i + 3].kind == Token::Kind::content || followers_[text[i + 3].term].is_determiner))
        ++places[text[i + 2].term];
    }
  double best = 0;
  for (const auto& [term, count] : places) {
    const double score = static_cast<double>(count) * count / followers_[term].places;
    if (count < often_joined || score <= best) continue;
    best = score;
    joining_ = term;
  }
}

std::string Vocabulary::text_of(const DocumentText& document) const {
  return std::string(beginning_of(repeated_.without_site(document.title))) + '\n' +
         std::string(beginning_of(document.excerpt));
}

std::uint32_t Vocabulary::number(std::string_view word) {
  return numbers_.try_emplace(std::string(word), numbers_.size()).first->second;
}

std::vector<std::uint32_t> Vocabulary::votes(const std::string& text) {
  std::vector<std::uint32_t> counts = StopWordLanguages::no_counts();
  words_.for_each_word(text, [&](const Word& word) { stop_words_.count(word.term, counts); });
  return counts;
}

std::vector<Token> Vocabulary::tokens(const std::string& text,
                                      std::optional<std::size_t> language) {
  std::vector<Token> tokens;
  const std::string name(language ? stop_lists()[*language].name : "");
  const bool is_turkic = folding_of(name) == Folding::turkic;
  if (language && !stemmers_[*language]) stemmers_[*language].emplace(name);
  std::size_t last = 0;
  (is_turkic ? turkic_words_ : words_).for_each_word(text, [&](const Word& word) {
    Token token;
    const auto gap = gap_of(std::string_view(text).substr(last, word.begin - last));
    token.begins = tokens.empty() || !gap;
    token.gap = gap.value_or("");
    const std::string_view term = without_genitive(word.term);
    token.written = text.substr(word.begin, word.end - word.begin);
    token.end = word.end;
    token.term = number(term);
    token.stem = language ? number(stemmers_[*language]->stem(term)) : token.term;
    if (stop_words_.is_stop_word(term, language))
      token.kind = Token::Kind::stop_word;
    else if (is_markup(text, word) || !word.has_letter || is_abbreviation(term) ||
             term.size() > longest_word)
      token.kind = Token::Kind::other;
    tokens.push_back(std::move(token));
    last = word.end;
  });
  return tokens;
}

std::vector<Token> Vocabulary::tokens(const DocumentText& document, std::string& text) {
  text = repeated_.without(text_of(document));
  return tokens(text, StopWordLanguages::language(votes(text), language_));
}

double Vocabulary::rarity(std::uint32_t stem) const {
  return std::log1p(documents_ / frequencies_[stem]) / std::log1p(documents_);
}

double Vocabulary::spread(std::uint32_t stem) const {
  return topics_with_[stem] < 2 ? 0 : (topics_with_[stem] - 1.0) / topics_;
}

double Vocabulary::ends(std::uint32_t term) const {
  const Followers& counts = followers_[term];
  return (counts.places - counts.before_content + 1.0) / (counts.places + 2.0);
}

double Vocabulary::like_noun(std::uint32_t term) const {
  const Followers& counts = followers_[term];
  return std::min(1.0, std::sqrt((counts.between + counts.noun_ending) /
                                 (between_ * counts.after_stop_word + 1.0)));
}

double Vocabulary::stands_alone(std::uint32_t term) const {
  const Followers& counts = followers_[term];
  const double expected = at_end_ * (counts.places - counts.before_content);
  return std::min(1.0, (counts.at_end + 2.0) / (expected + 2.0));
}

bool Vocabulary::is_verb(std::uint32_t term) const {
  const Followers& counts = followers_[term];
  return counts.before_determiner >= 0.15 * (counts.places + 1.0) ||
         (counts.after_stop_word >= 20 &&
          counts.after_determiner < 0.1 * after_determiner_ * counts.after_stop_word);
}

bool Vocabulary::has_capital_of_sentence(const std::vector<Token>& text, std::size_t i) const {
  const auto is_small = [&](std::string_view word, std::size_t at) {
    return word.size() > at && lower(word[at]) == word[at];
  };
  return !are_short_ && text[i].begins && followers_[text[i].term].small_letters > 0 &&
         is_small(text[i].written, 1) &&
         (i + 1 == text.size() || text[i + 1].begins || is_small(text[i + 1].written, 0));
}

std::map<PhraseKey, PhraseOfDocument> Vocabulary::phrases(const DocumentText& document) {
  std::string all;
  const std::vector<Token> text = tokens(document, all);
  const std::size_t title_end = document.title.empty() ? 0 : all.find('\n');
  std::map<PhraseKey, PhraseOfDocument> phrases;
  const auto may_be_in = [&](std::size_t i) {
    return text[i].kind == Token::Kind::content && (are_short_ || !is_verb(text[i].term));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    PhraseKey key;
    std::string form;
    for (std::size_t j = i; j > 0 && !text[j].begins && text[j].gap == "-"; --j)
      form = text[j - 1].written + '-' + form;
    double cut = text[i].begins ? 1 : followers_[text[i - 1].term].cut_behind;
    bool is_joined = false;
    const std::size_t most = are_short_ ? 6 : longest_phrase;
    for (std::size_t j = i; j < std::min(text.size(), i + 8) && key.size() < most; ++j) {
      if (j > i && text[j].begins) break;
      const Followers& word = followers_[text[j].term];
      const bool joins =
          j > i && (are_short_ ? text[j].kind == Token::Kind::stop_word && !word.begins_clause
                               : text[j].term == joining_ && !is_joined);
      if (!joins && !may_be_in(j)) break;
      if (std::ranges::find(key, text[j].stem) != key.end()) break;
      form += (j > i ? text[j].gap : "") + text[j].written;
      if (j == i && has_capital_of_sentence(text, i)) form[0] = lower(form[0]);
      is_joined = is_joined || joins;
      if (joins) {
        const Followers& before = followers_[text[j - 1].term];
        const bool is_new = before.is_stop_word && !before.is_auxiliary && !word.is_determiner;
        cut *= is_new || (word.is_auxiliary && cut < 0.9) ? 0.7 : 0.96;
        continue;
      }
      key.push_back(text[j].stem);
      double weight = text[j].end <= title_end ? 1.5 : i < beginning ? 1 : 0.5;
      const bool ends = j + 1 == text.size() || text[j + 1].begins;
      if (are_short_) {
        const double end = ends ? 1 : followers_[text[j + 1].term].cut_before;
        weight = cut * end * (end < 1 && is_verb(text[j].term) ? 0.4 : 1);
        if (weight < 0.15 && key.size() > 1) continue;
      }
      PhraseOfDocument& phrase = phrases[key];
      phrase.weight = std::max(phrase.weight, weight);
      phrase.last = text[j].term;
      ++phrase.forms[std::string(without_genitive(form))];
      const bool begins = text[i].begins || !may_be_in(i - 1);
      phrase.complete = phrase.complete || (begins && (ends || !may_be_in(j + 1)));
    }
  }
  return phrases;
}

std::string Vocabulary::first_words(const DocumentText& document,
                                    const std::set<std::uint32_t>& known) {
  std::string text;
  const std::vector<Token> words = tokens(document, text);
  const auto is_new = [&](const Token& token) {
    return token.kind == Token::Kind::content && !known.contains(token.stem) &&
           spread(token.stem) <= widespread;
  };
  const auto first_new = std::ranges::find_if(words, is_new);
  const bool is_long = document.title.empty() && words.size() > longest_without_title;
  if (is_long || first_new == words.end()) return "";
  auto word = first_new;
  while (!word->begins) --word;
  if (first_new - word >= static_cast<std::ptrdiff_t>(longest_beginning)) {  // it would be cut off
    word = first_new;
    while (!word->begins && std::prev(word)->kind == Token::Kind::stop_word) --word;
  }
  const auto first = word;
  const std::string before = first->begins ? "" : "…";
  const std::size_t begin = first->end - first->written.size();
  const std::size_t end_of_title = text.find('\n'), end_of_line = text.find('\n', begin);
  std::size_t end = 0, clause_end = 0, complete = 0;  // complete: no stop word is the last
  for (; word < words.end() && word->end <= end_of_line; end = (word++)->end) {
    const bool is_clause = word->begins && word > first_new && word - first > 1;
    if (is_clause && begin > end_of_title) break;
    if (is_clause) clause_end = end;
    if (word - first == longest_beginning)
      return before + (clause_end > 0 ? text.substr(begin, clause_end - begin)
                                      : text.substr(begin, complete - begin) + "…");
    if (word->kind != Token::Kind::stop_word) complete = word->end;
  }
  return before + text.substr(begin, end - begin);
}

std::string Vocabulary::sentence(const DocumentText& document) {
  if (!are_short_) return "";
  std::string text;
  const std::vector<Token> words = tokens(document, text);
  if (words.empty() || words.size() > longest_sentence) return "";
  const std::size_t begin = words[0].end - words[0].written.size();
  const std::string sentence = text.substr(begin, words.back().end - begin);
  const bool is_one = std::ranges::count_if(words, &Token::begins) < 3;
  return is_one && sentence.find('\n') == std::string::npos ? sentence : "";
}

PhraseKey Vocabulary::stems(const std::string& text, bool with_stop_words) {
  PhraseKey stems;
  for (const Token& token : tokens(text, language_))
    if (with_stop_words || token.kind != Token::Kind::stop_word) stems.push_back(token.stem);
  return stems;
}

}  // namespace subintent::internal
