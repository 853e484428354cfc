// Topics XML of the TREC Web Track.
#include "core/base/utf8.h"
#include "core/collection/topics.h"
#include "input.h"

void subintent::internal::fuzz(std::string_view input) {
  const MemoryFile file(input);
  survives([&] {
    for (const auto& [topic, described] : read_topic_descriptions(file.path())) {
      require(is_valid_utf8(described.query) && is_valid_utf8(described.description));
      for (const auto& [intent, info] : described.intents)
        require(!info.probability && is_valid_utf8(info.text));  // the XML has no probabilities
    }
  });
}
