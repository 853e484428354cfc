#include "trec/qrels.h"

#include <algorithm>
#include <utility>

#include "support/error.h"
#include "support/name_table.h"
#include "support/strings.h"
#include "trec/topic_lines.h"

namespace subintent {
namespace {

constexpr const char* columns_advice = "write \"topic intent docno grade\"";
constexpr std::int64_t highest_grade = 100;  // so that gains of 2^grade - 1 can be added up

std::ptrdiff_t index_of(const std::vector<std::string_view>& names, std::string_view name,
                        auto less) {
  const auto at = std::lower_bound(names.begin(), names.end(), name, less);
  return at != names.end() && *at == name ? at - names.begin() : -1;
}

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

// Reads the judgments of one topic.
class TopicReader {
 public:
  TopicReader(const TextFile& file, const TopicLines& topic, QrelsKind kind)
      : file_(file), topic_(topic), kind_(kind) {}

  TopicQrels read(LineInWork& line_in_work) {
    for_each_line(topic_, line_in_work,
                  [&](const LineColumns& columns) { lines_.push_back(parse_line(columns)); });
    TopicQrels made;
    made.topic = topic_.topic;
    number_intents(made);
    number_documents(made);
    sort_judgments(made.docnos.size());
    made.judgments.reserve(lines_.size());
    for (const Line& line : lines_) {
      if (!repeats(made, line)) made.judgments.push_back(line.judgment);
    }
    return made;
  }

 private:
  struct Line {
    Judgment judgment;  // at first with numbers in the order of the file
    const char* place;
  };

  Line parse_line(const LineColumns& column) {
    require_columns(file_, column, 4, 4, columns_advice);
    const auto grade = parse_integer(column[3]);
    if (!grade || *grade < -highest_grade || *grade > highest_grade) {
      throw Error(file_.location(column.bounds[0]),
                  "the grade '" + printable(column[3]) + "' is not a whole number from -100 to 100",
                  columns_advice);
    }
    if (kind_ == QrelsKind::diversity && column[1] == topic_level_intent) {
      throw Error(file_.location(column.bounds[0]),
                  "'*' stands for a whole topic and cannot be an intent's name",
                  "choose another name, as 0");
    }
    const std::string_view intent = kind_ == QrelsKind::ad_hoc ? topic_level_intent : column[1];
    last_docno_ = number_of(docnos_, column[2], last_docno_);
    last_intent_ = number_of(intents_, intent, last_intent_);
    return {{last_docno_, last_intent_, static_cast<std::int32_t>(*grade)}, column.bounds[0]};
  }

  // Lines repeat the name of the line before or go through the names in the same order again: to
  // guess is cheaper than to look up.
  static std::uint32_t number_of(NameTable& names, std::string_view name, std::uint32_t last) {
    const std::size_t size = names.names().size();
    if (last < size && names.names()[last] == name) return last;
    const std::uint32_t next = last + 1 < size ? last + 1 : 0;
    if (next < size && names.names()[next] == name) return next;
    return names.insert(name).first;
  }

  void number_intents(TopicQrels& made) {
    made.intents = intents_.names();
    std::sort(made.intents.begin(), made.intents.end(), label_less);
    std::vector<std::uint32_t> number;
    for (const std::string_view intent : intents_.names()) {
      number.push_back(static_cast<std::uint32_t>(made.find_intent(intent)));
    }
    for (Line& line : lines_) line.judgment.intent = number[line.judgment.intent];
  }

  void number_documents(TopicQrels& made) {
    const std::vector<std::uint32_t> order = order_by_bytes(docnos_.names());
    std::vector<std::uint32_t> number(order.size());
    made.docnos.reserve(order.size());
    for (const std::uint32_t place : order) {
      number[place] = static_cast<std::uint32_t>(made.docnos.size());
      made.docnos.push_back(docnos_.names()[place]);
    }
    for (Line& line : lines_) line.judgment.document = number[line.judgment.document];
  }

  // By document, then intent, then place in the file: counted into place by document, the few of
  // each then sorted.
  void sort_judgments(std::size_t documents) {
    std::vector<std::uint32_t> next(documents + 1, 0);
    for (const Line& line : lines_) ++next[line.judgment.document + 1];
    for (std::size_t d = 1; d <= documents; ++d) next[d] += next[d - 1];
    std::vector<Line> sorted(lines_.size());
    for (const Line& line : lines_) sorted[next[line.judgment.document]++] = line;
    const auto less = [](const Line& a, const Line& b) {
      return a.judgment.intent != b.judgment.intent ? a.judgment.intent < b.judgment.intent
                                                    : a.place < b.place;
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
  bool repeats(const TopicQrels& made, const Line& line) const {
    if (made.judgments.empty()) return false;
    const Judgment& last = made.judgments.back();
    const Judgment& judgment = line.judgment;
    if (last.document != judgment.document || last.intent != judgment.intent) return false;
    if (last.grade == judgment.grade) return true;
    const bool whole = kind_ == QrelsKind::ad_hoc;
    const std::string intent =
        whole ? "" : ", intent " + std::string(printable(made.intents[judgment.intent]));
    throw Error(file_.location(line.place),
                "topic " + printable(made.topic) + intent + ", document " +
                    printable(made.docnos[judgment.document]) + " was judged before with grade " +
                    std::to_string(last.grade),
                whole ? "keep one of the two, or give judgments of topics, not of intents"
                      : "keep one of the two judgments");
  }

  const TextFile& file_;
  const TopicLines& topic_;
  QrelsKind kind_;
  NameTable docnos_, intents_;
  std::uint32_t last_docno_ = 0, last_intent_ = 0;
  std::vector<Line> lines_;
};

}  // namespace

std::ptrdiff_t TopicQrels::find_document(std::string_view docno) const {
  return index_of(docnos, docno, std::less<>());
}

std::ptrdiff_t TopicQrels::find_intent(std::string_view intent) const {
  return index_of(intents, intent, label_less);
}

const TopicQrels* Qrels::find(std::string_view topic) const {
  const auto at = std::lower_bound(
      topics_.begin(), topics_.end(), topic,
      [](const TopicQrels& t, std::string_view name) { return label_less(t.topic, name); });
  return at != topics_.end() && at->topic == topic ? &*at : nullptr;
}

class QrelsBuilder {
 public:
  static Qrels read(const std::string& path, QrelsKind kind) {
    const auto file = std::make_shared<const TextFile>(path);
    Qrels qrels;
    qrels.text_ = file;
    const std::vector<TopicLines> topics = lines_by_topic(*file);
    if (topics.empty()) throw Error(Location{file->name(), 0}, "has no judgments", columns_advice);
    qrels.topics_.resize(topics.size());
    read_topics(topics, [&](std::size_t i, LineInWork& line) {
      qrels.topics_[i] = TopicReader(*file, topics[i], kind).read(line);
    });
    return qrels;
  }

  static Qrels restricted(const Qrels& from,
                          const std::function<bool(std::string_view, std::string_view)>& keep) {
    Qrels to;
    to.text_ = from.text_;
    for (const TopicQrels& topic : from.topics_) {
      TopicQrels& made = to.topics_.emplace_back(TopicQrels{topic.topic, topic.intents, {}, {}});
      std::size_t next = 0;
      for (std::uint32_t document = 0; document < topic.docnos.size(); ++document) {
        const bool kept = keep(topic.topic, topic.docnos[document]);
        const auto number = static_cast<std::uint32_t>(made.docnos.size());
        if (kept) made.docnos.push_back(topic.docnos[document]);
        for (; next < topic.judgments.size() && topic.judgments[next].document == document;
             ++next) {
          const Judgment& judgment = topic.judgments[next];
          if (kept) made.judgments.push_back({number, judgment.intent, judgment.grade});
        }
      }
    }
    return to;
  }

  static Qrels topic_level(const Qrels& from, TopicGrade how) {
    Qrels to;
    to.text_ = from.text_;
    for (const TopicQrels& topic : from.topics_) {
      TopicQrels& made =
          to.topics_.emplace_back(TopicQrels{topic.topic, {topic_level_intent}, topic.docnos, {}});
      for (const Judgment& judgment : topic.judgments) {
        const std::int32_t grade =
            how == TopicGrade::highest ? judgment.grade : std::int32_t{judgment.grade > 0};
        if (made.judgments.empty() || made.judgments.back().document != judgment.document) {
          made.judgments.push_back({judgment.document, 0, grade});
        } else if (how == TopicGrade::highest) {
          made.judgments.back().grade = std::max(made.judgments.back().grade, grade);
        } else {
          made.judgments.back().grade += grade;
        }
      }
    }
    return to;
  }
};

Qrels read_qrels(const std::string& path, QrelsKind kind) {
  return QrelsBuilder::read(path, kind);
}

Qrels restricted(const Qrels& qrels,
                 const std::function<bool(std::string_view, std::string_view)>& keep) {
  return QrelsBuilder::restricted(qrels, keep);
}

Qrels topic_level(const Qrels& qrels, TopicGrade grade) {
  return QrelsBuilder::topic_level(qrels, grade);
}

}  // namespace subintent
