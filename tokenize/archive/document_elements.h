// Collections of documents between a start tag and an end tag, one after the other.
#pragma once

#include "tokenize/archive/document_reader.h"

namespace subintent::internal {

// Tags count in upper and lower case. A document whose end tag is lost ends where the next one
// starts in a line of its own, or with the file; one that is too long is cut.
class DocumentElements : public DocumentReader {
 public:
  bool next(Document& document) final;

 protected:
  // `start_tag` is "<NAME": a body begins with the rest of the tag.
  DocumentElements(ByteWindow& window, CollectionCounts& counts, const ReadingOptions& options,
                   std::string_view start_tag, std::string_view end_tag)
      : DocumentReader(window, counts, options), start_tag_(start_tag), end_tag_(end_tag) {}

  // The end tag of an element around all documents; empty if there is none.
  std::string end_of_all_;

 private:
  struct Body {
    std::string_view text;  // between the tags
    std::size_t size = 0;   // with the end tag
  };

  // Fills all members of `document` from what is between the tags; otherwise says why it is not a
  // document, in words from a fixed set.
  virtual std::optional<std::string> read_body(std::string_view body, Document& document) = 0;

  bool find_start();
  std::size_t find_end(std::string_view text, std::size_t from) const;
  Body see_body();

  std::size_t find_start_tag(std::string_view text) const;

  const std::string_view start_tag_, end_tag_;
};

// Does `text` begin with `tag`, in either case?
bool starts_with_tag(std::string_view text, std::string_view tag);

// Does it begin with the start tag of the element "<NAME", with attributes or without?
bool starts_with_element(std::string_view text, std::string_view start_tag);

// Finds `tag` in `text`, in either case; npos if it is not there.
std::size_t find_tag(std::string_view text, std::string_view tag, std::size_t from = 0);

}  // namespace subintent::internal
