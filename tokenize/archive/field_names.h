// Which member of a JSON object, or column of a table, is the docno of a document, and which its
// text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace subintent::internal {

// Places in the list of names that was looked at.
struct Fields {
  struct Text {
    std::size_t place = 0;
    bool is_html = false;
    bool is_complete = false;   // no title belongs before it
    bool has_headings = false;  // headings belong before it
  };

  std::vector<std::size_t> docnos;  // the first of these that has one
  std::vector<Text> texts;          // the first of these that has one, or all that were asked for
  std::optional<std::size_t> title, headings, url;
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
                        const Fields& found) const;
  std::string advice(std::span<const std::string_view> names, const Fields& found) const;

 private:
  std::string docno_;
  std::vector<std::string> texts_;
};

}  // namespace subintent::internal
