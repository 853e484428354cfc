#include "tokenize/archive/collection.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "support/error.h"
#include "support/strings.h"
#include "tokenize/archive/arc.h"
#include "tokenize/archive/byte_window.h"
#include "tokenize/archive/http_response.h"
#include "tokenize/archive/json_lines.h"
#include "tokenize/archive/tab_separated.h"
#include "tokenize/archive/trec_text.h"
#include "tokenize/archive/warc.h"
#include "trec/docno.h"

namespace subintent {
namespace {

constexpr std::size_t detection_size = 1 << 16;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view lz4_magic = "\x04\x22\x4d\x18";
constexpr std::string_view formats_advice =
    "give the format with `format`, or convert the file to WARC, TREC text, JSON lines or TSV";

// Text has no control characters but white space and escape (ISO-2022-JP).
bool is_text(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && !(byte >= '\t' && byte <= '\r') && byte != 0x1b;
  });
}

using Reader =
    std::variant<WarcReader, ArcReader, TrecTextReader, JsonLinesReader, TabSeparatedReader>;

Reader make_reader(CollectionFormat format, ByteWindow& window, CollectionCounts& counts,
                   bool html) {
  switch (format) {
    case CollectionFormat::warc:
      return WarcReader(window, counts);
    case CollectionFormat::arc:
      return ArcReader(window, counts);
    case CollectionFormat::trec:
      return TrecTextReader(window, counts);
    case CollectionFormat::jsonl:
      return JsonLinesReader(window, counts, html);
    case CollectionFormat::tsv:
      break;
  }
  return TabSeparatedReader(window, counts, html);
}

CollectionFormat format_of(ByteWindow& window, const CollectionOptions& options) {
  if (window.peek(byte_order_mark.size()).starts_with(byte_order_mark)) {
    window.skip(byte_order_mark.size());
  }
  const std::string_view bytes = window.peek(detection_size);
  if (bytes.empty()) throw Error({window.name(), 0}, "is empty", "check that it was copied whole");
  if (options.format) return *options.format;
  if (const auto format = detect_collection_format(bytes)) return *format;
  if (bytes.starts_with(lz4_magic)) {
    throw Error({window.name(), 0}, "is compressed with lz4, which is not supported",
                "compress it with gzip or zstd");
  }
  throw Error({window.name(), 0}, "is of no known collection format", std::string(formats_advice));
}

}  // namespace

std::optional<CollectionFormat> parse_collection_format(std::string_view name) {
  if (name == "warc") return CollectionFormat::warc;
  if (name == "arc") return CollectionFormat::arc;
  if (name == "trec") return CollectionFormat::trec;
  if (name == "jsonl") return CollectionFormat::jsonl;
  if (name == "tsv") return CollectionFormat::tsv;
  return std::nullopt;
}

std::optional<CollectionFormat> detect_collection_format(std::string_view bytes) {
  const std::size_t start = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  const std::string_view text = bytes.substr(start);
  if (text.starts_with("WARC/")) return CollectionFormat::warc;
  if (text.starts_with("filedesc:")) return CollectionFormat::arc;
  if (equal_ignoring_case(text.substr(0, 5), "<DOC>")) return CollectionFormat::trec;
  if (text.starts_with('{')) return CollectionFormat::jsonl;
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  const std::size_t tab = line.find('\t');
  const bool is_table = tab != std::string_view::npos && !docno_defect(trim(line.substr(0, tab)));
  if (is_table && is_text(bytes.substr(0, detection_size))) return CollectionFormat::tsv;
  return std::nullopt;
}

class CollectionReader::File {
 public:
  File(const Source& source, const CollectionOptions& options)
      : window_(source),
        reader_(make_reader(format_of(window_, options), window_, counts_, options.html)) {}

  bool next(Document& document) {
    if (std::visit([&](auto& reader) { return reader.next(document); }, reader_)) {
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
      counts_.count_repaired("damaged compressed data, passed over to the next gzip member",
                             window_.name() + ", byte " + std::to_string(damage.first_gap));
    }
    if (damage.is_end_lost) {
      counts_.count_repaired("damaged or cut compressed data, with the rest of the file lost",
                             window_.name() + ", after record " + std::to_string(counts_.records));
    }
  }

  [[noreturn]] void fail() const {
    const std::string advice = "check that it is whole, and that `format` is right if it was given";
    if (window_.damage().first) throw *window_.damage().first;
    if (counts_.skipped.empty()) throw Error({window_.name(), 0}, "has no records", advice);
    const auto& [reason, defect] = *counts_.skipped.begin();
    throw Error({defect.first_place, 0}, reason + ", and nothing else in the file can be read",
                advice);
  }

  ByteWindow window_;
  CollectionCounts counts_;
  Reader reader_;
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

}  // namespace subintent
