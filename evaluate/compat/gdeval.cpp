#include "evaluate/compat/tools.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/base/portable_math.h"
#include "core/collection/run.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::int32_t highest_grade = 4;

double discounted_gain(const std::vector<std::int32_t>& grades, std::uint32_t cutoff) {
  const std::size_t depth = std::min<std::size_t>(cutoff, grades.size());
  double sum = 0;
  for (std::size_t i = 0; i < depth; ++i) {
    sum += (std::ldexp(1, grades[i]) - 1) /
           (portable::log(static_cast<double>(i) + 2.0) / std::numbers::ln2);
  }
  return sum;
}

double expected_reciprocal_rank(const std::vector<std::int32_t>& grades, std::uint32_t cutoff) {
  const std::size_t depth = std::min<std::size_t>(cutoff, grades.size());
  double sum = 0, still_reading = 1;
  for (std::size_t i = 0; i < depth; ++i) {
    const double stops = (std::ldexp(1, grades[i]) - 1) / (1 << highest_grade);
    sum += stops * still_reading / static_cast<double>(i + 1);
    still_reading *= 1 - stops;
  }
  return sum;
}

// By document of the topic, 0 for negative ones.
std::vector<std::int32_t> grades_of(const TopicQrels& topic, const std::string& run_file) {
  std::vector<std::int32_t> grades(topic.docnos.size(), 0);
  for (const Judgment& judgment : topic.judgments) {
    if (judgment.grade > highest_grade) {
      throw Error(Location{run_file, 0},
                  fmt::format("is judged with grade {} in topic {}, above the {} of gdeval",
                              judgment.grade, printable(topic.topic), highest_grade),
                  "use `measures={\"nDCG(gain=exp)@20\", \"ERR@20\"}` instead of `tool_output()`");
    }
    grades[judgment.document] = std::max(judgment.grade, 0);
  }
  return grades;
}

// The run's list for each judged topic, or nullptr.
std::vector<const RankedList*> lists_by_topic(const Qrels& qrels, const Run& run) {
  JudgedTopics judged;
  for (const TopicQrels& topic : qrels.topics()) judged.add(topic.topic);
  const std::vector<std::uint32_t> topic_of = judged.find_all(run.topic_names(), run.file);
  std::vector<const RankedList*> lists(qrels.topics().size(), nullptr);
  for (std::size_t i = 0; i < topic_of.size(); ++i)
    if (topic_of[i] != JudgedTopics::none) lists[topic_of[i]] = &run.topics[i];
  return lists;
}

}  // namespace

std::string gdeval_header(const GdevalOptions& options) {
  return fmt::format("runid,topic,ndcg@{0},err@{0}\n", options.cutoff);
}

std::string gdeval_lines(const Qrels& qrels, const Run& run, const GdevalOptions& options) {
  const std::vector<const RankedList*> lists = lists_by_topic(qrels, run);
  std::string text;
  double gain_sum = 0, err_sum = 0;
  std::size_t answered = 0, with_relevant = 0;
  for (std::size_t t = 0; t < lists.size(); ++t) {
    const TopicQrels& topic = qrels.topics()[t];
    const std::vector<std::int32_t> judged = grades_of(topic, run.file);
    std::vector<std::int32_t> ideal = judged;
    std::sort(ideal.begin(), ideal.end(), std::greater<>());
    if (ideal.empty() || ideal[0] == 0) continue;
    ++with_relevant;
    if (lists[t] == nullptr) continue;
    ++answered;
    std::vector<std::int32_t> grades;
    for (const std::string_view docno : lists[t]->docnos) {
      const std::ptrdiff_t document = topic.find_document(docno);
      grades.push_back(document < 0 ? 0 : judged[static_cast<std::size_t>(document)]);
    }
    const double gain =
        discounted_gain(grades, options.cutoff) / discounted_gain(ideal, options.cutoff);
    const double err = expected_reciprocal_rank(grades, options.cutoff);
    text += fmt::format("{},{},{:.5f},{:.5f}\n", run.tag, topic.topic, gain, err);
    gain_sum += gain;
    err_sum += err;
  }
  if (answered == 0) {
    throw Error(Location{run.file, 0},
                "none of its topics has a relevant document in the judgments",
                "give the judgments of the same topics");
  }
  const auto count = static_cast<double>(options.all_topics ? with_relevant : answered);
  return text + fmt::format("{},amean,{:.5f},{:.5f}\n", run.tag, gain_sum / count, err_sum / count);
}

}  // namespace subintent::internal
