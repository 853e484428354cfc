// Scores of documents for intents: what is read is written as lines that read the same. The first
// byte says whether the file is that of one intent.
#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include "diversify/intent_scores.h"
#include "input.h"

namespace subintent::internal {
namespace {

std::string lines_of(const IntentScores& scores) {
  std::string text = "#\n";  // a name may begin with a byte-order mark
  for (const auto& [topic, intents] : scores) {
    require(!intents.empty());
    for (const auto& [intent, documents] : intents) {
      require(!documents.empty());
      const std::map<std::string_view, double> in_order(documents.begin(), documents.end());
      for (const auto& [docno, score] : in_order) {
        require(!docno.empty() && std::isfinite(score));
        text.append(topic).append(" ").append(intent).append(" ").append(docno);
        text.append(" ").append(shortest(score)) += '\n';
      }
    }
  }
  return text;
}

}  // namespace
}  // namespace subintent::internal

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent::internal;
  if (size == 0) return 0;
  const char* const intent = data[0] % 2 == 0 ? "" : "7";
  return writes_what_it_reads(data + 1, size - 1, [&](const std::string& path) {
    IntentScores scores;
    read_intent_scores(path, intent, scores);
    return lines_of(scores);
  });
}
