#include "subintent/judgments.h"

#include <algorithm>
#include <utility>

#include "engine/inside.h"
#include "subintent/error.h"

namespace subintent {

Judgments::Judgments(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Judgments Judgments::read(const Source& qrels) {
  return read(JudgmentInputs{.qrels = qrels});
}

Judgments Judgments::read(const JudgmentInputs& inputs) {
  if (!is_given(inputs.qrels) && !inputs.adhoc_qrels) {
    throw Error::argument("qrels", "qrels: there are none", "give the diversity judgments");
  }
  if (inputs.topics && inputs.probabilities) {
    throw Error::usage("topics and probabilities both describe the intents", "give one");
  }
  Warnings warnings;
  internal::Judgments judgments = internal::read_judgments(inputs, warnings);
  return Judgments(std::make_shared<const Data>(std::move(judgments), std::move(warnings)));
}

Judgments Judgments::of(const std::vector<Judgment>& judgments, std::string name,
                        TopicGrade topic_grade) {
  std::vector<internal::JudgmentRow> rows;
  for (const Judgment& judgment : judgments) {
    rows.push_back({judgment.topic, judgment.intent, judgment.docno, judgment.grade});
  }
  Warnings warnings;
  internal::Qrels qrels =
      internal::Qrels::of(rows, internal::QrelsKind::diversity, std::move(name));
  internal::Judgments made =
      internal::judgments_of(std::move(qrels), std::nullopt, topic_grade, warnings);
  return Judgments(std::make_shared<const Data>(std::move(made), std::move(warnings)));
}

std::vector<std::string> Judgments::topics() const {
  std::vector<std::string> names;
  for (const internal::TopicQrels& topic : data_->judgments.diversity.topics()) {
    names.emplace_back(topic.topic);
  }
  return names;
}

std::vector<Judgment> Judgments::judgments() const {
  std::vector<Judgment> all;
  for (const internal::TopicQrels& topic : data_->judgments.diversity.topics()) {
    for (const internal::Judgment& judgment : topic.judgments) {
      all.push_back({std::string(topic.topic), std::string(topic.intents[judgment.intent]),
                     std::string(topic.docnos[judgment.document]), judgment.grade});
    }
  }
  return all;
}

std::vector<std::string> Judgments::relevant(std::string_view topic) const {
  const internal::TopicQrels* const found = data_->judgments.diversity.find(topic);
  if (found == nullptr) return {};
  const auto docnos = internal::relevant_docnos(*found);
  return {docnos.begin(), docnos.end()};
}

bool Judgments::all_intents() const {
  return data_->judgments.all_intents;
}

bool Judgments::all_nuggets() const {
  return data_->judgments.all_nuggets;
}

const Warnings& Judgments::warnings() const {
  return data_->warnings;
}

}  // namespace subintent
