#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "subintent/program.h"

namespace subintent {
namespace {

class NumberListParser {
 public:
  NumberListParser(const std::string& name, const std::string& text, double low, double high)
      : name_(name), text_(text), low_(low), high_(high) {}

  std::vector<double> parse() const {
    const std::vector<std::string> parts = split(text_, ':');
    return parts.size() == 3 ? range(parts) : list();
  }

 private:
  double number(const std::string& text) const {
    const auto value = parse_double(trim(text));
    if (value && *value >= low_ && *value <= high_) return *value;
    throw Error::argument(name_,
                          fmt::format("{}: '{}' is not a number from {} to {}", name_,
                                      printable(text), shortest(low_), shortest(high_)),
                          "give a number, several (0.2,0.3), or FIRST:LAST:STEP (0:0.7:0.05)");
  }

  // In steps of decimal fractions: 0.15, not 0.15000000000000002.
  std::vector<double> range(const std::vector<std::string>& parts) const {
    constexpr double most = 1000, grain = 1e9;
    const double first = number(parts[0]), last = number(parts[1]);
    const double step = parse_double(trim(parts[2])).value_or(0);
    const double count = step >= 1e-6 ? std::floor((last - first) / step + 1e-9) : -1;
    if (count < 0 || count > most) {
      throw Error::argument(name_,
                            name_ + ": " + printable(text_) + " is not a range of up to 1000 steps",
                            "give FIRST:LAST:STEP, as 0:0.7:0.05");
    }
    std::vector<double> values;
    for (double k = 0; k <= count; ++k) {
      values.push_back(std::round((first + k * step) * grain) / grain);
    }
    return values;
  }

  std::vector<double> list() const {
    std::vector<double> values;
    for (const std::string& part : split(text_.empty() ? "," : text_, ',')) {
      const double value = number(part);
      if (std::ranges::count(values, value) > 0) {
        throw Error::argument(name_, name_ + ": " + printable(part) + " is listed twice",
                              "leave one out");
      }
      values.push_back(value);
    }
    return values;
  }

  const std::string &name_, &text_;
  double low_, high_;
};

}  // namespace

std::vector<double> parse_number_list(const std::string& name, const std::string& text, double low,
                                      double high) {
  return NumberListParser(name, text, low, high).parse();
}

}  // namespace subintent
