#include "tokenize/words/repeated_sentences.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

TEST(RepeatedSentences, AreThoseOfThreeTextsThatBeginOtherwiseNotAllOfOneTopic) {
  RepeatedSentences sentences;
  std::size_t number = 0;
  for (const char* const text :
       {"Cats sleep. Cookie policy!", "Dogs bark\nCookie policy! Good.", "Cows eat. Cookie policy!",
        "Same. By day.", "Same. By day.", "Same. By day.", "Cookie policy! Good.", "Is it? Good."})
    sentences.add(text, number++ / 2);
  for (const char* const text : {"Up. It is.", "Down. It is.", "On. It is."})
    sentences.add(text, 9);
  EXPECT_EQ(sentences.without("Cats sleep. Cookie policy!"),
            "Cats sleep. \n\n\n\n\n\n\n\n\n\n\n\n\n\n");
  EXPECT_EQ(sentences.without("Cats Cookie policy! Good."),
            "Cats \n\n\n\n\n\n\n\n\n\n\n\n\n\n Good.");
  for (const char* const kept :
       {"Cookie policy!", "Same. By day.", "A cookie policy!", "Up. It is.", ""})
    EXPECT_EQ(sentences.without(kept), kept);
}

}  // namespace
}  // namespace subintent::internal
