#include "core/io/content.h"

#include <gtest/gtest.h>

#include <random>

#include "core/base/strings.h"
#include "subintent/program.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

// Every line of any text, also longer than a block, is cut as split_blanks() cuts it.
TEST(TextFile, CutsLinesAsTheGeneralSplitterDoes) {
  std::mt19937 random(1);
  const std::string alphabet = "ab\x80\xff \t\r\v\f\n\x01";
  for (std::size_t size = 0; size < 400; ++size) {
    std::string text = "#";  // no byte-order mark
    for (std::size_t i = 0; i < size; ++i) {
      const bool plain = size % 3 == 0 && random() % 8 != 0;  // long columns as well
      text += plain ? 'x' : alphabet[random() % alphabet.size()];
    }
    const TestFile temporary(text);
    const TextFile file(temporary.path());
    ASSERT_EQ(file.text(), text);
    const char* line = file.text().data();
    LineCutter cutter(line);
    for (std::size_t start = 0, number = 1; start < text.size(); ++number) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      std::array<std::string_view, LineColumns::limit> expected;
      const std::size_t count = split_blanks({text.data() + start, end - start}, expected);
      const LineColumns columns = split_line(line);
      const LineColumns& next = cutter.next();
      ASSERT_EQ(columns.count, count) << text;
      ASSERT_EQ(next.count, count) << text;
      ASSERT_EQ(next.end, columns.end);
      for (std::size_t i = 0; i < std::min(count, LineColumns::limit); ++i) {
        ASSERT_EQ(columns[i], expected[i]);
        ASSERT_EQ(next[i], expected[i]);
      }
      ASSERT_EQ(columns.end, file.text().data() + end);
      ASSERT_EQ(file.location(line).line, number);
      start = end + 1;
      line = columns.end + 1;
    }
  }
}

// Of a line with more columns than are kept, those behind the last one kept are empty.
TEST(TextFile, ColumnsBeyondTheLimitAreEmpty) {
  const TestFile temporary("a b c d e f g h i j\n");
  const TextFile file(temporary.path());
  const LineColumns columns = split_line(file.text().data());
  EXPECT_EQ(columns.count, 10U);
  EXPECT_EQ(columns[LineColumns::limit - 1], "f");
  for (std::size_t i = LineColumns::limit; i < 12; ++i) EXPECT_EQ(columns[i], "");
}

// Whether large files are mapped or read, and end at the end of a page or not, lines end as they do
// elsewhere; and compressed ones are not taken for plain.
void expect_that_large_files_end_as_small_ones_do() {
  for (const std::size_t size : {std::size_t{1} << 22, (std::size_t{1} << 22) + 1,
                                 (std::size_t{1} << 22) + 4095, (std::size_t{5} << 20) - 64}) {
    std::string text(size, 'x');
    for (std::size_t i = 99; i < size; i += 100) text[i] = '\n';
    text.back() = 'y';
    const TestFile plain(text), damaged("\x1f\x8b" + text);
    EXPECT_THROW(TextFile(damaged.path()), Error);
    const TextFile file(plain.path());
    ASSERT_EQ(file.text(), text);
    const LineColumns columns = split_line(file.text().data() + text.rfind('\n') + 1);
    EXPECT_EQ(columns.count, 1u);
    EXPECT_EQ(columns.end, file.text().data() + size);
    for (std::size_t i = 0; i <= TextFile::padding; ++i) ASSERT_EQ(columns.end[i], '\n');
  }
}

TEST(TextFile, LargeFilesEndAsSmallOnesDo) {
  expect_that_large_files_end_as_small_ones_do();
  map_large_files();
  expect_that_large_files_end_as_small_ones_do();
}

TEST(TextFile, HasNoZeros) {
  const TestFile zero(std::string("1 1 a 1\n1 1 b\0 1\n", 18));
  try {
    TextFile text(zero.path());
    ADD_FAILURE() << "was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(":2: contains a zero byte"), std::string::npos)
        << error.what();
  }
}

TEST(TextFile, LeavesOutTheByteOrderMark) {
  EXPECT_EQ(TextFile(TestFile("\xef\xbb\xbf"
                              "1 a\n")
                         .path())
                .text(),
            "1 a\n");
  EXPECT_THROW(TextFile(TestFile("\xff\xfe"
                                 "1")
                            .path()),
               Error);
}

}  // namespace
}  // namespace subintent::internal
