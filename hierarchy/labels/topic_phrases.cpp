#include "hierarchy/labels/topic_phrases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "base/portable_math.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Do words begin alike, so that they say much the same ("politics", "political")?
bool alike(std::string_view a, std::string_view b) {
  constexpr std::ptrdiff_t characters = 5;
  constexpr std::size_t shortest = 4;  // of a word with which another begins: "math"
  const auto [end, end_of_b] = std::ranges::mismatch(a, b);
  const bool one_in_other = end == a.end() || end_of_b == b.end();
  return a == b || (one_in_other && std::min(a.size(), b.size()) >= shortest) ||
         std::count_if(a.begin(), end, [](char c) { return (c & 0xc0) != 0x80; }) >= characters;
}

bool have_alike(const std::vector<std::string>& some, const std::vector<std::string>& others) {
  return std::ranges::any_of(some, [&](const std::string& word) {
    return std::ranges::any_of(others, [&](const auto& other) { return alike(word, other); });
  });
}

}  // namespace

TopicPhrases::TopicPhrases(const std::vector<std::string>& docnos, const Texts& texts,
                           const LabelBackground& background)
    : background_(background), finder_(background) {
  for (const std::string& docno : docnos) {
    const auto text = texts.find(docno);
    documents_.emplace_back();
    if (text != texts.end()) add_document(text->second, documents_.back());
  }
  for (const auto& [key, index] : places_) {
    phrases_[index].is_refused = key.starts_with('!');
    const std::string_view words = std::string_view(key).substr(phrases_[index].is_refused ? 1 : 0);
    phrases_[index].stems = split(words, ' ');
    phrases_[index].specificity = background.specificity(words);
    phrases_[index].is_general = background.is_general(key);
    add_parts(phrases_[index]);
  }
}

std::vector<std::string> TopicPhrases::texts(std::span<const Scored> phrases,
                                             const Documents& documents) const {
  const auto places = places_of(phrases);
  std::vector<std::map<std::string_view, double>> here(phrases.size());  // weights, by folded form
  for (const std::uint32_t document : documents) {
    for (const Occurrence& found : documents_[document]) {
      const auto place = places.find(found.phrase);
      if (place == places.end()) continue;
      for (const auto& [form, weight] : found.forms) {
        here[place->second][phrases_[found.phrase].forms[form].folded] += weight;
      }
    }
  }
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    const auto best = std::ranges::max_element(
        phrases_[phrases[i].phrase].forms, {},
        [&](const Form& form) { return std::pair(here[i][form.folded], form.weight); });
    texts.push_back(best->text);
  }
  return texts;
}

std::string TopicPhrases::text(std::uint32_t phrase, const Documents& documents) const {
  Scored scored;
  scored.phrase = phrase;
  return texts({&scored, 1}, documents)[0];
}

std::set<std::uint32_t> TopicPhrases::phrases_in(const std::string& label) {
  std::set<std::uint32_t> known;
  if (label.empty()) return known;
  for (const LabelPhrase& phrase : finder_.phrases({label, {}, {}})) {
    const auto place = places_.find(phrase.key);
    if (place != places_.end()) known.insert(place->second);
  }
  return known;
}

bool TopicPhrases::is_misspelt(std::uint32_t phrase) const {
  std::string key;
  for (const std::string& stem : phrases_[phrase].stems) key += (key.empty() ? "" : " ") + stem;
  return !phrases_[phrase].is_name && background_.is_misspelt(key);
}

bool TopicPhrases::say_the_same(std::uint32_t a, const std::string& text_of_a, std::uint32_t b,
                                const std::string& text_of_b) const {
  const auto letters = [&](std::uint32_t phrase) {
    return fmt::format("{}", fmt::join(phrases_[phrase].stems, ""));
  };
  const std::vector<std::string>&of_a = phrases_[a].stems, &of_b = phrases_[b].stems;
  const bool are_phrases = of_a.size() > 1 && of_b.size() > 1;
  const auto is_theme = [&](const std::string& stem) { return background_.is_theme(stem); };
  if (are_phrases && is_theme(of_a.back()) && of_a.back() == of_b.back()) {  // "board game"
    return have_alike({of_a.begin(), of_a.end() - 1}, {of_b.begin(), of_b.end() - 1});
  }
  return have_alike(of_a, of_b) || have_alike(split(text_of_a, ' '), split(text_of_b, ' ')) ||
         letters(a) == letters(b);  // "email", "e-mail"
}

std::vector<std::vector<bool>> TopicPhrases::found_in(std::span<const Scored> phrases,
                                                      const Documents& documents) const {
  const auto places = places_of(phrases);
  std::vector<std::vector<bool>> found(phrases.size(), std::vector<bool>(documents.size()));
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (const Occurrence& occurrence : documents_[documents[i]]) {
      const auto place = places.find(occurrence.phrase);
      if (place != places.end()) found[place->second][i] = true;
    }
  }
  return found;
}

Sums TopicPhrases::sums_of(const Documents& documents) const {
  Sums sums;
  for (const std::uint32_t document : documents) {
    for (const Occurrence& found : documents_[document]) {
      Sum& sum = sums[found.phrase];
      sum.weight += found.weight;
      ++sum.documents;
      sum.complete += found.complete ? 1 : 0;
      sum.ends += found.ends ? 1 : 0;
      sum.is_noun += found.is_noun ? 1 : 0;
      sum.empty += found.empty ? 1 : 0;
      sum.begins_empty += found.begins_empty ? 1 : 0;
      sum.part_of_name += found.part_of_name ? 1 : 0;
      sum.capitalised += found.capitalised ? 1 : 0;
    }
  }
  return sums;
}

std::vector<Scored> TopicPhrases::scored(const Documents& documents, const Sums& all,
                                         std::size_t all_documents) const {
  std::vector<Scored> found = scored(documents, all, all_documents, false);
  return found.empty() ? scored(documents, all, all_documents, true) : found;
}

std::vector<Scored> TopicPhrases::scored(const Documents& documents, const Sums& all,
                                         std::size_t all_documents, bool any) const {
  const auto n = static_cast<double>(documents.size());
  const double others = std::max(0.0, static_cast<double>(all_documents) - n);
  const Sums sums = sums_of(documents);
  const auto within = within_longer(sums);
  std::vector<Scored> scored;
  for (const auto& [index, sum] : sums) {
    const auto longer = within.find(index);
    const std::uint32_t in_longer = longer == within.end() ? 0 : longer->second;
    if (!any && 5 * in_longer >= 3 * sum.documents) continue;
    if (!any && !may_stand_alone(phrases_[index], sum, n) &&
        !is_term(phrases_[index], sum, in_longer)) {
      continue;
    }
    const auto in_all = all.find(index);  // files made by hand may lack documents of children
    const double found = in_all == all.end() ? 0 : in_all->second.documents;
    const double elsewhere = (std::max(0.0, found - sum.documents) + 0.5) / (others + 1);
    const bool is_word = phrases_[index].stems.size() == 1;
    const double share = sum.documents / (n + 0.5);
    const bool is_subject =
        4 * sum.documents >= 3 * documents.size() && share >= least_contrast * elsewhere;
    const bool is_lone_text = sum.documents == 1 && n > 1 && phrases_[index].is_refused;
    const bool says_little =
        (phrases_[index].is_general && 10 * (found - sum.documents) > others) ||
        (phrases_[index].is_vague && !is_subject);
    scored.push_back({index, sum.documents, score(phrases_[index], sum, n, elsewhere),
                      is_word && elsewhere > 0.5,
                      2 * sum.empty > sum.documents || says_little || is_lone_text,
                      score_of_document(phrases_[index], sum, n, elsewhere)});
  }
  std::ranges::sort(scored, [&](const Scored& a, const Scored& b) {
    if (a.score != b.score) return a.score > b.score;
    return phrases_[a.phrase].stems < phrases_[b.phrase].stems;
  });
  return scored;
}

std::unordered_map<std::uint32_t, std::size_t> TopicPhrases::places_of(
    std::span<const Scored> phrases) {
  std::unordered_map<std::uint32_t, std::size_t> places;
  for (std::size_t i = 0; i < phrases.size(); ++i) places[phrases[i].phrase] = i;
  return places;
}

void TopicPhrases::add_document(const DocumentText& text, std::vector<Occurrence>& document) {
  std::unordered_map<std::uint32_t, std::size_t> of_document;
  for (const LabelPhrase& found : finder_.phrases(text)) {
    const auto size = static_cast<std::uint32_t>(phrases_.size());
    const std::uint32_t index = places_.try_emplace(found.key, size).first->second;
    if (index == size) phrases_.emplace_back();
    Phrase& phrase = phrases_[index];
    phrase.ends_with_number = found.ends_with_number;
    phrase.one_word = found.one_word;
    phrase.is_vague = found.is_vague;
    phrase.is_name = phrase.is_name || found.capitalised;
    const auto [place, is_new] = of_document.try_emplace(index, document.size());
    if (is_new) {
      document.emplace_back().phrase = index;
      ++phrase.documents;
    }
    Occurrence& occurrence = document[place->second];
    occurrence.weight = std::max(occurrence.weight, found.weight);
    occurrence.complete = occurrence.complete || found.complete;
    occurrence.ends = occurrence.ends || found.ends;
    occurrence.is_noun = occurrence.is_noun || found.is_noun;
    occurrence.empty = occurrence.empty && found.empty;
    occurrence.begins_empty = occurrence.begins_empty && found.begins_empty;
    occurrence.part_of_name = occurrence.part_of_name && found.part_of_name;
    occurrence.capitalised = occurrence.capitalised || found.capitalised;
    add_form(phrase.forms, occurrence, found);
  }
}

void TopicPhrases::add_form(std::vector<Form>& forms, Occurrence& occurrence,
                            const LabelPhrase& found) {
  auto known = std::ranges::find(forms, found.text, &Form::text);
  if (known == forms.end()) known = forms.insert(known, {found.text, found.folded, 0});
  known->weight += found.form_weight;
  const auto place = static_cast<std::uint32_t>(known - forms.begin());
  const auto here =
      std::ranges::find(occurrence.forms, place, &std::pair<std::uint32_t, double>::first);
  if (here != occurrence.forms.end()) {
    here->second += found.form_weight;
  } else {
    occurrence.forms.emplace_back(place, found.form_weight);
  }
}

void TopicPhrases::add_parts(Phrase& phrase) const {
  const std::vector<std::string>& stems = phrase.stems;
  if (stems.size() == 1) return;
  for (std::size_t first = 0; first < stems.size(); ++first) {
    std::string key;
    for (std::size_t last = first; last < stems.size(); ++last) {
      key += (last > first ? " " : "") + stems[last];
      const bool is_whole = last - first + 1 == stems.size();
      const auto part = places_.find(key);
      if (part != places_.end() && !is_whole) phrase.parts.push_back(part->second);
    }
  }
}

std::unordered_map<std::uint32_t, std::uint32_t> TopicPhrases::within_longer(
    const Sums& sums) const {
  std::unordered_map<std::uint32_t, std::uint32_t> most;
  for (const auto& [index, sum] : sums) {
    if (sum.documents < 2) continue;
    for (const std::uint32_t part : phrases_[index].parts) {
      if (!sums.contains(part)) continue;
      std::uint32_t& documents = most[part];
      documents = std::max(documents, sum.documents);
    }
  }
  return most;
}

bool TopicPhrases::is_term(const Phrase& phrase, const Sum& sum, std::uint32_t in_longer) {
  return phrase.stems.size() > 1 && sum.documents >= 3 && 2 * sum.is_noun >= sum.documents &&
         2 * in_longer <= sum.documents && sum.begins_empty == 0 && !phrase.ends_with_number;
}

bool TopicPhrases::may_stand_alone(const Phrase& phrase, const Sum& sum, double n) {
  if (phrase.ends_with_number && sum.documents < 2) return false;
  if (sum.documents == 1) return sum.complete == 1 && sum.part_of_name == 0;
  if (phrase.one_word) {
    const bool is_joined = phrase.stems.size() > 1;
    const std::uint32_t least = sum.capitalised > 0 ? 4 : 2;  // names are, before other nouns, too
    return least * sum.complete >= sum.documents ||
           (is_joined && sum.documents >= 3 && 2 * sum.documents >= n);
  }
  return 2 * std::max(sum.ends, sum.capitalised) >= sum.documents;
}

double TopicPhrases::score(const Phrase& phrase, const Sum& sum, double n, double elsewhere) const {
  const double share = sum.documents / (n + 0.5);
  const double of_topic = phrase.documents / (static_cast<double>(documents_.size()) + 1);
  const double specificity = phrase.specificity;
  const double of_collection = n < large_node ? specificity * std::sqrt(specificity) : specificity;
  double score =
      sum.weight / n * contrast(share, elsewhere, n) * of_collection * std::sqrt(1 - of_topic);
  if (phrase.stems.size() > 1) {
    score *= phrase.documents > 1 || sum.capitalised > 0 ? 1.5 : 1.2;
  }
  if (n > 1 && sum.documents == 1) score *= 0.7 / (n < large_node ? std::sqrt(n) : n);
  if (phrase.documents == 1 && sum.capitalised == 0) score *= 0.6;
  if (phrase.documents == 1 && sum.begins_empty == 1) score *= 0.6;
  return score;
}

double TopicPhrases::contrast(double share, double elsewhere, double n) {
  const double contrast = portable::log(1 + share / elsewhere);
  return n < large_node ? contrast : std::sqrt(contrast);
}

double TopicPhrases::score_of_document(const Phrase& phrase, const Sum& sum, double n,
                                       double elsewhere) {
  const double share = sum.documents / (n + 0.5);
  if (share < least_contrast * elsewhere) return 0;
  const double words = phrase.stems.size() > 1 ? 1.5 : 1;
  return sum.weight / sum.documents * words *
         std::sqrt(phrase.specificity * portable::log(1 + share / elsewhere));
}

}  // namespace subintent::internal
