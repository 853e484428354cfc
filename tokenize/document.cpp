#include "tokenize/document.h"

#include <algorithm>

#include "support/utf8.h"

namespace subintent {
namespace {

void count(std::map<std::string, Defect, std::less<>>& defects, std::string_view reason,
           const std::string& place, std::uint64_t times) {
  auto found = defects.find(reason);
  if (found == defects.end()) found = defects.emplace(reason, Defect{0, place}).first;
  found->second.count += times;
}

}  // namespace

std::optional<std::string> docno_defect(std::string_view docno) {
  if (docno.empty()) return "is empty";
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (std::any_of(docno.begin(), docno.end(), is_control)) return "holds control characters";
  if (!is_valid_utf8(docno)) return "is not UTF-8";
  return std::nullopt;
}

void CollectionCounts::count_skipped(std::string_view reason, const std::string& place) {
  count(skipped, reason, place, 1);
}

void CollectionCounts::count_repaired(std::string_view reason, const std::string& place) {
  count(repaired, reason, place, 1);
}

void CollectionCounts::add(const CollectionCounts& later) {
  records += later.records;
  documents += later.documents;
  for (const auto& [kind, times] : later.other) other[kind] += times;
  for (const auto& [reason, defect] : later.skipped) {
    count(skipped, reason, defect.first_place, defect.count);
  }
  for (const auto& [reason, defect] : later.repaired) {
    count(repaired, reason, defect.first_place, defect.count);
  }
}

}  // namespace subintent
