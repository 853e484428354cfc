// Scores of documents for intents: what is read is written as JSON that reads the same, or as lines
// where names cannot stand in JSON. The first byte says whether the file is that of one intent.
#include <cmath>

#include "core/base/strings.h"
#include "input.h"
#include "similarity/diversify/rerank.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Calls use(topic, intent, docno, score) in label order of topics and intents, and byte order of
// docnos.
void for_each_score(const IntentScores& scores, const auto& use) {
  for (const auto& [topic, intents] : scores) {
    require(!intents.empty());
    for (const auto& [intent, documents] : intents) {
      require(!documents.empty());
      const std::map<std::string_view, double> in_order(documents.begin(), documents.end());
      for (const auto& [docno, score] : in_order) {
        require(!docno.empty() && std::isfinite(score));
        use(topic, intent, docno, score);
      }
    }
  }
}

bool can_be_json(const IntentScores& scores) {
  bool can = true;
  for_each_score(
      scores, [&](std::string_view topic, std::string_view intent, std::string_view docno, double) {
        can = can && !names_defect({topic, intent, docno});
      });
  return can;
}

// Names that come again are written again: topics and intents may come in several pieces.
std::string json_of(const IntentScores& scores) {
  std::string text;
  for_each_score(scores, [&](std::string_view topic, std::string_view intent,
                             std::string_view docno, double score) {
    text += text.empty() ? "{" : ",\n";
    append_json_string(text, topic);
    text += ":{";
    append_json_string(text, intent);
    text += ":{";
    append_json_string(text, docno);
    text += ":" + shortest(score) + "}}";
  });
  return text + "}";
}

std::string lines_of(const IntentScores& scores) {
  std::string text = "#\n";  // a name may begin with a byte-order mark
  for_each_score(scores, [&](std::string_view topic, std::string_view intent,
                             std::string_view docno, double score) {
    text.append(topic).append(" ").append(intent).append(" ").append(docno);
    text.append(" ").append(shortest(score)) += '\n';
  });
  return text;
}

}  // namespace

void fuzz(std::string_view input) {
  if (input.empty()) return;
  const char* const intent = input[0] % 2 == 0 ? "" : "7";
  writes_what_it_reads(input.substr(1), [&](const std::string& path) {
    IntentScores scores;
    read_intent_scores(path, intent, scores);
    return can_be_json(scores) ? json_of(scores) : lines_of(scores);
  });
}

}  // namespace subintent::internal
