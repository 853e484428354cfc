#include "hierarchy/terms/characteristic_terms.h"

#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/base/portable_math.h"
#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "tokenize/terms/ngrams.h"
#include "tokenize/words/stop_word_languages.h"

namespace subintent::internal {
namespace {

using Shares = std::unordered_map<std::string_view, double>;

bool is_candidate(std::string_view term) {
  if (term.empty() || is_ngram(term) || utf8_sequence_length(term) == term.size()) return false;
  return !std::all_of(term.begin(), term.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The mean share of the weights, over documents, that each candidate has.
Shares shares_of(const Hierarchy& hierarchy, const auto& docs,
                 std::span<const DocumentVector> vectors) {
  Shares shares;
  double documents = 0;
  for (const std::uint32_t document : docs) {
    const std::string& docno = hierarchy.docnos[document];
    const auto at = std::ranges::lower_bound(vectors, docno, {}, &DocumentVector::docno);
    if (at == vectors.end() || at->docno != docno) continue;
    double total = 0;
    for (const TermWeight& term : at->terms)
      if (!is_ngram(term.term)) total += std::max(0.0, term.weight);
    if (total <= 0) continue;
    ++documents;
    for (const TermWeight& term : at->terms)
      if (term.weight > 0 && is_candidate(term.term)) shares[term.term] += term.weight / total;
  }
  for (auto& [term, share] : shares) share /= documents;
  return shares;
}

void leave_out_stop_words(std::vector<DocumentVector>& vectors) {
  const StopWordLanguages stop_words;
  const auto count = [&](const DocumentVector& vector, std::vector<std::uint32_t> counts) {
    for (const TermWeight& term : vector.terms) stop_words.count(term.term, counts);
    return counts;
  };
  auto of_all = StopWordLanguages::no_counts();
  for (const DocumentVector& vector : vectors) of_all = count(vector, std::move(of_all));
  const auto usual = StopWordLanguages::language(of_all, {});
  for (DocumentVector& vector : vectors) {
    const auto counts = count(vector, StopWordLanguages::no_counts());
    const auto language = StopWordLanguages::language(counts, usual);
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
    const Shares all = shares_of(hierarchy, docs, vectors);
    for (const std::uint32_t i : siblings) {
      std::vector<std::pair<double, std::string_view>> scored;
      for (const auto& [term, p] : shares_of(hierarchy, hierarchy.nodes[i].docs, vectors)) {
        const double score = siblings.size() == 1 ? p : p * portable::log(p / all.at(term));
        if (score > 1e-12) scored.emplace_back(-score, term);
      }
      std::ranges::sort(scored);
      scored.resize(std::min(count, scored.size()));
      for (const auto& [score, term] : scored) terms[i].emplace_back(term);
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
  return mapped(hierarchies, [&](const Hierarchy& hierarchy) {
    return characteristic_terms(hierarchy, read, count);
  });
}

}  // namespace subintent::internal
