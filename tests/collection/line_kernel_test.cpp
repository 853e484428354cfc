#include "collection/line_kernel.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/strings.h"
#include "collection/qrels.h"
#include "collection/run.h"
#include "collection/topic_lines.h"

namespace subintent::internal {
namespace {

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

class LineKernels : public testing::TestWithParam<InstructionSet> {
 protected:
  const LineKernel* kernel_ = line_kernel(GetParam());
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

  std::string number() {
    std::string text = below(3) == 0 ? "-" : "";
    text += some("0123456789", below(9));
    if (below(4) != 0) text += '.' + some("0123456789", below(10));
    return text;
  }

  std::string odd_number() {
    return one_of(std::to_array({"",
                                 "-",
                                 ".",
                                 "-.",
                                 "+1",
                                 "1.5.2",
                                 "--1",
                                 "1-",
                                 "0x1p3",
                                 "1e5",
                                 "1E-3",
                                 "nan",
                                 "-nan",
                                 "inf",
                                 "infinity",
                                 "1e400",
                                 "-1e400",
                                 "1e-400",
                                 "9223372036854775807",
                                 "9223372036854775808",
                                 "123456789",
                                 "00000001",
                                 "000000001",
                                 "-0",
                                 "-0.0",
                                 "0",
                                 "1.",
                                 ".5",
                                 "-.5",
                                 "1,5",
                                 "1/2",
                                 "999999999999999",
                                 "9999999999999999",
                                 "99999999999999.9",
                                 "0.12345678901234567",
                                 "12345678901234567890",
                                 "0.000000000000001",
                                 "1:",
                                 "\xC2\xB2",
                                 "L2",
                                 "100",
                                 "101",
                                 "-100",
                                 "-101",
                                 "*",
                                 "1\x7f",
                                 "1\x80",
                                 "1\x01"}));
  }

  std::string blank() {
    return below(60) != 0 ? " " : one_of(std::to_array({"\t", "  ", "\v", "\f", "\r", " \t ", ""}));
  }

  std::string docno() {
    return below(30) != 0 ? "d" + std::to_string(below(50))
                          : some("ab\xC3\xA9#*", below(3) == 0 ? 80 : 1 + below(30));
  }

  std::string any_number() { return below(20) == 0 ? odd_number() : number(); }

  std::string line_end() {
    return below(12) != 0 ? "\n"
                          : one_of(std::to_array({"\r\n", " \n", "\n\n", "\n# a remark\n", "  \n",
                                                  " x\n", "\n \n", "\n1\n", "\n2 a\n"}));
  }

  std::string start() { return below(40) == 0 ? one_of(std::to_array({" ", "#", "\t"})) : ""; }
  std::string topic() { return std::to_string(1 + below(below(8) == 0 ? 3 : 1)); }

  std::string run_line(std::size_t rank) {
    const std::string place = below(20) == 0 ? any_number() : std::to_string(rank);
    std::string line =
        start() + topic() + blank() + "Q0" + blank() + docno() + std::to_string(rank);
    line += blank() + place + blank() + any_number();
    if (below(40) != 0) line += blank() + some("tag", 1 + below(below(9) == 0 ? 90 : 9));
    return line + line_end();
  }

  std::string qrels_line() {
    const std::string grade = below(20) == 0 ? odd_number() : std::to_string(int(below(5)) - 2);
    return start() + topic() + blank() + (below(99) == 0 ? "*" : std::to_string(below(4))) +
           blank() + docno() + blank() + grade + line_end();
  }

  std::string run_text() {
    std::string text;
    for (std::size_t i = 1, lines = 1 + below(150); i <= lines; ++i) text += run_line(i);
    return without_end(text);
  }

  std::string qrels_text() {
    std::string text;
    for (std::size_t lines = 1 + below(150); lines > 0; --lines) text += qrels_line();
    return without_end(text);
  }

  // Sometimes without the last line end, or more.
  std::string without_end(std::string text) {
    if (below(3) == 0) text.resize(text.size() - below(std::min<std::size_t>(text.size(), 9)));
    if (below(50) == 0) text += '\0';
    return text;
  }
};

std::string written(const Run& run) {
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

std::string written(const Qrels& qrels) {
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

// Usual lines are read, and as the general functions read them.
TEST_P(LineKernels, ReadUsualLines) {
  if (kernel_ == nullptr) return;
  std::size_t usual = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::string score = any_number(), rank = below(9) == 0 ? any_number() : "17";
    const std::string tag = some("x", 1 + below(90));
    const std::string text = "101 Q0 doc-1 " + rank + " " + score + " " + tag + "\n";
    const std::string padded = text + std::string(TextFile::padding, '\n');
    RankedLine line;
    std::size_t count = 9;
    const char* const end = padded.data() + text.size();
    const char* const next = kernel_->read_run(padded.data(), end, &line, &count);
    ASSERT_EQ(next, count == 0 ? padded.data() : end) << text;
    const auto number = parse_double(score);
    const auto whole = parse_integer(rank);
    if (count == 0) {
      const bool is_plain = score.find_first_not_of("0123456789.") == score.npos;
      const bool may_be_unusual = text.size() > 64 || score.size() > 15 || rank.size() > 8;
      ASSERT_FALSE(is_plain && number && rank == "17" && !may_be_unusual) << text;
      continue;
    }
    ASSERT_EQ(count, 1u);
    ASSERT_TRUE(number && whole) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(line.score), std::bit_cast<std::uint64_t>(*number))
        << text;
    ASSERT_EQ(line.rank, *whole) << text;
    ASSERT_EQ(std::string_view(line.docno, line.docno_size), "doc-1");
    ++usual;
  }
  EXPECT_GT(usual, 5'000u);
}

// Whole files are the same, and so is what is said of those that are refused.
TEST_P(LineKernels, ReadRunsAsThePortableOneDoes) {
  std::size_t read = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string text = run_text();
    const Source source = Source::memory(text, "f");
    for (const RunOrder order : {RunOrder::rank, RunOrder::score, RunOrder::trec_eval}) {
      const auto result = [&](InstructionSet set) {
        const Chosen chosen(set);
        return result_of(
            [&] { return read_run(source, order, OnDuplicate::first, ListScores::kept); });
      };
      const std::string expected = result(InstructionSet::portable);
      ASSERT_EQ(result(GetParam()), expected) << text;
      read += expected.starts_with("read ") ? 1 : 0;
    }
  }
  EXPECT_GT(read, 150u);
}

TEST_P(LineKernels, ReadJudgmentsAsThePortableOneDoes) {
  for (int i = 0; i < 3000; ++i) {
    const std::string text = qrels_text();
    const Source source = Source::memory(text, "f");
    for (const QrelsKind kind : {QrelsKind::diversity, QrelsKind::ad_hoc}) {
      const auto result = [&](InstructionSet set) {
        const Chosen chosen(set);
        return result_of([&] { return read_qrels(source, kind); });
      };
      ASSERT_EQ(result(GetParam()), result(InstructionSet::portable)) << text;
    }
  }
}

TEST_P(LineKernels, FindTheLinesOfTopics) {
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    const std::string names = below(2) == 0 ? "1" : "12345678";
    for (std::size_t lines = below(60); lines > 0; --lines) {
      const std::string topic =
          below(8) == 0 ? some("12", 1 + below(2)) : names.substr(0, 1 + below(9));
      for (std::size_t same = below(2) == 0 ? 1 : below(30); same > 0; --same) {
        text += start() + topic + blank() + some("x ", below(below(9) == 0 ? 99 : 20)) + "\n";
      }
    }
    const std::string whole = without_end(text + "1");
    const std::string padded = whole + std::string(TextFile::padding + 1, '\n');
    const std::string_view view(padded.data(), whole.size());
    for (const std::size_t part : {std::size_t{100}, std::size_t{1} << 22}) {
      const auto pieces = [&](InstructionSet set) {
        const Chosen chosen(set);
        std::vector<std::pair<std::string_view, const char*>> made;
        for (const TopicLines& topic : lines_by_topic(view, std::nullopt, part)) {
          for (const std::string_view piece : topic.pieces) {
            made.emplace_back(topic.topic, piece.data());
            made.emplace_back(piece, piece.data() + piece.size());
          }
        }
        return made;
      };
      ASSERT_EQ(pieces(GetParam()), pieces(InstructionSet::portable)) << whole;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, LineKernels, testing::ValuesIn(supported_instruction_sets()),
                         [](const auto& of) { return std::string(name_of(of.param)); });

}  // namespace
}  // namespace subintent::internal
