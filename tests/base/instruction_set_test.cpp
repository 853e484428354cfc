#include "subintent/program.h"

#include <gtest/gtest.h>

#include <string>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

TEST(InstructionSet, IsTheFastestUnlessChosenByName) {
  const auto sets = supported_instruction_sets();
  EXPECT_EQ(sets.front(), InstructionSet::portable);
  EXPECT_EQ(instruction_set(), sets.back());
  for (const InstructionSet set : sets) {
    choose_instruction_set(name_of(set));
    EXPECT_EQ(instruction_set(), set);
  }
  choose_instruction_set("portable");
  choose_instruction_set("");
  EXPECT_EQ(instruction_set(), sets.back());
}

TEST(InstructionSet, NamesThoseThereAreIfThereIsNone) {
  try {
    choose_instruction_set("sse9");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::argument);
    EXPECT_NE(std::string(error.what()).find("no kernel sse9"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("one of portable"), std::string::npos);
  }
}

}  // namespace
}  // namespace subintent::internal
