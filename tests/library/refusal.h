// What the library says of what it refuses.
#pragma once

#include <gtest/gtest.h>
#include <subintent/basics.h>

#include <functional>
#include <string>

#include "messages.h"

namespace subintent {

// The text of the error that `call` throws, which must be of that argument. None may name an option
// of the program.
inline std::string refusal(const std::function<void()>& call, const std::string& argument = {}) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.argument(), argument) << error.what();
    EXPECT_FALSE(has(error.what(), "--"));
    return error.what();
  }
  return "nothing thrown";
}

}  // namespace subintent
