// Finds out what files are, from their content and from the readers that take them.
#include "subintent/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <ranges>
#include <set>
#include <system_error>

#include "core/base/strings.h"
#include "core/collection/qrels.h"
#include "core/collection/run.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "engine/check_kinds.h"
#include "subintent/program.h"

namespace subintent {
namespace internal {
namespace {

// Blanks a line of `text`, so that others keep their numbers. False where there is nothing in it.
bool blank_line(std::string& text, std::size_t line) {
  std::size_t at = 0;
  for (; line > 1 && at < text.size(); --line)
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const bool is_blank = trim(std::string_view(text).substr(at, end - at)).empty();
  std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
            text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  return !is_blank;
}

// A message without what differs from line to line: numbers, and words in quotes.
std::string complaint_of(const FileFault& fault) {
  std::string text;
  bool is_quoted = false;
  for (const char c : fault.message) {
    if (c == '\'') is_quoted = !is_quoted;
    if (!is_quoted && std::string_view("0123456789.").find(c) == std::string_view::npos) text += c;
  }
  return text;
}

// Adds a fault, or one more line to one like it.
void add_fault(std::vector<FileFault>& faults, FileFault fault) {
  const auto like =
      std::ranges::find(faults, complaint_of(fault), [](const auto& f) { return complaint_of(f); });
  if (like == faults.end() || fault.line == 0) return faults.push_back(std::move(fault));
  like->lines += fault.lines;
}

// Reads again and again, each time without the line that was refused.
FileCheck read_with_faults(const FileKind& kind, Source source, std::size_t most_faults) {
  constexpr std::size_t most_bytes = 1 << 28;  // that are read, but for very large files
  std::vector<FileFault> faults;
  bool has_more = false;
  std::size_t left_out = 0;
  FileCheck check;
  for (;;) {
    check = {source.name(), std::string(kind.name)};
    try {
      kind.describe(source, check);
      break;
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::input) throw;
      const Location& where = error.location();
      if (!faults.empty() && where.line == 0) break;  // of what is left, such as nothing
      has_more = faults.size() >= most_faults;
      if (has_more) break;
      std::string rest(Content(source).bytes());
      const bool has_line = where.line > 0 && blank_line(rest, where.line);
      if (has_line || faults.empty())
        add_fault(faults, {where.line, error.message(), error.advice()});
      if (!has_line || trim(rest).empty()) break;
      ++left_out;
      has_more = left_out >= 50 * most_faults ||
                 (left_out >= most_faults && left_out * rest.size() > most_bytes);
      if (has_more) break;
      source = Source::memory(std::move(rest), source.name());
    }
  }
  if (check.commands.empty() && !kind.commands.empty()) check.commands = split(kind.commands, ',');
  faults.insert(faults.end(), check.faults.begin(), check.faults.end());
  check.faults.clear();
  for (FileFault& fault : faults) add_fault(check.faults, std::move(fault));
  std::ranges::stable_sort(check.faults, {}, &FileFault::line);
  check.has_more_faults = has_more;
  return check;
}

bool holds_no_document(const FileCheck& check) {
  return std::ranges::none_of(check.counts, [](const auto& counted) {
    return counted.first == "document" && counted.second > 0;
  });
}

// The first files of a folder, where they are of one kind that is read by the file; else documents.
FileCheck check_folder(const Source& source, std::size_t most_faults) {
  constexpr std::size_t looked_at = 100;
  std::set<std::string> paths;
  std::error_code failed;
  for (std::filesystem::directory_iterator entry(source.path(), failed), end;
       entry != end && !failed; entry.increment(failed))
    paths.insert(entry->path().string());
  if (const std::string study = source.path() + "/study.jsonl";
      std::filesystem::exists(study, failed)) {
    FileCheck check = check_file(Source(study), most_faults);
    check.file = source.name();
    return check;
  }
  const auto as_documents = [&] {
    FileCheck check = read_with_faults(kind_called("documents"), source, most_faults);
    if (!holds_no_document(check)) return check;
    std::set<std::string> kinds;
    for (const std::string& path : paths | std::views::take(looked_at)) {
      if (std::filesystem::is_directory(path, failed)) continue;
      if (const std::string kind = check_file(Source(path), 1).kind; !kind.empty())
        kinds.insert(kind);
    }
    const std::string held = fmt::format("{}", fmt::join(kinds, ", "));
    return FileCheck{
        source.name(),
        "",
        {},
        {},
        {{0, "has no documents", held.empty() ? "" : "give its files: there are " + held}}};
  };
  std::vector<FileCheck> checks;
  for (const std::string& path : paths) {
    if (checks.size() == looked_at || !std::filesystem::is_regular_file(path, failed)) break;
    checks.push_back(check_file(Source(path), most_faults));
    const FileCheck& last = checks.back();
    if (last.kind.empty() || last.kind.ends_with("documents") || last.kind != checks[0].kind)
      return as_documents();
  }
  if (checks.empty()) return as_documents();
  FileCheck check{source.name(), checks[0].kind};
  check.counts.emplace_back("file", checks.size());
  check.properties.emplace_back("a folder", "give its files: " + source.name() + "/*");
  for (const FileCheck& one : checks) {
    if (one.faults.empty()) continue;
    const FileFault& first = one.faults[0];
    check.faults.push_back({0, one.file + ": " + first.message, first.advice});
  }
  check.commands = checks[0].commands;
  return check;
}

// None of the kinds: what the readers say that it may have been meant for.
FileCheck check_by_readers(const Source& source, const Beginning& b,
                           const FileCheck& as_documents) {
  FileCheck check{source.name(), ""};
  const auto refused = [&](const char* what, const auto& read) {
    try {
      static_cast<void>(read(source));
    } catch (const Error& error) {
      check.faults.push_back({error.location().line, error.message() + what, error.advice()});
    }
  };
  const bool is_plain = !is_json(b) && !is_unknown_table(b);
  if (is_plain || !holds_words(b)) {
    refused(", for judgments", [](const Source& file) { return read_qrels(file); });
    refused(", for a run", [](const Source& file) { return read_run(file); });
  }
  if (!is_plain && !holds_words(b)) return check;
  for (FileFault fault : as_documents.faults) {
    fault.message += ", for make and tokenize";
    check.faults.push_back(std::move(fault));
  }
  return check;
}

// Nothing for a text. Only the beginning is looked at: readers find what comes later.
std::vector<FileFault> no_text(std::string_view bytes, const std::string& name) try {
  constexpr std::size_t looked_at = 1 << 16;
  const Source beginning = Source::memory(bytes.substr(0, looked_at), name);
  if (bytes.empty()) return {{0, "is empty", "check that it was copied completely"}};
  static_cast<void>(TextFile(beginning));
  const auto is_control = [](char c) { return c >= 0 && c < ' ' && (c < '\t' || c > '\r'); };
  if (8 * std::ranges::count_if(beginning.bytes(), is_control) > std::ssize(beginning.bytes()))
    return {{0, "holds binary data", "give a file of text"}};
  return {};
} catch (const Error& error) {
  return {{error.location().line, error.message(), error.advice()}};
}

bool is_folder(const Source& source) {
  std::error_code failed;
  return !source.is_memory() && std::filesystem::is_directory(source.path(), failed);
}

}  // namespace
}  // namespace internal

FileCheck check_file(const Source& source, std::size_t most_faults) try {
  using namespace internal;
  if (is_folder(source)) return check_folder(source, most_faults);
  const Content content(source);
  const Source held =
      source.path() == "-" ? Source::memory(content.bytes(), source.name()) : source;
  const std::vector<FileFault> faults = no_text(content.bytes(), source.name());
  const Beginning beginning =
      beginning_of(faults.empty() ? without_byte_order_mark(content.bytes(), "") : content.bytes());
  for (const FileKind& kind : file_kinds())
    if ((faults.empty() || kind.reads_bytes) && kind.fits(beginning))
      return read_with_faults(kind, held, most_faults);
  FileCheck check = read_with_faults(kind_called("documents"), held, most_faults);
  const bool has_documents = !holds_no_document(check);
  if (has_documents && !is_unknown_table(beginning)) return check;
  if (!faults.empty()) return {source.name(), "", {}, {}, faults};
  if (is_json(beginning) && !names_documents(beginning.text) && holds_slices(held))
    return read_with_faults(kind_called("slices of topics"), held, most_faults);
  return check_by_readers(held, beginning, check);
} catch (const Error& error) {  // of what is compressed
  if (error.kind() != Error::Kind::input) throw;
  return {source.name(), "", {}, {}, {{error.location().line, error.message(), error.advice()}}};
}

}  // namespace subintent
