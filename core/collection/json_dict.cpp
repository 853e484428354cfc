#include "core/collection/json_dict.h"

#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::string_view without_leading_blanks(std::string_view text) {
  while (!text.empty() && is_json_blank(text.front())) text.remove_prefix(1);
  return text;
}

}  // namespace

bool JsonDict::fits(std::string_view text) {
  text = without_leading_blanks(text);
  if (text.starts_with('[')) return without_leading_blanks(text.substr(1)).starts_with('{');
  if (!text.starts_with('{')) return false;
  text = without_leading_blanks(text.substr(1));
  return text.starts_with('"') || text.starts_with('}');
}

JsonDict::JsonDict(const TextFile& file, const char* advice, bool may_be_lists)
    : text_{file, advice, UnescapedNames(file.content())} {
  LineInWork line = nullptr;
  JsonReader reader(text_, file.text(), {}, line);
  JsonValue root = reader.root();
  TopicPieces pieces;
  reader.for_each_member(root, [&](std::string_view topic, JsonValue value) {
    const bool is_list = may_be_lists && JsonReader::is(value, '[');
    if (!is_list && !JsonReader::is(value, '{')) {
      reader.refuse("the value of '" + printable(topic) + "' is not an object" +
                    (may_be_lists ? " or a list" : ""));
    }
    pieces.add(topic, reader.text_of(value));
  });
  reader.require_end();
  topics_ = pieces.take();
  for (const TopicLines& topic : topics_) {
    if (topic.pieces.size() == 1) continue;
    throw Error(file.location(topic.pieces[1].data()),
                "topic '" + printable(topic.topic) + "' occurs twice", advice);
  }
}

}  // namespace subintent::internal
