#include <gtest/gtest.h>

#include "core/collection/documents.h"
#include "messages.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

Texts texts_of(const std::string& text) {
  return read_texts({Source::memory(text, "t")});
}

std::string texts_error(const std::string& text) {
  return message_of([&] { texts_of(text); });
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
  EXPECT_TRUE(
      has(texts_error("a\tb\tc\td\na\tb\n"), "t:2: expected 4 tab-separated columns, found 2"));
  EXPECT_TRUE(has(texts_error("a\tb\tc\td\n\n"), "t:2: expected 4"));
  EXPECT_TRUE(has(texts_error("a\tb\tc\td\te\n"), "found 5"));
  EXPECT_TRUE(has(texts_error("\tb\tc\td\n"), "t:1: the docno '' is empty"));
  EXPECT_TRUE(has(texts_error("a\t\xff\tc\td\n"), "t:1: the text of a is not UTF-8"));
  EXPECT_TRUE(has(texts_error("a\tb\t\t\na\tc\t\t\n"), "t:2: document a"));
}

}  // namespace
namespace {

Duplicates duplicates_of(const std::string& text) {
  return read_duplicates(Source::memory(text, "d"));
}

std::string duplicates_error(const std::string& text) {
  return message_of([&] { duplicates_of(text); });
}

TEST(Duplicates, OfPairsAreWhatPairsConnect) {
  const Duplicates read = duplicates_of("a\tb\t3\nx\ty\t0\r\n\nd\tc\t1\nb\tc\t2\n");
  EXPECT_EQ(read.docnos().size(), 6u);
  EXPECT_EQ(read.group("a"), read.group("d"));
  EXPECT_EQ(read.group("a"), read.group("b"));
  EXPECT_EQ(read.group("x"), read.group("y"));
  EXPECT_NE(read.group("a"), read.group("x"));
  EXPECT_EQ(read.group("z"), Duplicates::none);
}

TEST(Duplicates, OfGroupsAreThoseOfANameThatIsNoDocno) {
  const Duplicates read = duplicates_of("group\tdocno\r\n1\t2\n1\t3\n2\t1\n1\t3\n");
  EXPECT_EQ(read.docnos().size(), 3u);
  EXPECT_EQ(read.group("2"), read.group("3"));
  EXPECT_NE(read.group("1"), read.group("2"));
}

TEST(Duplicates, MayBeNone) {
  EXPECT_TRUE(duplicates_of("").docnos().empty());
  EXPECT_TRUE(duplicates_of("group\tdocno\n").docnos().empty());
}

TEST(Duplicates, ErrorsNameFileAndLine) {
  const std::string advice =
      "; write pairs \"docno docno bits\", or groups \"group docno\" below that header, with tabs";
  EXPECT_EQ(duplicates_error("a\tb\n"), "d:1: expected 3 columns, found 2" + advice);
  EXPECT_EQ(duplicates_error("a\tb\t1\na b 2\n"), "d:2: expected 3 columns, found 1" + advice);
  EXPECT_EQ(duplicates_error("group\tdocno\na\tb\t1\n"),
            "d:2: expected 2 columns, found 3" + advice);
  for (const char* const bits : {"x", "-1", "1.5", ""}) {
    EXPECT_EQ(duplicates_error("a\tb\t" + std::string(bits) + "\n"),
              "d:1: '" + std::string(bits) + "' is not a number of bits" + advice);
  }
  EXPECT_EQ(duplicates_error("a\tb\t1\nc\tc\t0\n"),
            "d:2: document c is paired with itself; give two documents");
  EXPECT_EQ(duplicates_error("\ta\t1\n"), "d:1: the docno '' is empty" + advice);
  EXPECT_EQ(duplicates_error("group\tdocno\n1\ta\n2\ta\n"),
            "d:3: document a is in group 1 and in group 2; put it into one group, or merge the two "
            "groups");
}

}  // namespace
}  // namespace subintent::internal
