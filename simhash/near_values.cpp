#include "simhash/near_values.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/parallel.h"

namespace subintent::internal {
namespace {

constexpr unsigned radix_bits = 8;
constexpr unsigned partition_bits = 10;
// Of a key: with more, keys of 50 million values are nearly all different already.
constexpr unsigned key_bits = partition_bits + 2 * radix_bits;
// So few are compared one with one: those that have a key in common, and others.
constexpr std::size_t few_values = 128, few_unsorted = 32;

struct Field {
  unsigned shift, width;
};
using Fields = std::vector<Field>;  // the most significant first

unsigned width_of(const Fields& fields) {
  unsigned width = 0;
  for (const Field& field : fields) width += field.width;
  return width;
}

std::uint64_t low_bits(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

std::uint64_t mask_of(const Fields& fields) {
  std::uint64_t mask = 0;
  for (const Field& field : fields) mask |= low_bits(field.width) << field.shift;
  return mask;
}

// The bits of a value in these fields, side by side.
std::uint64_t key_of(std::uint64_t value, const Fields& fields) {
  std::uint64_t key = 0;
  for (const Field& field : fields) {
    key = key << field.width | (value >> field.shift & low_bits(field.width));
  }
  return key;
}

// Takes the first `width` bits, or as many as there are, off the fields.
Fields take(Fields& fields, unsigned width) {
  Fields taken;
  while (width > 0 && !fields.empty()) {
    Field& field = fields.front();
    const unsigned part = std::min(width, field.width);
    field.width -= part;
    taken.push_back({field.shift + field.width, part});
    if (field.width == 0) fields.erase(fields.begin());
    width -= part;
  }
  return taken;
}

// Every two of `within` + 2 blocks into which the fields are cut, shortened to `key_bits`.
std::vector<Fields> keys_of(Fields fields, int within) {
  std::vector<Fields> blocks;
  for (int left = within + 2; left > 0; --left) {
    const auto parts = static_cast<unsigned>(left);
    blocks.push_back(take(fields, (width_of(fields) + parts - 1) / parts));
  }
  std::vector<Fields> keys;
  for (std::size_t a = 0; a < blocks.size(); ++a) {
    for (std::size_t b = a + 1; b < blocks.size(); ++b) {
      Fields both = blocks[a];
      both.insert(both.end(), blocks[b].begin(), blocks[b].end());
      keys.push_back(take(both, key_bits));
    }
  }
  return keys;
}

// What remains of the fields without those bits.
Fields without(const Fields& fields, std::uint64_t mask) {
  Fields rest;
  for (const Field& field : fields) {
    for (unsigned i = field.width; i-- > 0;) {
      const unsigned bit = field.shift + i;
      if ((mask >> bit & 1) != 0) continue;
      if (!rest.empty() && rest.back().shift == bit + 1) {
        rest.back() = {bit, rest.back().width + 1};
      } else {
        rest.push_back({bit, 1});
      }
    }
  }
  return rest;
}

// Sorts by the lowest `bits` of the keys.
void sort_by_key(std::span<std::uint64_t> values, std::vector<std::uint64_t>& scratch,
                 const Fields& key, unsigned bits) {
  scratch.resize(std::max(scratch.size(), values.size()));
  std::span<std::uint64_t> from = values, to = std::span(scratch).first(values.size());
  for (unsigned shift = 0; shift < bits; shift += radix_bits) {
    const auto digit = [&](std::uint64_t value) {
      return key_of(value, key) >> shift & low_bits(std::min(radix_bits, bits - shift));
    };
    std::array<std::size_t, (1 << radix_bits) + 1> ends{};
    for (const std::uint64_t value : from) ++ends[digit(value) + 1];
    for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
    for (const std::uint64_t value : from) to[ends[digit(value)]++] = value;
    std::swap(from, to);
  }
  if (from.data() != values.data()) std::copy(from.begin(), from.end(), values.begin());
}

// The position of values in an ascending list.
class Positions {
 public:
  explicit Positions(std::span<const std::uint64_t> values)
      : values_(values),
        shift_(64 - std::clamp(static_cast<unsigned>(std::bit_width(values.size())), 1U, 26U)),
        starts_((std::size_t{1} << (64 - shift_)) + 1) {
    for (const std::uint64_t value : values) ++starts_[(value >> shift_) + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  }

  std::uint32_t of(std::uint64_t value) const {
    const auto begin = values_.begin() + starts_[value >> shift_];
    const auto end = values_.begin() + starts_[(value >> shift_) + 1];
    return static_cast<std::uint32_t>(std::lower_bound(begin, end, value) - values_.begin());
  }

 private:
  std::span<const std::uint64_t> values_;
  unsigned shift_;
  std::vector<std::uint32_t> starts_;
};

class Search {
 public:
  Search(std::span<const std::uint64_t> values, int within, const PairSink& sink)
      : values_(values), within_(within), sink_(sink), positions_(values) {}

  void run(ProgressMeter& meter);

 private:
  struct Worker {
    PairBuffer pairs;
    std::vector<std::uint64_t> scratch;
  };
  // A key of a list of keys: a pair belongs to the first of them in which it agrees. The search
  // inside the values of one key goes on with a list for the other bits.
  struct Level {
    const Level* above;
    const std::vector<std::uint64_t>& masks;
    std::size_t current;
  };

  void scatter(const Fields& key, std::vector<std::uint64_t>& to, std::vector<std::size_t>& ends);
  void cut(std::span<std::uint64_t> sorted, const Fields& varying, const Fields& key,
           const Level& level, Worker& worker) const;
  void search(std::span<std::uint64_t> values, const Fields& varying, const Level* above,
              Worker& worker) const;
  void compare(std::span<const std::uint64_t> values, const Level* level, Worker& worker) const;
  static bool belongs(std::uint64_t difference, const Level* level);

  std::span<const std::uint64_t> values_;
  int within_;
  const PairSink& sink_;
  Positions positions_;
};

bool Search::belongs(std::uint64_t difference, const Level* level) {
  for (; level != nullptr; level = level->above) {
    for (std::size_t i = 0; i < level->current; ++i) {
      if ((difference & level->masks[i]) == 0) return false;
    }
  }
  return true;
}

void Search::compare(std::span<const std::uint64_t> values, const Level* level,
                     Worker& worker) const {
  const std::uint64_t key = level->masks[level->current];
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      const std::uint64_t difference = values[i] ^ values[j];
      if ((difference & key) != 0 || std::popcount(difference) > within_) continue;
      if (!belongs(difference, level)) continue;
      const auto [a, b] = std::minmax(values[i], values[j]);
      worker.pairs.add({positions_.of(a), positions_.of(b)}, sink_);
    }
  }
}

std::vector<std::uint64_t> masks_of(const std::vector<Fields>& keys) {
  std::vector<std::uint64_t> masks;
  for (const Fields& key : keys) masks.push_back(mask_of(key));
  return masks;
}

// Compares the values that have the same key.
void Search::cut(std::span<std::uint64_t> sorted, const Fields& varying, const Fields& key,
                 const Level& level, Worker& worker) const {
  const std::uint64_t mask = level.masks[level.current];
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && ((sorted[begin] ^ sorted[end]) & mask) == 0) ++end;
    const auto equal = sorted.subspan(begin, end - begin);
    if (equal.size() == 1) continue;  // as nearly always
    if (equal.size() <= few_values) {
      compare(equal, &level, worker);
    } else {
      search(equal, without(varying, mask_of(key)), &level, worker);
    }
  }
}

void Search::search(std::span<std::uint64_t> values, const Fields& varying, const Level* above,
                    Worker& worker) const {
  const std::vector<Fields> keys = keys_of(varying, within_);
  const std::vector<std::uint64_t> masks = masks_of(keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    sort_by_key(values, worker.scratch, keys[i], width_of(keys[i]));
    cut(values, varying, keys[i], {above, masks, i}, worker);
  }
}

// Distributes all values to partitions by the first bits of their keys.
void Search::scatter(const Fields& key, std::vector<std::uint64_t>& to,
                     std::vector<std::size_t>& ends) {
  constexpr std::size_t partitions = std::size_t{1} << partition_bits;
  constexpr std::size_t chunk_size = std::size_t{1} << 20;
  const unsigned shift = width_of(key) - partition_bits;
  const std::size_t chunks = (values_.size() + chunk_size - 1) / chunk_size;
  std::vector<std::array<std::size_t, partitions>> places(chunks);
  const auto for_each_value = [&](std::size_t chunk, const auto& what) {
    const std::size_t begin = chunk * chunk_size;
    for (const std::uint64_t value :
         values_.subspan(begin, std::min(chunk_size, values_.size() - begin))) {
      what(places[chunk][key_of(value, key) >> shift], value);
    }
  };
  parallel_for(chunks, [&](std::size_t chunk) {
    places[chunk].fill(0);
    for_each_value(chunk, [](std::size_t& count, std::uint64_t) { ++count; });
  });
  std::size_t place = 0;
  ends.clear();
  for (std::size_t partition = 0; partition < partitions; ++partition) {
    for (auto& chunk : places) {
      const std::size_t count = chunk[partition];
      chunk[partition] = place;
      place += count;
    }
    ends.push_back(place);
  }
  parallel_for(chunks, [&](std::size_t chunk) {
    for_each_value(chunk, [&](std::size_t& at, std::uint64_t value) { to[at++] = value; });
  });
}

void Search::run(ProgressMeter& meter) {
  const Fields varying{{0, 64}};
  const std::vector<Fields> keys = keys_of(varying, within_);
  const std::vector<std::uint64_t> masks = masks_of(keys);
  tbb::enumerable_thread_specific<Worker> workers;
  std::vector<std::uint64_t> by_key(values_.size());
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    scatter(keys[i], by_key, ends);
    const Level level{nullptr, masks, i};
    parallel_for(ends.size(), [&](std::size_t partition) {
      const std::size_t begin = partition == 0 ? 0 : ends[partition - 1];
      const auto values = std::span(by_key).subspan(begin, ends[partition] - begin);
      Worker& worker = workers.local();
      if (values.size() <= few_unsorted) return compare(values, &level, worker);
      sort_by_key(values, worker.scratch, keys[i], width_of(keys[i]) - partition_bits);
      cut(values, varying, keys[i], level, worker);
    });
    meter.advance();
  }
  for (Worker& worker : workers) worker.pairs.flush(sink_);
}

}  // namespace

void near_values(std::span<const std::uint64_t> values, int within, ProgressMeter& meter,
                 const PairSink& sink) {
  if (within > 0 && values.size() > 1) Search(values, within, sink).run(meter);
}

std::uint64_t number_of_tables(int within) {
  return within == 0 ? 0 : keys_of({{0, 64}}, within).size();
}

}  // namespace subintent::internal
