// The output of trec_eval 10, TREC's evaluation tool for topic-level judgments, digit for digit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/collection/qrels.h"
#include "core/collection/run.h"

namespace subintent::internal {

// A measure of trec_eval: its place in the tool's table, and its cutoffs or other numbers.
struct TrecEvalMeasure {
  std::size_t definition = 0;
  std::vector<double> parameters;
};

// Measures as trec_eval names them: "map", "P.5,10", "official", "all_trec", "set"; as its output
// does, "P_5"; or those that it has alone as ir_measures does, "Success@5". Each text is
// one -m option or several of them separated by commas ("map,P.5,10,ndcg_cut.20"). The result is in
// the order of trec_eval's table, which is the order of its output. Throws Error::argument ("m", as
// the tool calls it) for an unknown name and an impossible parameter.
std::vector<TrecEvalMeasure> parse_trec_eval_measures(std::span<const std::string> asked);

// Is it the name of one of them, perhaps with its numbers, in upper or lower case?
bool is_trec_eval_measure(std::string_view name);

struct TrecEvalOptions {
  std::vector<TrecEvalMeasure> measures;
  bool per_topic = false;              // -q
  bool all_topics = false;             // -c: topics that the run lacks count, with an empty list
  std::int32_t min_grade = 1;          // -l: the lowest grade that is relevant
  std::optional<std::uint64_t> depth;  // -M: cut all lists
};

// The lines for one run, which must be ordered by score. `qrels` are topic-level judgments; a
// document of negative grade is in the pool but unjudged. Throws Error where run and judgments have
// no topic in common.
std::string trec_eval_text(const Qrels& qrels, const Run& run, const TrecEvalOptions& options);

}  // namespace subintent::internal
