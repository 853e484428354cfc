// Names of documents.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

// What is wrong with `docno` (to be read after "the docno"), or nothing: it must not be empty, hold
// control characters (it stands in columns between tabs) or be anything but UTF-8.
std::optional<std::string> docno_defect(std::string_view docno);

// What is wrong with the first of these names that has that defect, a sentence; or nothing.
std::optional<std::string> names_defect(std::initializer_list<std::string_view> names);

}  // namespace subintent::internal
