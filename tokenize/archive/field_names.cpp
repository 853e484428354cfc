#include "tokenize/archive/field_names.h"

#include "core/base/strings.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t texts_without_headings = 3;  // the first of text_columns

using Names = std::span<const std::string_view>;

std::optional<std::size_t> place_of(Names names, std::string_view wanted) {
  const auto exact = std::ranges::find(names, wanted);
  if (exact != names.end()) return exact - names.begin();
  const auto alike =
      std::ranges::find_if(names, [&](std::string_view name) { return same_name(name, wanted); });
  if (alike == names.end()) return std::nullopt;
  return alike - names.begin();
}

std::string listed(Names names) {
  constexpr std::size_t most = 12;
  std::string all;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    if (!names[i].empty()) all += (all.empty() ? "" : ", ") + printable(names[i].substr(0, 40));
  return names.size() > most ? all + " ..." : all;
}

}  // namespace

Fields FieldNames::find(Names names) const {
  Fields found;
  const auto add_docno = [&](std::string_view name) {
    if (const auto place = place_of(names, name)) found.docnos.push_back(*place);
  };
  if (!docno_.empty()) {
    add_docno(docno_);
  } else {
    std::ranges::for_each(ColumnNames{"id", "clueweb22_id"}, add_docno);
    for (const std::string_view name : docno_columns)
      if (!is_called(name, text_columns)) add_docno(name);
    std::ranges::for_each(ColumnNames{"uuid", "uid", "identifier"}, add_docno);
  }
  const auto add_text = [&](std::string_view name, bool is_complete, bool has_headings) {
    if (const auto place = place_of(names, name))
      found.texts.push_back({*place, lowered(name).ends_with("html"), is_complete, has_headings});
  };
  for (const std::string& name : texts_) add_text(name, true, false);
  std::size_t i = 0;
  for (const std::string_view name : texts_.empty() ? text_columns : ColumnNames{}) {
    add_text(name, i == 0, i >= texts_without_headings);
    ++i;
  }
  found.title = place_of(names, "title");
  found.headings = place_of(names, "headings");
  found.url = place_of(names, "url");
  return found;
}

std::string FieldNames::complaint(std::string_view what, Names names, const Fields& found) const {
  std::string text = "has " + std::string(what) + ' ' + listed(names) + ", ";
  if (found.docnos.empty() && !docno_.empty()) return text + "and none called " + printable(docno_);
  if (found.texts.empty() && !texts_.empty())
    return text + "and none called " + printable(texts_[0]);
  const bool both = found.docnos.empty() && found.texts.empty();
  return text + "none of which is known to be the " +
         (both                   ? "docno or the text"
          : found.docnos.empty() ? "docno"
                                 : "text");
}

std::string FieldNames::advice(Names names, const Fields& found) const {
  std::string docno, text;
  const auto named = [](const char* what, std::string_view name) {
    if (is_called(name, topic_columns)) name = "NAME";
    return '`' + std::string(what) + '=' + printable(name.substr(0, 40)) + '`';
  };
  const auto first = std::ranges::find_if(names, [](auto name) { return !name.empty(); });
  if (found.docnos.empty()) docno = named("docno", first == names.end() ? "NAME" : *first);
  if (found.texts.empty()) text = named("text", names.empty() ? "NAME" : names.back());
  return "say which is, as with " + docno + (docno.empty() || text.empty() ? "" : " ") + text;
}

}  // namespace subintent::internal
