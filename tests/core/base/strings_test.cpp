#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "messages.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

TEST(Error, ReadsFileLineMessageAdvice) {
  EXPECT_STREQ(Error(Location{"q.txt", 3}, "bad", "mend it").what(), "q.txt:3: bad; mend it");
  EXPECT_STREQ(Error(Location{"q.txt", 0}, "bad").what(), "q.txt: bad");
  EXPECT_STREQ(Error::usage("bad", "mend").what(), "bad; mend");
}

TEST(Strings, NoValueIsWrittenInSeveralWays) {
  for (const char* cell : {"", "NA", "na", "N/A", "NaN", "nan", "null", "NULL", "None", "<NA>"})
    EXPECT_TRUE(is_missing(cell)) << cell;
  for (const char* cell : {"0", " ", "N", "NaN1", "nil", "inf", "-", "no", "NAN/A"})
    EXPECT_FALSE(is_missing(cell)) << cell;
}

TEST(Error, HasFields) {
  const Error input(Location{"q.txt", 3}, "bad", "mend it");
  EXPECT_EQ(input.kind(), Error::Kind::input);
  EXPECT_EQ(input.location().file, "q.txt");
  EXPECT_EQ(input.location().line, 3u);
  EXPECT_EQ(input.message(), "bad");
  EXPECT_EQ(input.advice(), "mend it");
  EXPECT_EQ(input.argument(), "");
  EXPECT_EQ(Error("bad").kind(), Error::Kind::input);
  const Error argument = Error::argument("gains", "gains: 'x' is not a number", "write 1=1");
  EXPECT_EQ(argument.kind(), Error::Kind::argument);
  EXPECT_EQ(argument.argument(), "gains");
  EXPECT_STREQ(argument.what(), "gains: 'x' is not a number; write 1=1");
  EXPECT_EQ(Error::interrupted().kind(), Error::Kind::interrupted);
}

TEST(Printable, KeepsMessagesOnOneLine) {
  EXPECT_EQ(printable("a\nb\tc\x1b[1m"), "a?b?c?[1m");
  EXPECT_EQ(printable("\xff\xfe"), "??");
  EXPECT_EQ(printable("größe"), "größe");
  EXPECT_EQ(printable(std::string(100, 'x')), std::string(60, 'x') + "...");
}

TEST(Utf8, AgreesWithTheStandard) {
  for (const char* good :
       {"", "a", "\xc2\x80", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_valid_utf8(good));
    EXPECT_EQ(utf8_sequence_length(good), std::string_view(good).size());
  }
  for (const char* bad :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xc2", "\xe1\x80", "\xf1\x80\x80"}) {
    EXPECT_FALSE(is_valid_utf8(bad));
    EXPECT_EQ(utf8_sequence_length(bad), 0u);
  }
}

TEST(SplitBlanks, TakesAnyBlanksAndCountsTooMany) {
  std::array<std::string_view, 3> column;
  EXPECT_EQ(split_blanks("  a \t b\vc\r", column), 3u);
  EXPECT_EQ(column[2], "c");
  EXPECT_EQ(split_blanks("a b c d e", column), 5u);
  EXPECT_EQ(split_blanks(" \t", column), 0u);
}

TEST(Numbers, AreWholeTextsOrNothing) {
  EXPECT_EQ(parse_integer("-12"), -12);
  for (const char* bad : {"", " 1", "1 ", "+1", "1.0", "0x1", "99999999999999999999"})
    EXPECT_FALSE(parse_integer(bad)) << bad;
  EXPECT_EQ(parse_double("+1e3"), 1000.0);
  EXPECT_EQ(parse_double("-.5"), -0.5);
  EXPECT_EQ(parse_double("1e-999"), 0.0);
  for (const char* bad :
       {"", "nan", "inf", "-inf", "1e999", "1,5", "1x", "--1", "+-3", "++3", "+", "-+3"})
    EXPECT_FALSE(parse_double(bad)) << bad;
  for (const char* zero : {"-0", "-0.0", "-0e5", "-1e-999"})
    EXPECT_EQ(shortest(parse_double(zero).value()), "0") << zero;
}

TEST(Elements, AreMappedAndAddedUp) {
  const std::vector<std::string> words = {"a", "bcd"};
  EXPECT_EQ(mapped(words, &std::string::size), (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(mapped<std::string>(std::array{"x", "y"}, std::identity())[1], "y");
  EXPECT_EQ(total_of(words, &std::string::size), 4u);
  EXPECT_EQ(total_of(std::vector{0.5, 2.0}), 2.5);
}

TEST(LabelLess, OrdersNumbersByValueBeforeWords) {
  EXPECT_TRUE(label_less("9", "10"));
  EXPECT_FALSE(label_less("10", "9"));
  EXPECT_TRUE(label_less("10", "a"));
  EXPECT_TRUE(label_less("99999999999999999998", "99999999999999999999"));
  EXPECT_TRUE(label_less("wt09-1", "wt09-2"));
  EXPECT_FALSE(label_less("1", "1"));
  EXPECT_TRUE(label_less("01", "1") != label_less("1", "01"));  // different labels are never equal
}

TEST(Printable, IsOneLineThatActsOnNoTerminal) {
  EXPECT_EQ(printable("caf\u00e9 \u65e5"), "caf\u00e9 \u65e5");
  EXPECT_EQ(printable("a\nb\x1b[2J\x7f\xff\xc2\x9b\u2028\u202e\u200b\ufeff"), "a?b?[2J???????");
  EXPECT_EQ(printable(std::string(100, 'x'), 10), std::string(10, 'x') + "...");
}

// Plain decimals take a short way: to the same double as the C library, bit for bit but for -0.
TEST(Numbers, OfPlainDecimalsAreRoundedAsTheLibraryDoes) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    std::string text = std::to_string(random() >> random() % 64);
    text.insert(random() % (text.size() + 1), ".");
    if (i % 2 == 0) text.insert(0, "-");
    const auto value = parse_double(text);
    if (!value) {
      EXPECT_TRUE(text.ends_with('.') || text.find('.') < 2) << text;
      continue;
    }
    ASSERT_EQ(std::bit_cast<std::uint64_t>(*value),
              std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr) + 0.0))
        << text;
  }
  for (const char* bad : {"", "-", ".", "-.", "1.2.3", "1,5", "--1", "1x", "nan", "inf"})
    EXPECT_FALSE(parse_double(bad)) << bad;
}

TEST(Strings, MemorySizes) {
  EXPECT_EQ(parse_memory_size("1"), 1u);
  EXPECT_EQ(parse_memory_size("16k"), 16u << 10);
  EXPECT_EQ(parse_memory_size("512M"), 512u << 20);
  EXPECT_EQ(parse_memory_size("8G"), std::uint64_t{8} << 30);
  EXPECT_EQ(parse_memory_size("2t"), std::uint64_t{2} << 40);
  for (const auto* bad :
       {"", "0", "G", "-1G", "1.5G", "1GB", "1 G", " 1G", "9000000T", "9223372036854775808"})
    EXPECT_FALSE(parse_memory_size(bad)) << bad;
}

TEST(Numbers, ATextMayBeginWithOne) {
  for (const std::string number : {"0", "-0.5", "12.34567890123456", "0.3333333333333333", "1e-5",
                                   "-2.5E+10", "123456789012345678", "4.9e-324", "1.", ".5"}) {
    for (const char* const rest : {"", ",", "}", "\t1", " 2", "x"}) {
      const std::string text = number + rest;
      const LeadingNumber found = leading_number(text);
      EXPECT_EQ(found.end, text.data() + number.size()) << text;
      EXPECT_EQ(found.value, parse_double(number)) << text;
    }
  }
  for (const char* const text : {"", "-", "x", "+1", "inf", "-nan", "1e400", " 1"})
    EXPECT_EQ(leading_number(text).end, nullptr) << text;
  EXPECT_FALSE(std::signbit(leading_number("-0.0").value));
}

}  // namespace
namespace {

void expect_as_fmt(double value) {
  for (int decimals = 0; decimals <= 12; ++decimals) {
    std::string text = "x";
    append_decimal(text, value, decimals);
    ASSERT_EQ(text, "x" + fmt::format("{:.{}f}", value, decimals)) << decimals;
  }
}

TEST(Decimal, IsThatOfFmt) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const double uniform = std::ldexp(static_cast<double>(random() >> 11), -53);
    expect_as_fmt(uniform);
    expect_as_fmt(-std::ldexp(uniform, static_cast<int>(random() % 80) - 40));
    expect_as_fmt(std::ldexp(uniform, -static_cast<int>(random() % 1100)));
  }
}

// Exactly halfway between two texts, and beside that.
TEST(Decimal, RoundsTiesToEven) {
  for (int shift = 1; shift <= 12; ++shift) {
    for (int odd = 1; odd < 4000; odd += 2) {
      const double tie = std::ldexp(odd, -shift);
      expect_as_fmt(tie);
      expect_as_fmt(std::nextafter(tie, 0));
      expect_as_fmt(std::nextafter(tie, 1e9));
    }
  }
}

TEST(Decimal, Limits) {
  using Limits = std::numeric_limits<double>;
  for (const double value :
       {0.0, 1.0, 9.9999999999, 0x1p30, 0x1.fffffffffffffp29, 1e22, Limits::max(), Limits::min(),
        Limits::denorm_min(), Limits::infinity(), 0.05, 0.9999995, 999999.9999995, 5e-7}) {
    expect_as_fmt(value);
    expect_as_fmt(-value);
  }
}

}  // namespace
namespace {

using Numbers = std::vector<double>;

std::string refusal_of_numbers(const std::string& text) {
  const Error error = thrown_by([&] { parse_number_list("n", text, 0, 5); });
  EXPECT_EQ(error.kind(), Error::Kind::argument);
  return error.what();
}

TEST(NumberList, IsAListOrARange) {
  EXPECT_EQ(parse_number_list("n", "0.3", 0, 1), Numbers{0.3});
  EXPECT_EQ(parse_number_list("n", "0.3, 0.1", 0, 1), (Numbers{0.3, 0.1}));
  EXPECT_EQ(parse_number_list("n", "0:0.4:0.1", 0, 1), (Numbers{0, 0.1, 0.2, 0.3, 0.4}));
  EXPECT_EQ(parse_number_list("n", "0.1:0.2:0.04", 0, 1), (Numbers{0.1, 0.14, 0.18}));
  EXPECT_EQ(parse_number_list("n", "5:20:5", 1, 1e6), (Numbers{5, 10, 15, 20}));
}

TEST(NumberList, IsRefusedWithTheArgument) {
  EXPECT_EQ(refusal_of_numbers("x").substr(0, 34), "n: 'x' is not a number from 0 to 5");
  for (const char* text : {"", ",", "1,", "6", "-1", "nan", "0:6:1", "1:2", "1:2:3:4"})
    EXPECT_TRUE(has(refusal_of_numbers(text), "is not a number from")) << text;
  for (const char* text : {"1:0:1", "0:1:0", "0:1:x", "0:5:0.0001"})
    EXPECT_TRUE(has(refusal_of_numbers(text), "is not a range")) << text;
  EXPECT_TRUE(has(refusal_of_numbers("1,2,1"), "1 is listed twice"));
}

}  // namespace
namespace {

TEST(UtcTime, IsIso8601) {
  EXPECT_EQ(utc_time(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_time(1795341599), "2026-11-22T09:59:59Z");
  EXPECT_EQ(utc_time(-1), "1969-12-31T23:59:59Z");
}

}  // namespace
}  // namespace subintent::internal
