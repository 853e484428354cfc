// Names of measures, here and in trec_eval. A name that is accepted must be accepted again and mean
// the same.
#include "evaluate/compat/trec_eval.h"
#include "evaluate/measure.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent;
  const std::string text(text_of(data, size));
  survives([&] {
    const MeasureContext context{{"WI", "SUP+WI"}, true, nullptr};
    for (const Measure& measure : parse_measures(text, context)) {
      if (measure.cutoff == 0 || measure.gamma < 0 || measure.gamma > 1) std::abort();
      const auto again = parse_measures(measure.name, context);
      if (again.size() != 1 || again[0].core.index() != measure.core.index() ||
          again[0].cutoff != measure.cutoff) {
        std::abort();
      }
    }
  });
  return survives([&] { parse_trec_eval_measures(std::span(&text, 1)); });
}
