// What warnings say.
#pragma once

#include "subintent/basics.h"

namespace subintent {

inline std::vector<std::string> said(const Warnings& warnings) {
  std::vector<std::string> sentences;
  for (const Warning& warning : warnings) sentences.push_back(warning.what());
  return sentences;
}

}  // namespace subintent
