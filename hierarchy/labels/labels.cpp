#include "hierarchy/labels/labels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/parallel.h"
#include "base/warning.h"
#include "hierarchy/labels/topic_phrases.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_phrases = 3, most_examples = 5;
// Of the documents: what the phrases should be in together, and what they would better be in; and
// in how many a further one must be that is there only to reach that.
constexpr double least_covered = 0.5, enough_covered = 2.0 / 3, least_added_behind = 0.15;
// Of the best score: what further phrases must have, and what they must have if they are in other
// documents, as long as most documents have none of the phrases chosen, and from then on.
constexpr double least_share_of_best = 0.5, least_share_open = 0.1, least_share_covered = 0.25;

// Of the documents of a large node: how many have a further phrase, if others have it already.
constexpr double least_share_of_large = 0.25;

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
    const auto covers = [&](double share) {
      return static_cast<double>(choice.covered) >= share * static_cast<double>(documents.size());
    };
    if (!choice.shared || !covers(least_covered)) add_common(all, documents, choice);
    if (!covers(least_covered)) {
      Choice covering = most_covering(all, documents, {});
      if (covering.covered > choice.covered) choice = std::move(covering);
    } else if (!covers(enough_covered)) {
      choice = most_covering(all, documents, choice.phrases);
    }
    choice.covers_half = covers(least_covered);
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

  // Where phrases say what less than half of the documents are about, or, behind phrases that say
  // no more than that of two of three: those that most of them have which have none of the phrases
  // before, whoever else is labelled with these.
  Choice most_covering(const std::vector<Scored>& all, const TopicPhrases::Documents& documents,
                       std::span<const std::uint32_t> first) const {
    constexpr std::size_t most_candidates = 200;
    std::vector<Scored> phrases, others;
    const std::uint32_t least = first.empty() && documents.size() <= 2 * most_phrases ? 1 : 2;
    for (const Scored& scored : all) {
      const bool is_first = std::ranges::find(first, scored.phrase) != first.end();
      const bool may_be_said = !scored.is_common && !scored.is_empty && scored.documents >= least;
      if (is_first) phrases.push_back(scored);
      if (!is_first && may_be_said) others.push_back(scored);
    }
    std::ranges::stable_sort(phrases, {}, [&](const Scored& scored) {
      return std::ranges::find(first, scored.phrase) - first.begin();
    });
    std::ranges::stable_sort(others, std::greater(), [](const Scored& scored) {
      return scored.documents * scored.of_document;
    });
    others.resize(std::min(others.size(), most_candidates));
    phrases.insert(phrases.end(), others.begin(), others.end());
    Candidates candidates = among(std::move(phrases), documents);
    Choice choice;
    choice.shared = true;
    for (std::size_t i = 0; i < first.size(); ++i) take(i, candidates, choice);
    const auto n = static_cast<double>(documents.size());
    const auto is_done = [&] {
      const bool covers_most = static_cast<double>(choice.covered) >= enough_covered * n;
      return choice.phrases.size() >= (covers_most ? most_phrases : most_examples) ||
             (covers_most && !first.empty());
    };
    while (!is_done()) {
      std::size_t best = 0;
      double highest = 0;
      for (std::size_t i = 0; i < candidates.phrases.size(); ++i) {
        const double added = Labeller::added(candidates, i);
        if (!candidates.left[i] || (!first.empty() && added < least_added_behind * n)) continue;
        const double score = added * candidates.phrases[i].of_document;
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
