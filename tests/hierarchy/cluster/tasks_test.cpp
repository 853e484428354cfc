#include "hierarchy/cluster/tasks.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <filesystem>
#include <random>

#include "fingerprints.h"
#include "hierarchy/cluster/dendrogram.h"
#include "messages.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

std::vector<ClusterTask> all_tasks(const Qrels& qrels) {
  std::vector<ClusterTask> tasks;
  for (const TopicQrels& topic : qrels.topics())
    for (ClusterTask& task : cluster_tasks(topic)) tasks.push_back(std::move(task));
  return tasks;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

std::string lines_of(const std::vector<Dendrogram>& dendrograms) {
  std::string text;
  for (const Dendrogram& dendrogram : dendrograms) append_dendrogram_line(text, dendrogram);
  return text;
}

// Judgments of 6 topics with 1 to 5 intents, and a fingerprint for most of the documents; lines in
// random order.
struct Files {
  std::vector<std::string> qrels, fingerprints;
};

Files random_files() {
  std::mt19937_64 random(12);
  Files files;
  for (int document = 0; document < 150; ++document) {
    const std::string docno = "d" + std::to_string(document);
    for (std::uint64_t topic = 1; topic <= 6; ++topic) {
      const std::string intent = std::to_string(1 + random() % topic);
      const std::string grade = std::to_string(static_cast<int>(random() % 5) - 2);
      files.qrels.push_back(std::to_string(topic) + " " + intent + " " + docno + " " + grade +
                            "\n");
    }
    if (document % 7 != 0) {
      files.fingerprints.push_back(
          fingerprint_line(docno, std::vector<std::uint64_t>{random() & 0xffff}));
    }
  }
  return files;
}

std::string cluster_files(const Files& files, Linkage linkage) {
  const Qrels qrels = read_qrels(write_temporary("q", joined(files.qrels)));
  const auto similarity = DocumentSimilarity::from_fingerprints(
      write_temporary("f", joined(files.fingerprints)), FingerprintSimilarity::cosine);
  return lines_of(cluster_all(all_tasks(qrels), similarity, linkage));
}

TEST(ClusterTasks, RelevantDocumentsOfEveryIntent) {
  const Qrels qrels = read_qrels(
      write_temporary("q", "1 10 b 1\n1 9 a 2\n1 9 c 0\n1 9 b -2\n1 10 a 1\n1 11 a 0\n2 1 x 0\n"));
  const auto tasks = all_tasks(qrels);
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].intent, "9");
  EXPECT_EQ(tasks[0].docs, std::vector<std::string_view>{"a"});
  EXPECT_EQ(tasks[1].intent, "10");
  EXPECT_EQ(tasks[1].docs, (std::vector<std::string_view>{"a", "b"}));
}

TEST(ClusterTasks, OneDocumentHasNoMerges) {
  const Qrels qrels = read_qrels(write_temporary("q", "1 1 a 1\n1 2 nowhere 1\n"));
  const auto similarity =
      DocumentSimilarity::from_fingerprints(named({{"a", 5}}), FingerprintSimilarity::cosine);
  EXPECT_EQ(lines_of(cluster_all(all_tasks(qrels), similarity, Linkage::complete)),
            "{\"topic\":\"1\",\"intent\":\"1\",\"docs\":[\"a\"],\"merges\":[],"
            "\"topic_pairs\":1,\"topic_mean\":0}\n"
            "{\"topic\":\"1\",\"intent\":\"2\",\"docs\":[\"nowhere\"],\"merges\":[],"
            "\"topic_pairs\":1,\"topic_mean\":0}\n");
}

TEST(ClusterTasks, NothingAtAllHasAFingerprint) {
  const Qrels qrels = read_qrels(write_temporary("q", "1 1 a 1\n1 1 b 1\n1 1 c 1\n"));
  const auto similarity =
      DocumentSimilarity::from_fingerprints(named({}), FingerprintSimilarity::cosine);
  EXPECT_EQ(lines_of(cluster_all(all_tasks(qrels), similarity, Linkage::complete)),
            "{\"topic\":\"1\",\"intent\":\"1\",\"docs\":[\"a\",\"b\",\"c\"],"
            "\"merges\":[[0,1,0,2],[2,3,0,3]],\"topic_pairs\":3,\"topic_mean\":0}\n");
}

TEST(ClusterTasks, SameBytesForAnyInputOrder) {
  Files files = random_files();
  std::mt19937_64 random(13);
  for (const Linkage linkage : {Linkage::complete, Linkage::single, Linkage::average}) {
    const std::string expected = cluster_files(files, linkage);
    EXPECT_TRUE(has(expected, "\"topic\":\"6\",\"intent\":\"6\""));
    for (int order = 0; order < 4; ++order) {
      std::shuffle(files.qrels.begin(), files.qrels.end(), random);
      std::shuffle(files.fingerprints.begin(), files.fingerprints.end(), random);
      EXPECT_EQ(cluster_files(files, linkage), expected);
    }
  }
}

TEST(ClusterTasks, SameBytesForAnyNumberOfThreads) {
  const Files files = random_files();
  const std::string expected = cluster_files(files, Linkage::complete);
  const Qrels qrels = read_qrels(write_temporary("q", joined(files.qrels)));
  const auto tasks = all_tasks(qrels);
  for (std::size_t threads = 1; threads <= 8; ++threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    const auto similarity = DocumentSimilarity::from_fingerprints(
        write_temporary("f", joined(files.fingerprints)), FingerprintSimilarity::cosine);
    const auto made = cluster_all(tasks, similarity, Linkage::complete);
    EXPECT_EQ(lines_of(made), expected) << threads << " threads";
  }
}

TEST(ClusterTasks, AreThoseOfTheTopicsGiven) {
  const Qrels topics = read_qrels(write_temporary("q", "1 1 a 1\n2 1 a 1\n"));
  const Qrels judgments = read_qrels(write_temporary("j", "1 1 b 1\n3 1 c 1\n"));
  Warnings warnings;
  const auto tasks = cluster_tasks(topics, judgments, warnings);
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(tasks[0].docs, std::vector<std::string_view>{"b"});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].what(), "1 topic of the judgments left out: not in the ad hoc judgments");
  EXPECT_NO_THROW(require_utf8(tasks));
  EXPECT_THROW(require_utf8({{"1", "1", {"\xff"}}}), Error);
}

// Real judgments: fingerprints made up from the docnos, since the texts are elsewhere.
TEST(ClusterTasks, DendrogramsOfRealJudgmentsAreReadable) {
  const std::string path = SUBINTENT_SHARED "/collections/trec-web/2012/qrels.diversity.txt";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "there is no " << path;
  const Qrels qrels = read_qrels(path);
  std::vector<Fingerprint> fingerprints;
  const auto tasks = all_tasks(qrels);
  EXPECT_EQ(tasks.size(), 187U);
  for (const ClusterTask& task : tasks) {
    for (const std::string_view docno : task.docs) {
      const TermWeight term{std::string(docno), 1};
      fingerprints.push_back({std::string(docno), simhash({&term, 1})[0]});
    }
  }
  const auto by_docno = [](const Fingerprint& a, const Fingerprint& b) {
    return a.docno < b.docno;
  };
  const auto same = [](const Fingerprint& a, const Fingerprint& b) { return a.docno == b.docno; };
  std::sort(fingerprints.begin(), fingerprints.end(), by_docno);
  fingerprints.erase(std::unique(fingerprints.begin(), fingerprints.end(), same),
                     fingerprints.end());
  const auto similarity =
      DocumentSimilarity::from_fingerprints(named(fingerprints), FingerprintSimilarity::cosine);
  const auto text = lines_of(cluster_all(tasks, similarity, Linkage::complete));
  const auto read = read_dendrograms(write_temporary("d", text));
  ASSERT_EQ(read.size(), tasks.size());
  std::string again;
  for (const Dendrogram& dendrogram : read) append_dendrogram_line(again, dendrogram);
  EXPECT_EQ(again, text);
}

}  // namespace
}  // namespace subintent::internal
