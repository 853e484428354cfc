#include "tokenize/input_lists.h"

#include <gtest/gtest.h>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

TEST(InputLists, Read) {
  EXPECT_EQ(read_paths(Source::memory("a b\r\n\nc", "list")),
            (std::vector<std::string>{"a b", "c"}));
  EXPECT_THROW(read_paths(Source::memory(std::string_view("a\0b\0", 4), "list")), Error);
  EXPECT_EQ(read_docnos(Source::memory(" d1\t\n\nd2\n", "list")), (TermSet{"d1", "d2"}));
  EXPECT_THROW(read_docnos(Source::memory("d1 d2\n", "list")), Error);
  EXPECT_THROW(read_docnos(Source::memory("\n", "list")), Error);
}

}  // namespace
}  // namespace subintent::internal
