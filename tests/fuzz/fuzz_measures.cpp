// Names of measures, here and in trec_eval, and what may stand behind the name of each record. A
// name that is accepted must be accepted again and mean the same.
#include "evaluate/compat/tools.h"
#include "evaluate/measure.h"
#include "evaluate/measure_table.h"
#include "input.h"

namespace subintent::internal {
namespace {

void require_same(const Measure& a, const Measure& b) {
  require(a.record == b.record && a.layer_aware == b.layer_aware && a.similarity == b.similarity &&
          a.hierarchy_name == b.hierarchy_name && a.parameters == b.parameters);
}

// With all of its hierarchies known, and with none.
void parse_and_compare(const std::string& names) {
  const MeasureContext context{{"WI", "SUP+WI"}, true, nullptr, nullptr, {"gender", "age"}};
  for (const Measure& measure : parse_measures(names, context)) {
    const auto again = parse_measures(measure.name, context);
    require(again.size() == 1);
    require_same(again[0], measure);
    require_same(parse_measures(identifier_of(measure), context).at(0), measure);
  }
}

void compare_with_identifier(const std::string& name) {
  const Measure measure = parse_measure(name);
  const std::string identifier = identifier_of(measure);
  const Measure again = parse_measure(identifier);
  require_same(again, measure);
  require(identifier_of(again) == identifier);
}

}  // namespace

void fuzz(std::string_view input) {
  const std::string text(input);
  survives([&] { parse_and_compare(text); });
  const auto& table = measure_table();
  const std::string rest = text.substr(text.empty() ? 0 : 1);
  const std::size_t place = text.empty() ? 0 : static_cast<unsigned char>(text[0]);
  survives([&] { parse_and_compare(table[place % table.size()].name + rest); });
  survives([&] { compare_with_identifier(text); });
  survives([&] { compare_with_identifier(table[place % table.size()].name + rest); });
  survives([&] { parse_trec_eval_measures(std::span(&text, 1)); });
}

}  // namespace subintent::internal
