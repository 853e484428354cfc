#include "report/score_set.h"

#include "core/base/strings.h"
#include "subintent/program.h"

namespace subintent::internal {

std::size_t ScoreSet::topics_of(std::size_t measure) const {
  std::size_t count = 0;
  for (std::size_t topic = 0; topic < topics.size(); ++topic)
    count += applies(measure, topic) ? 1 : 0;
  return count;
}

std::string NumberFormat::operator()(double value) const {
  if (!digits) return shortest(value);
  std::string text;
  append_decimal(text, value, *digits);
  // No minus sign before a zero that rounding made.
  if (text[0] == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

}  // namespace subintent::internal
