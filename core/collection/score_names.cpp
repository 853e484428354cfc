#include "core/collection/score_names.h"

#include <algorithm>
#include <span>

#include "core/base/ascii.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::string_view statistics[] = {"all", "amean",  "gmean", "mean",  "average",
                                           "avg", "median", "std",   "stdev", "stddev"};
constexpr std::string_view topic_headings[] = {"topic",    "topics",   "topic_id", "topicid",
                                               "topic-id", "query",    "queries",  "query_id",
                                               "queryid",  "query-id", "qid",      "id"};
constexpr std::string_view run_headings[] = {
    "run",    "runs",    "run_id", "runid",  "run-id", "run_name", "runname", "runtag",
    "system", "systems", "model",  "models", "method", "methods",  "tag",     "name"};

bool is_among(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, lowered(name)) != names.end();
}

// Does pandas call a column so that was an index without a name: "index", "level_0", "Unnamed: 0"?
bool is_index_heading(std::string_view heading) {
  const std::string name = lowered(heading);
  if (name == "index") return true;
  for (const std::string_view before : {"level_", "unnamed: "}) {
    if (name.starts_with(before) && name.size() > before.size() &&
        name.find_first_not_of("0123456789._", before.size()) == std::string::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_statistic(std::string_view topic) {
  constexpr std::size_t shortest = 3, longest = 7;
  if (topic.size() < shortest || topic.size() > longest) return false;
  // Nearly all topics have a digit here, and measures a cutoff at their end.
  const bool has_letters = is_letter(topic[0]) && is_letter(topic[1]) && is_letter(topic.back());
  return has_letters && is_among(statistics, topic);
}

bool is_topic_heading(std::string_view heading) {
  return is_among(topic_headings, heading);
}

bool is_run_heading(std::string_view heading) {
  return is_among(run_headings, heading);
}

std::optional<std::string> run_column_defect(std::string_view heading) {
  if (is_topic_heading(heading)) return "seems to hold topics in place of scores of a run";
  if (is_statistic(heading)) return "seems to hold a statistic in place of scores of a run";
  if (is_index_heading(heading)) return "seems to hold an index in place of scores of a run";
  if (lowered(heading) == "measure") return "seems to hold measures in place of scores of a run";
  return std::nullopt;
}

}  // namespace subintent::internal
