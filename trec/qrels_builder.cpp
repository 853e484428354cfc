#include "trec/qrels_builder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "support/error.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

// The order of `names`, as places in them. Docnos of a topic begin alike, so the eight bytes after
// what all have in common decide nearly always.
std::vector<std::uint32_t> order_by_bytes(const std::vector<std::string_view>& names) {
  std::size_t common = names.empty() ? 0 : names[0].size();
  for (const std::string_view name : names) {
    common = std::min(common, name.size());
    const auto differs = std::mismatch(
        name.begin(), name.begin() + static_cast<std::ptrdiff_t>(common), names[0].begin());
    common = static_cast<std::size_t>(differs.first - name.begin());
  }
  struct Key {
    std::uint64_t bytes;  // the first of them highest; zeros after the end
    std::uint32_t place;
  };
  std::vector<Key> keys;
  keys.reserve(names.size());
  for (const std::string_view name : names) {
    std::uint64_t bytes = 0;
    for (std::size_t i = common; i < common + 8; ++i) {
      bytes = bytes << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0u);
    }
    keys.push_back({bytes, static_cast<std::uint32_t>(keys.size())});
  }
  std::sort(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
    return a.bytes != b.bytes ? a.bytes < b.bytes : names[a.place] < names[b.place];
  });
  std::vector<std::uint32_t> order;
  order.reserve(keys.size());
  for (const Key& key : keys) order.push_back(key.place);
  return order;
}

// Lines repeat the name of the line before or go through the names in the same order again: to
// guess is cheaper than to look up.
std::uint32_t number_of(NameTable& names, std::string_view name, std::uint32_t last) {
  const std::size_t size = names.names().size();
  if (last < size && names.names()[last] == name) return last;
  const std::uint32_t next = last + 1 < size ? last + 1 : 0;
  if (next < size && names.names()[next] == name) return next;
  return names.insert(name).first;
}

}  // namespace

void TopicBuilder::add(std::string_view intent, std::string_view docno, std::int32_t grade,
                       const char* place) {
  if (kind_ == QrelsKind::ad_hoc) {
    intent = topic_level_intent;
  } else if (intent == topic_level_intent) {
    throw Error(texts_.location(place),
                "'*' stands for a whole topic and cannot be an intent's name",
                "choose another name, such as 0");
  }
  last_docno_ = number_of(docnos_, docno, last_docno_);
  last_intent_ = number_of(intents_, intent, last_intent_);
  lines_.push_back({{last_docno_, last_intent_, grade}, file_, place});
}

TopicQrels TopicBuilder::build() {
  TopicQrels made;
  made.topic = topic_;
  number_intents(made);
  number_documents(made);
  sort_judgments(made.docnos.size());
  made.judgments.reserve(lines_.size());
  for (const Line& line : lines_) {
    if (!repeats(made, line)) made.judgments.push_back(line.judgment);
  }
  return made;
}

void TopicBuilder::number_intents(TopicQrels& made) {
  made.intents = intents_.names();
  std::sort(made.intents.begin(), made.intents.end(), label_less);
  std::vector<std::uint32_t> number;
  for (const std::string_view intent : intents_.names()) {
    number.push_back(static_cast<std::uint32_t>(made.find_intent(intent)));
  }
  for (Line& line : lines_) line.judgment.intent = number[line.judgment.intent];
}

void TopicBuilder::number_documents(TopicQrels& made) {
  const std::vector<std::uint32_t> order = order_by_bytes(docnos_.names());
  std::vector<std::uint32_t> number(order.size());
  made.docnos.reserve(order.size());
  for (const std::uint32_t place : order) {
    number[place] = static_cast<std::uint32_t>(made.docnos.size());
    made.docnos.push_back(docnos_.names()[place]);
  }
  for (Line& line : lines_) line.judgment.document = number[line.judgment.document];
}

// By document, then intent, then place in the text: counted into place by document, the few of
// each then sorted.
void TopicBuilder::sort_judgments(std::size_t documents) {
  std::vector<std::uint32_t> next(documents + 1, 0);
  for (const Line& line : lines_) ++next[line.judgment.document + 1];
  for (std::size_t d = 1; d <= documents; ++d) next[d] += next[d - 1];
  std::vector<Line> sorted(lines_.size());
  for (const Line& line : lines_) sorted[next[line.judgment.document]++] = line;
  const auto less = [](const Line& a, const Line& b) {
    if (a.judgment.intent != b.judgment.intent) return a.judgment.intent < b.judgment.intent;
    return a.file != b.file ? a.file < b.file : a.place < b.place;
  };
  std::size_t begin = 0;
  for (std::size_t d = 0; d < documents; ++d) {  // next[d] is now where document d ends
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
              sorted.begin() + static_cast<std::ptrdiff_t>(next[d]), less);
    begin = next[d];
  }
  lines_ = std::move(sorted);
}

// Is the line's judgment the last one once more? With another grade it is an error.
bool TopicBuilder::repeats(const TopicQrels& made, const Line& line) const {
  if (made.judgments.empty()) return false;
  const Judgment& last = made.judgments.back();
  const Judgment& judgment = line.judgment;
  if (last.document != judgment.document || last.intent != judgment.intent) return false;
  if (last.grade == judgment.grade) return true;
  const bool whole = kind_ == QrelsKind::ad_hoc;
  const std::string intent =
      whole ? "" : ", intent " + std::string(printable(made.intents[judgment.intent]));
  throw Error(texts_.location(line.place),
              "topic " + printable(made.topic) + intent + ", document " +
                  printable(made.docnos[judgment.document]) + " was judged before with grade " +
                  std::to_string(last.grade),
              whole ? "keep one of the two, or give judgments of topics instead of intents"
                    : "keep one of the two judgments");
}

}  // namespace subintent::internal
