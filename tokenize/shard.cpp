#include "tokenize/shard.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "core/io/input_file.h"
#include "subintent/program.h"

namespace subintent::internal {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view first_words = "subintent tokenize, finished shard ";
// The longest name of an output, so that the name of its note has at most 255 bytes. Two outputs
// that differ behind that share a note, which then speaks of one of them only: the other is made
// again.
constexpr std::size_t longest_name = 245;

std::string note_beside(const fs::path& output) {
  const std::string name = output.filename().string().substr(0, longest_name);
  return (output.parent_path() / ("." + name + ".finished")).string();
}

// The text of the note beside an output; empty if there is none.
std::string note_of(const std::string& output) {
  std::error_code error;
  const std::string path = note_beside(output);
  return fs::is_regular_file(path, error) ? read_file(path) : std::string();
}

}  // namespace

Shard parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto number = parse_integer(text.substr(0, slash));
  const auto count =
      slash == std::string_view::npos ? std::nullopt : parse_integer(text.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count) {
    throw Error::argument("shard", "shard: '" + printable(text) + "' is not I/N with I from 1 to N",
                          "write `shard=3/16` for the third of 16 shards");
  }
  return {static_cast<std::size_t>(*number), static_cast<std::size_t>(*count)};
}

std::pair<std::size_t, std::size_t> part_of(const Shard& shard, std::size_t count) {
  // The first count % shard.count shards have one input more.
  const std::size_t size = count / shard.count, longer = count % shard.count;
  const auto start = [&](std::size_t shards) { return shards * size + std::min(shards, longer); };
  return {start(shard.number - 1), start(shard.number)};
}

FinishedShard::FinishedShard(const Shard& shard, const std::string& settings,
                             const std::vector<std::string>& files_read,
                             std::vector<std::string> outputs)
    : number_(shard.number), outputs_(std::move(outputs)) {
  const auto is_stream = [](const std::string& path) { return OutputPath(path).is_stream(); };
  if (outputs_.empty() || std::ranges::any_of(outputs_, is_stream)) return;
  made_from_ = fmt::format("{}{}/{}\n{}\n", first_words, shard.number, shard.count, settings);
  std::error_code error;
  for (const std::string& path : files_read) {
    if (!fs::is_regular_file(path, error)) {
      made_from_.clear();
      return;
    }
    const auto time = fs::last_write_time(path, error).time_since_epoch().count();
    made_from_ += fmt::format("read {} {} {}\n", path, fs::file_size(path, error), time);
  }
}

std::string FinishedShard::description() const {
  if (made_from_.empty()) return {};
  std::string text = made_from_;
  std::error_code error;
  for (const std::string& path : outputs_) {
    if (!fs::is_regular_file(path, error)) return {};
    text += fmt::format("wrote {} {}\n", path, fs::file_size(path, error));
  }
  return text;
}

bool FinishedShard::found() const {
  const std::string expected = description();
  return !expected.empty() && std::ranges::all_of(outputs_, [&](const std::string& output) {
    return note_of(output) == expected;
  });
}

void FinishedShard::require_own_outputs() const {
  std::error_code error;
  for (const std::string& output : outputs_) {
    const std::string note = note_of(output);
    const bool is_of_output = note.find("\nwrote " + output + " ") != std::string::npos;
    if (!note.starts_with(first_words) || !is_of_output || !fs::exists(output, error)) continue;
    const std::string_view shard =
        std::string_view(note).substr(first_words.size(), note.find('\n') - first_words.size());
    if (parse_integer(shard.substr(0, shard.find('/'))) == static_cast<std::int64_t>(number_))
      continue;
    throw Error({output, 0}, "is an output of shard " + printable(shard),
                "give different files for each shard, or remove it");
  }
}

void FinishedShard::write() const {
  const std::string text = description();
  if (text.empty()) return;
  for (const std::string& output : outputs_) {
    OutputFile file(note_beside(output));
    file.write(text);
    file.close();
  }
}

void FinishedShard::remove() const {
  std::error_code error;
  for (const std::string& output : outputs_) fs::remove(note_beside(output), error);
}

}  // namespace subintent::internal
