#include "similarity/simhash/near_duplicates.h"

#include <fmt/format.h>
#include <tbb/parallel_sort.h>

#include <mutex>
#include <numeric>

#include "core/base/disjoint_sets.h"
#include "core/base/memory.h"
#include "core/base/progress.h"
#include "similarity/simhash/hamming.h"

namespace subintent::internal {
namespace {

void check_within(const FingerprintRows& rows, int within) {
  const int largest = NearDuplicates::largest_distance(rows.words);
  if (within <= largest) return;
  throw Error::argument(
      "within", fmt::format("within: {} is more than {}, the maximum for fingerprints of {} bits",
                            within, largest, rows.bits()));
}

// Both have the same length, mostly one: too short to call std::memcmp().
bool are_equal(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  std::size_t same = 0;
  while (same < a.size() && a[same] == b[same]) ++same;
  return same == a.size();
}

struct Entry {
  std::uint64_t first_word;
  std::uint32_t document;
};

// Is the first of two entries with the same first word before the second? Apart, as it would stand
// in each of the many loops of a sort.
[[gnu::noinline]] bool is_before(const FingerprintRows& fingerprints, const Entry& a,
                                 const Entry& b) {
  const auto mine = fingerprints.row(a.document).subspan(1);
  const auto [x, y] = std::ranges::mismatch(mine, fingerprints.row(b.document).subspan(1));
  return x == mine.end() ? a.document < b.document : *x < *y;
}

// By their fingerprints, then documents.
std::vector<Entry> sorted_entries(const FingerprintRows& fingerprints) {
  std::vector<Entry> entries;
  reserve_large(entries, fingerprints.size());
  for (std::size_t i = 0; i < fingerprints.size(); ++i)
    entries.push_back({fingerprints.row(i)[0], static_cast<std::uint32_t>(i)});
  const auto less = [&](const Entry& a, const Entry& b) {
    return a.first_word != b.first_word ? a.first_word < b.first_word
                                        : is_before(fingerprints, a, b);
  };
  tbb::parallel_sort(entries.begin(), entries.end(), less);
  return entries;
}

}  // namespace

DistinctFingerprints::DistinctFingerprints(const FingerprintRows& fingerprints)
    : values_{{}, fingerprints.words} {
  const std::vector<Entry> entries = sorted_entries(fingerprints);
  reserve_large(group_of_, entries.size());
  group_of_.resize(entries.size());
  reserve_large(documents_, entries.size());
  reserve_large(values_.values, fingerprints.values.size());
  reserve_large(first_document_, entries.size() + 1);
  const auto value_of = [&](const Entry& entry) {  // rows lie all over the memory
    return values_.words == 1 ? std::span(&entry.first_word, 1) : fingerprints.row(entry.document);
  };
  for (const Entry& entry : entries) {
    const auto value = value_of(entry);
    const std::size_t groups = first_document_.size();
    if (groups == 0 || !are_equal(values_.row(groups - 1), value)) {
      values_.append(value);
      first_document_.push_back(static_cast<std::uint32_t>(documents_.size()));
    }
    group_of_[entry.document] = static_cast<std::uint32_t>(first_document_.size() - 1);
    documents_.push_back(entry.document);
  }
  first_document_.push_back(static_cast<std::uint32_t>(documents_.size()));
}

NearDuplicates::NearDuplicates(const FingerprintRows& fingerprints, int within,
                               const ProgressCallback& progress)
    : distinct_(fingerprints) {
  const FingerprintRows& values = distinct_.values();
  std::vector<RowPair> pairs;
  std::mutex mutex;
  near_rows(
      values, within,
      [&](std::span<const RowPair> found) {
        const std::lock_guard lock(mutex);
        pairs.insert(pairs.end(), found.begin(), found.end());
      },
      progress);
  reserve_large(first_neighbour_, values.size() + 1);
  first_neighbour_.assign(values.size() + 1, 0);
  for (const auto& [a, b] : pairs) {
    ++first_neighbour_[a + 1];
    ++first_neighbour_[b + 1];
  }
  std::partial_sum(first_neighbour_.begin(), first_neighbour_.end(), first_neighbour_.begin());
  reserve_large(neighbours_, 2 * pairs.size());
  neighbours_.resize(2 * pairs.size());
  std::vector<std::uint64_t> next;
  reserve_large(next, values.size());
  next.assign(first_neighbour_.begin(), first_neighbour_.end() - 1);
  for (const auto& [a, b] : pairs) {
    const auto distance = static_cast<std::uint8_t>(hamming_distance(values.row(a), values.row(b)));
    neighbours_[next[a]++] = {b, distance};
    neighbours_[next[b]++] = {a, distance};
  }

  has_partners_.resize(distinct_.documents());
  for (std::uint32_t group = 0; group < values.size(); ++group) {
    const auto members = distinct_.members(group);
    if (members.size() == 1 && first_neighbour_[group] == first_neighbour_[group + 1]) continue;
    for (const std::uint32_t document : members) has_partners_[document] = true;
  }
}

void NearDuplicates::later_partners(std::uint32_t document, std::vector<Partner>& partners) const {
  partners.clear();
  if (!has_partners_[document]) return;
  const auto add = [&](std::uint32_t group, std::uint8_t distance) {
    const auto all = distinct_.members(group);
    for (auto i = std::upper_bound(all.begin(), all.end(), document); i != all.end(); ++i)
      partners.push_back({*i, distance});
  };
  const std::uint32_t own = distinct_.group_of(document);
  add(own, 0);
  for (std::uint64_t i = first_neighbour_[own]; i < first_neighbour_[own + 1]; ++i)
    add(neighbours_[i].group, neighbours_[i].distance);
  std::sort(partners.begin(), partners.end(),
            [](const Partner& a, const Partner& b) { return a.document < b.document; });
}

std::uint64_t NearDuplicates::number_of_pairs() const {
  std::uint64_t twice_between = 0, within = 0;
  for (std::uint32_t group = 0; group < distinct_.values().size(); ++group) {
    const std::uint64_t size = distinct_.members(group).size();
    within += size * (size - 1) / 2;
    for (std::uint64_t i = first_neighbour_[group]; i < first_neighbour_[group + 1]; ++i)
      twice_between += size * distinct_.members(neighbours_[i].group).size();
  }
  return within + twice_between / 2;
}

std::vector<std::uint32_t> first_connected(const FingerprintRows& fingerprints, int within,
                                           const ProgressCallback& progress) {
  const DistinctFingerprints distinct(fingerprints);
  DisjointSets connected(distinct.values().size());
  std::mutex mutex;
  near_rows(
      distinct.values(), within,
      [&](std::span<const RowPair> found) {
        const std::lock_guard lock(mutex);
        for (const auto& [a, b] : found) connected.join(a, b);
      },
      progress);
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> first_of(connected.size(), none), first;
  first.reserve(distinct.documents());
  for (std::uint32_t document = 0; document < distinct.documents(); ++document) {
    std::uint32_t& first_of_set = first_of[connected.find(distinct.group_of(document))];
    if (first_of_set == none) first_of_set = document;
    first.push_back(first_of_set);
  }
  return first;
}

std::vector<bool> has_partners(std::span<const std::uint32_t> first_connected) {
  std::vector<bool> partners(first_connected.size());
  for (std::uint32_t i = 0; i < first_connected.size(); ++i)
    if (first_connected[i] != i) partners[i] = partners[first_connected[i]] = true;
  return partners;
}

std::uint64_t for_each_near_pair(
    const FingerprintRows& fingerprints, int within,
    const std::function<void(std::uint32_t a, std::uint32_t b, int distance)>& use,
    const ProgressCallback& progress) {
  check_within(fingerprints, within);
  const NearDuplicates near(fingerprints, within, progress);
  const std::uint64_t pairs = near.number_of_pairs();
  ProgressMeter meter(progress, "writing", "pairs", pairs);
  std::vector<NearDuplicates::Partner> partners;
  for (std::uint32_t i = 0; i < fingerprints.size(); ++i) {
    near.later_partners(i, partners);
    for (const auto& partner : partners) use(i, partner.document, partner.distance);
    meter.advance(partners.size());
  }
  return pairs;
}

std::vector<std::vector<std::uint32_t>> near_duplicate_groups(const FingerprintRows& fingerprints,
                                                              int within,
                                                              const ProgressCallback& progress) {
  check_within(fingerprints, within);
  const std::vector<std::uint32_t> first = first_connected(fingerprints, within, progress);
  const std::vector<bool> has_partner = has_partners(first);
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> group_of(first.size(), none);
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::uint32_t i = 0; i < first.size(); ++i) {
    if (!has_partner[i]) continue;
    std::uint32_t& group = group_of[first[i]];
    if (group == none) {
      group = static_cast<std::uint32_t>(groups.size());
      groups.emplace_back();
    }
    groups[group].push_back(i);
  }
  return groups;
}

}  // namespace subintent::internal
