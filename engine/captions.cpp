#include "subintent/collection.h"

#include "core/base/warning.h"
#include "engine/caption_values.h"

namespace subintent {

TopicCaptions internal::captions_of(const TopicDescriptions& topics) {
  TopicCaptions captions;
  for (const auto& [topic, described] : topics) {
    TopicCaption& caption = captions[topic];
    caption.query = described.query;
    for (const auto& [intent, info] : described.intents) caption.intents[intent] = info.text;
  }
  return captions;
}

TopicCaptions read_topic_captions(const Source& topics) {
  return internal::captions_of(internal::read_topic_descriptions(topics));
}

Texts read_text_captions(const std::vector<Source>& texts,
                         const std::function<bool(std::string_view docno)>& wanted,
                         const RemarksCallback& say) {
  if (texts.empty()) return {};
  Texts read = read_texts(texts, wanted);
  if (read.empty() && say) {
    say({{internal::make_warning("documents-without-text", Location{texts[0].name(), 0},
                                 "does not contain a text of any document that is shown")},
         {}});
  }
  return read;
}

std::string find_topic(const std::string& given, const std::vector<std::string>& topics,
                       const TopicCaptions& captions, const std::string& file) {
  return internal::find_topic(given, topics, internal::captions_of({}, captions), file);
}

internal::Captions internal::captions_of(const Texts& texts, const TopicCaptions& topics) {
  Captions captions{texts, {}};
  for (const auto& [topic, caption] : topics) {
    TopicDescription& described = captions.topics[topic];
    described.query = caption.query;
    for (const auto& [intent, text] : caption.intents) described.intents[intent].text = text;
  }
  return captions;
}

}  // namespace subintent
