// Inputs of evaluations before they are read.
#include <fmt/format.h>

#include "engine/evaluation_values.h"
#include "evaluate/gain.h"
#include "subintent/evaluate.h"
#include "subintent/program.h"

namespace subintent {

void check_inputs(const EvaluationInputs& inputs) {
  internal::checked_gains(inputs);
}

std::map<int, double> gains_named(const std::string& text) {
  std::map<int, double> gains;
  for (const std::string& part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const auto grade = parse_integer(trim(std::string_view(part).substr(0, equals)));
    const auto gain = equals == std::string::npos
                          ? std::nullopt
                          : parse_double(trim(std::string_view(part).substr(equals + 1)));
    if (!grade || !gain || !internal::Gain::is_possible(*grade, *gain)) {
      throw Error::argument(
          "gains",
          "gains: '" + printable(part) + "' is not a grade with a gain above 0 and at most 1e9",
          "write for example `gains=1=1,2=3,3=7`");
    }
    if (!gains.emplace(static_cast<int>(*grade), *gain).second) {
      throw Error::argument("gains", fmt::format("gains: grade {} is listed twice", *grade),
                            "give each once");
    }
  }
  if (gains.empty()) {
    throw Error::argument("gains", "gains is empty", "write for example 1=1,2=3,3=7");
  }
  return gains;
}

}  // namespace subintent
