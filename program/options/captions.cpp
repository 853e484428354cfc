#include "program/options/captions.h"

namespace subintent::internal {

std::vector<std::string> CaptionOptions::given() const {
  std::vector<std::string> names;
  if (!texts.empty()) names.emplace_back("--texts");
  if (topics) names.emplace_back("--topics");
  return names;
}

std::vector<std::string> CaptionOptions::paths() const {
  std::vector<std::string> all = texts;
  if (topics) all.push_back(*topics);
  return all;
}

void declare_texts(CommandLine& line, CaptionOptions& options, const std::string& where) {
  line.option("texts", &options.texts, "T",
              where + "output of tokenize --texts: shows titles of documents (repeatable)");
}

void declare_topics(CommandLine& line, CaptionOptions& options, const std::string& where) {
  line.option("topics", &options.topics, "XML",
              where + "topics of the TREC Web Track: shows queries and descriptions of intents");
}

}  // namespace subintent::internal
