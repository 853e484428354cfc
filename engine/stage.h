// The common part of the stages from files to files.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "subintent/basics.h"

namespace subintent::internal {

// The names of files as messages have them: "a.txt, b.txt".
inline std::string names_of(const std::vector<Source>& files) {
  std::string names;
  for (const Source& file : files) names += (names.empty() ? "" : ", ") + file.name();
  return names;
}

// Notes that so many topics have no hierarchy for want of relevant documents.
void note_missing_hierarchies(std::uint64_t topics, Warnings& notes);

inline void tell(const RemarksCallback& say, Warnings warnings, Warnings notes = {}) {
  if (say) say({std::move(warnings), std::move(notes)});
}

}  // namespace subintent::internal
