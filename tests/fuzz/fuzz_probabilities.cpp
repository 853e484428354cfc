// Intent probabilities: none may be outside 0..1.
#include "core/collection/topics.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent::internal;
  const MemoryFile file(data, size);
  return survives([&] {
    for (const auto& [topic, intents] : read_probabilities(file.path())) {
      for (const auto& [intent, info] : intents)
        if (!info.probability || !(*info.probability >= 0 && *info.probability <= 1)) std::abort();
    }
  });
}
