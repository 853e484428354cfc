// What the tests of kernels share: random texts, and what reading them gives with a kernel.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <string>

#include "collection/qrels.h"
#include "collection/run.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {

// Chooses an instruction set until the end of its life.
class Chosen {
 public:
  explicit Chosen(InstructionSet set) : before_(instruction_set()) {
    choose_instruction_set(name_of(set));
  }
  Chosen(const Chosen&) = delete;
  Chosen& operator=(const Chosen&) = delete;
  ~Chosen() { choose_instruction_set(name_of(before_)); }

 private:
  InstructionSet before_;
};

// Makes texts of random parts.
class RandomText {
 protected:
  std::mt19937 random_{41};

  std::size_t below(std::size_t n) { return random_() % n; }

  template <std::size_t size>
  std::string one_of(const std::array<const char*, size>& texts) {
    return texts[below(size)];
  }

  // `count` characters.
  std::string some(const std::string& characters, std::size_t count) {
    std::string text;
    while (text.size() < count) text += characters[below(characters.size())];
    return text;
  }

  // Sometimes without the last line end, or more.
  std::string without_end(std::string text) {
    if (below(3) == 0) text.resize(text.size() - below(std::min<std::size_t>(text.size(), 9)));
    if (below(50) == 0) text += '\0';
    return text;
  }
};

inline std::string written(const Run& run) {
  std::string text = "read " + run.tag + ';' + std::to_string(run.counts.duplicates_dropped) + ';' +
                     std::to_string(run.counts.topics_with_disagreement) + '\n';
  for (const RankedList& list : run.topics) {
    text.append(list.topic) += ':';
    for (std::size_t i = 0; i < list.docnos.size(); ++i) {
      text.append(" ").append(list.docnos[i]).append("=");
      text += std::to_string(std::bit_cast<std::uint64_t>(list.scores[i]));
    }
    text += '\n';
  }
  return text;
}

inline std::string written(const Qrels& qrels) {
  std::string text;
  for (const TopicQrels& topic : qrels.topics()) {
    text.append(topic.topic) += '\n';
    for (const Judgment& judgment : topic.judgments) {
      text.append(topic.intents[judgment.intent]).append(" ");
      text.append(topic.docnos[judgment.document]).append(" ");
      text += std::to_string(judgment.grade) + '\n';
    }
  }
  return text;
}

// What reading gives, or why it does not.
std::string result_of(const auto& read) {
  try {
    return written(read());
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace subintent::internal
