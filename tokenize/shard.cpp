#include "tokenize/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "support/error.h"
#include "support/input_file.h"
#include "support/output_file.h"
#include "support/output_path.h"
#include "support/strings.h"

namespace subintent {

namespace fs = std::filesystem;

// Of an output, so that the name of its note has at most 255 bytes. Two outputs that differ behind
// that share a note, which then speaks of one of them only: the other is made again.
constexpr std::size_t longest_name = 245;

Shard parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto number = parse_integer(text.substr(0, slash));
  const auto count =
      slash == std::string_view::npos ? std::nullopt : parse_integer(text.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count) {
    throw Error::usage("--shard: '" + printable(text) + "' is not I/N with I from 1 to N",
                       "write --shard 3/16 for the third of 16 shards");
  }
  return {static_cast<std::size_t>(*number), static_cast<std::size_t>(*count)};
}

std::vector<std::string> inputs_of(const Shard& shard, const std::vector<std::string>& inputs) {
  // The first inputs.size() % count shards have one input more.
  const std::size_t size = inputs.size() / shard.count, longer = inputs.size() % shard.count;
  const auto start = [&](std::size_t shards) {
    return static_cast<std::ptrdiff_t>(shards * size + std::min(shards, longer));
  };
  return {inputs.begin() + start(shard.number - 1), inputs.begin() + start(shard.number)};
}

FinishedShard::FinishedShard(const std::string& settings,
                             const std::vector<std::string>& files_read,
                             std::vector<std::string> outputs)
    : outputs_(std::move(outputs)) {
  const auto is_stream = [](const std::string& path) { return OutputPath(path).is_stream(); };
  if (outputs_.empty() || std::ranges::any_of(outputs_, is_stream)) return;
  const fs::path first = outputs_.front();
  const std::string name = first.filename().string().substr(0, longest_name);
  path_ = (first.parent_path() / ("." + name + ".finished")).string();
  made_from_ = "subintent tokenize, a finished shard\n" + settings + "\n";
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
  std::error_code error;
  if (path_.empty() || !fs::is_regular_file(path_, error)) return false;
  const std::string expected = description();
  return !expected.empty() && read_file(path_) == expected;
}

void FinishedShard::write() const {
  const std::string text = path_.empty() ? std::string() : description();
  if (text.empty()) return;
  OutputFile file(path_);
  file.write(text);
  file.close();
}

void FinishedShard::remove() const {
  std::error_code error;
  if (!path_.empty()) fs::remove(path_, error);
}

}  // namespace subintent
