#include "core/base/strings.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "core/base/utf8.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

std::string_view without_leading_zeros(std::string_view digits) {
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  return digits;
}

// -0 is 0: the sum of the two is +0.
double without_sign_of_zero(double value) {
  return value + 0.0;
}

// [-]DIGITS[.DIGITS] of at most 15 digits in all: how numbers are nearly always written. The digits
// as an integer and the power of ten are exact doubles, so that one division rounds as the text
// does.
LeadingNumber leading_decimal(std::string_view text) {
  static constexpr double powers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const char* at = text.data();
  const char* const end = at + text.size();
  const bool negative = text.starts_with('-');
  if (negative) ++at;
  const char* const start = at;
  const char* point = nullptr;
  std::uint64_t number = 0;  // right if there are few digits
  for (; at != end; ++at) {
    const auto digit = static_cast<unsigned char>(*at - '0');
    if (digit <= 9)
      number = number * 10 + digit;
    else if (*at == '.' && point == nullptr)
      point = at;
    else
      break;
  }
  const auto digits = (at - start) - (point != nullptr ? 1 : 0);
  if (digits == 0 || digits > 15 || (at != end && lower(*at) == 'e')) return {};
  const double value = static_cast<double>(number) / powers[point != nullptr ? at - point - 1 : 0];
  return {without_sign_of_zero(negative ? -value : value), at};
}

__extension__ using Wide = unsigned __int128;

constexpr std::array<std::uint64_t, 10> powers_of_ten = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};

// The nearest whole number to value * factor, exactly, ties to even. 0 <= value < 2^30, and factor
// < 2^30.
std::uint64_t rounded_product(double value, std::uint64_t factor) {
  int exponent = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  const Wide product = Wide{mantissa} * factor;  // times 2^-shift
  const int shift = 53 - exponent;               // at least 23
  if (shift > 100) return 0;                     // the product is below 2^83
  const auto whole = static_cast<std::uint64_t>(product >> shift);
  const Wide rest = product - (Wide{whole} << shift), half = Wide{1} << (shift - 1);
  return whole + (rest > half || (rest == half && whole % 2 == 1) ? 1 : 0);
}

// A bit of every byte that is a control character, but for those behind another such byte.
constexpr std::uint64_t controls(std::uint64_t bytes) {
  constexpr std::uint64_t each = 0x0101010101010101, high = 0x80 * each;
  const std::uint64_t deleted = bytes ^ 0x7f * each;  // 0 where a byte is 0x7f
  return (((bytes - 0x20 * each) & ~bytes) | ((deleted - each) & ~deleted)) & high;
}

}  // namespace

std::size_t split_blanks(std::string_view line, std::span<std::string_view> columns) {
  std::size_t count = 0;
  const char* p = line.data();
  const char* const end = p + line.size();
  while (true) {
    while (p != end && is_blank(*p)) ++p;
    if (p == end) return count;
    const char* const start = p;
    while (p != end && !is_blank(*p)) ++p;
    if (count < columns.size()) columns[count] = {start, static_cast<std::size_t>(p - start)};
    ++count;
  }
}

std::string_view without_suffix(std::string_view name,
                                std::initializer_list<std::string_view> suffixes) {
  for (const std::string_view suffix : suffixes)
    if (name.size() > suffix.size() && name.ends_with(suffix))
      return name.substr(0, name.size() - suffix.size());
  return name;
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::vector<std::string_view> split_tabs(std::string_view line) {
  std::vector<std::string_view> columns;
  while (true) {
    const std::size_t tab = line.find('\t');
    columns.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return columns;
    line.remove_prefix(tab + 1);
  }
}

LeadingNumber leading_number(std::string_view text) {
  const LeadingNumber plain = leading_decimal(text);
  return plain.end != nullptr ? plain : leading_long_number(text);
}

LeadingNumber leading_long_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return {};
  return {without_sign_of_zero(value), end};
}

double leading_double(std::string_view text) {
  static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
  return strtod_l(std::string(text).c_str(), nullptr, c_locale);
}

bool label_less(std::string_view a, std::string_view b) {
  const bool a_number = is_number(a), b_number = is_number(b);
  if (a_number != b_number) return a_number;
  if (a_number) {
    const auto x = without_leading_zeros(a), y = without_leading_zeros(b);
    if (x.size() != y.size()) return x.size() < y.size();
    if (x != y) return x < y;
  }
  return a < b;
}

void append_decimal(std::string& text, double value, int decimals) {
  const bool is_easy = decimals >= 0 && decimals < static_cast<int>(powers_of_ten.size()) &&
                       std::abs(value) < 0x1p30;
  if (!is_easy) {
    text += fmt::format("{:.{}f}", value, decimals);
    return;
  }
  std::uint64_t rest =
      rounded_product(std::abs(value), powers_of_ten[static_cast<std::size_t>(decimals)]);
  std::array<char, 32> digits{};
  char* first = digits.data() + digits.size();
  for (int i = 0; i < decimals; ++i, rest /= 10) *--first = static_cast<char>('0' + rest % 10);
  if (decimals > 0) *--first = '.';
  do {
    *--first = static_cast<char>('0' + rest % 10);
  } while ((rest /= 10) > 0);
  if (std::signbit(value)) *--first = '-';
  text.append(first, digits.data() + digits.size());
}

std::optional<std::string> utf8_docno_defect(std::string_view docno) {
  if (docno.empty()) return "is empty";
  if (any_in_words(docno, controls)) return "contains control characters";
  return std::nullopt;
}

std::optional<std::string> other_docno_defect(std::string_view docno) {
  if (auto defect = utf8_docno_defect(docno)) return defect;
  if (!is_valid_utf8(docno)) return "is not UTF-8";
  return std::nullopt;
}

[[gnu::cold]] std::optional<std::string> names_defect(
    std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto defect = docno_defect(name)) return "'" + printable(name) + "' " + *defect;
  return std::nullopt;
}

void require_names(std::initializer_list<std::string_view> names, const Location& where,
                   const char* advice) {
  if (const auto defect = names_defect(names)) throw Error(where, *defect, advice);
}

bool is_line_of_texts(std::string_view line) {
  const auto cells = split_tabs(line);
  if (cells.size() != 4) return false;
  const bool is_grade = parse_double(cells[3]) && (cells[2].empty() || cells[3].size() < 3);
  return !is_grade && (cells[2].empty() || cells[2].find("://") < 10);
}

}  // namespace subintent::internal

namespace subintent {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && internal::is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && internal::is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = internal::lower(c);
  return result;
}

std::optional<std::int64_t> parse_any_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_double(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const char* const text_end = text.data() + text.size();
  if (const internal::LeadingNumber number = internal::leading_number(text); number.end != nullptr)
    return number.end == text_end ? std::optional(number.value) : std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text_end, value);
  const bool is_out_of_range = error == std::errc::result_out_of_range && end == text_end;
  if (is_out_of_range)
    value = internal::leading_double(text);  // 1e-400 is as good as 0, 1e400 is infinite
  if (!is_out_of_range || !std::isfinite(value)) return std::nullopt;
  return internal::without_sign_of_zero(value);
}

std::optional<std::uint64_t> parse_memory_size(std::string_view text) {
  constexpr std::string_view units = "KMGT";
  int shift = 0;
  if (!text.empty()) {
    const std::size_t unit = units.find(text.back() & ~0x20);
    if (unit != units.npos) {
      shift = 10 * static_cast<int>(unit + 1);
      text.remove_suffix(1);
    }
  }
  const auto number = parse_integer(text);
  if (!number || *number < 1 || *number > std::numeric_limits<std::int64_t>::max() >> shift)
    return std::nullopt;
  return static_cast<std::uint64_t>(*number) << shift;
}

std::string shortest(double value) {
  return fmt::format("{}", value);
}

std::string count_of(std::uint64_t n, std::string_view noun) {
  if (n != 1 && noun == "criterion") return fmt::format("{} criteria", n);
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

[[gnu::cold]] std::vector<double> parse_number_list(const std::string& name,
                                                    const std::string& text, double low,
                                                    double high) {
  constexpr double most = 1000, grain = 1e9;  // in steps of decimal fractions
  const auto number = [&](const std::string& part) {
    const auto value = parse_double(trim(part));
    if (value && *value >= low && *value <= high) return *value;
    throw Error::argument(name,
                          fmt::format("{}: '{}' is not a number from {} to {}", name,
                                      printable(part), shortest(low), shortest(high)),
                          "give a number, several (0.2,0.3), or FIRST:LAST:STEP (0:0.7:0.05)");
  };
  std::vector<double> values;
  if (const std::vector<std::string> parts = split(text, ':'); parts.size() == 3) {
    const double first = number(parts[0]), last = number(parts[1]);
    const double step = parse_double(trim(parts[2])).value_or(0);
    const double count = step >= 1e-6 ? std::floor((last - first) / step + 1e-9) : -1;
    if (count < 0 || count > most)
      throw Error::argument(name,
                            name + ": " + printable(text) + " is not a range of up to 1000 steps",
                            "give FIRST:LAST:STEP, as 0:0.7:0.05");
    for (double k = 0; k <= count; ++k)
      values.push_back(std::round((first + k * step) * grain) / grain);
    return values;
  }
  for (const std::string& part : split(text.empty() ? "," : text, ',')) {
    const double value = number(part);
    if (std::ranges::count(values, value) > 0)
      throw Error::argument(name, name + ": " + printable(part) + " is listed twice",
                            "leave one out");
    values.push_back(value);
  }
  return values;
}

std::string utc_time(std::int64_t seconds_since_1970) {
  using namespace std::chrono;
  const sys_seconds time{seconds(seconds_since_1970)};
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::optional<std::string> name_defect(std::string_view name) {
  return internal::docno_defect(name);
}

}  // namespace subintent
