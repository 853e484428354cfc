#include "tokenize/archive/document_records.h"

#include "subintent/program.h"

namespace subintent::internal {

bool DocumentRecords::next(Document& document) {
  while (true) {
    const std::optional<Record> record = next_record();
    if (!record) return false;
    if (trim(record->text).empty() && record->defect.empty()) continue;
    ++counts_.records;
    document.title.clear();
    document.url.clear();
    const auto defect = record->defect.empty() ? read_record(record->text, document)
                                               : std::optional<std::string>(record->defect);
    if (!defect) return true;
    counts_.count_skipped(*defect, place());
  }
}

std::optional<DocumentRecords::Record> DocumentRecords::next_record() {
  std::string_view line;
  bool too_long = false;
  if (!window_.next_line(line, document_size_limit, too_long)) return std::nullopt;
  line_ = ++lines_;
  return Record{line, too_long ? "line longer than 64 MiB" : ""};
}

void DocumentRecords::refuse_docno(std::string_view docno, std::string_view other) const {
  throw UnknownNames(
      {window_.name(), line_},
      "has the docno " + printable(docno) + " of a document before, but another " +
          printable(other),
      "join the two, or say which is the docno, as with `docno=" + printable(other) + '`');
}

void DocumentRecords::complain(std::string_view what, std::span<const std::string_view> names,
                               const Fields& found, std::span<const std::string> values) {
  const std::string complaint = options_.names.complaint(what, names, found);
  if (!complaint_) {
    complaint_ = UnknownNames({window_.name(), line_}, complaint,
                              options_.names.advice(names, found, values));
    first_values_.assign(values.begin(), values.end());
  } else if (first_values_.size() == values.size() && complaint == complaint_->message()) {
    complaint_ = UnknownNames(complaint_->location(), complaint,
                              options_.names.advice(names, found, first_values_, values));
    first_values_.clear();
  }
}

}  // namespace subintent::internal
