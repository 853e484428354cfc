#include <gtest/gtest.h>

#include "similarity/simhash/fingerprints.h"
#include "similarity/simhash/near_duplicates.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

Source memory(std::string_view text) {
  return Source::memory(text, "input");
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

}  // namespace
}  // namespace subintent::internal
