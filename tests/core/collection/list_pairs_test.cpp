#include "core/collection/preferences.h"

#include <gtest/gtest.h>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

std::vector<ListPair> read(std::string_view text) {
  return read_list_pairs(Source::memory(text, "p.tsv"));
}

std::string pairs_error(std::string_view text) {
  try {
    read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(ListPairs, AreReadAsTheyWereWritten) {
  const std::string text = "2\tb\ta\trandom\n1\ta\tb\tnear:P@5\n";
  for (const std::string& given : {text, "topic\trun1\trun2\tpool\n" + text + "\n"}) {
    std::string written;
    for (const ListPair& pair : read(given)) append_list_pair(written, pair);
    EXPECT_EQ(written, text);
  }
}

TEST(ListPairs, BadInputIsNamedWithItsLine) {
  EXPECT_TRUE(pairs_error("1\ta\tb\n").starts_with("p.tsv:1: expected 4 columns, found 3"));
  EXPECT_TRUE(pairs_error("1\ta\t\trandom\n").starts_with("p.tsv:1: '' is empty"));
  EXPECT_TRUE(pairs_error("1\ta\tb\x01\tr\n").starts_with("p.tsv:1: 'b?' contains control"));
  EXPECT_TRUE(pairs_error("1\ta\ta\tr\n").starts_with("p.tsv:1: run a is paired with itself"));
  EXPECT_TRUE(pairs_error("1\ta\tb\tr\n1\tb\ta\tx\n").starts_with("p.tsv:2: runs b and a are"));
  EXPECT_EQ(pairs_error("1\ta\tb\tr\n2\tb\ta\tx\n"), "");
  EXPECT_TRUE(pairs_error("\n").starts_with("p.tsv: contains no pairs"));
}

}  // namespace
}  // namespace subintent::internal
