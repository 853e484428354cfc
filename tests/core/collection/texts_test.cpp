#include "core/collection/documents.h"

#include <gtest/gtest.h>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

Texts texts_of(const std::string& text) {
  return read_texts({Source::memory(text, "t")});
}

std::string texts_error(const std::string& text) {
  try {
    texts_of(text);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Texts, AreReadAsTheyAreWritten) {
  const DocumentText text{"A title", "http://a/", "First words"};
  std::string lines;
  append_text_line(lines, "d1", text);
  append_text_line(lines, "d2", {});
  EXPECT_EQ(lines, "d1\tA title\thttp://a/\tFirst words\nd2\t\t\t\n");
  const Texts texts = texts_of(lines);
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_EQ(texts.at("d1"), text);
  EXPECT_EQ(texts.at("d2"), DocumentText());
}

TEST(Texts, OfWantedDocumentsAreKept) {
  const auto wanted = [](std::string_view docno) { return docno == "b"; };
  const Texts texts = read_texts(
      {Source::memory("a\t1\t\t\na\t2\t\t\n", "t"), Source::memory("b\t3\t\t\r\nb\t3\t\t\n", "u")},
      wanted);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts.at("b").title, "3");
}

TEST(Texts, MayBeNone) {
  EXPECT_TRUE(texts_of("").empty());
}

TEST(Texts, BadInputIsNamedWithItsLine) {
  EXPECT_NE(
      texts_error("a\tb\tc\td\na\tb\n").find("t:2: expected 4 tab-separated columns, found 2"),
      std::string::npos);
  EXPECT_NE(texts_error("a\tb\tc\td\n\n").find("t:2: expected 4"), std::string::npos);
  EXPECT_NE(texts_error("a\tb\tc\td\te\n").find("found 5"), std::string::npos);
  EXPECT_NE(texts_error("\tb\tc\td\n").find("t:1: the docno '' is empty"), std::string::npos);
  EXPECT_NE(texts_error("a\t\xff\tc\td\n").find("t:1: the text of a is not UTF-8"),
            std::string::npos);
  EXPECT_NE(texts_error("a\tb\t\t\na\tc\t\t\n").find("t:2: document a"), std::string::npos);
}

}  // namespace
}  // namespace subintent::internal
