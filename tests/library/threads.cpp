// Four threads that share everything, for the thread sanitizer: subintent_threads.
#include <subintent/subintent.h>

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <thread>

namespace {

using namespace subintent;

// All of the library on shared objects and on objects of one's own.
double work(const Tokenizer& tokenizer, const Judgments& judgments, const Similarity& similarity,
            const Evaluator& evaluator) {
  const auto fingerprint =
      simhash(tokenizer.terms("the cats of the forest " + judgments.topics()[0]));
  ClusterOptions average;
  average.linkage = Linkage::average;
  const auto own = hierarchies(judgments, cluster(judgments, similarity, average));
  const Run run = Run::read(Source::memory("1 Q0 a 1 9 x\n1 Q0 c 2 8 x\n1 Q0 d 3 7 x\n", "x"));
  const Evaluator mine({judgments, {{"mine", own}}}, {"HD#-nDCG_mine@10"});
  const auto other = evaluator.score(Run::ranked({{"1", {"b"}}}, "other"));
  const auto pairs =
      analyse("significance", {.scores = std::vector<Scores>{evaluator.score(run), other}},
              {{"test", "bootstrap"}});
  return mine.score(run).mean(0) + evaluator.score(run).mean(0) +
         std::get<double>(cell(pairs.tables.at(0), 0, "p")) +
         static_cast<double>(fingerprint.value() % 7);
}

}  // namespace

int main() {
  const Tokenizer tokenizer({.stem = "english"});
  std::vector<Judgment> rows;
  std::vector<std::string> docnos;
  std::vector<std::uint64_t> values;
  for (std::uint64_t i = 0; i < 60; ++i) {
    docnos.push_back(std::string(1, static_cast<char>('a' + i % 26)) +
                     (i < 26 ? "" : std::to_string(i)));
    values.push_back(i * 0x9e3779b97f4a7c15U);
    rows.push_back({std::to_string(1 + i % 2), std::to_string(i % 3), docnos.back(), 1});
  }
  const auto judgments = Judgments::of(rows);
  const auto similarity = Similarity::fingerprints(docnos, values);
  const Evaluator evaluator({judgments, {}, similarity},
                            {"alpha-nDCG@10", "D#-nDCG@10", "P_RA@10"});
  const double expected = work(tokenizer, judgments, similarity, evaluator);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 3; ++k)
        if (work(tokenizer, judgments, similarity, evaluator) != expected) ++wrong;
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::cout << (wrong == 0 ? "the same in all threads\n" : "different results\n");
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
