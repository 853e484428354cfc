// What texts and errors say.
#pragma once

#include <gtest/gtest.h>

#include "subintent/basics.h"

namespace subintent {

// Whether a text has this part; where it has not, the text is told.
inline testing::AssertionResult has(std::string_view text, std::string_view part) {
  if (text.find(part) != text.npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in '" << text << "'";
}

// The error that `work` throws, or one that says "no error".
template <typename Work>
Error thrown_by(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  }
  return Error("no error");
}

template <typename Work>
std::string message_of(const Work& work) {
  return thrown_by(work).what();
}

}  // namespace subintent
