// Intent probabilities: none may be outside 0..1.
#include "core/collection/topics.h"
#include "input.h"

void subintent::internal::fuzz(std::string_view input) {
  const MemoryFile file(input);
  survives([&] {
    for (const auto& [topic, intents] : read_probabilities(file.path())) {
      for (const auto& [intent, info] : intents)
        if (!info.probability || !(*info.probability >= 0 && *info.probability <= 1)) std::abort();
    }
  });
}
