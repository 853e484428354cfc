#include "tokenize/archive/collection.h"

#include <fmt/format.h>

#include "core/base/strings.h"
#include "core/io/decoders.h"
#include "core/io/input_file.h"
#include "subintent/basics.h"
#include "subintent/program.h"
#include "tokenize/archive/byte_window.h"
#include "tokenize/archive/header_fields.h"
#include "tokenize/archive/payload.h"
#include "tokenize/charset/charset.h"

namespace subintent::internal {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// In a table all lines have a tab.
bool is_table(std::string_view bytes) {
  const bool is_all = bytes.size() < collection_detection_size;
  while (bytes.find('\n') != bytes.npos || (is_all && !bytes.empty())) {
    const std::string_view line = trim(take_line(bytes));
    if (!line.empty() && line.find('\t') == line.npos) return false;
  }
  return true;
}

// A text may have a tab in its first line, or begin with a bracket.
bool is_prose(std::string_view bytes, const CollectionFormat& detected) {
  const std::string_view start = without_leading_blanks(bytes);
  const std::string_view inside =
      without_leading_blanks(start.substr(std::min<std::size_t>(start.size(), 1)));
  return (detected.name == "tsv" && !is_table(bytes)) ||
         (detected.name == "jsonl" && !inside.starts_with('"') && !inside.starts_with('{'));
}

// Its first record may end behind these bytes.
bool begins_with_document(std::string_view bytes, const CollectionFormat& format,
                          const FieldNames& names) {
  ByteWindow window(Source::memory(bytes, ""));
  CollectionCounts counts;
  Document document;
  try {
    const auto reader = format.open(window, counts, {.names = names, .is_one_of_folder = true});
    return reader->next(document) ||
           (bytes.size() >= collection_detection_size && counts.records == 1);
  } catch (const Error&) {
    return false;
  }
}

// By the first bytes of a file, and by its name where they leave it open; null for another file of
// a folder.
const CollectionFormat* find_format(const CollectionFile& file, std::string_view bytes,
                                    const FieldNames& names) {
  const auto* const detected = detect_collection_format(bytes);
  if (detected != nullptr && !detected->is_plain) return detected;  // no text looks like it
  const CollectionFormat& text = collection_format("text");
  const Ending ending = file.docno.empty() ? Ending::none : ending_of(file.source.path());
  const bool is_text = ending == Ending::text || ending == Ending::markdown;
  if (ending == Ending::html) return &text;
  if (ending == Ending::csv) return &collection_format("csv");
  if (file.is_one_of_folder && ending == Ending::other) return nullptr;
  if (ending == Ending::collection || (!file.is_one_of_folder && !is_text)) return detected;
  if (detected != nullptr && !is_prose(bytes, *detected) &&
      (!file.is_one_of_folder ||
       (detected->name != "csv" && begins_with_document(bytes, *detected, names))))
    return detected;
  return is_text || (!bytes.empty() && kind_unless_text(bytes).empty()) ? &text : nullptr;
}

// Names collections in forms that are not read, and how to write them as one that is.
void refuse_old_collections(std::string_view bytes, const std::string& name) {
  const auto refuse = [&](bool is_it, const char* what, const char* advice) {
    if (is_it) throw Error({name, 1}, std::string("is a collection in ") + what, advice);
  };
  const bool has_fields = bytes.find("\n.T") != bytes.npos || bytes.find("\n.W") != bytes.npos;
  refuse(
      bytes.starts_with(".I ") && has_fields, "the form of SMART (.I, .T, .W)",
      R"(write it as TSV: awk '/^\.I/{printf "%s%s\t",n,$2;n="\n";f="";next}/^\.[A-Z]/{f=$1;next}f~/T|W/{printf "%s ",$0}' FILE > FILE.tsv)");
  refuse(
      bytes.substr(0, 200).find("<REUTERS ") != bytes.npos, "the SGML of Reuters-21578",
      R"(write it as TREC text: sed '/^<!/d;s/<REUTERS.*NEWID=/<DOC id=/;s/<\/REUTERS/<\/DOC/' FILE > FILE.trec)");
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  refuse(line.find("::") != line.rfind("::") && bytes.find('\t') == bytes.npos && is_digit(line[0]),
         "the form of MovieLens (::)", R"(write it as TSV: sed 's/::/\t/g' FILE > FILE.tsv)");
}

// The format that is given, or is found; `window` is then behind a byte-order mark. Null for a file
// of a folder that has none.
const CollectionFormat* format_of(const CollectionFile& file, ByteWindow& window,
                                  const CollectionOptions& options) {
  if (window.peek(byte_order_mark.size()).starts_with(byte_order_mark))
    window.skip(byte_order_mark.size());
  const std::string_view bytes = window.peek(collection_detection_size);
  if (bytes.empty() && !file.is_one_of_folder)
    throw Error({window.name(), 0}, "is empty", "check that it was copied completely");
  if (file.has_queries) return nullptr;
  const auto* const format =
      options.format != nullptr ? options.format : find_format(file, bytes, options.names);
  if (options.format == nullptr && (!file.is_one_of_folder || format == nullptr))
    refuse_old_collections(bytes, window.name());
  if (format == &collection_format("text") && !file.docno.empty()) return format;
  if (format == nullptr && file.is_one_of_folder) return nullptr;
  refuse_other_formats(bytes, window.name());
  without_byte_order_mark(bytes, window.name());  // refuses UTF-16
  refuse_wide_text(bytes, window.name());
  if (options.format == nullptr && (format == nullptr || format->name == "jsonl"))
    if (const std::string_view kind = kind_unless_text(bytes); !kind.empty())
      throw Error({window.name(), 0}, fmt::format("holds {}, no text", kind),
                  "unpack archives, and save other files as text");
  if (format == &collection_format("text"))
    throw Error({window.name(), 0}, "has no name, which is the docno of a text", "give a file");
  if (format != nullptr) return format;
  throw Error(
      {window.name(), 0}, "has no known collection format",
      "give the format with `format`, which is `format=text` for a file that is one "
      "document, or convert the file to " +
          enumerate_formats(&CollectionFormat::label, " or ", &CollectionFormat::is_advised));
}

// Tables have one, and TREC text that is no pages.
bool has_one_charset(const CollectionFormat& format, std::string_view bytes) {
  if (format.name != "trec") return format.name == "csv" || format.name == "tsv";
  const std::string text = lowered(bytes.substr(0, collection_detection_size));
  return text.find("<dochdr") == text.npos && text.find("charset=") == text.npos;
}

ReadingOptions reading_options(const CollectionFile& file, const CollectionOptions& options) {
  const bool html = options.html || ending_of(file.source.path()) == Ending::html;
  return {html,           options.names,      file.docno, file.is_one_of_folder,
          options.wanted, file.is_beside_text};
}

}  // namespace

CollectionReader::CollectionReader(const CollectionFile& file, const CollectionOptions& options)
    : window_(file.source), is_one_of_folder_(file.is_one_of_folder) {
  try {
    format_ = format_of(file, window_, options);
    if (format_ == nullptr) return;
    if (has_one_charset(*format_, window_.peek(collection_detection_size))) window_.decode_lines();
    reader_ = format_->open(window_, counts_, reading_options(file, options));
  } catch (const UnknownNames& error) {
    if (!is_one_of_folder_) throw;
    counts_.failure = error;
    format_ = nullptr;
  } catch (const DamagedData& error) {
    if (!is_one_of_folder_) throw;
    counts_.failure = error;
    format_ = nullptr;
  }
}

bool CollectionReader::next(Document& document) {
  while (reader_ && reader_->next(document)) {
    const std::string_view kind =
        kind_unless_text(document.content, document.http_charset, document.is_html);
    if (kind.empty()) {
      ++counts_.documents;
      return true;
    }
    counts_.count_other(std::string(kind).append(instead_of_text));
  }
  if (!std::exchange(finished_, true)) finish();
  return false;
}

bool CollectionReader::is_copy(const Document& document,
                               std::unordered_map<std::string, Given>& before,
                               CollectionCounts& counts) const {
  Given& first = before[document.docno];
  const std::size_t content = std::hash<std::string>()(document.content);
  if (first.record == 0) {
    first.file = window_.name();
    first.record = counts_.records;
    first.content = content;
    return false;
  }
  const std::string place = fmt::format("{}, record {}", window_.name(), counts_.records);
  const std::string_view file = first.file == window_.name() ? std::string_view() : first.file;
  if (first.content != content)
    throw Error(
        {place, 0},
        fmt::format("document {} is listed twice, first as {}{}record {}",
                    printable(document.docno), file, file.empty() ? "" : ", ", first.record),
        "keep one of the two, or give each a name of its own");
  counts.count_skipped("copy of one before", place);
  --counts.documents;
  return true;
}

// Whether anything was read before the end, and whether that end was the right one.
void CollectionReader::finish() {
  if (format_ == nullptr) return count_other_file();
  std::uint64_t broken = 0;
  for (const auto& [reason, defect] : counts_.skipped) broken += defect.count;
  const bool is_empty = counts_.records == 0 && is_one_of_folder_;
  if (counts_.records == broken && !is_empty) {
    counts_.failure = failure();
    if (!is_one_of_folder_) throw Error(*counts_.failure);
  }
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

void CollectionReader::count_other_file() {
  ++counts_.records;
  const std::string_view bytes = window_.peek(collection_detection_size);
  if (window_.damage().first)
    return counts_.count_skipped("damaged or truncated compressed data", window_.name());
  const std::string_view kind = kind_unless_text(bytes);
  counts_.count_other(kind.empty() ? counts_.failure ? "file whose columns or members are not known"
                                                     : "file that is no document"
                                   : std::string(kind).append(instead_of_text));
}

Error CollectionReader::failure() const {
  if (reader_->complaint()) return *reader_->complaint();
  const std::string advice =
      "check that it is complete, and that `format` is right if it was given";
  if (window_.damage().first) return *window_.damage().first;
  if (counts_.skipped.empty()) return Error({window_.name(), 0}, "has no records", advice);
  const auto& [reason, defect] = *counts_.skipped.begin();
  return Error({defect.first_place, 0}, reason + ", and nothing else in the file can be read",
               advice);
}

void require_documents(const CollectionCounts& counts, std::span<const CollectionFile> files) {
  const auto of_folder = std::ranges::find_if(files, &CollectionFile::is_one_of_folder);
  if (counts.documents > 0 || of_folder == files.end()) return;
  if (counts.failure) {
    const auto& [file, line] = counts.failure->location();  // it is not a line of the folder
    throw Error({line == 0 ? file : file + ':' + std::to_string(line), 0},
                counts.failure->message(), counts.failure->advice());
  }
  const std::string skipped = counts.skipped_text();
  throw Error({of_folder->source.name(), 0},
              "is no document, nor is another file of the folder: " + skipped,
              skipped.find(" instead of ") == std::string::npos
                  ? "give `format=text` to read all files as text, or text, HTML or a collection"
                  : "unpack archives, and save other files as text");
}

void DifferentDocuments::add(const CollectionFile& file) {
  const auto [at, is_new] = names_.emplace(file.docno, file.source.name());
  if (is_new) return;
  const auto folder = [](const std::string& path) { return path.substr(0, path.rfind('/') + 1); };
  const std::string& name = file.source.name();
  const bool are_together = folder(name) == folder(at->second);
  throw Error({name, 0}, "is the document " + printable(file.docno) + ", as " + at->second + " is",
              std::string("leave out one of the two, or ") +
                  (are_together ? "give it another name" : "give the folder above both"));
}

}  // namespace subintent::internal
