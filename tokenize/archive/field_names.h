// Which member of a JSON object, or column of a table, is the docno of a document, and which its
// text.
#pragma once

#include "core/base/strings.h"
#include "subintent/program.h"

namespace subintent::internal {

// Stands for the value of a member that can be neither docno nor text.
constexpr std::string_view no_value = "[";

// Has it no blank, as titles have, and no defect?
inline bool is_plain_docno(std::string_view docno) {
  return docno.find(' ') == docno.npos && !docno_defect(docno);
}

// Places in the list of names that was looked at.
struct Fields {
  struct Text {
    std::size_t place = 0;
    bool is_html = false;
    bool is_complete = false;   // no title belongs before it
    bool has_headings = false;  // headings belong before it
    bool has_abstract = false;  // an abstract belongs before it
  };

  // Is the column at `place` read?
  bool use(std::size_t place, bool all_texts) const;

  // The docno of a record by what `value` finds at a place: the first there is. An `id` may number
  // the rows, where another column names documents.
  std::optional<std::string> docno_by(const auto& value) const {
    std::optional<std::string> last;
    for (const std::size_t place : docnos) {
      std::optional<std::string> docno = value(place);
      if (!docno || (is_guess && !is_plain_docno(*docno))) continue;
      if (!docno->empty() && !(place == id && parse_integer(*docno))) return docno;
      if (!last || last->empty()) last = docno;
    }
    return last;
  }

  std::vector<std::size_t> docnos;     // the first of these that has one
  std::optional<std::size_t> id = {};  // one of these, if documents have another name, too
  bool is_guess = false;               // it may be another name than that of the document
  // The docnos, and what else tells parts of documents apart; none where there are no parts.
  std::vector<std::size_t> parts = {};
  std::vector<Text> texts;  // the first of these that has one, or all that were asked for
  std::optional<std::size_t> title = {}, headings = {}, abstract = {}, url = {};
};

// Names as a person gives them; none: those that the field uses.
class FieldNames {
 public:
  FieldNames(std::string docno, std::vector<std::string> texts)
      : docno_(std::move(docno)), texts_(std::move(texts)) {}

  // Names differ by more than case, "_", "-" and blanks.
  Fields find(std::span<const std::string_view> names) const;

  bool asks_for_docno() const { return !docno_.empty(); }
  bool asks_for_texts() const { return !texts_.empty(); }
  // By names such as "meta.id", of members of members.
  bool asks_for_nested() const {
    return docno_.find('.') != docno_.npos ||
           std::ranges::any_of(texts_, [](auto& name) { return name.find('.') != name.npos; });
  }
  // All texts that were asked for belong to a document, one after the other.
  const std::string& docno() const { return docno_; }
  const std::vector<std::string>& texts() const { return texts_; }

  // Says what is wrong with these names: "has columns a, b, none of which is known to be the docno;
  // say which is: ...". `what` is "members" or "columns".
  std::string complaint(std::string_view what, std::span<const std::string_view> names,
                        const Fields& fields) const;
  // A column that has the same value in the next record is no docno.
  std::string advice(std::span<const std::string_view> names, const Fields& fields,
                     std::span<const std::string> values,
                     std::span<const std::string> next = {}) const;

  // Names the texts among the values of a record that are not read, and the option that reads them;
  // nothing if there are none.
  struct LeftOut {
    std::string text, advice;
  };
  std::optional<LeftOut> left_out(std::span<const std::string_view> names, const Fields& fields,
                                  std::span<const std::string> values) const;

 private:
  std::string docno_;
  std::vector<std::string> texts_;
};

}  // namespace subintent::internal
