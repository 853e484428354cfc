#include "tokenize/archive/document.h"

#include <fmt/format.h>

namespace subintent::internal {
namespace {

void count(std::map<std::string, Defect, std::less<>>& defects, std::string_view reason,
           const std::string& place, std::uint64_t times) {
  auto found = defects.find(reason);
  if (found == defects.end()) found = defects.emplace(reason, Defect{0, place}).first;
  found->second.count += times;
}

void count(Defect& defect, const std::string& place, std::uint64_t times) {
  if (defect.count == 0) defect.first_place = place;
  defect.count += times;
}

// Numbers of records and what they are, summed up as "3 WHAT (2 request, 1 warcinfo)".
class CountedReasons {
 public:
  void add(std::string_view reason, std::uint64_t records) {
    sum_ += records;
    list_ += fmt::format("{}{} {}", list_.empty() ? "" : ", ", records, reason);
  }
  std::string text(std::string_view what) const {
    return sum_ == 0 ? fmt::format("none {}", what) : fmt::format("{} {} ({})", sum_, what, list_);
  }

 private:
  std::uint64_t sum_ = 0;
  std::string list_;
};

}  // namespace

void CollectionCounts::count_skipped(std::string_view reason, const std::string& place) {
  count(skipped, reason, place, 1);
}

void CollectionCounts::count_repaired(std::string_view reason, const std::string& place) {
  count(repaired, reason, place, 1);
}

void CollectionCounts::count_markup(const std::string& place, std::uint64_t times) {
  count(with_markup, place, times);
}

void CollectionCounts::count_joined(const std::string& place, std::uint64_t times) {
  count(joined, place, times);
}

void CollectionCounts::count_pieces(const std::string& place, std::uint64_t times) {
  count(with_pieces, place, times);
}

void CollectionCounts::add(const CollectionCounts& later) {
  records += later.records;
  documents += later.documents;
  for (const auto& [kind, times] : later.other) other[kind] += times;
  for (const auto& [reason, defect] : later.skipped)
    count(skipped, reason, defect.first_place, defect.count);
  for (const auto& [reason, defect] : later.repaired)
    count(repaired, reason, defect.first_place, defect.count);
  count_joined(later.joined.first_place, later.joined.count);
  count_markup(later.with_markup.first_place, later.with_markup.count);
  count_pieces(later.with_pieces.first_place, later.with_pieces.count);
  seen_pieces += later.seen_pieces;
  if (!left_out) left_out = later.left_out;
  if (!failure) failure = later.failure;
}

std::optional<CollectionCounts::Reason> CollectionCounts::main_reason() const {
  static constexpr std::array<std::string_view, 3> beside_pages = {"metadata", "request",
                                                                   "warcinfo"};
  for (const auto& [kind, times] : other)
    if (times > records / 2 && std::ranges::find(beside_pages, kind) == beside_pages.end())
      return Reason{kind, times};
  for (const auto& [reason, defect] : skipped)
    if (defect.count > records / 2) return Reason{reason, defect.count};
  return std::nullopt;
}

std::string CollectionCounts::skipped_text() const {
  CountedReasons reasons;
  for (const auto& [kind, times] : other) reasons.add(kind, times);
  for (const auto& [reason, defect] : skipped) reasons.add(reason, defect.count);
  return reasons.text("skipped");
}

std::string CollectionCounts::repaired_text() const {
  CountedReasons reasons;
  for (const auto& [reason, defect] : repaired) reasons.add(reason, defect.count);
  return reasons.text("repaired");
}

}  // namespace subintent::internal
