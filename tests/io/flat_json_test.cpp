#include "io/flat_json.h"

#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "subintent/program.h"

namespace subintent::internal {
namespace {

// The members as name=value, with a # before numbers; nothing if the line is not flat.
std::optional<std::string> members_of(std::string_view line) {
  const std::string padded = std::string(line) + std::string(200, '\n');
  std::deque<std::pair<std::string, FlatJsonValue>> members;
  const auto place_of = [&](std::string_view name) -> FlatJsonValue& {
    return members.emplace_back(name, FlatJsonValue{}).second;
  };
  if (!FlatJsonLine(std::string_view(padded).substr(0, line.size())).read(place_of)) {
    return std::nullopt;
  }
  std::string found;
  for (const auto& [name, value] : members) {
    found += name + (value.number ? "=#" : "=") + std::string(value.text) + ";";
    EXPECT_EQ(value.number.value_or(0), value.number ? parse_double(value.text) : 0) << line;
  }
  return found;
}

TEST(FlatJson, HasStringsAndNumbersAsTheyAreWritten) {
  EXPECT_EQ(members_of(R"({"a": "b c", "":"", "n": 120, "x":-0.50 ,"y" : -3})"),
            "a=b c;=;n=#120;x=#-0.50;y=#-3;");
  const std::string longer(100, 'x');
  EXPECT_EQ(members_of(R"(  {"a": "{,:}", ")" + longer + R"(": 0}  )"),
            "a={,:};" + longer + "=#0;");
  EXPECT_EQ(members_of(R"({"a": 123456789012345, "b": -0.12345678901234})"),
            "a=#123456789012345;b=#-0.12345678901234;");
  EXPECT_EQ(members_of(R"({"a": 0.3333333333333333, "b": -1.00000000000000022})"),
            "a=#0.3333333333333333;b=#-1.00000000000000022;");
  EXPECT_EQ(members_of(R"({"a": 1e5, "b": -2E-3})"), "a=#1e5;b=#-2E-3;");
  EXPECT_EQ(members_of(R"({"a": 1.5e-05, "b": -1.25E+3, "c": 0.12345678901234567e1})"),
            "a=#1.5e-05;b=#-1.25E+3;c=#0.12345678901234567e1;");
}

TEST(FlatJson, LeavesAllOthersToAParser) {
  for (const char* line : {"",
                           " ",
                           "{",
                           "{}",
                           "x",
                           R"({"a": 1)",
                           R"({"a" 1})",
                           R"({"a": })",
                           R"({a: 1})",
                           R"({"a": 1,})",
                           R"({"a": 1} x)",
                           R"({"a": 1}})",
                           R"({"a": "b})",
                           R"({"a": "b\n"})",
                           "{\"a\":\t1}",
                           "{\"a\": \"\x7f\"}",
                           "{\"a\": \"\xc3\xa9\"}",
                           R"({"a": {}})",
                           R"({"a": [1]})",
                           R"({"a": true})",
                           R"({"a": 01})",
                           R"({"a": .5})",
                           R"({"a": 1.})",
                           R"({"a": -})",
                           R"({"a": -01})",
                           R"({"a": +1})",
                           R"({"a": 1234567890123456})",
                           R"({"a": 1234567890123456.})",
                           R"({"a": 01234567890123456.5})",
                           R"({"a": 1.e5})",
                           R"({"a": 1.5e})",
                           R"({"a": 1.5e400})"}) {
    EXPECT_EQ(members_of(line), std::nullopt) << line;
  }
}

TEST(FlatJson, MayEndAnywhereInABlock) {
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string text(size, 'y');
    EXPECT_EQ(members_of("{\"a\": \"" + text + "\"}"), "a=" + text + ";");
    EXPECT_EQ(members_of("{\"a\": \"" + text + "\\\"}"), std::nullopt);
  }
}

}  // namespace
}  // namespace subintent::internal
