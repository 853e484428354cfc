#include "trec/flat_json.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace subintent::internal {
namespace {

// The members as name=value, with the kind before the value; nothing if the line is not flat.
std::optional<std::string> members_of(std::string_view line) {
  const std::string padded = std::string(line) + std::string(200, '\n');
  std::string found;
  const auto use = [&](std::string_view name, FlatJsonValue value) {
    constexpr char kinds[] = {'s', 'd', 'o'};
    found += std::string(name) + "=" + kinds[static_cast<int>(value.kind)] +
             std::string(value.text) + ";";
    return name != "stop";
  };
  if (!FlatJsonLine(std::string_view(padded).substr(0, line.size())).for_each_member(use)) {
    return std::nullopt;
  }
  return found;
}

TEST(FlatJson, HasStringsAndNumbersAsTheyAreWritten) {
  EXPECT_EQ(members_of(R"({"a": "b c", "":"", "n": 120, "x":-0.50 ,"y" : -3})"),
            "a=sb c;=s;n=d120;x=o-0.50;y=o-3;");
  const std::string longer(100, 'x');
  EXPECT_EQ(members_of(R"(  {"a": "{,:}", ")" + longer + R"(": 0}  )"),
            "a=s{,:};" + longer + "=d0;");
  EXPECT_EQ(members_of(R"({"a": 123456789012345})"), "a=d123456789012345;");
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
                           R"({"a": 1e5})",
                           R"({"a": 01})",
                           R"({"a": .5})",
                           R"({"a": 1.})",
                           R"({"a": -})",
                           R"({"a": -01})",
                           R"({"a": +1})",
                           R"({"a": 1234567890123456})",
                           R"({"stop": 1})"}) {
    EXPECT_EQ(members_of(line), std::nullopt) << line;
  }
}

TEST(FlatJson, MayEndAnywhereInABlock) {
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string text(size, 'y');
    EXPECT_EQ(members_of("{\"a\": \"" + text + "\"}"), "a=s" + text + ";");
    EXPECT_EQ(members_of("{\"a\": \"" + text + "\\\"}"), std::nullopt);
  }
}

}  // namespace
}  // namespace subintent::internal
