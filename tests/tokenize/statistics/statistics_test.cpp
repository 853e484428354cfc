#include "tokenize/statistics/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/io/input_file.h"
#include "subintent/program.h"
#include "test_file.h"
#include "tokenize/statistics/statistics_builder.h"
#include "tokenize/statistics/statistics_merge.h"
#include "tokenize/statistics/write_tables.h"

namespace subintent::internal {
namespace {

void write_statistics(const CollectionStatistics& statistics, const std::string& path) {
  const std::map<std::string_view, std::uint64_t> sorted(statistics.document_frequency.begin(),
                                                         statistics.document_frequency.end());
  OutputFile file(path);
  StatisticsWriter writer(statistics.documents, [&](std::string_view text) { file.write(text); });
  for (const auto& [term, frequency] : sorted) writer.write(term, frequency);
  writer.flush();
  file.close();
}

TEST(Statistics, IdfIsTheLogarithmOfTheRatio) {
  CollectionStatistics statistics;
  EXPECT_EQ(statistics.idf(statistics.frequency_of("x")), 0);
  statistics.documents = 8;
  statistics.document_frequency = {{"all", 8}, {"two", 2}};
  EXPECT_EQ(statistics.idf(statistics.frequency_of("all")), 0);
  EXPECT_DOUBLE_EQ(statistics.idf(statistics.frequency_of("two")), std::log(4.0));
  EXPECT_DOUBLE_EQ(statistics.idf(statistics.frequency_of("absent")), std::log(8.0));
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
        "#documents\t5\nb\t1\na\t1\n", "#documents\t5\na\t1\na\t1\n", "#documents\t5\n\na\t1\n"})
    EXPECT_THROW(read_statistics(write_temporary("s", bad)), Error) << bad;
}

TEST(Statistics, ManyFilesAreMergedInGroups) {
  std::vector<std::string> paths;
  for (int i = 0; i < 17; ++i) {
    paths.push_back(write_temporary(std::to_string(i),
                                    "#documents\t2\na\t1\nb" + std::to_string(i % 5) + "\t2\n"));
  }
  std::string all, groups;
  const auto append_to = [](std::string& out) {
    return [&out](std::string_view text) { out += text; };
  };
  merge_statistics(sources(paths), append_to(all), testing::TempDir());
  EXPECT_EQ(all, "#documents\t34\na\t17\nb0\t8\nb1\t8\nb2\t6\nb3\t6\nb4\t6\n");
  for (const std::size_t limit : {2, 3, 16}) {
    groups.clear();
    merge_statistics(sources(paths), append_to(groups), testing::TempDir(), limit);
    EXPECT_EQ(groups, all) << limit;
  }
}

TEST(WriteTables, SortsAndAddsUpAsAMapDoes) {
  std::mt19937 random(11);
  for (const int documents : {0, 1, 40, 4000}) {
    CollectionStatistics expected;
    std::array<TermCounter, 3> tables;
    for (TermCounter& table : tables) table.keep_frequencies();
    for (int document = 0; document < documents; ++document) {
      TermCounter& counter = tables[random() % 2];  // the third stays empty
      counter.clear();
      for (int i = 0; i < 20; ++i) {
        // Few letters, so that terms begin alike; up to 20 of them, more than a slot has room for.
        std::string term(1 + random() % 20, 'a');
        for (char& letter : term) letter = "ab\xff"[random() % (document % 2 + 2)];
        counter.add(term);
      }
      ++expected.documents;
      for (const TermCount& term : counter.terms())
        ++expected.document_frequency[std::string(term.term)];
    }
    std::string text;
    const std::array<const TermCounter*, 3> pointers = {&tables[0], &tables[1], &tables[2]};
    write_tables(pointers, expected.documents, [&](std::string_view part) { text += part; });
    const std::string path = temporary_path("s");
    write_statistics(expected, path);
    EXPECT_EQ(text, read_file(path)) << documents;
  }
}

TEST(StatisticsBuilder, CountsDocumentsNotOccurrences) {
  StatisticsBuilder builder(1 << 20, testing::TempDir());
  TermCounter counter;
  for (const std::string_view text : {"abab", "a", ""}) {
    counter.clear();
    for (const char c : text) counter.add({&c, 1});
    builder.add(counter);
  }
  std::string written;
  builder.write([&](std::string_view text) { written += text; });
  EXPECT_EQ(written, "#documents\t3\na\t2\nb\t1\n");
}

// Random documents, with terms short, long and of the length at which a slot is full.
void add_documents(StatisticsBuilder& builder, TermCounter& counter) {
  std::mt19937 random(3);
  for (int document = 0; document < 600; ++document) {
    counter.clear();
    for (unsigned i = random() % 300; i > 0; --i) {
      const std::string number = std::to_string(random() % (1 + random() % 20'000));
      counter.add(std::string(random() % 16, 'x') + number);
    }
    builder.add(counter);
  }
}

TEST(StatisticsBuilder, AnyMemoryGivesTheSameBytes) {
  std::string expected;
  for (const std::size_t memory : {1u << 30, 1u << 22, 1u << 18, 0u}) {
    StatisticsBuilder builder(memory, testing::TempDir());
    TermCounter counter;
    add_documents(builder, counter);
    std::string written;
    builder.write([&](std::string_view text) { written += text; });
    if (expected.empty()) expected = written;
    EXPECT_EQ(written, expected) << memory;
  }
  const CollectionStatistics read = read_statistics(Source::memory(expected, "statistics"));
  EXPECT_GT(read.document_frequency.size(), 10'000u);
}

}  // namespace
}  // namespace subintent::internal
