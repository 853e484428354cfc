#include "tokenize/terms/term_counter.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <random>

namespace subintent::internal {
namespace {

TEST(TermCounter, CountsAsAMapDoes) {
  TermCounter counter;
  std::mt19937 random(1);
  for (const int distinct : {10, 5000, 200'000, 3}) {  // larger than its table, and small again
    std::map<std::string, std::uint64_t> expected;
    counter.clear();
    for (int i = 0; i < 2 * distinct; ++i) {
      const std::string term = "t" + std::to_string(random() % static_cast<unsigned>(distinct));
      ++expected[term];
      counter.add(term);
    }
    const auto terms = counter.sorted_terms();
    EXPECT_EQ(counter.total(), 2u * static_cast<unsigned>(distinct));
    ASSERT_EQ(terms.size(), expected.size());
    std::size_t i = 0;
    for (const auto& [term, count] : expected) {
      ASSERT_EQ(terms[i].term, term);
      ASSERT_EQ(terms[i].count, count);
      ASSERT_EQ(terms[i].hash, XXH64(term.data(), term.size(), 0));
      ++i;
    }
  }
}

TEST(TermCounter, CountsShortTermsInEitherForm) {
  TermCounter counter;
  for (const std::string_view term : {"fifteen bytes..", "sixteen bytes...", "a", "a"})
    counter.add(term);
  const ShortText same[] = {ShortText("a"), ShortText("fifteen bytes.."), ShortText("b")};
  counter.add(same);
  EXPECT_EQ(counter.total(), 7u);
  std::map<std::string, std::uint64_t> counts;
  for (const TermCount& term : counter.terms()) counts[std::string(term.term)] = term.count;
  EXPECT_EQ(counts, (std::map<std::string, std::uint64_t>{
                        {"a", 3}, {"b", 1}, {"fifteen bytes..", 2}, {"sixteen bytes...", 1}}));
  EXPECT_EQ(counter.terms()[3].term, "b");  // in the order in which they came
}

// Terms stay countable when those of the next documents take the places of short ones.
TEST(TermCounter, ForgetsNothingWithinADocument) {
  TermCounter counter;
  for (unsigned document = 0; document < 50; ++document) {
    counter.clear();
    for (int round = 0; round < 2; ++round)
      for (unsigned i = 0; i < 3000; ++i) counter.add("t" + std::to_string(i * (document + 1)));
    ASSERT_EQ(counter.terms().size(), 3000u);
    for (const TermCount& term : counter.terms()) {
      ASSERT_EQ(term.count, 2u);
      ASSERT_EQ(term.hash, XXH64(term.term.data(), term.term.size(), 0));
    }
  }
}

TEST(TermCounter, SortsByUnsignedBytes) {
  TermCounter counter;
  for (const char* term : {"\xe4\xb8\xad", "z", "\xc3\xa9", "Z"}) counter.add(term);
  const auto terms = counter.sorted_terms();
  EXPECT_EQ(terms[0].term, "Z");
  EXPECT_EQ(terms[1].term, "z");
  EXPECT_EQ(terms[2].term, "\xc3\xa9");
  EXPECT_EQ(terms[3].term, "\xe4\xb8\xad");
}

}  // namespace
}  // namespace subintent::internal
