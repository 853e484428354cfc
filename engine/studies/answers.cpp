#include <utility>

#include "engine/studies/study_data.h"
#include "judge/journal.h"
#include "judge/progress.h"
#include "render/table_format.h"
#include "subintent/basics.h"
#include "subintent/judge.h"

namespace subintent {
namespace {

StudyTables tables_of(internal::Report report, const std::string& command,
                      const StudyTableLayout& layout) {
  const internal::TableFormat* const format = internal::find_table_format(layout.format);
  if (format == nullptr || format->report == nullptr) {
    throw Error::argument("format", "format: there is no such format of tables");
  }
  std::string text = format->report(command, report, layout.width);
  return {std::move(report.tables), std::move(text)};
}

}  // namespace

StudyAnswers::StudyAnswers(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

StudyAnswers StudyAnswers::read(const Study& study) {
  Data data{study.data_, {}, {}, {}};
  data.stored = internal::read_study_journal(data.study(), study.folder(), data.warnings);
  data.counting = internal::counting_answers(data.stored);
  return StudyAnswers(std::make_shared<const Data>(std::move(data)));
}

const Warnings& StudyAnswers::warnings() const {
  return data_->warnings;
}

StudyTables StudyAnswers::progress(double fast_seconds, const StudyTableLayout& layout) const {
  return tables_of(internal::progress_report(data_->study(), data_->stored, fast_seconds),
                   "judge status", layout);
}

}  // namespace subintent
