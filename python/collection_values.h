// How collections are read, as Python says it.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "subintent/tokenize.h"

namespace subintent::python {

// Format, HTML, docno and texts of CollectionOptions.
using CollectionTuple = std::tuple<std::string, bool, std::string, std::vector<std::string>>;

inline CollectionOptions options_of(const CollectionTuple& given) {
  const auto& [format, html, docno, text] = given;
  return {format, html, docno, text};
}

}  // namespace subintent::python
