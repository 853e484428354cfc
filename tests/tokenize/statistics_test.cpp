#include "tokenize/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tokenize/statistics_builder.h"
#include "tokenize/temporary_file.h"

namespace subintent {
namespace {

TEST(Statistics, IdfIsTheLogarithmOfTheRatio) {
  CollectionStatistics statistics;
  EXPECT_EQ(statistics.idf("x"), 0);
  statistics.documents = 8;
  statistics.document_frequency = {{"all", 8}, {"two", 2}};
  EXPECT_EQ(statistics.idf("all"), 0);
  EXPECT_DOUBLE_EQ(statistics.idf("two"), std::log(4.0));
  EXPECT_DOUBLE_EQ(statistics.idf("absent"), std::log(8.0));
}

TEST(Statistics, FilesAreSortedByBytes) {
  CollectionStatistics statistics;
  statistics.documents = 3;
  statistics.document_frequency = {{"b", 1}, {"\xc3\xa9", 2}, {"B", 3}, {"ba", 1}};
  const std::string path = temporary_path("s");
  write_statistics(statistics, path);
  EXPECT_EQ(read_file(path), "#documents\t3\nB\t3\nb\t1\nba\t1\n\xc3\xa9\t2\n");
  const CollectionStatistics back = read_statistics(path);
  EXPECT_EQ(back.documents, 3u);
  EXPECT_EQ(back.document_frequency, statistics.document_frequency);
}

TEST(Statistics, RefusesBrokenFiles) {
  for (const std::string bad :
       {"", "a\t1\n", "#documents\n", "#documents\t-1\n", "#documents\tmany\n",
        "#documents\t5\na\n", "#documents\t5\na\t0\n", "#documents\t5\na\t6\n",
        "#documents\t5\na\t1.5\n", "#documents\t5\na\t1\t1\n", "#documents\t5\n\t1\n",
        "#documents\t5\nb\t1\na\t1\n", "#documents\t5\na\t1\na\t1\n", "#documents\t5\n\na\t1\n"}) {
    EXPECT_THROW(read_statistics(write_temporary("s", bad)), Error) << bad;
  }
}

TEST(Statistics, MergingShardsIsAddingThem) {
  std::mt19937 random(7);
  CollectionStatistics sum;
  std::vector<std::string> paths;
  for (int shard = 0; shard < 5; ++shard) {
    CollectionStatistics part;
    part.documents = 10;
    for (int i = 0; i < 200; ++i) {
      part.document_frequency["t" + std::to_string(random() % 300)] = 1 + random() % 10;
    }
    if (shard == 3) part = {};  // a shard without documents
    sum.add(part);
    paths.push_back(temporary_path(std::to_string(shard)));
    write_statistics(part, paths.back());
  }
  const std::string merged = temporary_path("merged"), added = temporary_path("added");
  merge_statistics(paths, merged);
  write_statistics(sum, added);
  EXPECT_EQ(sum.documents, 40u);
  EXPECT_EQ(read_file(merged), read_file(added));
}

TEST(Statistics, RefusesToOpenMoreFilesThanASystemAllows) {
  const std::vector<std::string> paths(merged_files_limit + 1, "none");
  EXPECT_THROW(merge_statistics(paths, temporary_path("out")), Error);
}

TEST(StatisticsBuilder, CountsDocumentsNotOccurrences) {
  StatisticsBuilder builder;
  builder.add(std::vector<TermWeight>{{"a", 7}, {"b", 1}});
  builder.add(std::vector<TermWeight>{{"a", 2}});
  builder.add({});
  const CollectionStatistics statistics = builder.take();
  EXPECT_EQ(statistics.documents, 3u);
  EXPECT_EQ(statistics.document_frequency.at("a"), 2u);
  EXPECT_EQ(statistics.document_frequency.at("b"), 1u);
  EXPECT_EQ(builder.take().documents, 0u);
}

}  // namespace
}  // namespace subintent
