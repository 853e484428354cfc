#include "tokenize/terms/ngrams.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

using Grams = std::vector<std::string>;

Grams ngrams(std::string_view word, std::size_t n) {
  Grams grams;
  NgramMaker(n).for_each(word, [&](std::string_view gram) { grams.emplace_back(gram); });
  return grams;
}

TEST(Ngrams, RunsOfAWordWithItsEnds) {
  EXPECT_EQ(ngrams("dogs", 4), (Grams{"~_dog", "~dogs", "~ogs_"}));
  EXPECT_EQ(ngrams("dogs", 5), (Grams{"~_dogs", "~dogs_"}));
  EXPECT_EQ(ngrams("ab", 1), (Grams{"~_", "~a", "~b", "~_"}));
}

TEST(Ngrams, AShortWordIsOneRun) {
  EXPECT_EQ(ngrams("to", 4), Grams{"~_to_"});
  EXPECT_EQ(ngrams("a", 4), Grams{"~_a_"});
  EXPECT_EQ(ngrams("dogs", 1000), Grams{"~_dogs_"});
}

TEST(Ngrams, CharactersAreCodePoints) {
  EXPECT_EQ(ngrams("çağ", 4), (Grams{"~_çağ", "~çağ_"}));
  EXPECT_EQ(ngrams("東京", 3), (Grams{"~_東京", "~東京_"}));
}

TEST(Ngrams, AreMarked) {
  EXPECT_TRUE(is_ngram("~_dog"));
  EXPECT_FALSE(is_ngram("dog"));
  EXPECT_FALSE(is_ngram(""));
}

}  // namespace
}  // namespace subintent::internal
