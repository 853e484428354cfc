#include "cli/options/evaluate_options.h"

#include <fmt/format.h>

#include "support/error.h"
#include "support/strings.h"

namespace subintent {

MeasureContext measure_context(const EvaluationOptions& o) {
  MeasureContext context;
  for (const NamedHierarchies& named : o.evaluation.hierarchies) {
    context.hierarchies.push_back(named.name);
  }
  context.has_similarity = o.evaluation.similarity.any();
  context.is_trec_eval_name = is_trec_eval_measure;
  if (o.gains) context.gains = &o.gain_table;
  return context;
}

RunOrder order_of(const EvaluationOptions& o) {
  const std::string name = o.order.value_or("rank");
  return name == "rank" ? RunOrder::rank : name == "score" ? RunOrder::score : RunOrder::file;
}

OnDuplicate on_duplicate_of(const EvaluationOptions& o) {
  const std::string& name = o.on_duplicate;
  return name == "error"   ? OnDuplicate::error
         : name == "first" ? OnDuplicate::first
                           : OnDuplicate::last;
}

std::vector<NamedHierarchies> parse_hierarchies(const std::vector<std::string>& given) {
  std::vector<NamedHierarchies> parsed;
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw Error::usage("--hierarchy: '" + printable(text) + "' is not NAME=FILE",
                         "for example --hierarchy WI=hierarchies.jsonl");
    }
    const std::string name = text.substr(0, equals);
    if (name.find_first_of("@(),_") != std::string::npos) {
      throw Error::usage("--hierarchy: the name '" + printable(name) + "' has one of @(),_ in it",
                         "use letters, digits and +");
    }
    if (find_pair_scheme(name) != nullptr) {
      throw Error::usage(
          "--hierarchy: " + name + " stands for document similarity in measure names",
          "choose another name");
    }
    for (const NamedHierarchies& other : parsed) {
      if (other.name == name)
        throw Error::usage("--hierarchy: two are named " + printable(name), "rename one");
    }
    parsed.push_back({name, text.substr(equals + 1), {}});
  }
  return parsed;
}

Gain::Table parse_gains(const std::string& text) {
  Gain::Table table;
  for (const std::string& part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const auto grade = parse_integer(trim(std::string_view(part).substr(0, equals)));
    const auto gain = equals == std::string::npos
                          ? std::nullopt
                          : parse_double(trim(std::string_view(part).substr(equals + 1)));
    if (!grade || *grade < 1 || *grade > 1000 || !gain || !(*gain > 0) || *gain > 1e9) {
      throw Error::usage(
          "--gains: '" + printable(part) + "' is no grade with a gain above 0, up to 1e9",
          "write for example --gains 1=1,2=3,3=7");
    }
    if (!table.emplace(static_cast<std::int32_t>(*grade), *gain).second) {
      throw Error::usage(fmt::format("--gains: grade {} is there twice", *grade), "give each once");
    }
  }
  if (table.empty()) throw Error::usage("--gains is empty", "write for example 1=1,2=3,3=7");
  return table;
}

void check_digits(EvaluateOptions& o) {
  if (o.digits == "full") return;
  o.number.digits = o.format == "table" ? 4 : 6;
  if (!o.digits) return;
  const std::int64_t digits = parse_integer(*o.digits).value_or(-1);
  if (digits < 0 || digits > 17) {
    throw Error::usage("--digits: '" + printable(*o.digits) + "' is not a number from 0 to 17",
                       "or write --digits full");
  }
  o.number.digits = static_cast<int>(digits);
}

}  // namespace subintent
