#include "tokenize/words/stop_lists.h"

#include <gtest/gtest.h>

#include <set>

#include "subintent/program.h"
#include "tokenize/words/stemmer.h"
#include "tokenize/words/words.h"

namespace subintent::internal {
namespace {

TEST(StopLists, ThereIsOneForEachStemmer) {
  for (const std::string& language : stemmer_languages())
    EXPECT_NE(find_stop_list(language), nullptr) << language;
}

TEST(StopLists, NamesAndCodesAreThoseOfStemmers) {
  std::set<std::string> names;
  for (const StopList& list : stop_lists()) {
    for (const std::string& name :
         split(std::string(list.name) + " " + std::string(list.codes), ' ')) {
      EXPECT_NO_THROW(Stemmer{name}) << name;
      EXPECT_EQ(find_stop_list(name), &list) << name;
      EXPECT_TRUE(names.insert(name).second) << name;
    }
  }
}

TEST(StopLists, WordsAreTermsEachOnce) {
  WordTokenizer tokenizer;
  for (const StopList& list : stop_lists()) {
    std::set<std::string> terms;
    for (const std::string& word : words_of(list)) {
      std::size_t count = 0;
      tokenizer.for_each_term(word, [&](std::string_view term) {
        ++count;
        EXPECT_TRUE(terms.emplace(term).second) << list.name << ": " << word;
      });
      EXPECT_EQ(count, 1) << list.name << ": " << word;
    }
    EXPECT_GE(terms.size(), 100) << list.name;
  }
}

TEST(StopLists, BothApostrophes) {
  const std::vector<std::string> words = stop_words_of("en");
  EXPECT_EQ(std::ranges::count(words, "don't"), 1);
  EXPECT_EQ(std::ranges::count(words, "don\u2019t"), 1);
}

TEST(StopLists, UnknownLanguage) {
  EXPECT_EQ(find_stop_list(""), nullptr);
  EXPECT_EQ(find_stop_list("English"), nullptr);  // as for stemmers
  EXPECT_THROW(stop_words_of("klingon\n"), Error);
}

}  // namespace
}  // namespace subintent::internal
