#include "support/name_table.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace subintent::internal {
namespace {

TEST(NameTable, NumbersNamesAsTheyComeAndGrows) {
  std::vector<std::string> names = {""};
  for (int i = 0; i < 5000; ++i) names.push_back(std::string(i % 40, 'x') + std::to_string(i / 2));
  NameTable table;
  std::map<std::string_view, std::uint32_t> expected;
  for (const std::string& name : names) {
    const auto [at, is_new] = expected.emplace(name, expected.size());
    EXPECT_EQ(table.insert(name), std::pair(at->second, is_new));
  }
  for (const auto& [name, number] : expected) EXPECT_EQ(table.find(name), number);
  EXPECT_EQ(table.find("absent"), NameTable::none);
  EXPECT_EQ(NameTable().find("x"), NameTable::none);
}

}  // namespace
}  // namespace subintent::internal
