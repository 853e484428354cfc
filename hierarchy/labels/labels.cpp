#include "hierarchy/labels/labels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/parallel.h"
#include "base/portable_math.h"
#include "base/warning.h"
#include "hierarchy/labels/label_phrases.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_phrases = 3, most_examples = 5;
// Of the best score: what further phrases must have, and what they must have if they are in other
// documents, as long as most documents have none of the phrases chosen, and from then on.
constexpr double least_share_of_best = 0.5, least_share_open = 0.1, least_share_covered = 0.25;

// Documents from which on a node is large, so that what covers it counts more than what is rare.
constexpr std::size_t large_node = 5;
// Of the documents of a large node: how many have a further phrase, if others have it already.
constexpr double least_share_of_large = 0.25;
// Of phrases that cover a node: how much more frequent they must be there than elsewhere.
constexpr double least_contrast = 2;

// How a phrase is written.
struct Form {
  std::string text, folded;
  double weight = 0;  // in all documents of the topic
};

// A phrase of a topic.
struct Phrase {
  std::vector<std::string> stems;
  std::vector<std::uint32_t> parts;  // the shorter phrases in it
  std::vector<Form> forms;
  std::uint32_t documents = 0;
  double specificity = 0;
  bool ends_with_number = false;
  bool one_word = false;
  bool is_general = false;  // says too little, as "framework"
  bool is_vague = false;    // LabelPhrase::is_vague
  bool is_name = false;     // has capitals somewhere
};

// What of a phrase is in one document, and in several.
struct Occurrence {
  std::uint32_t phrase = 0;
  double weight = 0;  // the largest in the document
  bool complete = false, ends = false, is_noun = false, capitalised = false;
  bool empty = true, begins_empty = true;               // in each of its forms there
  bool part_of_name = true;                             // likewise
  std::vector<std::pair<std::uint32_t, double>> forms;  // with their weights
};
struct Sum {
  double weight = 0;
  std::uint32_t documents = 0, complete = 0, ends = 0, is_noun = 0, capitalised = 0;
  std::uint32_t empty = 0, begins_empty = 0, part_of_name = 0;
};
using Sums = std::unordered_map<std::uint32_t, Sum>;  // by phrase

struct Scored {
  std::uint32_t phrase = 0;
  std::uint32_t documents = 0;  // of the node, with the phrase
  double score = 0;
  bool is_common = false;  // in most documents of the siblings, as the words of the query
  bool is_empty = false;   // says nothing on its own
  // How well it says what one document with it is about; 0 if that is not typical of the node.
  double of_document = 0;
};

// Phrases that a label of a node may have.
struct Candidates {
  std::vector<Scored> phrases;
  std::vector<std::string> texts;
  std::vector<std::vector<bool>> found;  // of each phrase, whether each document has it
  std::vector<bool> left;                // may it still be chosen?
  std::vector<bool> covered;             // documents that have a phrase chosen
};

struct Choice {
  std::vector<std::uint32_t> phrases;  // the best first
  std::size_t covered = 0;             // documents that have one of them
  bool shared = false;                 // is one of them in two documents?
  bool covers_half = false;            // of the documents
};

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

// The phrases of the documents of a topic.
class TopicPhrases {
 public:
  using Documents = std::vector<std::uint32_t>;  // places in the hierarchy's docnos

  TopicPhrases(const std::vector<std::string>& docnos, const Texts& texts,
               const LabelBackground& background)
      : background_(background), finder_(background) {
    for (const std::string& docno : docnos) {
      const auto text = texts.find(docno);
      documents_.emplace_back();
      if (text != texts.end()) add_document(text->second, documents_.back());
    }
    for (const auto& [key, index] : places_) {
      phrases_[index].stems = split(key, ' ');
      phrases_[index].specificity = background.specificity(key);
      phrases_[index].is_general = background.is_general(key);
      add_parts(phrases_[index]);
    }
  }

  // Of each phrase: inflected as it most often is in the documents of a node, with the capitals
  // that it most often has in the topic.
  std::vector<std::string> texts(std::span<const Scored> phrases,
                                 const Documents& documents) const {
    const auto places = places_of(phrases);
    std::vector<std::map<std::string_view, double>> here(
        phrases.size());  // weights, by folded form
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

  std::string text(std::uint32_t phrase, const Documents& documents) const {
    Scored scored;
    scored.phrase = phrase;
    return texts({&scored, 1}, documents)[0];
  }

  // Phrases of the topic that are in a label.
  std::set<std::uint32_t> phrases_in(const std::string& label) {
    std::set<std::uint32_t> known;
    if (label.empty()) return known;
    for (const LabelPhrase& phrase : finder_.phrases({label, {}, {}})) {
      const auto place = places_.find(phrase.key);
      if (place != places_.end()) known.insert(place->second);
    }
    return known;
  }

  bool is_misspelt(std::uint32_t phrase) const {
    std::string key;
    for (const std::string& stem : phrases_[phrase].stems) key += (key.empty() ? "" : " ") + stem;
    return !phrases_[phrase].is_name && background_.is_misspelt(key);
  }

  // Of phrases with these texts.
  bool say_the_same(std::uint32_t a, const std::string& text_of_a, std::uint32_t b,
                    const std::string& text_of_b) const {
    const auto letters = [&](std::uint32_t phrase) {
      return fmt::format("{}", fmt::join(phrases_[phrase].stems, ""));
    };
    return have_alike(phrases_[a].stems, phrases_[b].stems) ||
           have_alike(split(text_of_a, ' '), split(text_of_b, ' ')) ||
           letters(a) == letters(b);  // "email", "e-mail"
  }

  // For each phrase, whether each of the documents has it.
  std::vector<std::vector<bool>> found_in(std::span<const Scored> phrases,
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

  Sums sums_of(const Documents& documents) const {
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

  // The phrases for a label of `documents`, of which there are `all` with those of the siblings,
  // the best first.
  std::vector<Scored> scored(const Documents& documents, const Sums& all,
                             std::size_t all_documents) const {
    std::vector<Scored> found = scored(documents, all, all_documents, false);
    return found.empty() ? scored(documents, all, all_documents, true) : found;
  }

 private:
  // `any`: those, too, that are cut.
  std::vector<Scored> scored(const Documents& documents, const Sums& all, std::size_t all_documents,
                             bool any) const {
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
      const bool is_lone_text =
          sum.documents == 1 && n > 1 && phrases_[index].stems[0].starts_with('!');
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

  static std::unordered_map<std::uint32_t, std::size_t> places_of(std::span<const Scored> phrases) {
    std::unordered_map<std::uint32_t, std::size_t> places;
    for (std::size_t i = 0; i < phrases.size(); ++i) places[phrases[i].phrase] = i;
    return places;
  }

  void add_document(const DocumentText& text, std::vector<Occurrence>& document) {
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

  static void add_form(std::vector<Form>& forms, Occurrence& occurrence, const LabelPhrase& found) {
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

  void add_parts(Phrase& phrase) const {
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

  // How many documents have a phrase within the same longer one, which two of them have. What is in
  // one in three of five documents is cut: "Vegas" of "Las Vegas", "status" of "order status".
  std::unordered_map<std::uint32_t, std::uint32_t> within_longer(const Sums& sums) const {
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

  // Several words that end with a noun and stand before different others, as "full text search"
  // before "engine" and "library".
  static bool is_term(const Phrase& phrase, const Sum& sum, std::uint32_t in_longer) {
    return phrase.stems.size() > 1 && sum.documents >= 3 && 2 * sum.is_noun >= sum.documents &&
           2 * in_longer <= sum.documents && sum.begins_empty == 0 && !phrase.ends_with_number;
  }

  // Not a part of longer runs of words most of the time, if it is not a name; a name with a number
  // must come twice ("Apollo 11", but not "January 11"). A hyphenated word that most of n documents
  // have, and at least three, may describe other words in all of them: "e-commerce".
  static bool may_stand_alone(const Phrase& phrase, const Sum& sum, double n) {
    if (phrase.ends_with_number && sum.documents < 2) return false;
    if (sum.documents == 1) return sum.complete == 1 && sum.part_of_name == 0;
    if (phrase.one_word) {
      const bool is_joined = phrase.stems.size() > 1;
      const std::uint32_t least =
          sum.capitalised > 0 ? 4 : 2;  // names are, before other nouns, too
      return least * sum.complete >= sum.documents ||
             (is_joined && sum.documents >= 3 && 2 * sum.documents >= n);
    }
    return 2 * std::max(sum.ends, sum.capitalised) >= sum.documents;
  }

  // As in labels.h; n: documents of the node.
  double score(const Phrase& phrase, const Sum& sum, double n, double elsewhere) const {
    const double share = sum.documents / (n + 0.5);
    const double of_topic = phrase.documents / (static_cast<double>(documents_.size()) + 1);
    const double specificity = phrase.specificity;
    const double of_collection =
        n < large_node ? specificity * std::sqrt(specificity) : specificity;
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

  // How much more frequent a phrase is in a node than elsewhere; of large nodes it counts less.
  static double contrast(double share, double elsewhere, double n) {
    const double contrast = portable::log(1 + share / elsewhere);
    return n < large_node ? contrast : std::sqrt(contrast);
  }

  // As in labels.h.
  static double score_of_document(const Phrase& phrase, const Sum& sum, double n,
                                  double elsewhere) {
    const double share = sum.documents / (n + 0.5);
    if (share < least_contrast * elsewhere) return 0;
    const double words = phrase.stems.size() > 1 ? 1.5 : 1;
    return sum.weight / sum.documents * words *
           std::sqrt(phrase.specificity * portable::log(1 + share / elsewhere));
  }

  const LabelBackground& background_;
  PhraseFinder finder_;
  std::unordered_map<std::string, std::uint32_t> places_;  // by key, in phrases_
  std::vector<Phrase> phrases_;
  std::vector<std::vector<Occurrence>> documents_;
};

// Goes through the tree from the top.
class Labeller {
 public:
  Labeller(Hierarchy& hierarchy, const Texts& texts, const LabelBackground& background)
      : hierarchy_(hierarchy),
        phrases_(hierarchy.docnos, texts, background),
        children_(children_of(hierarchy)),
        used_(hierarchy.nodes.size()),
        first_(hierarchy.nodes.size()) {}

  void label() {
    label_siblings(children_.back(), {});
    for (std::uint32_t i = 0; i < hierarchy_.nodes.size(); ++i) {  // parents come first
      label_siblings(children_[i], used_[i]);
    }
  }

 private:
  using Used = std::set<std::uint32_t>;  // phrases

  HierarchyNode& node(std::uint32_t index) { return hierarchy_.nodes[index]; }

  void label_siblings(const std::vector<std::uint32_t>& siblings, const Used& of_ancestors) {
    if (siblings.empty()) return;
    Used used = of_ancestors;
    std::vector<std::uint32_t> open;  // without label
    for (const std::uint32_t i : siblings) {
      if (node(i).label.empty()) take_label_of_parent(i);
      const Used own = phrases_.phrases_in(node(i).label);
      used.insert(own.begin(), own.end());
      used_[i] = of_ancestors;
      used_[i].insert(own.begin(), own.end());
      if (node(i).label.empty() && !is_named(i)) open.push_back(i);
    }
    if (!open.empty()) label_open(open, compared_with(siblings[0]), std::move(used));
  }

  void label_open(const std::vector<std::uint32_t>& open, const TopicPhrases::Documents& documents,
                  Used used) {
    const Sums all = phrases_.sums_of(documents);
    std::vector<std::pair<std::uint32_t, std::vector<Scored>>> scored;
    for (const std::uint32_t i : open) {
      scored.emplace_back(i, phrases_.scored(node(i).docs, all, documents.size()));
    }
    // The highest score chooses first.
    std::ranges::stable_sort(scored, std::greater(), [](const auto& of_node) {
      return of_node.second.empty() ? 0 : of_node.second[0].score;
    });
    for (const auto& [i, candidates] : scored) {
      std::vector<std::string> texts;
      const Choice choice = chosen(candidates, node(i).docs, used, of_parent(i));
      for (const std::uint32_t phrase : choice.phrases) {
        if (texts.empty()) {  // the others may be what children are about
          used_[i].insert(phrase);
          first_[i] = phrase;
        }
        texts.push_back(phrases_.text(phrase, node(i).docs));
        used.insert(phrase);
      }
      if (!texts.empty() && !choice.covers_half) texts.emplace_back("\u2026");
      node(i).label = fmt::format("{}", fmt::join(texts, ", "));
    }
  }

  // What the parent says, and a node with nine of ten of its documents may say, too.
  std::optional<std::uint32_t> of_parent(std::uint32_t i) {
    const auto parent = node(i).parent;
    const bool is_most = parent && 10 * node(i).docs.size() >= 9 * node(*parent).docs.size();
    return is_most ? first_[*parent] : std::nullopt;
  }

  // One phrase for one document, two for two, three for more. Of those that are used, `repeatable`
  // may be chosen.
  Choice chosen(const std::vector<Scored>& all, const TopicPhrases::Documents& documents,
                const Used& used, std::optional<std::uint32_t> repeatable) const {
    std::vector<Scored> candidates = best_unused(all, used, repeatable);
    // Better what siblings and ancestors say, too, or what says little, than nothing.
    if (candidates.empty()) candidates = best_unused(all, {}, {}, 1);
    if (candidates.empty()) {
      auto some = std::ranges::find(all, false, &Scored::is_common);
      if (some == all.end()) some = all.begin();
      if (some != all.end()) candidates = {*some};
    }
    add_subject(all, documents.size(), candidates);
    Choice choice = most_telling(among(std::move(candidates), documents));
    const auto covers_half = [&] { return 2 * choice.covered >= documents.size(); };
    if (!choice.shared || !covers_half()) add_common(all, documents, choice);
    if (!covers_half()) {
      Choice covering = most_covering(all, documents);
      if (covering.covered > choice.covered) choice = std::move(covering);
    }
    choice.covers_half = covers_half();
    return choice;
  }

  // What three of four documents of a large node are about is said first, even if siblings or
  // ancestors say it, if nothing else is in half of them.
  static void add_subject(const std::vector<Scored>& all, std::size_t documents,
                          std::vector<Scored>& candidates) {
    const auto has_half = [&](const Scored& scored) { return 2 * scored.documents >= documents; };
    if (documents < large_node || std::ranges::any_of(candidates, has_half)) return;
    const auto subject = std::ranges::find_if(all, [&](const Scored& scored) {
      return !scored.is_common && !scored.is_empty && 4 * scored.documents >= 3 * documents;
    });
    if (subject != all.end()) candidates.insert(candidates.begin(), *subject);
  }

  Candidates among(std::vector<Scored> phrases, const TopicPhrases::Documents& documents) const {
    Candidates candidates{std::move(phrases), {}, {}, {}, std::vector<bool>(documents.size())};
    candidates.texts = phrases_.texts(candidates.phrases, documents);
    candidates.found = phrases_.found_in(candidates.phrases, documents);
    candidates.left.assign(candidates.phrases.size(), true);
    return candidates;
  }

  Choice most_telling(Candidates candidates) const {
    const std::size_t documents = candidates.covered.size();
    Choice choice;
    choice.shared = documents < 3;
    while (choice.phrases.size() < std::min(most_phrases, documents)) {
      const auto best = best_beside(candidates);
      if (!best) break;
      choice.shared = choice.shared || candidates.phrases[*best].documents > 1;
      take(*best, candidates, choice);
    }
    return choice;
  }

  // Where no other phrases say what half of the documents are about: those that most of them have
  // which have none of the phrases before, whoever else is labelled with these.
  Choice most_covering(const std::vector<Scored>& all,
                       const TopicPhrases::Documents& documents) const {
    constexpr std::size_t most = 200;
    std::vector<Scored> phrases;
    const std::uint32_t least = documents.size() <= 2 * most_phrases ? 1 : 2;
    std::ranges::copy_if(all, std::back_inserter(phrases), [&](const Scored& scored) {
      return !scored.is_common && !scored.is_empty && scored.documents >= least;
    });
    std::ranges::stable_sort(phrases, std::greater(), [](const Scored& scored) {
      return scored.documents * scored.of_document;
    });
    phrases.resize(std::min(phrases.size(), most));
    Candidates candidates = among(std::move(phrases), documents);
    Choice choice;
    choice.shared = true;
    const auto most_here = [&] {
      return 2 * choice.covered < documents.size() ? most_examples : most_phrases;
    };
    while (choice.phrases.size() < most_here()) {
      std::size_t best = 0;
      double highest = 0;
      for (std::size_t i = 0; i < candidates.phrases.size(); ++i) {
        if (!candidates.left[i]) continue;
        const double score = added(candidates, i) * candidates.phrases[i].of_document;
        if (score <= highest) continue;
        highest = score;
        best = i;
      }
      if (highest == 0) break;
      take(best, candidates, choice);
    }
    return choice;
  }

  // How many documents have a phrase that are not covered?
  static double added(const Candidates& candidates, std::size_t phrase) {
    const std::vector<bool>& found = candidates.found[phrase];
    double added = 0;
    for (std::size_t d = 0; d < found.size(); ++d) {
      added += found[d] && !candidates.covered[d] ? 1 : 0;
    }
    return added;
  }

  void take(std::size_t best, Candidates& candidates, Choice& choice) const {
    const std::uint32_t phrase = candidates.phrases[best].phrase;
    choice.phrases.push_back(phrase);
    for (std::size_t d = 0; d < candidates.covered.size(); ++d) {
      if (candidates.found[best][d]) candidates.covered[d] = true;
    }
    choice.covered = static_cast<std::size_t>(std::ranges::count(candidates.covered, true));
    for (std::size_t i = 0; i < candidates.phrases.size(); ++i) {
      candidates.left[i] =
          candidates.left[i] &&
          !phrases_.say_the_same(phrase, candidates.texts[best], candidates.phrases[i].phrase,
                                 candidates.texts[i]);
    }
  }

  // What documents without the phrases chosen so far have counts more. What scores little must be
  // in so many documents without them as are a tenth of all, or 15 % if most documents have one.
  static std::optional<std::size_t> best_beside(const Candidates& candidates) {
    const auto documents = static_cast<double>(candidates.covered.size());
    const auto done = static_cast<double>(std::ranges::count(candidates.covered, true));
    const bool is_open = 2 * done <= documents;
    const double least_added = (is_open ? 0.1 : 0.15) * documents;
    const double least_share = is_open ? least_share_open : least_share_covered;
    std::optional<std::size_t> best;
    double most = 0;
    for (std::size_t i = 0; i < candidates.phrases.size(); ++i) {
      if (!candidates.left[i]) continue;
      const Scored& phrase = candidates.phrases[i];
      const double added = Labeller::added(candidates, i);
      const double of_best = phrase.score / candidates.phrases[0].score;
      const bool adds = added > 0 && added >= least_added && of_best >= least_share;
      const bool is_typical = documents < large_node || done == 0 ||
                              phrase.documents >= least_share_of_large * documents ||
                              2 * added >= phrase.documents;
      if (!adds && (of_best < least_share_of_best || !is_typical)) continue;
      const double score = phrase.score * (0.2 + 0.8 * added / phrase.documents);
      if (score > most) {
        most = score;
        best = i;
      }
    }
    return best;
  }

  // Where the phrases say what less than half of the documents are about, or no two of them share
  // any phrase, that which half of them have says what they share, even if siblings or ancestors
  // say it.
  void add_common(const std::vector<Scored>& all, const TopicPhrases::Documents& documents,
                  Choice& choice) const {
    const auto said = [&](const Scored& scored) {
      const std::string text = phrases_.text(scored.phrase, documents);
      return std::ranges::any_of(choice.phrases, [&](std::uint32_t phrase) {
        const std::string other = phrases_.text(phrase, documents);
        return phrases_.say_the_same(phrase, other, scored.phrase, text);
      });
    };
    const auto common = std::ranges::find_if(all, [&](const Scored& scored) {
      return !scored.is_common && !scored.is_empty && 2 * scored.documents >= documents.size() &&
             !said(scored);
    });
    if (common == all.end()) return;
    std::vector<std::uint32_t>& phrases = choice.phrases;
    if (phrases.size() == most_phrases) phrases.pop_back();
    phrases.insert(choice.shared ? phrases.end() : phrases.begin(), common->phrase);
    choice.covered = std::max<std::size_t>(choice.covered, common->documents);
  }

  // Of those that may be chosen.
  std::vector<Scored> best_unused(const std::vector<Scored>& all, const Used& used,
                                  std::optional<std::uint32_t> repeatable,
                                  std::size_t most = 50) const {
    std::vector<Scored> best;
    for (const Scored& scored : all) {
      const bool is_used = used.contains(scored.phrase) && scored.phrase != repeatable;
      if (scored.is_common || scored.is_empty || is_used) continue;
      if (phrases_.is_misspelt(scored.phrase)) continue;
      if (best.size() == most) break;
      if (!best.empty() && scored.score < least_share_open * best[0].score) break;
      best.push_back(scored);
    }
    return best;
  }

  // The documents of the siblings of `first` and its own; where there are no others, those of the
  // nearest ancestor that has more.
  TopicPhrases::Documents compared_with(std::uint32_t first) {
    const std::size_t own = node(first).docs.size();
    std::optional<std::uint32_t> parent = node(first).parent;
    while (parent && node(*parent).docs.size() == own) parent = node(*parent).parent;
    if (parent) return node(*parent).docs;
    TopicPhrases::Documents all(hierarchy_.docnos.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }

  // Official intents and superintents have descriptions of their own.
  bool is_named(std::uint32_t i) const {
    return hierarchy_.nodes[i].intent != "*" && is_first_of_intent(hierarchy_, i);
  }

  void take_label_of_parent(std::uint32_t i) {
    const auto parent = node(i).parent;
    if (parent && node(*parent).docs == node(i).docs) node(i).label = node(*parent).label;
  }

  Hierarchy& hierarchy_;
  TopicPhrases phrases_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<Used> used_;  // by a node and its ancestors, which their descendants leave out
  std::vector<std::optional<std::uint32_t>> first_;  // phrase of a label made here
};

}  // namespace

void make_labels(std::vector<Hierarchy>& hierarchies, const Texts& texts, Warnings& warnings) {
  std::set<std::string_view> docnos;
  for (const Hierarchy& hierarchy : hierarchies) {
    docnos.insert(hierarchy.docnos.begin(), hierarchy.docnos.end());
  }
  std::vector<const DocumentText*> documents;
  for (const std::string_view docno : docnos) {
    const auto text = texts.find(docno);
    if (text != texts.end()) documents.push_back(&text->second);
  }
  if (documents.size() < docnos.size()) {
    warnings.push_back(
        make_warning("documents-without-text",
                     fmt::format("{} of {} documents without text: labels are made from the others",
                                 docnos.size() - documents.size(), docnos.size())));
  }
  const LabelBackground background(documents, hierarchies.size());
  parallel_for(hierarchies.size(),
               [&](std::size_t i) { Labeller(hierarchies[i], texts, background).label(); });
}

}  // namespace subintent::internal
