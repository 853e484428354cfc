#include "program/options/judgments.h"

#include "program/options/names.h"
#include "subintent/program.h"

namespace subintent::internal {

std::vector<std::string> JudgmentOptions::given() const {
  std::vector<std::string> names;
  if (!qrels.empty()) names.emplace_back("--qrels");
  if (!adhoc_qrels.empty()) names.emplace_back("--adhoc-qrels");
  if (judged) names.emplace_back("--judged");
  if (topic_grades) names.emplace_back("--topic-grades");
  if (topics) names.emplace_back("--topics");
  if (probabilities) names.emplace_back("--probabilities");
  if (all_intents) names.emplace_back("--all-intents");
  if (relevant_intents) names.emplace_back("--relevant-intents");
  return names;
}

std::vector<std::string> JudgmentOptions::paths() const {
  std::vector<std::string> all = qrels;
  all.insert(all.end(), adhoc_qrels.begin(), adhoc_qrels.end());
  for (const auto& path : {topics, probabilities}) {
    if (path) all.push_back(*path);
  }
  return all;
}

void declare_judgments(CommandLine& line, JudgmentOptions& o) {
  line.option("qrels", &o.qrels, "Q",
              "judgments: topic intent docno grade, nuggets, or another format (repeatable)");
  line.option("adhoc-qrels", &o.adhoc_qrels, "Q",
              "topic-level judgments (default: derived from those of intents; repeatable)");
  line.option("judged", &o.judged, choice(names_of(judged_choices)),
              "what --qrels judges: intents, named in the second column, or topics (default: found "
              "out)");
  line.option("topic-grades", &o.topic_grades, choice(names_of(topic_grades)),
              "topic-level grades: the highest over intents (default), or the number of intents");
  line.option(
      "topics", &o.topics, "XML",
      "topics of the TREC Web Track: types of the intents; or their names, \"topic intent text\"");
  line.option("probabilities", &o.probabilities, "FILE",
              "intent probabilities: topic intent probability [inf|nav] (default: uniform, or the "
              "importance of nuggets)");
  line.flag("all-intents", &o.all_intents,
            "count intents without a relevant document too (default for nuggets)");
  line.flag("relevant-intents", &o.relevant_intents,
            "count only intents with a relevant document, of nuggets too");
}

std::optional<bool> all_intents_of(bool all, bool relevant) {
  if (all && relevant) {
    throw Error::usage("--all-intents and --relevant-intents contradict each other", "give one");
  }
  if (!all && !relevant) return std::nullopt;
  return all;
}

std::string display_names(const std::vector<std::string>& paths) {
  std::string all;
  for (const std::string& path : paths) all += (all.empty() ? "" : ", ") + display_name(path);
  return all;
}

JudgmentInputs judgment_files(const JudgmentOptions& o) {
  for (const std::string& option : o.given()) {
    if (!o.qrels.empty() || !o.adhoc_qrels.empty() || option == "--topics") continue;
    throw Error::usage(option + " needs judgments", "give --qrels, or leave it out");
  }
  const TopicGrade grade = value_named("--topic-grades", o.topic_grades, topic_grades);
  if (o.topics && o.probabilities) {
    throw Error::usage("--topics and --probabilities both describe the intents", "give one");
  }
  JudgmentInputs inputs;
  if (!o.qrels.empty()) inputs.qrels = sources(o.qrels);
  if (!o.adhoc_qrels.empty()) inputs.adhoc_qrels = sources(o.adhoc_qrels);
  if (o.topics) inputs.topics = *o.topics;
  if (o.probabilities) inputs.probabilities = Source(*o.probabilities);
  inputs.topic_grade = grade;
  if (o.judged) inputs.judged = value_named("--judged", *o.judged, judged_choices);
  inputs.all_intents = all_intents_of(o.all_intents, o.relevant_intents);
  return inputs;
}

}  // namespace subintent::internal
