#include "hierarchy/labels/characteristic_terms.h"

#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/base/portable_math.h"
#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "subintent/program.h"
#include "tokenize/terms/ngrams.h"
#include "tokenize/words/stop_word_languages.h"

namespace subintent::internal {
namespace {

using Shares = std::unordered_map<std::string_view, double>;

bool is_candidate(std::string_view term) {
  if (term.empty() || is_ngram(term) || utf8_sequence_length(term) == term.size()) return false;
  return !std::all_of(term.begin(), term.end(), [](char c) { return c >= '0' && c <= '9'; });
}

struct TermTexts {
  Shares sums;
  std::size_t documents = 0;

  void add(const DocumentVector& vector) {
    double total = 0;
    for (const TermWeight& term : vector.terms)
      if (!is_ngram(term.term)) total += std::max(0.0, term.weight);
    if (total <= 0) return;
    ++documents;
    for (const TermWeight& term : vector.terms)
      if (term.weight > 0 && is_candidate(term.term)) sums[term.term] += term.weight / total;
  }

  double share(std::string_view term) const {
    return sums.at(term) / static_cast<double>(documents);
  }
};

TermTexts texts_of(const Hierarchy& hierarchy, const std::vector<std::uint32_t>& docs,
                   std::span<const DocumentVector> vectors) {
  TermTexts texts;
  for (const std::uint32_t document : docs) {
    const std::string& docno = hierarchy.docnos[document];
    const auto at =
        std::lower_bound(vectors.begin(), vectors.end(), docno,
                         [](const DocumentVector& v, const std::string& d) { return v.docno < d; });
    if (at != vectors.end() && at->docno == docno) texts.add(*at);
  }
  return texts;
}

std::vector<std::string> best_terms(const TermTexts& node, const TermTexts* all,
                                    std::size_t count) {
  std::vector<std::pair<double, std::string_view>> scored;
  for (const auto& [term, sum] : node.sums) {
    const double p = node.share(term);
    const double score = all == nullptr ? p : p * portable::log(p / all->share(term));
    if (score > 1e-12) scored.emplace_back(-score, term);
  }
  const std::size_t kept = std::min(count, scored.size());
  std::partial_sort(scored.begin(), scored.begin() + static_cast<std::ptrdiff_t>(kept),
                    scored.end());
  std::vector<std::string> terms;
  for (std::size_t i = 0; i < kept; ++i) terms.emplace_back(scored[i].second);
  return terms;
}

void leave_out_stop_words(std::vector<DocumentVector>& vectors) {
  const StopWordLanguages stop_words;
  const auto counts_of = [&](const DocumentVector& vector) {
    auto counts = StopWordLanguages::no_counts();
    for (const TermWeight& term : vector.terms) stop_words.count(term.term, counts);
    return counts;
  };
  auto of_all = StopWordLanguages::no_counts();
  for (const DocumentVector& vector : vectors)
    std::ranges::transform(of_all, counts_of(vector), of_all.begin(), std::plus());
  const auto usual = StopWordLanguages::language(of_all, {});
  for (DocumentVector& vector : vectors) {
    const auto language = StopWordLanguages::language(counts_of(vector), usual);
    std::erase_if(vector.terms, [&](const TermWeight& term) {
      return stop_words.is_stop_word(term.term, language);
    });
  }
}

}  // namespace

std::vector<std::vector<std::string>> characteristic_terms(const Hierarchy& hierarchy,
                                                           std::span<const DocumentVector> vectors,
                                                           std::size_t count) {
  std::vector<std::vector<std::string>> terms(hierarchy.nodes.size());
  for (const auto& siblings : children_of(hierarchy)) {
    std::set<std::uint32_t> docs;  // of all siblings; a document in two of them counts once
    for (const std::uint32_t i : siblings)
      docs.insert(hierarchy.nodes[i].docs.begin(), hierarchy.nodes[i].docs.end());
    const TermTexts all = texts_of(hierarchy, {docs.begin(), docs.end()}, vectors);
    for (const std::uint32_t i : siblings) {
      const TermTexts node = texts_of(hierarchy, hierarchy.nodes[i].docs, vectors);
      terms[i] = best_terms(node, siblings.size() > 1 ? &all : nullptr, count);
    }
  }
  return terms;
}

std::vector<std::vector<std::vector<std::string>>> read_characteristic_terms(
    std::span<const Hierarchy> hierarchies, const std::vector<Source>& vectors, std::size_t count,
    Warnings& warnings, StopWords stop_words) {
  std::unordered_set<std::string_view> wanted;
  for (const Hierarchy& hierarchy : hierarchies)
    wanted.insert(hierarchy.docnos.begin(), hierarchy.docnos.end());
  std::vector<DocumentVector> read =
      read_vectors(vectors, [&](std::string_view docno) { return wanted.contains(docno); });
  if (read.size() < wanted.size()) {
    const std::string topics = hierarchies.size() == 1 ? "topic " + printable(hierarchies[0].topic)
                                                       : count_of(hierarchies.size(), "topic");
    warnings.push_back(make_warning(
        "documents-without-vector",
        count_of(wanted.size() - read.size(), "document") + " of " + topics + " without vector"));
  }
  std::ranges::sort(read, {}, &DocumentVector::docno);
  if (stop_words == StopWords::leave_out) leave_out_stop_words(read);
  std::vector<std::vector<std::vector<std::string>>> terms;
  for (const Hierarchy& hierarchy : hierarchies)
    terms.push_back(characteristic_terms(hierarchy, read, count));
  return terms;
}

}  // namespace subintent::internal
