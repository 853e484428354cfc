#include "tokenize/terms/document_vector.h"

#include <gtest/gtest.h>

#include "core/io/input_file.h"
#include "messages.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

std::vector<DocumentVector> read(std::string_view text) {
  return read_vectors({write_temporary("vectors", text)});
}

std::string message_for(std::string_view text) {
  return message_of([&] { read(text); });
}

TEST(DocumentVector, ReadsWhatOthersWrite) {
  const auto vectors = read(
      "{\"contents\": \"x\", \"vector\": {\"zebra\": 2, \"ant\": 0.5}, \"id\": \"d1\", \"n\": "
      "[1]}\r\n\n"
      R"({"id": "d\"2", "vector": {}})");
  ASSERT_EQ(vectors.size(), 2u);
  EXPECT_EQ(vectors[0].docno, "d1");
  ASSERT_EQ(vectors[0].terms.size(), 2u);
  EXPECT_EQ(vectors[0].terms[0].term, "ant");
  EXPECT_EQ(vectors[0].terms[0].weight, 0.5);
  EXPECT_EQ(vectors[0].terms[1].term, "zebra");
  EXPECT_EQ(vectors[1].docno, "d\"2");
  EXPECT_TRUE(vectors[1].terms.empty());
}

TEST(DocumentVector, ALongVectorLeavesNothingToAShorterOne) {
  VectorReader reader(write_temporary("v", R"({"id":"a","vector":{"x":1,"y":2,"z":3}}
{"docid":7,"vector":{"w":1}}
)"));
  DocumentVector vector;
  ASSERT_TRUE(reader.next(vector));
  ASSERT_TRUE(reader.next(vector));
  ASSERT_EQ(vector.terms.size(), 1u);
  EXPECT_EQ(vector.docno, "7");
  EXPECT_EQ(vector.terms[0].term, "w");
  EXPECT_EQ(reader.location().line, 2u);
  EXPECT_FALSE(reader.next(vector));
}

TEST(DocumentVector, WritesWhatItReads) {
  const DocumentVector vector{"d\t1", {{"a\"b", 3}, {"caf\xc3\xa9", 0.1}, {"z", -1e300}}};
  std::string line;
  append_vector_line(line, vector);
  EXPECT_EQ(
      line,
      "{\"id\": \"d\\t1\", \"vector\": {\"a\\\"b\": 3, \"caf\xc3\xa9\": 0.1, \"z\": -1e+300}}\n");
  std::string again;
  DocumentVector other = vector;
  other.docno = "d1";
  append_vector_line(again, other);
  const auto back = read(again);
  ASSERT_EQ(back.size(), 1u);
  ASSERT_EQ(back[0].terms.size(), vector.terms.size());
  for (std::size_t i = 0; i < vector.terms.size(); ++i) {
    EXPECT_EQ(back[0].terms[i].term, vector.terms[i].term);
    EXPECT_EQ(back[0].terms[i].weight, vector.terms[i].weight);
  }
}

TEST(DocumentVector, KeepsOnlyWhatIsWanted) {
  const std::string path = write_temporary("v", R"({"id":"a","vector":{}}
{"id":"b","vector":{}}
{"id":"a","vector":{}}
)");
  EXPECT_EQ(read_vectors({path}, [](std::string_view docno) { return docno == "b"; }).size(), 1u);
  EXPECT_THROW(read_vectors({path}), Error);
}

TEST(DocumentVector, NamesTheLineThatIsWrong) {
  const std::string good = "{\"id\":\"a\",\"vector\":{}}\n";
  for (const std::string bad :
       {"nonsense", "[]", "{", "{}", R"({"id":"b"})", R"({"vector":{}})",
        R"({"id":3.5,"vector":{}})", R"({"id":"","vector":{}})", R"({"id":"b","vector":[]})",
        R"({"id":"b","vector":{"t":"1"}})", R"({"id":"b","vector":{"t":null}})",
        R"({"id":"b","vector":{"t":1e999}})", R"({"id":"b","vector":{"t":NaN}})",
        R"({"id":"b","vector":{"t":1,"u":2,"t":1}})", R"({"id":"b\tc","vector":{}})",
        R"({"id":"a","vector":{}})", "{\"id\":\"\xff\",\"vector\":{}}"}) {
    const std::string message = message_for(good + bad + "\n");
    EXPECT_TRUE(has(message, "vectors:2: ")) << bad << " gave: " << message;
    EXPECT_FALSE(has(message, "\n")) << message;
  }
}

TEST(DocumentVector, ReadsVeryLongLines) {
  std::string line = R"({"id":"long","vector":{)";
  for (int i = 0; i < 1'000'000; ++i) {
    if (i > 0) line += ',';
    line += "\"t" + std::to_string(i) + "\":1";
  }
  const auto vectors = read(line + "}}");
  ASSERT_EQ(vectors.size(), 1u);
  EXPECT_EQ(vectors[0].terms.size(), 1'000'000u);
}

TEST(DocumentVector, SaysHowMuchIsRead) {
  VectorReader reader(write_temporary("v", "{\"id\":\"a\",\"vector\":{}}\n"));
  DocumentVector vector;
  while (reader.next(vector)) {
  }
  EXPECT_EQ(reader.share_read(), 1.0);
}

}  // namespace
}  // namespace subintent::internal
