#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/base/strings.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "gzip_member.h"
#include "messages.h"
#include "subintent/basics.h"
#include "subintent/program.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

std::vector<std::string> lines_of_source(const Source& source) {
  LineReader reader(source);
  std::vector<std::string> lines;
  std::string_view line;
  while (reader.next(line)) lines.emplace_back(line);
  return lines;
}

// What a reader finds must not depend on where the bytes are.
TEST(Source, MemoryAndFilesReadAlike) {
  std::string long_text = "\xef\xbb\xbf";
  for (int i = 0; i < 100'000; ++i) long_text += "line " + std::to_string(i) + "\r\n";
  for (const std::string& text : {std::string(), std::string("a"), std::string("a\n\nb"), long_text,
                                  long_text + "without an end"}) {
    for (const std::string& bytes : {text, gzip(text)}) {
      const TestFile file(bytes);
      const Source memory = Source::memory(bytes, "memory");
      EXPECT_EQ(Content(memory).bytes(), text);
      EXPECT_EQ(read_file(file.path()), text);
      EXPECT_EQ(lines_of_source(memory), lines_of_source(file.path()));
      const TextFile of_memory(memory), of_file(file.path());
      ASSERT_EQ(of_memory.text(), of_file.text());
      for (std::size_t i = 0; i <= TextFile::padding; ++i)
        ASSERT_EQ(of_memory.text().end()[i], '\n');
    }
  }
}

TEST(Source, MemoryThatIsPlainIsShared) {
  const Source source = Source::memory("text", "memory");
  EXPECT_EQ(Content(source).bytes().data(), source.bytes().data());
  EXPECT_EQ(Source(source).bytes().data(), source.bytes().data());
}

TEST(Source, ContentOutlivesIt) {
  const Content content(Source::memory("text", "memory"));
  EXPECT_EQ(content.bytes(), "text");
  EXPECT_EQ(content.name(), "memory");
}

TEST(Source, IsNamedInMessages) {
  EXPECT_EQ(Source("-").name(), "standard input");
  EXPECT_EQ(Source("a/b").name(), "a/b");
  const Error error =
      thrown_by([&] { TextFile(Source::memory(std::string("1\n2\0", 4), "the text")); });
  EXPECT_EQ(error.location().file, "the text");
  EXPECT_EQ(error.location().line, 2u);
}

TEST(Source, AFileThatIsNotThereIsAnErrorOfTheSystem) {
  const Error error = thrown_by([&] { Content(Source("/nonexistent/file")); });
  EXPECT_EQ(error.kind(), Error::Kind::system);
  EXPECT_EQ(error.location().file, "/nonexistent/file");
}

}  // namespace
namespace {

// Every line of any text, also longer than a block, is cut as split_blanks() cuts it.
TEST(TextFile, CutsLinesAsTheGeneralSplitterDoes) {
  std::mt19937 random(1);
  const std::string alphabet = "ab\x80\xff \t\r\v\f\n\x01";
  for (std::size_t size = 0; size < 400; ++size) {
    std::string text = "#\n";  // no byte-order mark, and a line that ends in no CR
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
  const Error error = thrown_by([&] { TextFile text(zero.path()); });
  EXPECT_TRUE(has(error.what(), ":2: contains a zero byte"));
}

TEST(TextFile, LeavesOutTheByteOrderMark) {
  EXPECT_EQ(TextFile(TestFile("\xef\xbb\xbf"
                              "1 a\n")
                         .path())
                .text(),
            "1 a\n");
  EXPECT_EQ(TextFile(TestFile(std::string_view("\xff\xfe"
                                               "1\0=\xd8\x00\xde?",
                                               9))
                         .path())
                .text(),
            "1\xf0\x9f\x98\x80\xef\xbf\xbd");
}

}  // namespace
namespace {

// What follows a text may be anything.
TEST(BlockNumbers, DecimalsAreThoseReadByteByByte) {
  constexpr std::string_view other = ".-+ eE,}\t\n\xff\x80/:";
  std::mt19937 random(1);
  int found = 0;
  for (int i = 0; i < 300000; ++i) {
    std::array<char, 48> bytes;
    bytes.fill('\n');
    const std::size_t size = random() % 22;
    for (std::size_t j = 0; j < size; ++j) {
      const bool is_other = random() % 10 == 0;
      bytes[j] = is_other ? other[random() % other.size()] : static_cast<char>('0' + random() % 10);
    }
    if (random() % 2 == 0) bytes[random() % 10] = '.';
    if (random() % 4 == 0) bytes[0] = '-';
    const std::string_view all(bytes.data(), 40);
    const LeadingNumber expected = leading_number(all), number = leading_number_in_blocks(all);
    ASSERT_EQ(number.end, expected.end) << std::string(bytes.data(), size);
    ASSERT_EQ(number.value, expected.value) << std::string(bytes.data(), size);
    found += number.end != nullptr;
  }
  EXPECT_GT(found, 100000);
}

TEST(BlockNumbers, AllDecimalsOfEightDigits) {
  for (int whole = 1; whole <= 9; ++whole) {
    for (int rest = 0; rest + whole <= 10; ++rest) {
      std::string text = std::string("9876543210").substr(0, whole);
      if (rest > 0) text += "." + std::string("0123456789").substr(0, rest);
      const std::string padded = text + "," + std::string(32, '0');
      const LeadingNumber number = leading_number_in_blocks({padded.data(), text.size()});
      EXPECT_EQ(number.end, padded.data() + text.size()) << text;
      EXPECT_EQ(number.value, std::stod(text)) << text;
    }
  }
}

TEST(BlockNumbers, ThereIsNoNegativeZero) {
  const std::string text = "-0.000" + std::string(32, '\n');
  EXPECT_FALSE(std::signbit(leading_number_in_blocks(text).value));
}

}  // namespace
}  // namespace subintent::internal
