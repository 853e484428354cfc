#include "subintent/collection.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/warning.h"
#include "engine/inside.h"
#include "engine/loaded_source.h"
#include "subintent/basics.h"

namespace subintent {
namespace {

using Rows = std::vector<Judgment>;

Rows rows_of(const internal::Qrels& qrels) {
  Rows rows;
  for (const internal::TopicQrels& topic : qrels.topics()) {
    for (const internal::Judgment& judgment : topic.judgments) {
      rows.push_back({std::string(topic.topic), std::string(topic.intents[judgment.intent]),
                      std::string(topic.docnos[judgment.document]), judgment.grade});
    }
  }
  return rows;
}

void drop_rows(JudgmentSource& source) {
  if (std::holds_alternative<Rows>(source) || std::holds_alternative<JudgmentRows>(source)) {
    source = Rows();
  }
}

void load(JudgmentSource& source) {
  if (!is_given(source)) return;
  if (auto* const file = std::get_if<Source>(&source)) *file = loaded(*file);
  if (auto* const files = std::get_if<std::vector<Source>>(&source)) {
    for (Source& file : *files) file = loaded(file);
  }
}

// Puts memory in the place of files.
void load(JudgmentInputs& inputs) {
  load(inputs.qrels);
  if (inputs.adhoc_qrels) load(*inputs.adhoc_qrels);
  if (inputs.topics) inputs.topics = loaded(*inputs.topics);
  if (!inputs.probabilities) return;
  if (auto* const file = std::get_if<Source>(&*inputs.probabilities)) *file = loaded(*file);
}

}  // namespace

Warning nuggets_without_judgments(const std::string& name, std::size_t unknown, std::size_t all,
                                  const std::string& first) {
  return internal::make_warning("nuggets-without-judgments", Location{name, 0},
                                std::to_string(unknown) + " of " + std::to_string(all) +
                                    " nuggets of topics have no judgments (first: " + first + ")");
}

Judgments::Judgments(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Judgments Judgments::read(const Source& qrels) {
  return read(JudgmentInputs{.qrels = qrels});
}

Judgments Judgments::read(JudgmentInputs inputs) {
  if (inputs.topics && inputs.probabilities) {
    throw Error::usage("topics and probabilities both describe the intents", "give one");
  }
  load(inputs);
  Warnings warnings;
  auto made =
      std::make_shared<const internal::Judgments>(internal::read_judgments(inputs, warnings));
  return internal::Inside::judgments(std::move(made), std::move(warnings), std::move(inputs));
}

subintent::Judgments internal::Inside::judgments(std::shared_ptr<const Judgments> made,
                                                 Warnings warnings, JudgmentInputs inputs) {
  drop_rows(inputs.qrels);
  if (inputs.adhoc_qrels) drop_rows(*inputs.adhoc_qrels);
  return subintent::Judgments(std::make_shared<const subintent::Judgments::Data>(
      subintent::Judgments::Data{std::move(made), std::move(warnings), std::move(inputs)}));
}

Judgments Judgments::of(const std::vector<Judgment>& judgments, std::string name,
                        TopicGrade topic_grade) {
  JudgmentRows rows;
  for (const Judgment& judgment : judgments) {
    rows.add(judgment.topic, judgment.intent, judgment.docno, judgment.grade);
  }
  Warnings warnings;
  internal::Qrels qrels =
      internal::Qrels::of(rows, internal::QrelsKind::diversity, std::move(name));
  auto made = std::make_shared<const internal::Judgments>(
      internal::judgments_of(std::move(qrels), std::nullopt, topic_grade, warnings));
  return internal::Inside::judgments(std::move(made), std::move(warnings),
                                     {.qrels = Rows(), .topic_grade = topic_grade});
}

std::vector<std::string> Judgments::topics() const {
  std::vector<std::string> names;
  for (const internal::TopicQrels& topic : data_->judgments->diversity.topics()) {
    names.emplace_back(topic.topic);
  }
  return names;
}

std::vector<Judgment> Judgments::judgments() const {
  return rows_of(data_->judgments->diversity);
}

JudgmentInputs Judgments::inputs() const {
  JudgmentInputs inputs = data_->inputs;
  if (std::holds_alternative<Rows>(inputs.qrels)) {
    Rows rows = rows_of(data_->judgments->diversity);
    inputs.judged = data_->judgments->has_intents() ? Judged::intents : Judged::topics;
    if (inputs.judged == Judged::topics) {
      for (Judgment& judgment : rows) judgment.intent = internal::no_intent;
    }
    inputs.qrels = std::move(rows);
  }
  if (inputs.adhoc_qrels && std::holds_alternative<Rows>(*inputs.adhoc_qrels)) {
    inputs.adhoc_qrels = rows_of(data_->judgments->adhoc);
  }
  load(inputs);
  return inputs;
}

std::vector<std::string> Judgments::relevant(std::string_view topic) const {
  const internal::TopicQrels* const found = data_->judgments->diversity.find(topic);
  if (found == nullptr) return {};
  const auto docnos = internal::relevant_docnos(*found);
  return {docnos.begin(), docnos.end()};
}

std::vector<Run> Judgments::answers() const {
  std::vector<Run> runs;
  for (internal::Run& run : internal::answer_runs(*data_->judgments)) {
    runs.push_back(internal::Inside::run(std::move(run)));
  }
  return runs;
}

bool Judgments::all_intents() const {
  return data_->judgments->all_intents;
}

bool Judgments::all_nuggets() const {
  return data_->judgments->all_nuggets;
}

const Warnings& Judgments::warnings() const {
  return data_->warnings;
}

}  // namespace subintent
