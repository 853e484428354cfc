#include "core/io/content.h"
#include "subintent/basics.h"

#include <gtest/gtest.h>

#include "core/io/input_file.h"
#include "gzip_member.h"
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
      for (std::size_t i = 0; i <= TextFile::padding; ++i) {
        ASSERT_EQ(of_memory.text().end()[i], '\n');
      }
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
  try {
    TextFile(Source::memory(std::string("1\n2\0", 4), "the text"));
    ADD_FAILURE() << "was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.location().file, "the text");
    EXPECT_EQ(error.location().line, 2u);
  }
}

TEST(Source, AFileThatIsNotThereIsAnErrorOfTheSystem) {
  try {
    Content(Source("/nonexistent/file"));
    ADD_FAILURE() << "was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::system);
    EXPECT_EQ(error.location().file, "/nonexistent/file");
  }
}

}  // namespace
}  // namespace subintent::internal
