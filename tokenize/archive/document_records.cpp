#include "tokenize/archive/document_records.h"

#include "core/io/table_cells.h"
#include "subintent/program.h"

namespace subintent::internal {

bool DocumentRecords::next(Document& document) {
  if (ahead_) {
    document = *std::exchange(ahead_, std::nullopt);
    ++counts_.records;
  } else if (!next_part(document)) {
    return false;
  }
  Document more;
  for (std::string part = part_; !part.empty() && next_part(more); part = part_) {
    std::string_view text = more.content;
    const bool is_part = more.docno == document.docno && part_ != part &&
                         text != document.content && more.is_html == document.is_html &&
                         document.content.size() + text.size() < document_size_limit;
    if (!is_part) {
      ahead_ = std::move(more);
      --counts_.records;
      break;
    }
    if (text.starts_with(document.title + '\n')) text.remove_prefix(document.title.size() + 1);
    document.content.append("\n").append(text);
    counts_.count_joined(place());
  }
  return true;
}

bool DocumentRecords::next_part(Document& document) {
  while (true) {
    const std::optional<Record> record = next_record();
    if (!record) return false;
    if (trim(record->text).empty() && record->defect.empty()) continue;
    ++counts_.records;
    document.title.clear();
    document.url.clear();
    ids_.clear();
    const auto defect = record->defect.empty() ? read_record(record->text, document)
                                               : std::optional<std::string>(record->defect);
    if (!defect) {
      require_one_document(document.docno);
      return true;
    }
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

[[gnu::cold]] void DocumentRecords::choose_docno(std::string& docno) {
  const bool is_asked = options_.names.asks_for_docno();
  if (!is_chosen_ && !is_asked && options_.wanted != nullptr) {
    const auto wanted = std::ranges::find_if(ids_, [this](const Id& id) {
      return id.may_be_docno && options_.wanted->contains(id.docno);
    });
    is_chosen_ = wanted != ids_.end();
    if (is_chosen_ && !options_.wanted->contains(docno)) docno_name_ = wanted->name;
  }
  for (const Id& id : ids_)
    if (id.name == docno_name_) docno = id.docno;
  for (const Id& id : ids_)
    if (id.docno != docno) part_.append(id.docno) += '\n';
  if (is_asked || !docno_name_.empty()) ids_.clear();
}

// A docno that another document has is that of a part, which are numbered in each document.
[[gnu::cold]] void DocumentRecords::require_one_document(const std::string& docno) {
  if (is_rounded(docno))
    throw Error({window_.name(), line_}, "the docno " + docno + rounded_name, rounded_advice);
  if (ids_.empty() || first_docnos_.size() > 10'000) return;
  std::vector<std::string> all;
  for (const Id& id : ids_) all.push_back(id.may_be_number || !id.may_be_docno ? "" : id.docno);
  const auto& first = first_docnos_.try_emplace(docno, all).first->second;
  for (std::size_t i = 0; i < all.size() && first.size() == all.size(); ++i) {
    if (first[i] == all[i]) continue;
    const std::string other = printable(ids_[i].name);
    throw UnknownNames(
        {window_.name(), line_},
        "has the docno " + printable(docno) + " of a document before, but another " + other,
        "join the two, or say which is the docno, as with `docno=" + other + '`');
  }
}

[[gnu::cold]] void DocumentRecords::complain(std::string_view what,
                                             std::span<const std::string_view> names,
                                             const Fields& fields,
                                             std::span<const std::string> values) {
  const std::string complaint = options_.names.complaint(what, names, fields);
  if (!complaint_) {
    std::string advice = options_.names.advice(names, fields, values);
    if (advice.ends_with("`docno=NAME` `text=NAME`"))
      advice = R"(give each document as {"id": "d1", "text": "its text"})";
    complaint_ = UnknownNames({window_.name(), line_}, complaint, advice);
    first_values_.assign(values.begin(), values.end());
  } else if (first_values_.size() == values.size() && complaint == complaint_->message()) {
    complaint_ = UnknownNames(complaint_->location(), complaint,
                              options_.names.advice(names, fields, first_values_, values));
    first_values_.clear();
  }
}

}  // namespace subintent::internal
