#include "collection/json_dict.h"

#include <algorithm>

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
  if (!text.starts_with('{')) return false;
  text = without_leading_blanks(text.substr(1));
  return text.starts_with('"') || text.starts_with('}');
}

JsonDict::JsonDict(const TextFile& file, const char* advice, bool may_be_lists)
    : text_{file, advice, UnescapedNames(file.content())} {
  LineInWork line = nullptr;
  JsonScanner scanner(text_, file.text(), false, {}, line);
  TopicPieces pieces;
  scanner.for_each_member([&](std::string_view topic) {
    const bool is_list = may_be_lists && scanner.next() == '[';
    if (!is_list && scanner.next() != '{') {
      scanner.refuse("the value of '" + printable(topic) + "' is not an object" +
                     (may_be_lists ? " or a list" : ""));
    }
    const JsonScanner::Object object = is_list ? scanner.skip_array() : scanner.skip_object();
    pieces.add(topic, object.text);
    if (!object.is_plain) not_plain_.push_back(object.text.data());
  });
  scanner.require_end();
  topics_ = pieces.take();
  for (const TopicLines& topic : topics_) {
    if (topic.pieces.size() == 1) continue;
    throw Error(file.location(topic.pieces[1].data()),
                "topic '" + printable(topic.topic) + "' occurs twice", advice);
  }
}

bool JsonDict::is_plain(std::string_view piece) const {
  return !std::ranges::binary_search(not_plain_, piece.data());
}

}  // namespace subintent::internal
