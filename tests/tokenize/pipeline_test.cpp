#include "tokenize/pipeline.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <chrono>
#include <thread>

#include "core/io/input_file.h"
#include "messages.h"
#include "test_file.h"
#include "tokenize/collection_support.h"
#include "tokenize/statistics/statistics.h"
#include "tokenize/words/stemmer.h"

namespace subintent::internal {
namespace {

struct Result {
  std::string vectors, fingerprints, texts;
  CollectionStatistics statistics;
  TokenizeSummary summary;
};

// A fingerprint that shows what it was given.
void append_term_count(std::string& out, std::string_view docno, std::span<const TermCount> terms) {
  out += std::string(docno) + "\t" + std::to_string(terms.size()) + "\n";
}

Result tokenize(TokenizeTask task, bool with_statistics = true) {
  Result result;
  std::string statistics;
  const auto append_to = [](std::string& out) {
    return [&out](std::string_view text) { out += text; };
  };
  task.vectors = append_to(result.vectors);
  task.fingerprints = append_to(result.fingerprints);
  task.texts = append_to(result.texts);
  task.append_fingerprint = append_term_count;
  if (with_statistics) task.statistics = append_to(statistics);
  task.temporary_folder = testing::TempDir();
  result.summary = tokenize_collection(task);
  if (with_statistics)
    result.statistics = read_statistics(Source::memory(statistics, "statistics"));
  return result;
}

TokenizeTask task_of(const std::string& text) {
  TokenizeTask task;
  task.inputs = {Source::memory(text, "input")};
  return task;
}

TEST(Pipeline, MakesAllOutputsInOnePass) {
  const Result result = tokenize(task_of("d2\tThe cat and THE dog\nd1\tthe fish\nd3\t...\n"));
  EXPECT_EQ(result.vectors,
            "{\"id\": \"d2\", \"vector\": {\"and\": 1, \"cat\": 1, \"dog\": 1, \"the\": 2}}\n"
            "{\"id\": \"d1\", \"vector\": {\"fish\": 1, \"the\": 1}}\n"
            "{\"id\": \"d3\", \"vector\": {}}\n");
  EXPECT_EQ(result.fingerprints, "d2\t4\nd1\t2\nd3\t0\n");
  EXPECT_EQ(result.texts, "d2\t\t\tThe cat and THE dog\nd1\t\t\tthe fish\nd3\t\t\t...\n");
  EXPECT_EQ(result.statistics.documents, 3u);
  EXPECT_EQ(result.statistics.document_frequency.at("the"), 2u);
  EXPECT_EQ(result.statistics.document_frequency.size(), 5u);
  EXPECT_EQ(result.summary.documents, 3u);
  EXPECT_EQ(result.summary.terms, 7u);
  EXPECT_EQ(result.summary.documents_without_terms, 1u);
}

TEST(Pipeline, ReadsPagesInTheirCharset) {
  TokenizeTask task;
  task.inputs = {Source(write_temporary(
      "w", warc_record("WARC-Type: response\r\nWARC-TREC-ID: d\r\n",
                       "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n"
                       "<title>Caf\xe9</title><script>no</script><b>Un</b>do")))};
  EXPECT_EQ(tokenize(task).vectors,
            "{\"id\": \"d\", \"vector\": {\"caf\xc3\xa9\": 1, \"undo\": 1}}\n");
}

TEST(Pipeline, StopwordsAreFoldedAndTakenBeforeStemming) {
  TokenizeTask task = task_of("d\tThe Running runs\n");
  task.terms.stopwords = read_stopwords(write_temporary("stop", "THE\nruns\n"), Folding::usual);
  task.terms.stem = "english";
  EXPECT_EQ(tokenize(task).vectors, "{\"id\": \"d\", \"vector\": {\"run\": 1}}\n");
  EXPECT_THROW(read_stopwords(write_temporary("none", "...\n"), Folding::usual), Error);
  EXPECT_THROW(Stemmer("klingon"), Error);
}

TEST(Pipeline, DocnosChooseVectorsButNotStatistics) {
  TokenizeTask task = task_of("a\tx\nb\tx y\nc\tx\nb\tz\n");
  task.docnos = TermSet{"b", "missing"};
  const Result both = tokenize(task);
  EXPECT_EQ(both.fingerprints, "b\t2\nb\t1\n");
  EXPECT_EQ(both.statistics.documents, 4u);
  EXPECT_EQ(both.statistics.document_frequency.at("x"), 3u);
  EXPECT_EQ(both.summary.docnos_found, 1u);
  const Result vectors_only = tokenize(task, false);
  EXPECT_EQ(vectors_only.vectors, both.vectors);
  EXPECT_EQ(vectors_only.summary.documents, 2u);
}

TEST(Pipeline, SameBytesForAnyNumberOfThreads) {
  TokenizeTask task;
  for (int file = 0; file < 3; ++file) {
    std::string text;
    for (int i = 0; i < 3000; ++i) {
      text += std::to_string(file) + "-" + std::to_string(i) + "\t";
      for (int word = 0; word < i % 70; ++word)
        text += "word" + std::to_string(i * word % 997) + " ";
      text += "\n";
    }
    task.inputs.push_back(Source(write_temporary(std::to_string(file), text)));
  }
  std::unique_ptr<Result> first;
  for (const std::size_t threads : {1, 2, 7}) {
    tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    Result result = tokenize(task);
    EXPECT_EQ(result.summary.documents, 9000u);
    if (!first)
      first = std::make_unique<Result>(std::move(result));
    else {
      EXPECT_EQ(result.vectors, first->vectors);
      EXPECT_EQ(result.fingerprints, first->fingerprints);
      EXPECT_EQ(result.statistics.document_frequency, first->statistics.document_frequency);
    }
  }
}

TEST(Pipeline, ABrokenInputIsAnErrorAndACountedDefectIsNot) {
  TokenizeTask task = task_of("{\"id\":\"a\",\"contents\":\"x\"}\nbroken\n");
  EXPECT_EQ(tokenize(task).summary.counts.skipped.size(), 1u);
  task.inputs.push_back(Source(write_temporary("binary", std::string("\0\1\2", 3))));
  EXPECT_THROW(tokenize(task), Error);
}

TEST(Pipeline, StopsWhenTheCallbackSaysSo) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i) + "\tsome words to be counted\n";
  TokenizeTask task = task_of(text);
  int calls = 0;
  task.append_fingerprint = append_term_count;
  task.fingerprints = [](std::string_view) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  const Error error = thrown_by([&] {
    tokenize_collection(task, [&](const Progress& progress) {
      EXPECT_EQ(progress.unit, "documents");
      return ++calls < 2;
    });
  });
  EXPECT_EQ(error.kind(), Error::Kind::interrupted);
  EXPECT_EQ(calls, 2);
}

TEST(Pipeline, NoInputsGiveEmptyOutputs) {
  const Result result = tokenize({});
  EXPECT_EQ(result.vectors, "");
  EXPECT_EQ(result.statistics.documents, 0u);
}

}  // namespace
}  // namespace subintent::internal
