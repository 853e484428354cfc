#include "hierarchy/labels/labels.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <unordered_map>

#include "core/base/warning.h"
#include "hierarchy/labels/phrases.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_candidates = 60;
// So many documents may be told by all titles, of so many bytes, or by first words or one sentence.
constexpr std::size_t listed = 3, longest_list = 100, few = 8;
constexpr double least_contrast = 0.9162;  // ln(1 + 1.5)
constexpr double least_alone = 0.4;        // how well a word stands alone
// Candidates of so large a share of documents, and so much more than in siblings, may be cut;
// phrases of one document, with a word of so large a share, may stand for others.
constexpr double shared = 0.4, shared_contrast = 1.6094;  // ln(1 + 4)
constexpr double least_shared = 0.2;  // documents with each word of a sentence that is a label
constexpr double least_with = 0.25;   // candidates of fewer documents say little of a node
constexpr double cut_share = 0.6, cut_score = 0.7;  // of a part, that a longer candidate has
// The least shares of the best score for further phrases, for those of documents without any (which
// must be so large a share of all), and for those of others.
constexpr double least_of_best = 0.3, least_of_adding = 0.15, least_of_others = 0.5;

using Numbers = std::vector<std::uint32_t>;  // of documents, in the hierarchy, or of phrases

// A phrase that may be in the label of a node.
struct Candidate {
  std::uint32_t phrase = 0;
  double score = 0;
  Numbers documents = {};  // of the node, with half of what the phrase says
};

// All; those that are whole (docs/stages.md); and of these, those that tell the node from others.
enum class Candidates { telling, whole, any };

struct Phrases {
  Numbers chosen = {};
  std::set<std::uint32_t> covered = {}, stems = {};
};

class Labeller {
 public:
  Labeller(Hierarchy& hierarchy, const Texts& texts, const std::string& title, Vocabulary& words)
      : hierarchy_(hierarchy),
        texts_(texts),
        words_(words),
        is_short_(words.are_short()),
        children_(children_of(hierarchy)),
        said_(hierarchy.nodes.size()) {
    for (const std::uint32_t stem : words.stems(title, true)) title_.insert(stem);
    for (const std::string& docno : hierarchy.docnos) {
      all_.emplace_back(all_.size());
      auto& document = documents_.emplace_back();
      const auto text = texts.find(docno);
      sentences_.push_back(text == texts.end() ? "" : words.sentence(text->second));
      if (text == texts.end()) continue;
      for (auto& [key, found] : words.phrases(text->second))
        document.emplace(numbers_.emplace(key, numbers_.size()).first->second, std::move(found));
    }
    keys_.resize(numbers_.size());
    for (const auto& [key, phrase] : numbers_) {
      keys_[phrase] = &key;
      if (key.size() == 1) words_by_stem_[key[0]] = phrase;
    }
  }

  void label() {  // parents come first
    label_siblings(children_.back());
    for (std::size_t i = 0; i < hierarchy_.nodes.size(); ++i) label_siblings(children_[i]);
  }

 private:
  using Said = std::set<std::uint32_t>;  // phrases

  HierarchyNode& node(std::uint32_t index) { return hierarchy_.nodes[index]; }

  Numbers phrases_in(const std::string& label) {
    Numbers said;
    for (const std::string& part : split(label, ',')) {
      const auto phrase = numbers_.find(words_.stems(part));
      if (phrase != numbers_.end()) said.push_back(phrase->second);
    }
    return said;
  }

  void label_siblings(const std::vector<std::uint32_t>& siblings) {
    if (siblings.empty()) return;
    Said said;
    std::vector<std::uint32_t> open;
    for (const std::uint32_t i : siblings) {
      const auto parent = node(i).parent;
      if (node(i).label.empty() && parent && node(*parent).docs == node(i).docs) {
        node(i).label = node(*parent).label;
        said_[i] = said_[*parent];
        continue;
      }
      said_[i] = phrases_in(node(i).label);
      said.insert(said_[i].begin(), said_[i].end());
      const bool has_description = node(i).intent != "*" && is_first_of_intent(hierarchy_, i);
      if (node(i).label.empty() && !has_description) open.push_back(i);
    }
    if (open.empty()) return;
    const Numbers& all = compared_with(siblings[0]);
    Numbers counts(keys_.size());
    for (const std::uint32_t document : all)
      for (const auto& found : documents_[document]) ++counts[found.first];
    std::vector<std::pair<std::uint32_t, std::vector<Candidate>>> candidates;
    using enum Candidates;
    for (const std::uint32_t i : open)
      candidates.emplace_back(i, candidates_of(node(i).docs, counts, all.size(), telling));
    // The highest score chooses first.
    std::ranges::stable_sort(candidates, std::greater(), [](const auto& of_node) {
      return of_node.second.empty() ? 0 : of_node.second[0].score;
    });
    std::set<std::string> written;  // one word may have stems of several languages
    for (auto& [i, of_node] : candidates) {
      if (node(i).docs.size() == 1) {
        std::string name = first_words(node(i).docs[0]);
        if (!name.empty() && written.insert(lowered(name)).second) {
          node(i).label = std::move(name);
          continue;
        }
      }
      const Numbers of_parent = node(i).parent ? said_[*node(i).parent] : Numbers();
      Numbers chosen;
      for (Said others = said;; others.insert(chosen[0])) {
        chosen = phrases_of(node(i).docs, of_node, counts, all.size(), others, of_parent);
        if (chosen.empty() || !std::ranges::is_permutation(chosen, of_parent)) break;
      }
      said_[i] = chosen;
      std::vector<std::string> texts;
      const auto add_text = [&](const std::string& text) {
        const bool is_new = join(texts, ",").find(text) == std::string::npos;
        if (is_new && written.insert(lowered(text)).second) texts.push_back(text);
      };
      for (const std::uint32_t phrase : chosen) {
        said.insert(phrase);
        const std::string sentence = sentence_of(node(i).docs, *keys_[phrase]);
        const bool is_said = node(i).parent && node(*node(i).parent).label == sentence;
        add_text(sentence.empty() || is_said ? text_of(phrase, node(i).docs) : sentence);
      }
      const auto is_word = [&](std::uint32_t phrase) { return keys_[phrase]->size() == 1; };
      const bool says_words = !chosen.empty() && std::ranges::all_of(chosen, is_word);
      const auto is_of_all = [&](std::uint32_t phrase) {
        const auto has = [&](auto document) { return documents_[document].contains(phrase); };
        return std::ranges::all_of(node(i).docs, has);
      };
      std::string name;
      if (says_words || std::ranges::none_of(chosen, is_of_all)) name = titles(node(i).docs);
      if (says_words && name.empty()) name = first_words_with(node(i).docs, chosen);
      if (!name.empty() && written.insert(lowered(name)).second) texts = {name};
      // Documents that have but words of the title and stop words tell it by a sentence.
      if (texts.empty()) add_text(sentence_of(node(i).docs, {}));
      for (auto one = of_node.begin(); texts.empty() && one < of_node.end(); ++one)
        add_text(text_of(one->phrase, node(i).docs));
      node(i).label = join(texts, ", ");
    }
  }

  Numbers phrases_of(const Numbers& docs, const std::vector<Candidate>& telling,
                     const Numbers& counts, std::size_t all, Said said,
                     const Numbers& of_parent) const {
    Phrases phrases;
    choose(phrases, telling, docs.size(), said, 3);
    said.insert(of_parent.begin(), of_parent.begin() + (of_parent.empty() ? 0 : 1));
    for (const Candidates which : {Candidates::whole, Candidates::any})
      if (2 * phrases.covered.size() < docs.size() &&
          phrases.chosen.size() < (which == Candidates::any ? 1 : 2))
        choose(phrases, candidates_of(docs, counts, all, which), docs.size(), said, 2);
    return phrases.chosen;
  }

  // The documents of the siblings of `first` and its own; where there are no others, those of the
  // nearest ancestor that has more.
  const Numbers& compared_with(std::uint32_t first) {
    std::optional<std::uint32_t> parent = node(first).parent;
    while (parent && node(*parent).docs.size() == node(first).docs.size())
      parent = node(*parent).parent;
    return parent ? node(*parent).docs : all_;
  }

  std::vector<Candidate> candidates_of(const Numbers& documents, const Numbers& counts,
                                       std::size_t all, Candidates which) const {
    struct Sum {
      double weight = 0, with = 0, contrast = 0;
      std::uint32_t complete = 0, last = 0;
      Numbers documents = {};
    };
    std::map<std::uint32_t, Sum> sums;
    for (const std::uint32_t document : documents)
      for (const auto& [phrase, found] : documents_[document]) {
        Sum& sum = sums[phrase];
        sum.weight += found.weight;
        sum.complete += found.complete ? 1 : 0;
        sum.last = found.last;
        sum.documents.push_back(document);
      }
    const auto n = static_cast<double>(documents.size());
    for (auto& [phrase, sum] : sums) {
      sum.with = static_cast<double>(sum.documents.size());
      const double elsewhere =
          (counts[phrase] - sum.with + 0.5) / (static_cast<double>(all) - n + 1);
      sum.contrast = std::log1p(sum.with / n / elsewhere);
    }
    const auto sum_of = [&](std::uint32_t stem) -> const Sum& {
      return sums.at(words_by_stem_.at(stem));
    };
    const auto value_of = [&](std::uint32_t stem) {
      const Sum& word = sum_of(stem);
      const bool tells = which != Candidates::telling || word.contrast >= least_contrast;
      if (title_.contains(stem) || (is_short_ && !tells)) return 0.0;
      const double share = is_short_ ? (word.with - 0.85) / (n - 0.85) : 1;
      return words_.rarity(stem) * word.contrast * share;
    };
    std::vector<Candidate> candidates;
    for (const auto& [phrase, sum] : sums) {
      const PhraseKey& key = *keys_[phrase];
      const double ends = words_.ends(sum.last), alone = words_.stands_alone(sum.last);
      double rarity = 0, spread = 1, least = n, most = 0, of_words = 0, told = 0, details = 0;
      bool says_title = true;
      for (const std::uint32_t stem : key) {
        says_title = says_title && title_.contains(stem);
        rarity = std::max(rarity, words_.rarity(stem));
        spread = std::min(spread, words_.spread(stem));
        const Sum& word = sum_of(stem);
        least = title_.contains(stem) ? 0 : std::min(least, word.with);
        most = std::max(most, word.with);
        const double value = value_of(stem);
        told += value;
        if (!title_.contains(stem) && (value < 0.02 || (n > 2 && word.with < 2))) ++details;
        of_words += word.contrast * word.weight / static_cast<double>(key.size());
      }
      const bool is_word = key.size() == 1;
      const bool is_shared = sum.with >= shared * n && sum.contrast >= shared_contrast &&
                             ends >= 0.4 && (!is_word || sum.with > 2);
      const bool is_cut = is_word ? alone < least_alone || spread > widespread ||
                                        (!is_shared && (ends < 0.35 || sum.complete < sum.with / 3))
                                  : ends < 0.3 || spread > widespread_phrase ||
                                        (!is_shared && ends < 0.5 && sum.complete < sum.with / 2);
      const bool of_several = sum.with > 1 || (sum.complete > 0 && least > 1 && most >= shared * n);
      const bool tells = sum.contrast >= least_contrast && (n < 2 || of_several);
      if (says_title) continue;
      if (is_short_) {
        const double place = 1 - (1 - sum.weight / sum.with) / sum.with;
        const double word = !is_word ? 1 : words_.is_verb(sum.last) ? 0 : 0.4;
        const double score = told * place * word * std::sqrt(alone * words_.like_noun(sum.last)) *
                             (1 + ends) / (2 + static_cast<double>(key.size()) + details);
        if (score > 0) candidates.push_back({phrase, score});
        continue;
      }
      if (is_cut && which != Candidates::any) continue;
      if (which == Candidates::telling && !tells) continue;
      const double of_word = rarity * alone * words_.like_noun(sum.last);
      const double meaning = is_word ? of_word : 2 * std::sqrt(of_word);
      const double share = std::min(1.0, sum.with / (least_with * n));
      const double score = std::sqrt(sum.contrast * sum.weight * of_words * share) / n * meaning *
                           (1 - 0.7 * spread * spread) * (1 + ends) / 2;
      candidates.push_back({phrase, score});
    }
    std::ranges::stable_sort(candidates, std::greater(), &Candidate::score);
    candidates.resize(std::min(candidates.size(), (is_short_ ? 2 : 5) * most_candidates));
    for (Candidate& one : candidates) {
      std::map<std::uint32_t, double> said;  // by documents
      double whole = 0;
      for (const std::uint32_t stem : *keys_[one.phrase]) {
        const double weight = value_of(stem);
        if (weight == 0) continue;
        whole += weight;
        for (const std::uint32_t document : sum_of(stem).documents) said[document] += weight;
      }
      for (const auto& [document, weight] : said)
        if (2 * weight >= whole) one.documents.push_back(document);
    }
    if (which != Candidates::any) leave_out_parts(candidates);
    return candidates;
  }

  // "York" of "New York".
  void leave_out_parts(std::vector<Candidate>& candidates) const {
    std::map<PhraseKey, const Candidate*> by_key;
    for (const Candidate& one : candidates) by_key[*keys_[one.phrase]] = &one;
    std::set<const Candidate*> parts;
    for (const auto& [key, whole] : by_key)
      for (auto first = key.begin(); first != key.end(); ++first)
        for (auto last = first + 1; last <= key.end(); ++last) {
          const auto part = by_key.find({first, last});
          if (part == by_key.end() || part->second == whole) continue;
          const auto with = static_cast<double>(part->second->documents.size());
          if (static_cast<double>(whole->documents.size()) >= cut_share * with &&
              whole->score >= cut_score * part->second->score)
            parts.insert(part->second);
        }
    std::erase_if(candidates, [&](const Candidate& one) {
      return parts.contains(&one) || (is_short_ && one.documents.size() < 2);
    });
  }

  // Adds phrases to those chosen before, a third only where two are in few documents.
  void choose(Phrases& phrases, const std::vector<Candidate>& all, std::size_t documents,
              const Said& said, std::size_t most) const {
    std::vector<const Candidate*> pool;
    for (const Candidate& one : all)
      if (!said.contains(one.phrase) && pool.size() < most_candidates) pool.push_back(&one);
    const auto in_chosen = [&](std::uint32_t stem) { return phrases.stems.contains(stem); };
    double best_score = 0;
    while (phrases.chosen.size() < std::min(most, documents) &&
           ((!is_short_ && phrases.chosen.size() < 2) ||
            10 * phrases.covered.size() < 7 * documents)) {
      const Candidate* best = nullptr;
      double highest = 0;
      for (const Candidate* const one : pool) {
        if (std::ranges::any_of(*keys_[one->phrase], in_chosen)) continue;
        const auto added =
            static_cast<double>(std::ranges::count_if(one->documents, [&](std::uint32_t document) {
              return !phrases.covered.contains(document);
            }));
        const bool adds = !is_short_ && added >= least_of_adding * static_cast<double>(documents) &&
                          one->score >= least_of_adding * best_score;
        if (one->score < least_of_best * best_score && !adds) continue;
        if (phrases.chosen.size() > 1 && added < 2) continue;
        if (added == 0 && !phrases.chosen.empty() && one->score < least_of_others * best_score)
          continue;
        const double score =
            one->score * (0.2 + 0.8 * added / static_cast<double>(one->documents.size()));
        if (score <= highest) continue;
        highest = score;
        best = one;
      }
      if (best == nullptr) break;
      if (best_score == 0) best_score = best->score;
      phrases.chosen.push_back(best->phrase);
      phrases.covered.insert(best->documents.begin(), best->documents.end());
      phrases.stems.insert(keys_[best->phrase]->begin(), keys_[best->phrase]->end());
    }
  }

  // The text by `text_in`, of those that may be said, whose words the most documents have in the
  // mean; empty: there is none.
  std::string likeliest(const Numbers& documents, bool with_stop_words, const auto& text_in,
                        const auto& may_be_said) {
    std::map<std::uint32_t, double> with;  // stems
    for (const std::uint32_t document : documents)
      for (const auto& one : documents_[document])
        if (keys_[one.first]->size() == 1) ++with[keys_[one.first]->front()];
    std::string best;
    double most = 0;
    for (const std::uint32_t document : documents) {
      const std::string text = text_in(document);
      const PhraseKey stems = words_.stems(text, with_stop_words);
      double sum = 0;
      for (const std::uint32_t stem : stems) sum += with[stem];
      sum /= std::max(1.0, static_cast<double>(stems.size()));
      if (sum <= most || !may_be_said(text, stems, with)) continue;
      most = sum;
      best = text;
    }
    return best;
  }

  std::string first_words(std::uint32_t document, bool of_title = false) {
    const auto text = texts_.find(hierarchy_.docnos[document]);
    const bool has_none = text == texts_.end() || (of_title && text->second.title.empty());
    return has_none ? "" : words_.first_words(text->second, title_);
  }

  // The titles of all, if they are short and no name alone.
  std::string titles(const Numbers& documents) {
    if (is_short_ || documents.size() > listed) return "";
    const auto is_known = [&](std::uint32_t stem) { return words_.rarity(stem) < 1; };
    std::vector<std::string> all;
    for (const std::uint32_t document : documents) {
      std::string name = first_words(document, true);
      if (name.find("…") != std::string::npos || !std::ranges::any_of(words_.stems(name), is_known))
        return "";
      if (std::ranges::find(all, name) == all.end()) all.push_back(std::move(name));
    }
    std::string label = join(all, ", ");
    return label.size() > longest_list ? "" : label;
  }

  // The first words or title of one of few documents with one of these words, which say little
  // alone, and more; where they are cut off, with all, unless the first is of all documents.
  std::string first_words_with(const Numbers& documents, const Numbers& chosen) {
    if (is_short_ || documents.size() > few) return "";
    const auto name = [&](std::uint32_t document) { return first_words(document); };
    return likeliest(documents, false, name, [&](auto& text, auto& stems, auto& with) {
      const auto tells = [&](auto stem) { return with[stem] > 0 && !title_.contains(stem); };
      const auto has = [&](auto word) { return std::ranges::count(stems, keys_[word]->front()); };
      const bool has_words = text.ends_with("…")
                                 ? std::ranges::all_of(chosen, has) &&
                                       with[keys_[chosen[0]]->front()] < documents.size()
                                 : std::ranges::any_of(chosen, has);
      return has_words && std::ranges::count_if(stems, tells) > 2;
    });
  }

  // The sentence with the phrase, each of whose words is in the phrase, in the title or in enough
  // documents. Without a phrase, any that says more than the title.
  std::string sentence_of(const Numbers& documents, const PhraseKey& phrase) {
    if (!is_short_) return "";
    const auto n = static_cast<double>(documents.size());
    const double least = documents.size() <= few ? 1 : std::max(2.0, least_shared * n);
    const auto in_title = [&](std::uint32_t stem) { return title_.contains(stem); };
    const auto sentence = [&](std::uint32_t document) {
      const bool has_phrase = phrase.empty() || documents_[document].contains(numbers_.at(phrase));
      return has_phrase ? sentences_[document] : "";
    };
    return likeliest(documents, phrase.empty(), sentence, [&](auto&, auto& stems, auto& with) {
      const auto may_be_said = [&](std::uint32_t stem) {
        return with[stem] >= least || in_title(stem) || std::ranges::count(phrase, stem) > 0;
      };
      return phrase.empty() ? !std::ranges::all_of(stems, in_title)
                            : std::ranges::all_of(stems, may_be_said);
    });
  }

  std::string text_of(std::uint32_t phrase, const Numbers& documents) const {
    std::map<std::string, std::uint32_t> forms;
    for (const std::uint32_t document : documents) {
      const auto found = documents_[document].find(phrase);
      if (found == documents_[document].end()) continue;
      for (const auto& [form, count] : found->second.forms) forms[form] += count;
    }
    return std::ranges::max_element(forms, {}, [](const auto& form) { return form.second; })->first;
  }

  Hierarchy& hierarchy_;
  const Texts& texts_;
  Vocabulary& words_;
  bool is_short_;
  std::set<std::uint32_t> title_;  // stems
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<Numbers> said_;  // by the labels of nodes
  std::map<PhraseKey, std::uint32_t> numbers_;
  std::vector<const PhraseKey*> keys_;                              // of phrases, by their numbers
  std::unordered_map<std::uint32_t, std::uint32_t> words_by_stem_;  // phrases of one word
  std::vector<std::map<std::uint32_t, PhraseOfDocument>> documents_;
  std::vector<std::string> sentences_;  // of documents
  Numbers all_;
};

}  // namespace

void make_labels(std::vector<Hierarchy>& hierarchies, const Texts& texts,
                 const std::map<std::string, std::string>& titles, Warnings& warnings) {
  std::map<std::string_view, std::uint32_t> places;
  std::set<std::string_view> without_text;
  std::vector<const DocumentText*> documents;
  std::vector<std::vector<std::uint32_t>> topics;
  for (const Hierarchy& hierarchy : hierarchies) {
    auto& topic = topics.emplace_back();
    for (const std::string& docno : hierarchy.docnos) {
      const auto text = texts.find(docno);
      if (text == texts.end()) {
        without_text.insert(docno);
        continue;
      }
      const auto [place, is_new] = places.emplace(docno, documents.size());
      if (is_new) documents.push_back(&text->second);
      topic.push_back(place->second);
    }
  }
  if (!without_text.empty())
    warnings.push_back(
        make_warning("documents-without-text",
                     fmt::format("{} of {} documents without text: labels are made from the others",
                                 without_text.size(), documents.size() + without_text.size())));
  Vocabulary words(documents, topics);
  for (Hierarchy& hierarchy : hierarchies) {
    const auto title = titles.find(hierarchy.topic);
    Labeller(hierarchy, texts, title == titles.end() ? "" : title->second, words).label();
  }
}

}  // namespace subintent::internal
