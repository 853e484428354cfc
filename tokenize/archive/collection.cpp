#include "tokenize/archive/collection.h"

#include <utility>

#include "subintent/basics.h"
#include "tokenize/archive/byte_window.h"

namespace subintent::internal {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view lz4_magic = "\x04\x22\x4d\x18";

// The format that is given, or that of the first bytes; `window` is then behind a byte-order mark.
const CollectionFormat& format_of(ByteWindow& window, const CollectionOptions& options) {
  if (window.peek(byte_order_mark.size()).starts_with(byte_order_mark)) {
    window.skip(byte_order_mark.size());
  }
  const std::string_view bytes = window.peek(collection_detection_size);
  if (bytes.empty())
    throw Error({window.name(), 0}, "is empty", "check that it was copied completely");
  if (options.format != nullptr) return *options.format;
  if (const auto* format = detect_collection_format(bytes)) return *format;
  if (bytes.starts_with(lz4_magic)) {
    throw Error({window.name(), 0}, "is compressed with lz4, which is not supported",
                "compress it with gzip or zstd");
  }
  throw Error(
      {window.name(), 0}, "has no known collection format",
      "give the format with `format`, or convert the file to " +
          enumerate_formats(&CollectionFormat::label, " or ", &CollectionFormat::is_advised));
}

}  // namespace

class CollectionReader::File {
 public:
  File(const Source& source, const CollectionOptions& options)
      : window_(source),
        reader_(format_of(window_, options).open(window_, counts_, options.html)) {}

  bool next(Document& document) {
    if (reader_->next(document)) {
      ++counts_.documents;
      return true;
    }
    if (!std::exchange(finished_, true)) finish();
    return false;
  }

  const CollectionCounts& counts() const { return counts_; }
  std::uint64_t position() const { return window_.position(); }

 private:
  // Whether anything was read before the end, and whether that end was the right one.
  void finish() {
    std::uint64_t broken = 0;
    for (const auto& [reason, defect] : counts_.skipped) broken += defect.count;
    if (counts_.records == broken) fail();
    const ByteWindow::Damage& damage = window_.damage();
    for (std::uint64_t gap = 0; gap < damage.gaps; ++gap) {
      counts_.count_repaired("damaged compressed data, skipped to the next gzip member",
                             window_.name() + ", byte " + std::to_string(damage.first_gap));
    }
    if (damage.is_end_lost) {
      counts_.count_repaired("damaged or truncated compressed data, the rest of the file is lost",
                             window_.name() + ", after record " + std::to_string(counts_.records));
    }
  }

  [[noreturn]] void fail() const {
    const std::string advice =
        "check that it is complete, and that `format` is right if it was given";
    if (window_.damage().first) throw *window_.damage().first;
    if (counts_.skipped.empty()) throw Error({window_.name(), 0}, "has no records", advice);
    const auto& [reason, defect] = *counts_.skipped.begin();
    throw Error({defect.first_place, 0}, reason + ", and nothing else in the file can be read",
                advice);
  }

  ByteWindow window_;
  CollectionCounts counts_;
  std::unique_ptr<DocumentReader> reader_;
  bool finished_ = false;
};

CollectionReader::CollectionReader(const Source& source, const CollectionOptions& options)
    : file_(std::make_unique<File>(source, options)) {}
CollectionReader::~CollectionReader() = default;

bool CollectionReader::next(Document& document) {
  return file_->next(document);
}
const CollectionCounts& CollectionReader::counts() const {
  return file_->counts();
}
std::uint64_t CollectionReader::position() const {
  return file_->position();
}

}  // namespace subintent::internal
