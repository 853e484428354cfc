// Files of a few columns: numbers of subtopics, superintents, statistics, fingerprints, docnos,
// stop words, paths and recipes.
#include "core/collection/topics.h"
#include "input.h"
#include "similarity/simhash/simhash.h"
#include "subintent/hierarchy.h"
#include "tokenize/document_tokenizer.h"
#include "tokenize/input_lists.h"
#include "tokenize/statistics/statistics.h"

void subintent::internal::fuzz(std::string_view input) {
  const Source file = Source::memory(input, "file");
  survives([&] {
    for (const auto& [topic, number] : read_subtopics(file)) require(number > 0);
  });
  survives([&] {
    for (const auto& [topic, superintents] : read_superintents(file))
      require(!superintents.empty());
  });
  survives([&] {
    const CollectionStatistics statistics = read_statistics(file);
    for (const auto& [term, frequency] : statistics.document_frequency)
      require(frequency > 0 && frequency <= statistics.documents);
  });
  survives([&] { require(!read_fingerprints(file).docnos.empty()); });
  survives([&] { require(!read_docnos(file).empty()); });
  survives([&] {
    for (const std::string& word : read_stopwords(file, Folding::usual)) require(!word.empty());
  });
  survives([&] {
    for (const std::string& path : read_paths(file)) require(!path.empty());
  });
  survives([&] { read_recipe(file); });
}
