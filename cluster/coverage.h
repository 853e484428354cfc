// Relevant documents that have no fingerprint or vector.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "cluster/similarity.h"

namespace subintent::internal {

// `what` documents are compared by: "fingerprint" or "vector", from `file`.
struct Coverage {
  std::size_t relevant = 0;     // documents judged relevant
  std::size_t represented = 0;  // of them, those that have one
  std::string what, file;
};

// The warning where some documents are not represented. Throws Error if none is: then the files are
// of different collections.
std::optional<std::string> coverage_warning(const Coverage& coverage);

// The same of documents that may hold more than those that are relevant; `name` is what messages
// call them.
std::optional<std::string> coverage_warning(const std::unordered_set<std::string_view>& relevant,
                                            const DocumentSimilarity& documents,
                                            const std::string& name);

}  // namespace subintent::internal
