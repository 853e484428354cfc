// Topics XML of the TREC Web Track.
#include "input.h"
#include "trec/topics.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent::internal;
  const MemoryFile file(data, size);
  return survives([&] {
    for (const auto& [topic, intents] : read_topics_xml(file.path())) {
      for (const auto& [intent, info] : intents) {
        if (info.probability) std::abort();  // the XML has none
      }
    }
  });
}
