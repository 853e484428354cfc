#include <gtest/gtest.h>

#include "similarity/simhash/fingerprints.h"
#include "similarity/simhash/near_duplicates.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

Source memory(std::string_view text) {
  return Source::memory(text, "input");
}

TEST(FingerprintVectors, FromMemoryToMemory) {
  const Source one =
      memory("{\"id\": \"d2\", \"vector\": {\"a\": 1}}\n{\"id\": \"d1\", \"vector\": {}}\n");
  const Source two = memory("{\"id\": \"d3\", \"vector\": {\"a\": 2}}\n");
  std::string written;
  const auto append = [&](std::string_view text) { written += text; };
  EXPECT_EQ(fingerprint_vectors({one, two}, 1, append), 1U);
  EXPECT_EQ(written, "d2\td24ec4f1a98c6e5b\nd3\td24ec4f1a98c6e5b\n");  // XXH64 of "a"
  EXPECT_THROW(fingerprint_vectors({one, one}, 1, append), Error);
}

TEST(FingerprintTable, KeepsTheOrderAndRefusesADocumentTwice) {
  const FingerprintTable table(
      {memory("b\t00000000000000ff\nc\t00000000000000fe\n"), memory("a\t0f000000000000ff\n")});
  ASSERT_EQ(table.size(), 3U);
  EXPECT_EQ(table.docno(0), "b");
  EXPECT_EQ(table.docno(2), "a");
  EXPECT_EQ(table.rows().values[1], 0xfeU);
  for (const char* again : {"b\t0000000000000000\n", "a\t0000000000000000\na\t0000000000000000\n"})
    EXPECT_THROW(FingerprintTable({memory("b\t00000000000000ff\n"), memory(again)}), Error);
}

TEST(FingerprintTable, RefusesOtherLengthsInTheNextInput) {
  EXPECT_THROW(FingerprintTable({memory("b\t00000000000000ff\n"),
                                 memory("a\t000000000000000000000000000000ff\n")}),
               Error);
}

TEST(FingerprintTable, FindsNearDuplicates) {
  const FingerprintTable table({memory(
      "b\t00000000000000ff\nc\t00000000000000fe\na\t0f000000000000ff\nd\t00000000000000ff\n")});
  std::string found;
  const auto append = [&](std::uint32_t a, std::uint32_t b, int distance) {
    found += std::string(table.docno(a)) + std::string(table.docno(b)) + std::to_string(distance);
  };
  EXPECT_EQ(for_each_near_pair(table.rows(), 3, append), 3U);
  EXPECT_EQ(found, "bc1bd0cd1");
  EXPECT_THROW(for_each_near_pair(table.rows(), 4, append), Error);
  using Groups = std::vector<std::vector<std::uint32_t>>;
  EXPECT_EQ(near_duplicate_groups(table.rows(), 0), (Groups{{0, 3}}));
  EXPECT_EQ(near_duplicate_groups(table.rows(), 1), (Groups{{0, 1, 3}}));
  EXPECT_THROW(near_duplicate_groups(table.rows(), 4), Error);
}

}  // namespace
}  // namespace subintent::internal
