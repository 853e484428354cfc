#include "trec/qrels.h"

#include <algorithm>
#include <utility>

#include "support/error.h"
#include "support/name_table.h"
#include "support/parallel.h"
#include "support/strings.h"
#include "support/text_file.h"
#include "trec/docno.h"
#include "trec/topic_lines.h"

namespace subintent {

bool is_given(const JudgmentSource& source) {
  const auto* const file = std::get_if<Source>(&source);
  return file == nullptr || file->is_memory() || !file->path().empty();
}

}  // namespace subintent

namespace subintent::internal {
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

// Collects the judgments of one topic. Names are views into `text`.
class TopicBuilder {
 public:
  TopicBuilder(const Content& text, std::string_view topic, QrelsKind kind)
      : text_(text), topic_(topic), kind_(kind) {}

  // `place` is where the judgment stands in the text.
  void add(std::string_view intent, std::string_view docno, std::int32_t grade, const char* place) {
    if (kind_ == QrelsKind::ad_hoc) {
      intent = topic_level_intent;
    } else if (intent == topic_level_intent) {
      throw Error(text_.location(place),
                  "'*' stands for a whole topic and cannot be an intent's name",
                  "choose another name, as 0");
    }
    last_docno_ = number_of(docnos_, docno, last_docno_);
    last_intent_ = number_of(intents_, intent, last_intent_);
    lines_.push_back({{last_docno_, last_intent_, grade}, place});
  }

  TopicQrels build() {
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

 private:
  struct Line {
    Judgment judgment;  // at first with numbers in the order of the text
    const char* place;
  };

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

  // By document, then intent, then place in the text: counted into place by document, the few of
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
    throw Error(text_.location(line.place),
                "topic " + printable(made.topic) + intent + ", document " +
                    printable(made.docnos[judgment.document]) + " was judged before with grade " +
                    std::to_string(last.grade),
                whole ? "keep one of the two, or give judgments of topics, not of intents"
                      : "keep one of the two judgments");
  }

  const Content& text_;
  std::string_view topic_;
  QrelsKind kind_;
  NameTable docnos_, intents_;
  std::uint32_t last_docno_ = 0, last_intent_ = 0;
  std::vector<Line> lines_;
};

bool is_grade(std::int64_t grade) {
  return grade >= -highest_grade && grade <= highest_grade;
}

[[noreturn]] void refuse_grade(const Location& location, std::string_view grade) {
  throw Error(location,
              "the grade '" + printable(grade) + "' is not a whole number from -100 to 100",
              columns_advice);
}

TopicQrels read_topic(const TextFile& file, const TopicLines& topic, QrelsKind kind,
                      LineInWork& line_in_work) {
  TopicBuilder builder(file.content(), topic.topic, kind);
  for_each_line(topic, line_in_work, [&](const LineColumns& column) {
    require_columns(file, column, 4, 4, columns_advice);
    const auto grade = parse_integer(column[3]);
    if (!grade || !is_grade(*grade)) refuse_grade(file.location(column.bounds[0]), column[3]);
    builder.add(column[1], column[2], static_cast<std::int32_t>(*grade), column.bounds[0]);
  });
  return builder.build();
}

// The names of the rows, a line for each row.
Content text_of(std::span<const JudgmentRow> rows, std::string name) {
  std::string text;
  for (const JudgmentRow& row : rows) {
    text.append(row.topic).append(row.intent).append(row.docno) += '\n';
  }
  return Content::plain(Source::memory(text, std::move(name)));
}

void check_row(const JudgmentRow& row, QrelsKind kind, const Location& location) {
  if (row.topic.empty() || row.docno.empty() ||
      (row.intent.empty() && kind == QrelsKind::diversity)) {
    throw Error(location, "a topic, intent or docno has no name", "name it");
  }
  const std::string_view intent = kind == QrelsKind::diversity ? row.intent : topic_level_intent;
  if (const auto defect = names_defect({row.topic, intent, row.docno})) {
    throw Error(location, *defect, "rename it");
  }
  if (!is_grade(row.grade)) {
    throw Error(location,
                "topic " + printable(row.topic) + ", document " + printable(row.docno) +
                    ": grade " + std::to_string(row.grade) + " is not from -100 to 100",
                "scale the grades");
  }
}

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

Qrels Qrels::of(std::span<const JudgmentRow> rows, QrelsKind kind, std::string name) {
  if (rows.empty()) throw Error(Location{name, 0}, "has no judgments", "give at least one");
  const Content text = text_of(rows, std::move(name));
  const char* place = text.bytes().data();
  NameTable topics;
  std::vector<TopicBuilder> builders;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const JudgmentRow& row = rows[i];
    check_row(row, kind, Location{text.name(), i + 1});
    const std::string_view topic(place, row.topic.size());
    const std::string_view intent(topic.end(), row.intent.size());
    const std::string_view docno(intent.end(), row.docno.size());
    const auto [number, is_new] = topics.insert(topic);
    if (is_new) builders.emplace_back(text, topic, kind);
    builders[number].add(intent, docno, row.grade, place);
    place = docno.end() + 1;
  }
  std::vector<TopicQrels> made(builders.size());
  parallel_for(builders.size(), [&](std::size_t i) { made[i] = builders[i].build(); });
  std::sort(made.begin(), made.end(),
            [](const TopicQrels& a, const TopicQrels& b) { return label_less(a.topic, b.topic); });
  return {std::move(made), text};
}

Qrels read_qrels(const Source& source, QrelsKind kind) {
  const TextFile file(source);
  const std::vector<TopicLines> lines = lines_by_topic(file);
  if (lines.empty()) throw Error(Location{file.name(), 0}, "has no judgments", columns_advice);
  std::vector<TopicQrels> topics(lines.size());
  read_topics(lines, [&](std::size_t i, LineInWork& line) {
    topics[i] = read_topic(file, lines[i], kind, line);
  });
  return {std::move(topics), file.content()};
}

Qrels qrels_of(const JudgmentSource& source, QrelsKind kind, const std::string& name) {
  if (const auto* const file = std::get_if<Source>(&source)) return read_qrels(*file, kind);
  std::vector<JudgmentRow> rows;
  for (const subintent::Judgment& judgment : std::get<std::vector<subintent::Judgment>>(source)) {
    rows.push_back({judgment.topic, judgment.intent, judgment.docno, judgment.grade});
  }
  return Qrels::of(rows, kind, name);
}

std::vector<std::string_view> relevant_docnos(const TopicQrels& qrels) {
  std::vector<std::string_view> docnos;
  std::int64_t last = -1;
  for (const Judgment& judgment : qrels.judgments) {  // by document
    if (!is_relevant(judgment.grade) || judgment.document == last) continue;
    docnos.push_back(qrels.docnos[judgment.document]);
    last = judgment.document;
  }
  return docnos;
}

Qrels restricted(const Qrels& qrels,
                 const std::function<bool(std::string_view, std::string_view)>& keep) {
  std::vector<TopicQrels> topics;
  for (const TopicQrels& topic : qrels.topics()) {
    TopicQrels& made = topics.emplace_back(TopicQrels{topic.topic, topic.intents, {}, {}});
    std::size_t next = 0;
    for (std::uint32_t document = 0; document < topic.docnos.size(); ++document) {
      const bool kept = keep(topic.topic, topic.docnos[document]);
      const auto number = static_cast<std::uint32_t>(made.docnos.size());
      if (kept) made.docnos.push_back(topic.docnos[document]);
      for (; next < topic.judgments.size() && topic.judgments[next].document == document; ++next) {
        const Judgment& judgment = topic.judgments[next];
        if (kept) made.judgments.push_back({number, judgment.intent, judgment.grade});
      }
    }
  }
  return {std::move(topics), qrels.text()};
}

Qrels adhoc_qrels_of(const Qrels& qrels, TopicGrade how) {
  std::vector<TopicQrels> topics;
  for (const TopicQrels& topic : qrels.topics()) {
    TopicQrels& made =
        topics.emplace_back(TopicQrels{topic.topic, {topic_level_intent}, topic.docnos, {}});
    for (const Judgment& judgment : topic.judgments) {
      const std::int32_t grade =
          how == TopicGrade::highest ? judgment.grade : std::int32_t{is_relevant(judgment.grade)};
      if (made.judgments.empty() || made.judgments.back().document != judgment.document) {
        made.judgments.push_back({judgment.document, 0, grade});
      } else if (how == TopicGrade::highest) {
        made.judgments.back().grade = std::max(made.judgments.back().grade, grade);
      } else {
        made.judgments.back().grade += grade;
      }
    }
  }
  return {std::move(topics), qrels.text()};
}

}  // namespace subintent::internal
