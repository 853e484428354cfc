#include "collection/line_kernel.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "collection/qrels.h"
#include "collection/run.h"
#include "collection/topic_lines.h"
#include "kernel_texts.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

class LineKernels : public testing::TestWithParam<InstructionSet>, protected RandomText {
 protected:
  const LineKernel* kernel_ = line_kernel(GetParam());

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

  std::string ranks_line(std::size_t rank) {
    const std::string place = below(15) == 0 ? any_number() : std::to_string(rank);
    const std::string tab = below(2) == 0 ? "\t" : blank();
    std::string line = start() + topic() + tab + docno() + std::to_string(rank) + tab + place;
    if (below(90) == 0) line += blank() + "x";
    return line + line_end();
  }

  std::string ranks_text() {
    std::string text = "1\tfirst\t200\n";
    for (std::size_t i = 1, lines = below(150); i <= lines; ++i) text += ranks_line(i);
    return without_end(text);
  }

  // A cell as it is, and sometimes with what needs a look.
  std::string cell(const std::string& text, char separator) {
    if (below(60) != 0) return text;
    const std::string between = below(2) == 0 ? std::string(1, separator) : "\"\"";
    return one_of(std::to_array({"", " ", "\"", "\xC3\xA9", "!", "\x7f", "\x01", "\r"})) +
           (below(2) == 0 ? '"' + text + between + '"' : text) + (below(3) == 0 ? " " : "");
  }

  // A table with some of these columns in a random order, and others beside them.
  std::string table_text() {
    const char separator = below(2) == 0 ? ',' : '\t';
    std::vector<std::string> headings = {"qid", "docno"};
    const std::size_t which = below(4);
    if (which != 0) headings.push_back("score");
    if (which != 1) headings.push_back("rank");
    for (std::size_t more = below(4); more > 0; --more)
      headings.push_back("x" + std::to_string(more));
    if (below(9) == 0) headings.push_back("many,more,of,them,all");
    if (below(3) != 0) std::shuffle(headings.begin() + 1, headings.end(), random_);
    if (below(3) == 0) std::shuffle(headings.begin(), headings.end(), random_);
    const std::string line_break = below(4) == 0 ? "\r\n" : "\n";
    const auto row = [&](auto cell_of) {
      std::string line;
      for (const std::string& heading : headings) {
        if (!line.empty() || &heading != headings.data()) line += separator;
        line += cell_of(heading);
      }
      return line;
    };
    std::string text = row([](const std::string& heading) { return heading; }) + line_break;
    for (std::size_t i = 1, lines = 1 + below(150); i <= lines; ++i) {
      text += row([&](const std::string& heading) {
        if (heading == "qid") return cell(topic(), separator);
        if (heading == "docno") return cell(docno() + std::to_string(i), separator);
        if (heading == "rank")
          return cell(below(60) == 0 ? any_number() : std::to_string(i), separator);
        if (heading == "score") return cell(any_number(), separator);
        return cell(some("x,", below(below(30) == 0 ? 90 : 9) * (separator == ',' ? 0 : 1)),
                    separator);
      });
      text += below(40) == 0 ? one_of(std::to_array({"\n\n", " \n", "\n \n", "\n\t\n", "\n,\n"}))
                             : line_break;
    }
    return without_end(text);
  }

  // A run is the same, and so is what is said of one that is refused, in how many are read.
  std::size_t check_run(const std::string& text) {
    std::size_t read = 0;
    const Source source = Source::memory(text, "f");
    for (const RunOrder order : {RunOrder::rank, RunOrder::score, RunOrder::trec_eval}) {
      const auto result = [&](InstructionSet set) {
        const Chosen chosen(set);
        return result_of(
            [&] { return read_run(source, order, OnDuplicate::first, ListScores::kept); });
      };
      const std::string expected = result(InstructionSet::portable);
      EXPECT_EQ(result(GetParam()), expected) << text;
      read += expected.starts_with("read ") ? 1 : 0;
    }
    return read;
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
};

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
  for (int i = 0; i < 2000 && !HasFailure(); ++i) read += check_run(run_text());
  EXPECT_GT(read, 150u);
}

TEST_P(LineKernels, ReadRanksAsThePortableOneDoes) {
  std::size_t read = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) read += check_run(ranks_text());
  EXPECT_GT(read, 150u);
}

TEST_P(LineKernels, ReadTablesAsThePortableOneDoes) {
  std::size_t read = 0;
  for (int i = 0; i < 3000 && !HasFailure(); ++i) read += check_run(table_text());
  EXPECT_GT(read, 150u);
}

// Rows that are usual are read, with the numbers that they have.
TEST_P(LineKernels, ReadUsualRows) {
  if (kernel_ == nullptr) return;
  const auto first_row = [&](const std::string& row, RowShape shape) {
    const std::string padded = row + std::string(TextFile::padding + 1, '\n');
    RankedLine line{};
    std::size_t count = 9;
    kernel_->read_rows(padded.data(), padded.data() + row.size(), shape, &line, &count);
    if (count == 0) return std::string();
    return std::string(line.docno, line.docno_size) + ' ' + std::to_string(line.rank) + ' ' +
           shortest(line.score);
  };
  const RowShape all{',', 4, 0, 1, 3, 2};
  const std::string docno(90, 'd');
  EXPECT_EQ(first_row("7,a,2.5,3\n", all), "a 3 2.5");
  EXPECT_EQ(first_row("7,a,-2.5,12345678\r\n", all), "a 12345678 -2.5");
  EXPECT_EQ(first_row("7," + docno + ",0.125,3\n", all), docno + " 3 0.125");
  EXPECT_EQ(first_row("x\t\ta\t7\n", {'\t', 4, 3, 2, RowShape::none, RowShape::none}), "a 0 0");
  EXPECT_EQ(first_row("7,a,4\r\n", {',', 3, 0, 1, 2, RowShape::none}), "a 4 0");
  for (const char* const row :
       {"7,a,2.5\n", "7,a,2.5,3,4\n", ",a,2.5,3\n", "7,,2.5,3\n", "7,\"a\",2.5,3\n",
        "7,a b,2.5,3\n", "7,a,2.5,123456789\n", "7,a,-0,3\n", "7,a,,3\n", "7,a,2.5,\n",
        "7,a,2.5,3\r\r\n", "7,\xC3\xA9,2,3\n", "\n", "7,a,1e5,3\n"}) {
    EXPECT_EQ(first_row(row, all), "") << row;
  }
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

// Where topics are a column of cells.
TEST_P(LineKernels, FindTheRowsOfTopics) {
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    const std::size_t index = below(3) == 0 ? 1 : 0;
    for (std::size_t lines = below(60); lines > 0; --lines) {
      const std::string topic = cell(some("12", 1 + below(below(4) == 0 ? 8 : 2)), ',');
      for (std::size_t same = below(2) == 0 ? 1 : below(30); same > 0; --same) {
        text += (index == 1 ? "x," : "") + topic + (below(30) == 0 ? "" : ",");
        text += some("x ", below(below(9) == 0 ? 99 : 20)) + line_end();
      }
    }
    const std::string whole = without_end(text + "1");
    const std::string padded = whole + std::string(TextFile::padding + 1, '\n');
    const std::string_view view(padded.data(), whole.size());
    for (const std::size_t part : {std::size_t{100}, std::size_t{1} << 22}) {
      const auto pieces = [&](InstructionSet set) {
        const Chosen chosen(set);
        std::vector<std::pair<std::string_view, const char*>> made;
        for (const TopicLines& topic : lines_by_topic(view, TopicColumn{index, ','}, part)) {
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
