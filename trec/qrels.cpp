#include "trec/qrels.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "support/error.h"
#include "support/input_file.h"
#include "support/strings.h"

namespace subintent {
namespace {

constexpr const char* columns_advice = "write \"topic intent docno grade\"";

constexpr std::int64_t highest_grade = 100;  // so that gains of 2^grade - 1 can be added up

struct Line {
  std::string_view intent, docno;
  std::int32_t grade = 0;
  std::size_t number = 0;
};

template <typename Less>
std::vector<std::string_view> sorted_unique(std::vector<std::string_view> names, Less less) {
  std::sort(names.begin(), names.end(), less);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::ptrdiff_t index_of(const std::vector<std::string_view>& names, std::string_view name,
                        auto less) {
  const auto at = std::lower_bound(names.begin(), names.end(), name, less);
  return at != names.end() && *at == name ? at - names.begin() : -1;
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

class QrelsBuilder {
 public:
  static Qrels read(const std::string& path, QrelsKind kind) {
    QrelsBuilder builder;
    auto text = std::make_shared<const std::string>(read_file(path));
    builder.qrels_.text_ = text;
    builder.read_lines(*text, display_name(path), kind);
    return std::move(builder.qrels_);
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
        for (; next < topic.judgments.size() && topic.judgments[next].document == document; ++next) {
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
      TopicQrels& made = to.topics_.emplace_back(
          TopicQrels{topic.topic, {topic_level_intent}, topic.docnos, {}});
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

 private:
  void read_lines(std::string_view text, const std::string& name, QrelsKind kind) {
    std::vector<std::pair<std::string_view, std::vector<Line>>> groups;
    std::unordered_map<std::string_view, std::size_t> group_of;
    std::size_t current = 0;
    LineSplitter lines(text, name);
    std::string_view line;
    while (lines.next(line)) {
      std::array<std::string_view, 4> column;
      const std::size_t count = split_blanks(line, column);
      if (count == 0 || column[0].starts_with('#')) continue;
      if (count != 4) {
        throw Error(lines.location(),
                    "expected 4 columns, found " +
                        std::to_string(count),
                    columns_advice);
      }
      const auto grade = parse_integer(column[3]);
      if (!grade || *grade < -highest_grade || *grade > highest_grade) {
        throw Error(lines.location(),
                    "the grade '" + printable(column[3]) + "' is not a whole number from -100 to 100",
                    columns_advice);
      }
      if (groups.empty() || groups[current].first != column[0]) {
        const auto [at, is_new] = group_of.try_emplace(column[0], groups.size());
        if (is_new) groups.push_back({column[0], {}});
        current = at->second;
      }
      groups[current].second.push_back(
          {kind == QrelsKind::ad_hoc ? topic_level_intent : column[1], column[2],
           static_cast<std::int32_t>(*grade), lines.line_number()});
    }
    if (groups.empty()) {
      throw Error(Location{name, 0}, "has no judgments", columns_advice);
    }
    std::sort(groups.begin(), groups.end(),
              [](const auto& a, const auto& b) { return label_less(a.first, b.first); });
    for (auto& [topic, topic_lines] : groups) {
      qrels_.topics_.push_back(make_topic(topic, std::move(topic_lines), name));
    }
  }

  static TopicQrels make_topic(std::string_view topic, std::vector<Line> lines,
                               const std::string& file) {
    TopicQrels made;
    made.topic = topic;
    for (const Line& line : lines) {
      if (made.intents.empty() || made.intents.back() != line.intent) {
        made.intents.push_back(line.intent);
      }
    }
    made.intents = sorted_unique(std::move(made.intents), label_less);
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.docno < b.docno; });
    std::vector<std::pair<Judgment, std::size_t>> numbered;
    numbered.reserve(lines.size());
    for (const Line& line : lines) {
      if (made.docnos.empty() || made.docnos.back() != line.docno) {
        made.docnos.push_back(line.docno);
      }
      numbered.push_back({{static_cast<std::uint32_t>(made.docnos.size() - 1),
                           static_cast<std::uint32_t>(made.find_intent(line.intent)), line.grade},
                          line.number});
    }
    std::stable_sort(numbered.begin(), numbered.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first.document, a.first.intent) <
             std::pair(b.first.document, b.first.intent);
    });
    made.judgments.reserve(numbered.size());
    for (const auto& [judgment, number] : numbered) {
      if (!made.judgments.empty() && made.judgments.back().document == judgment.document &&
          made.judgments.back().intent == judgment.intent) {
        if (made.judgments.back().grade == judgment.grade) continue;
        throw Error(Location{file, number},
                    "topic " + printable(topic) + ", intent " +
                        printable(made.intents[judgment.intent]) + ", document " +
                        printable(made.docnos[judgment.document]) +
                        " was judged before with grade " +
                        std::to_string(made.judgments.back().grade),
                    "keep one of the two judgments");
      }
      made.judgments.push_back(judgment);
    }
    return made;
  }

  Qrels qrels_;
};

Qrels read_qrels(const std::string& path, QrelsKind kind) { return QrelsBuilder::read(path, kind); }

Qrels restricted(const Qrels& qrels,
                 const std::function<bool(std::string_view, std::string_view)>& keep) {
  return QrelsBuilder::restricted(qrels, keep);
}

Qrels topic_level(const Qrels& qrels, TopicGrade grade) {
  return QrelsBuilder::topic_level(qrels, grade);
}

}  // namespace subintent
