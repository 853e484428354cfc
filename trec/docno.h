// Names of documents.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

// What is wrong with `docno` (to be read after "the docno"), or nothing: it must not be empty, hold
// control characters (it stands in columns between tabs) or be anything but UTF-8.
std::optional<std::string> docno_defect(std::string_view docno);

}  // namespace subintent::internal
