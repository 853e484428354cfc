// Formats of document collections: what one is, and the list of all of them.
#pragma once

#include "tokenize/archive/document_reader.h"

namespace subintent::internal {

// The number of first bytes of a file that are looked at to detect its format.
constexpr std::size_t collection_detection_size = 1 << 16;

// One format: the function NAME_format(), in the file of its reader, gives all but its name, which
// is that in the list SUBINTENT_COLLECTION_FORMATS (CMakeLists.txt).
struct CollectionFormat {
  std::string_view name = {};  // for programs: "trec"
  std::string_view label;      // for people: "TREC text"

  // Whether a file that begins with `bytes`, collection_detection_size of them if it is that long,
  // may be of this format. Formats are asked in the order of the list.
  bool (*detect)(std::string_view bytes);

  std::unique_ptr<DocumentReader> (*open)(ByteWindow& window, CollectionCounts& counts,
                                          const ReadingOptions& options);

  bool is_plain = false;     // its texts are plain, or HTML on request
  bool is_advised = false;   // one to convert other files to
  std::string_view example;  // a small sound file
};

// In the order of detection. They stay where they are.
std::span<const CollectionFormat> collection_formats();

// The format of that name. Throws Error of Kind::argument (`format`) if there is none.
const CollectionFormat& collection_format(std::string_view name);

// The format of a file that begins with `bytes`; null if it is of none.
const CollectionFormat* detect_collection_format(std::string_view bytes);

// For messages: names or labels, as "warc, arc or trec", of all formats or of those that `are`.
std::string enumerate_formats(std::string_view CollectionFormat::*text,
                              std::string_view before_last, bool CollectionFormat::*are = nullptr);

// The reader of records for most formats.
template <typename Reader>
std::unique_ptr<DocumentReader> open_reader(ByteWindow& window, CollectionCounts& counts,
                                            const ReadingOptions& options) {
  return std::make_unique<Reader>(window, counts, options);
}
std::string_view without_leading_blanks(std::string_view bytes);

}  // namespace subintent::internal
