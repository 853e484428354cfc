#include "hierarchy/cluster/dendrogram.h"

#include <gtest/gtest.h>

#include "gzip_member.h"
#include "messages.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

std::string error_of(const std::string& text) {
  return message_of([&] { read_dendrograms(write_temporary("d", text)); });
}

TEST(Dendrogram, RoundTrip) {
  std::vector<Dendrogram> all = {
      {"1", "2", {"a", "b\"\\", "c", "größe"}, {{1, 3, 0.1, 2}, {0, 4, 1.0 / 3, 3}, {2, 5, 0, 4}}},
      {"1", "*", {"only"}, {}},
      {"2", "2", {"a", "b"}, {{0, 1, -0.5, 2}}}};
  std::string text;
  for (const Dendrogram& dendrogram : all) append_dendrogram_line(text, dendrogram);
  EXPECT_TRUE(text.ends_with(
      "{\"topic\":\"2\",\"intent\":\"2\",\"docs\":[\"a\",\"b\"],\"merges\":[[0,1,-0.5,2]]}\n"));
  const auto read = read_dendrograms(write_temporary("d", gzip(text)));
  ASSERT_EQ(read.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(read[i].topic, all[i].topic);
    EXPECT_EQ(read[i].intent, all[i].intent);
    EXPECT_EQ(read[i].docs, all[i].docs);
    ASSERT_EQ(read[i].merges.size(), all[i].merges.size());
    for (std::size_t k = 0; k < all[i].merges.size(); ++k) {
      EXPECT_EQ(read[i].merges[k].a, all[i].merges[k].a);
      EXPECT_EQ(read[i].merges[k].b, all[i].merges[k].b);
      EXPECT_EQ(read[i].merges[k].similarity, all[i].merges[k].similarity);
      EXPECT_EQ(read[i].merges[k].size, all[i].merges[k].size);
    }
  }
}

TEST(Dendrogram, ExcessRoundTrip) {
  std::vector<Dendrogram> all = {
      {"1",
       "*",
       {"a", "b", "c"},
       {{0, 1, 0.5, 2}, {2, 3, 0.25, 3}},
       TopicPairs{3, 0.5},
       {{0.25, -2}}},
      {"2", "*", {"a", "b"}, {{0, 1, 0.5, 2}}, {}, std::vector<double>{}}};
  std::string text;
  for (const Dendrogram& dendrogram : all) append_dendrogram_line(text, dendrogram);
  EXPECT_TRUE(has(text, "\"topic_mean\":0.5,\"excess\":[0.25,-2]}\n"));
  EXPECT_TRUE(text.ends_with(",\"excess\":[]}\n"));
  EXPECT_EQ(read_dendrograms(write_temporary("d", text)), all);
}

TEST(Dendrogram, ReadsWhatOthersMayWrite) {
  const auto read = read_dendrograms(write_temporary("d", R"(
 { "merges": [[1, 0, 1, 2]], "docs": ["a", "b"], "by": "hand", "intent": "x", "topic": "7" }
)"));
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].merges[0].a, 0U);
  EXPECT_EQ(read[0].merges[0].b, 1U);
  EXPECT_EQ(read[0].merges[0].similarity, 1);
  EXPECT_TRUE(read_dendrograms(write_temporary("empty", "")).empty());
}

TEST(Dendrogram, BadInput) {
  const std::string start = R"({"topic":"1","intent":"2","docs":)";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"x", "is not JSON: "},
      {"[]", "is not a JSON object"},
      {"{\"topic\":\"1\"", "is not JSON: "},
      {R"({"intent":"2","docs":["a"],"merges":[]})", "\"topic\" is missing"},
      {R"({"topic":1,"intent":"2","docs":["a"],"merges":[]})", "\"topic\" is not a string"},
      {R"({"topic":"1","docs":["a"],"merges":[]})", "\"intent\" is missing"},
      {R"({"topic":"1","intent":"2","merges":[]})", "\"docs\" is missing"},
      {start + R"(["a"]})", "\"merges\" is missing"},
      {start + R"([],"merges":[]})", "has no documents"},
      {start + R"([1],"merges":[]})", "\"docs\"[0] is not a docno"},
      {start + R"(["b","a"],"merges":[[0,1,0,2]]})", "document a is out of order"},
      {start + R"(["a","a"],"merges":[[0,1,0,2]]})", "document a is out of order or listed twice"},
      {start + R"(["a","b"],"merges":[]})", "has 0 merges for 2 documents"},
      {start + R"(["a"],"merges":[[0,0,0,2]]})", "more merges than"},
      {start + R"(["a","b"],"merges":[[0,1,0,2],[0,1,0,2]]})", "more merges than"},
      {start + R"(["a","b"],"merges":[[0,0,0,2]]})", "merge 0 joins nodes 0 and 0"},
      {start + R"(["a","b"],"merges":[[0,2,0,2]]})", "merge 0 joins nodes 0 and 2"},
      {start + R"(["a","b","c"],"merges":[[0,1,0,2],[0,2,0,2]]})",
       "joins node 0, which was merged"},
      {start + R"(["a","b"],"merges":[[0,1,0,3]]})", "has size 3, but joins 2"},
      {start + R"(["a","b"],"merges":[[0,1,0]]})", "merge 0 is not [node"},
      {start + R"(["a","b"],"merges":[[0,1,null,2]]})", "merge 0 is not [node"},
      {start + R"(["a","b"],"merges":[[0,-1,0,2]]})", "merge 0 is not [node"},
      {start + R"(["a","b"],"merges":[[0,4294967296,0,2]]})", "merge 0 is not [node"},
      {start + R"(["a","b"],"merges":[[0,1,1e999,2]]})", "is not JSON: "},
      {start + R"(["a","b"],"merges":[[0,1,0,2]],"excess":[1,2]})",
       "has 2 numbers of \"excess\" for 1"},
      {start + R"(["a","b"],"merges":[[0,1,0,2]],"excess":["x"]})",
       "\"excess\"[0] is not a number"},
      {start + R"(["a","b"],"merges":[7]})", "merge 0 is not [node"}};
  for (const auto& [line, message] : cases) {
    const std::string good = R"({"topic":"0","intent":"0","docs":["a"],"merges":[]})";
    const std::string error = error_of(good + "\n" + line + "\n");
    EXPECT_TRUE(has(error, ":2: "));
    EXPECT_TRUE(has(error, message)) << message << "\nfound: " << error;
  }
}

TEST(Dendrogram, TheSameIntentTwice) {
  const std::string line = R"({"topic":"1","intent":"2","docs":["a"],"merges":[]})";
  EXPECT_TRUE(
      has(error_of(line + "\n\n" + line), ":3: topic 1, intent 2 has a dendrogram already"));
}

}  // namespace
}  // namespace subintent::internal
