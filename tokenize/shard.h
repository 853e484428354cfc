// Shards of a collection, and how to tell that one is finished.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace subintent::internal {

struct Shard {
  std::size_t number = 1, count = 1;  // number is from 1 to count
};

// "3/16". Throws Error (wrong usage) for anything else.
Shard parse_shard(std::string_view text);

// The shard's part of `count` inputs, from the first to before the last: adjacent ones, so that the
// outputs of all shards, one after the other, are the output for all inputs. The parts differ by at
// most one input.
std::pair<std::size_t, std::size_t> part_of(const Shard& shard, std::size_t count);

// A note beside each output of a shard (".NAME.finished") that says from what the outputs were
// made: the shard, the settings, and name, size and time of every file that was read. Only while
// all of that is as it was, and the outputs are there in the size they had, the shard counts as
// finished.
class FinishedShard {
 public:
  // No shard: nothing is ever finished, or written.
  FinishedShard() = default;
  // `settings` is whatever else the outputs depend on. To be made before the files are read: what
  // changes meanwhile is then noticed the next time. Without outputs, or if one of them or of the
  // files read is not a regular file, nothing is ever finished.
  FinishedShard(const Shard& shard, const std::string& settings,
                const std::vector<std::string>& files_read, std::vector<std::string> outputs);

  bool found() const;
  // Throws Error if an output is that of another shard.
  void require_own_outputs() const;
  // To be called when the outputs have their names.
  void write() const;
  void remove() const;

 private:
  // Empty if one of the files is not there or no regular file.
  std::string description() const;

  std::size_t number_ = 0;  // of the shard
  std::string made_from_;
  std::vector<std::string> outputs_;
};

}  // namespace subintent::internal
