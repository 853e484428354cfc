#include "core/base/name_table.h"
#include "subintent/basics.h"

#include <gtest/gtest.h>

#include <random>

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

TEST(NameTable, NumbersNamesThatFollowOneAnotherAsItDoesOthers) {
  std::mt19937 random(1);
  NameTable names, guessed;
  std::vector<std::string> all;
  for (int i = 0; i < 20; ++i) all.push_back(std::string(i % 3, 'y') + std::to_string(i));
  std::uint32_t last = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string& name = all[i % 5 == 0 ? random() % all.size() : i % 3];
    last = guessed.insert_after(last, name);
    ASSERT_EQ(last, names.insert(name).first);
  }
}

TEST(NameTable, KnowsNamesThatHaveMoved) {
  std::vector<std::string> kept;
  kept.reserve(1000);
  NameTable table;
  for (int i = 0; i < 2000; ++i) {
    std::string name = "a name of some length, " + std::to_string(i % 1000);
    const auto [number, is_new] = table.insert(name);
    EXPECT_EQ(number, static_cast<std::uint32_t>(i % 1000));
    if (is_new) table.move_last(kept.emplace_back(name));
    name.assign(name.size(), 'x');
  }
  EXPECT_EQ(table.names().size(), 1000u);
}

TEST(NameTable, FindsManyNamesAsItFindsEach) {
  std::mt19937 random(2);
  for (std::size_t size = 0; size < 3000; size = 2 * size + 1) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < 2 * size + 9; ++i)
      all.push_back(std::string(i % 40, 'x') + std::to_string(i));
    NameTable table;
    for (std::size_t i = 0; i < size; ++i) table.insert(all[random() % all.size()]);
    std::vector<std::string> asked = all;
    asked.emplace_back();
    std::vector<std::uint32_t> expected;
    for (const std::string& name : asked) expected.push_back(table.find(name));
    const std::vector<std::string_view> names(asked.begin(), asked.end());
    EXPECT_EQ(table.find_all(names), expected) << size;
  }
  EXPECT_TRUE(NameTable().find_all({}).empty());
}

TEST(NameTable, KnowsWhetherAllNamesDiffer) {
  std::vector<std::string> all;
  for (int i = 0; i < 3000; ++i) all.push_back("clueweb09-en0000-" + std::to_string(i));
  for (std::size_t size = 0; size < all.size(); size = 2 * size + 1) {
    std::vector<std::string_view> names(all.begin(), all.begin() + size);
    EXPECT_TRUE(all_differ(names)) << size;
    if (size == 0) continue;
    const std::string again = all[size / 3];
    names.push_back(again);
    EXPECT_FALSE(all_differ(names)) << size;
  }
}

}  // namespace
}  // namespace subintent::internal
