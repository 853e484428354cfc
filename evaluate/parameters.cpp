#include "evaluate/parameters.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/portable_math.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Its share of the Kullback-Leibler divergence, in bits.
double relative_entropy(double share, double of_mean) {
  return share > 0 ? share * portable::log2(share / of_mean) : 0;
}

// For each place i the sum over all j of |i - j| x[j].
std::vector<double> weighted_by_distance(std::span<const double> x) {
  std::vector<double> sums(x.size(), 0);
  double passed = 0, sum = 0;  // of x, and of x times its distance
  const auto pass = [&](std::size_t i) {
    sum += passed;
    sums[i] += sum;
    passed += x[i];
  };
  for (std::size_t i = 0; i < x.size(); ++i) pass(i);
  passed = sum = 0;
  for (std::size_t i = x.size(); i-- > 0;) pass(i);
  return sums;
}

// 1e9 and not 1000000000.
std::string bound(double number) {
  return number == 1e9 ? "1e9" : fmt::format("{}", number);
}

Refusal impossible_value(std::string_view name, const std::string& value, std::string advice) {
  return {fmt::format("{} is '{}'", name, printable(value)), std::move(advice)};
}

ParameterRecord a_number(std::string_view name, double min, double max, double default_value,
                         std::string_view meaning) {
  ParameterRecord record;
  record.name = name;
  record.meaning = meaning;
  record.values = bound(min) + " to " + bound(max);
  record.default_value = fmt::format("{}", default_value);
  record.min = min;
  record.max = max;
  return record;
}

std::optional<double> number_in(const std::string& text, double min, double max) {
  const auto number = parse_double(text);
  if (!number || *number < min || *number > max) return std::nullopt;
  return *number + 0.0;  // -0 is 0
}

constexpr const char* weights_advice = "write for example layers=0.5+0.3+0.2";

// "0.5+0.3+0.2"; nothing for words.
std::optional<std::vector<double>> parse_weights(const std::string& value) {
  std::vector<double> weights;
  for (const std::string& part : split(value, '+')) {
    const auto weight = parse_double(part);
    if (!weight) return std::nullopt;
    weights.push_back(*weight + 0.0);  // -0 is 0
  }
  return weights;
}

std::optional<Refusal> set_layer_weights(Parameters& parameters, std::vector<double> weights) {
  double sum = 0;
  for (const double weight : weights) {
    if (weight < 0 || weight > 1e9)
      return Refusal{"a weight of layers is below 0 or above 1e9", weights_advice};
    sum += weight;
  }
  if (sum <= 0) return Refusal{"the weights of layers add up to nothing", weights_advice};
  parameters.layer_weights = {LayerWeights::Kind::list, std::move(weights)};
  return std::nullopt;
}

}  // namespace

double Gain::of(std::int32_t grade) const {
  if (grade <= 0) return 0;
  if (kind_ == Kind::exponential) return std::ldexp(1, grade) - 1;
  if (kind_ == Kind::table) {
    const auto at = table_->find(grade);
    if (at != table_->end()) return at->second;
  }
  return grade;
}

double jensen_shannon(GroupDistribution a, GroupDistribution b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double mean = (a[i] + b[i]) / 2;
    sum += relative_entropy(a[i], mean) + relative_entropy(b[i], mean);
  }
  return std::clamp(sum / 2, 0.0, 1.0);  // rounding
}

double match_distance(GroupDistribution a, GroupDistribution b) {
  double sum = 0, cumulative_a = 0, cumulative_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    cumulative_a += a[i];
    cumulative_b += b[i];
    sum += std::abs(cumulative_a - cumulative_b);
  }
  return sum / static_cast<double>(a.size() - 1);
}

double order_aware_divergence(GroupDistribution achieved, GroupDistribution target) {
  std::vector<double> squares;
  for (std::size_t i = 0; i < target.size(); ++i)
    squares.push_back((achieved[i] - target[i]) * (achieved[i] - target[i]));
  const std::vector<double> weighted = weighted_by_distance(squares);
  double sum = 0, wanted = 0;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (target[i] <= 0) continue;
    sum += weighted[i];
    ++wanted;
  }
  return std::sqrt(sum / wanted / static_cast<double>(target.size() - 1));
}

std::vector<double> LayerWeights::of(std::size_t layers) const {
  std::vector<double> weights(layers, 1);
  for (std::size_t l = 0; l < layers; ++l) {
    if (kind == Kind::depth) weights[l] = static_cast<double>(l + 1);
    if (kind == Kind::height) weights[l] = static_cast<double>(layers - l);
    if (kind == Kind::list) weights[l] = l < list.size() ? list[l] : 0;
  }
  return weights;
}

ParameterRecord number_parameter(std::string_view name, double Parameters::*member, double min,
                                 double max, std::string_view meaning) {
  ParameterRecord record = a_number(name, min, max, Parameters{}.*member, meaning);
  record.set = [=](Parameters& parameters, const std::string& value) -> std::optional<Refusal> {
    const auto number = number_in(value, min, max);
    if (!number)
      return impossible_value(name, value, fmt::format("give a number from {} to {}", min, max));
    parameters.*member = *number;
    return std::nullopt;
  };
  record.text = [=](const Parameters& parameters) { return shortest(parameters.*member); };
  return record;
}

ParameterRecord whole_parameter(std::string_view name, std::int32_t Parameters::*member,
                                std::int32_t min, std::int32_t max, std::string_view meaning,
                                std::string default_value) {
  ParameterRecord record = a_number(name, min, max, Parameters{}.*member, meaning);
  record.is_whole = true;
  if (!default_value.empty()) record.default_value = std::move(default_value);
  record.set = [=](Parameters& parameters, const std::string& value) -> std::optional<Refusal> {
    const auto number = number_in(value, min, max);
    if (!number)
      return impossible_value(name, value, fmt::format("give a number from {} to {}", min, max));
    if (*number != std::floor(*number))
      return Refusal{fmt::format("{} is not a whole number", name), "give for example 4"};
    parameters.*member = static_cast<std::int32_t>(*number);
    return std::nullopt;
  };
  record.text = [=](const Parameters& parameters) { return std::to_string(parameters.*member); };
  return record;
}

Refusal unknown_word(std::string_view name, std::span<const std::string_view> words,
                     const std::string& value) {
  return impossible_value(name, value, fmt::format("use {}", join(words, " or ")));
}

ParameterRecord layers_parameter() {
  using Kind = LayerWeights::Kind;
  ParameterRecord record = word_parameter<LayerWeights>(
      "layers", &Parameters::layer_weights,
      {{"uniform", {Kind::uniform, {}}},
       {"depth", {Kind::depth, {}}},
       {"height", {Kind::height, {}}}},
      "what the layers weigh: all the same, their numbers, the layers below, or as listed");
  record.values += "|W1+W2+...";
  record.set = [word = record.set](Parameters& parameters, const std::string& value) {
    const auto weights = parse_weights(value);
    return weights ? set_layer_weights(parameters, *weights) : word(parameters, value);
  };
  record.text = [word = record.text](const Parameters& parameters) {
    std::string weights;
    for (const double weight : parameters.layer_weights.list)
      weights += (weights.empty() ? "" : "+") + shortest(weight);
    return weights.empty() ? word(parameters) : weights;
  };
  return record;
}

ParameterRecord attribute_parameter() {
  ParameterRecord record;
  record.name = "attribute";
  record.meaning = "whose groups, or whose groups crossed";
  record.values = "NAME|NAME+NAME+...";
  record.default_value = "the mean over all attributes";
  record.is_text = true;
  record.set = [](Parameters& parameters, const std::string& value) -> std::optional<Refusal> {
    std::vector<std::string> names = split(value, '+');
    if (value.ends_with('+')) names.emplace_back();
    std::ranges::sort(names);
    if (names.empty() || names[0].empty())
      return Refusal{"an attribute has no name", "write for example attribute='gender'"};
    const auto twice = std::ranges::adjacent_find(names);
    if (twice != names.end())
      return Refusal{"attribute " + printable(*twice) + " is crossed with itself", "name it once"};
    parameters.attribute = join(names, "+");  // any order means the same
    return std::nullopt;
  };
  record.text = [](const Parameters& parameters) { return parameters.attribute; };
  return record;
}

}  // namespace subintent::internal
