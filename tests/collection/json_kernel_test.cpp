#include "collection/json_kernel.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "collection/line_kernel.h"
#include "collection/qrels.h"
#include "collection/run.h"
#include "io/text_file.h"
#include "kernel_texts.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

class JsonKernels : public testing::TestWithParam<InstructionSet>, protected RandomText {
 protected:
  const JsonKernel* kernel_ = json_kernel(GetParam());
  bool is_odd_ = false;         // has the text what is unusual?
  std::size_t references_ = 1;  // of an answer

  // One of them, but the first most often: of texts that are odd somewhere.
  template <std::size_t size>
  std::string mostly(const std::array<const char*, size>& texts) {
    return is_odd_ && below(40) == 0 ? one_of(texts) : texts[0];
  }

  std::string colon() { return mostly(std::to_array({": ", ":", " : ", ":  ", ":\n", "", "::"})); }
  std::string comma() {
    return mostly(std::to_array({", ", ",", " , ", ",\n  ", ",\t", ",\r\n", "", ",,", ", ]"}));
  }

  std::string name() {
    std::string text = some("docno-0123456789", 1 + below(below(30) == 0 ? 150 : 20));
    if (is_odd_ && below(40) == 0) {
      text += one_of(std::to_array({"\\u00e9", "\\\"", "\\\\", "\\", "\xC3\xA9", "\xC3", "\n",
                                    "\x7f", "{", "]", ",", ": 1", "\\u0000"}));
    }
    return mostly(std::to_array({"\"", "\"", "\"", "\"\"", ""})) + text + '"';
  }

  std::string number() {
    std::string text = below(3) == 0 ? "-" : "";
    text += std::to_string(below(below(2) == 0 ? 100 : 1 << 29));
    if (below(4) != 0) text += '.' + some("0123456789", 1 + below(6));
    if (!is_odd_ || below(20) != 0) return text;
    return one_of(std::to_array({"-0",
                                 "-0.0",
                                 "01",
                                 "1.",
                                 ".5",
                                 "-",
                                 "",
                                 "1e5",
                                 "1E-3",
                                 "nan",
                                 "1.5.2",
                                 "null",
                                 "true",
                                 "{}",
                                 "[1, 2]",
                                 "\"1\"",
                                 "0",
                                 "0.5",
                                 "00.5",
                                 "+1",
                                 "1 2",
                                 "999999999999999",
                                 "9999999999999999",
                                 "1e400",
                                 "0.123456789012345",
                                 "0.1234567890123456"}));
  }

  std::string grade() { return is_odd_ && below(20) == 0 ? number() : std::to_string(below(5)); }

  std::string list(const char* brackets, auto element) {
    return list(brackets, below(3) == 0 ? below(4) : below(200), element);
  }

  std::string list(const char* brackets, std::size_t count, auto element) {
    std::string text(1, brackets[0]);
    for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : comma()) + element();
    return text + mostly(std::to_array({"", " ", "\n"})) + brackets[1];
  }

  std::string topics(auto topic) {
    std::string text = "{";
    for (std::size_t i = 1, count = 1 + below(3); i <= count; ++i) {
      text += (i == 1 ? "" : comma()) + '"' + std::to_string(i) + '"' + colon() + topic();
    }
    return text + "}";
  }

  std::string numbers_text(bool of_run) {
    const auto member = [&] { return name() + colon() + (of_run ? number() : grade()); };
    return topics([&] {
      const bool has_intents = below(of_run ? 40 : 2) == 0;
      if (!has_intents) return list("{}", member);
      std::size_t intent = 0;
      return list("{}", [&] {
        if (is_odd_ && below(60) == 0) return member();
        return '"' + std::to_string(++intent) + '"' + colon() + list("{}", member);
      });
    });
  }

  std::string lists_text() {
    return topics([&] { return list("[]", [&] { return name(); }); });
  }

  std::string citation() {
    return is_odd_ && below(60) == 0
               ? one_of(std::to_array({"-1", "1.0", "007", "1e1", "\"docno\"", "{}", "[0]", "null",
                                       "{\"docid\": \"a\"}", "4000000000", "99999999999"}))
               : std::to_string(below(is_odd_ && below(50) == 0 ? 300 : references_));
  }

  std::string sentence() {
    const std::size_t count = below(9) == 0 ? below(20) : below(4);
    const std::string text = name(), citations = list("[]", count, [&] { return citation(); });
    if (is_odd_ && below(30) == 0) {
      return one_of(std::to_array(
          {"null", "\"text\"", "{}", "{\"text\": \"x\"}", "{\"citations\": [0], \"text\": \"x\"}",
           "{\"text\": \"x\", \"citations\": null}",
           "{\"text\": \"x\", \"citations\": [0], \"more\": 1}",
           "{\"text\": 1, \"citations\": [0, 1]}", "{\"text\": \"x\", \"citations\": [0 ,1]}"}));
    }
    return "{\"text\": " + text + comma() + "\"citations\": " + citations + "}";
  }

  std::string answers_text() {
    std::string text;
    for (std::size_t i = 1, count = 1 + below(3); i <= count; ++i) {
      std::size_t number = 0;
      text += "{\"metadata\": {\"narrative_id\": " + std::to_string(i) + "}, \"references\": ";
      references_ = 1 + below(below(2) == 0 ? 5 : 200);
      text += list("[]", references_,
                   [&] { return '"' + std::to_string(++number) + name().substr(1); });
      text += ", \"answer\": " + list("[]", [&] { return sentence(); }) + "}\n";
    }
    return text;
  }

  // What is read is the same, and so is what is said of what is refused.
  std::size_t check(const std::string& text, const auto& read) {
    const Source source = Source::memory(text, "f");
    const auto result = [&](InstructionSet set) {
      const Chosen chosen(set);
      return result_of([&] { return read(source); });
    };
    const std::string expected = result(InstructionSet::portable);
    EXPECT_EQ(result(GetParam()), expected) << text;
    return expected.starts_with("read ") ? 1 : 0;
  }

  std::size_t check_run(const std::string& text) {
    return check(text, [](const Source& source) {
      return read_run(source, RunOrder::score, OnDuplicate::first, ListScores::kept);
    });
  }
};

TEST_P(JsonKernels, FindWhatPortableCodeFinds) {
  if (kernel_ == nullptr) return;
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    while (text.size() < 64 * 5)
      text += static_cast<char>(below(3) == 0 ? random_() : '"' + below(99));
    for (const JsonBrackets brackets :
         {JsonBrackets::braces, JsonBrackets::squares, JsonBrackets::both}) {
      std::array<JsonMasks, 5> found;
      kernel_->masks(text.data(), found.size(), brackets, found.data());
      const std::string looked_for = brackets == JsonBrackets::braces    ? "{}"
                                     : brackets == JsonBrackets::squares ? "[]"
                                                                         : "[]{}";
      for (std::size_t at = 0; at < text.size(); ++at) {
        const JsonMasks& masks = found[at / 64];
        const auto has = [&](std::uint64_t bits) { return (bits >> at % 64 & 1) != 0; };
        ASSERT_EQ(has(masks.quotes), text[at] == '"');
        ASSERT_EQ(has(masks.backslashes), text[at] == '\\');
        ASSERT_EQ(has(masks.brackets), looked_for.find(text[at]) != looked_for.npos) << text[at];
        ASSERT_EQ(has(masks.printable), text[at] >= ' ' && text[at] <= '~');
      }
    }
  }
}

// Members are read as far as they are usual, with the numbers that they have.
TEST_P(JsonKernels, ReadUsualMembers) {
  if (kernel_ == nullptr) return;
  for (int i = 0; i < 10'000; ++i) {
    is_odd_ = i % 2 == 0;
    const std::string value = number(), between = colon(), behind = comma();
    const std::string text = "\"name\"" + between + value + behind + "\"next\": 1, \"last\": 2}";
    const std::string padded = text + std::string(TextFile::padding, '\n');
    std::array<RankedLine, JsonKernel::batch> lines;
    std::size_t count = 9;
    const char* const next =
        kernel_->read_members(padded.data(), padded.data() + text.size(), lines.data(), &count);
    const bool is_usual = (between == ": " || between == ":") && behind.starts_with(',') &&
                          behind.find_first_not_of(" \t\r\n", 1) == behind.npos;
    ASSERT_EQ(next - padded.data(), count == 0 ? 0 : static_cast<std::ptrdiff_t>(text.size() - 10));
    ASSERT_LE(count, is_usual ? 2u : 0u) << text;
    if (count == 0) {
      ASSERT_TRUE(is_odd_ || (value.starts_with('-') && parse_double(value) == 0)) << text;
      continue;
    }
    const auto expected = parse_double(value);
    ASSERT_TRUE(expected) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(lines[0].score),
              std::bit_cast<std::uint64_t>(*expected));
    ASSERT_EQ(std::string(lines[0].docno, lines[0].docno_size), "name");
    ASSERT_EQ(std::string(lines[1].docno, lines[1].docno_size), "next");
    ASSERT_EQ(lines[1].score, 1);
  }
}

// As many names as there are in lists of any length, whatever their own.
TEST_P(JsonKernels, ReadListsOfAnyLength) {
  for (std::size_t count = 1; count < 300; ++count) {
    std::string text = "{\"1\": [";
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name = std::to_string(i) + std::string(i == count / 2 ? 9000 : i % 70, 'x');
      text += (i == 0 ? "\"" : ", \"") + name + '"';
    }
    const Source source = Source::memory(text + "]}", "f");
    const Chosen chosen(GetParam());
    const auto run = read_run(source, RunOrder::score, OnDuplicate::error, ListScores::kept);
    ASSERT_EQ(run.topics[0].docnos.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(run.topics[0].scores[i], 1 / static_cast<double>(i + 1));
      ASSERT_TRUE(run.topics[0].docnos[i].starts_with(std::to_string(i)));
    }
  }
}

TEST_P(JsonKernels, ReadRunsAsThePortableOneDoes) {
  std::size_t read = 0;
  for (int i = 0; i < 1500 && !HasFailure(); ++i) {
    is_odd_ = i % 2 == 0;
    read += check_run(i % 3 == 0 ? lists_text() : without_end(numbers_text(true)));
  }
  EXPECT_GT(read, 500u);
}

TEST_P(JsonKernels, ReadJudgmentsAsThePortableOneDoes) {
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    is_odd_ = i % 2 == 0;
    check(without_end(numbers_text(false)),
          [](const Source& source) { return read_qrels(source, QrelsKind::diversity); });
  }
}

TEST_P(JsonKernels, ReadAnswersAsThePortableOneDoes) {
  std::size_t read = 0;
  for (int i = 0; i < 1500 && !HasFailure(); ++i) {
    is_odd_ = i % 3 != 0;
    read += check_run(i % 2 == 0 ? answers_text() : without_end(answers_text()));
  }
  EXPECT_GT(read, 300u);
}

INSTANTIATE_TEST_SUITE_P(All, JsonKernels, testing::ValuesIn(supported_instruction_sets()),
                         [](const auto& of) { return std::string(name_of(of.param)); });

}  // namespace
}  // namespace subintent::internal
