#include "core/collection/qrels_builder.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <iterator>
#include <numeric>
#include <set>

#include "core/base/strings.h"
#include "core/collection/header_table.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Eight bytes of a name from there on, the first of them highest; zeros after its end.
std::uint64_t bytes_of(std::string_view name, std::size_t start) {
  std::uint64_t bytes = 0;
  if (name.size() >= start + sizeof bytes)
    std::memcpy(&bytes, name.data() + start, sizeof bytes);
  else if (name.size() > start)
    std::memcpy(&bytes, name.data() + start, name.size() - start);
  return std::endian::native == std::endian::little ? __builtin_bswap64(bytes) : bytes;
}

// How many bytes all names begin with in common, or a few less.
std::size_t common_prefix(std::span<const std::string_view> names) {
  for (std::size_t start = 0;; start += 8) {
    if (names[0].size() < start + 8) return start;
    const std::uint64_t first = bytes_of(names[0], start);
    std::uint64_t differing = 0;
    for (const std::string_view name : names) {
      if (name.size() < start + 8) return start;
      differing |= bytes_of(name, start) ^ first;
    }
    if (differing != 0) return start + static_cast<std::size_t>(std::countl_zero(differing)) / 8;
  }
}

// The docno of a stretch of lines, of whose bytes eight are at hand.
struct Key {
  std::uint64_t bytes;
  std::uint32_t stretch;

  auto operator<=>(const Key&) const = default;
};

// Keys of equal bytes stay in the order of stretches. Counting by each byte in turn, from the
// lowest one, is several times as fast as comparing many keys.
void sort_by_bytes(std::vector<Key>& keys) {
  constexpr std::size_t many = 100;
  if (keys.size() < many) {
    std::ranges::sort(keys);
    return;
  }
  std::uint64_t varying = 0;
  for (const Key& key : keys) varying |= key.bytes ^ keys[0].bytes;
  std::vector<Key> sorted(keys.size());
  for (int shift = 0; shift < 64; shift += 8) {
    if ((varying >> shift & 0xff) == 0) continue;
    std::array<std::uint32_t, 256> next{};  // where the next key with each byte belongs
    for (const Key& key : keys) ++next[key.bytes >> shift & 0xff];
    std::exclusive_scan(next.begin(), next.end(), next.begin(), 0u);
    for (const Key& key : keys) sorted[next[key.bytes >> shift & 0xff]++] = key;
    keys.swap(sorted);
  }
}

// In the order of the docnos; stretches of the same one stay in theirs. Docnos of a topic begin
// alike, so the eight bytes after what all have in common decide nearly always.
std::vector<Key> sorted_keys(std::span<const std::string_view> docnos) {
  const std::size_t common = docnos.empty() ? 0 : common_prefix(docnos);
  std::vector<Key> keys;
  keys.reserve(docnos.size());
  for (const std::string_view docno : docnos)
    keys.push_back({bytes_of(docno, common), static_cast<std::uint32_t>(keys.size())});
  if (!std::ranges::is_sorted(keys, {}, &Key::bytes)) sort_by_bytes(keys);
  for (auto begin = keys.begin(), end = begin; begin != keys.end(); begin = end) {
    while (end != keys.end() && end->bytes == begin->bytes) ++end;
    const auto docno = [&](const Key& key) { return std::pair(docnos[key.stretch], key.stretch); };
    const std::span<Key> alike(begin, end);
    const auto is_first = [&](const Key& key) {
      return is_same_text(docnos[key.stretch], docnos[alike[0].stretch]);
    };
    if (alike.size() == 1 || std::ranges::all_of(alike, is_first)) continue;
    if (!std::ranges::is_sorted(alike, {}, docno)) std::ranges::sort(alike, {}, docno);
  }
  return keys;
}

bool is_zero(std::string_view intent) {
  constexpr std::string_view before_zero = "qQuU0";
  return intent == no_intent || intent == "-" || intent == "0.0" ||
         (intent.size() == 2 && intent[1] == '0' &&
          before_zero.find(intent[0]) != std::string_view::npos);
}

std::string grade_text(std::int32_t grade) {
  return is_grade(grade) ? std::to_string(grade) : fmt::format("{}", std::bit_cast<float>(grade));
}

// Whole numbers for all these grades: in halves, as of stars, twice as much. Those below 0 are 0.
[[gnu::cold]] std::map<float, std::int32_t> numbers_for(const std::set<float>& grades) {
  const bool are_halves =
      std::ranges::none_of(grades, [](float grade) { return is_fraction(2 * grade) || grade < 0; });
  std::map<float, std::int32_t> numbers;
  std::int32_t next = 0;
  for (const float grade : grades)
    numbers[grade] = grade <= 0 ? 0 : are_halves ? static_cast<std::int32_t>(2 * grade) : ++next;
  return numbers;
}

[[gnu::cold]] GradeGains gains_of(const std::map<float, std::int32_t>& numbers) {
  GradeGains gains;
  for (const auto& [grade, number] : numbers)  // as it is written, not as a float is
    if (number > 0) gains[number] = *parse_double(fmt::format("{}", grade));
  return gains;
}

[[gnu::cold]] std::string advice_for_fractions(const std::map<float, std::int32_t>& numbers) {
  constexpr std::size_t most = 20;  // or else they are hardly grades
  std::string given, gains;
  bool are_halves = true;
  for (const auto& [grade, number] : numbers) {
    are_halves = are_halves && static_cast<float>(number) == 2 * grade;
    if (grade <= 0 && !is_fraction(grade)) continue;
    given += fmt::format("{}{} for {}", given.empty() ? "" : ", ", number, grade);
    if (number > 0) gains += fmt::format("{}{{{}, {}}}", gains.empty() ? "" : ", ", number, grade);
  }
  if (numbers.size() > most || gains.empty())
    return "give whole grades, and say what each is worth by `gains={{1, 1}, {2, 3}}`";
  return fmt::format("{}, and say what each is then worth by `gains={{{}}}`",
                     are_halves ? "double all ratings" : "give " + given, gains);
}

}  // namespace

void TopicQrelsBuilder::add(std::string_view intent, std::string_view docno, std::int32_t grade,
                            const char* place) {
  if (kind_ == QrelsKind::ad_hoc) {
    if (intent != topic_level_intent && !is_zero(intent)) has_columns_ = true;
    intent = topic_level_intent;
  } else if (is_zero(intent)) {
    intent = no_intent;
  } else if (intent == topic_level_intent) {
    throw Error(texts_.location(place),
                "'*' stands for a whole topic and cannot be an intent's name",
                "choose another name, such as 0");
  }
  last_intent_ = intents_.insert_after(last_intent_, intent);
  begin_line(docno);
  lines_.push_back({last_intent_, grade, place});
}

TopicQrels TopicQrelsBuilder::build() {
  TopicQrels judged;
  judged.topic = topic_;
  number_intents(judged);
  const std::vector<Key> keys = sorted_keys(docnos_);
  judged.docnos.reserve(lines_.size() /
                        std::max<std::size_t>(judged.intents.size(), 1));  // at least
  judged.judgments.reserve(lines_.size());
  std::vector<std::uint32_t> of_document;  // lines
  for (auto begin = keys.begin(), end = begin; begin != keys.end(); begin = end) {
    const std::string_view docno = docnos_[begin->stretch];
    judged.docnos.push_back(docno);
    do {
      ++end;
    } while (end != keys.end() && end->bytes == begin->bytes &&
             is_same_text(docnos_[end->stretch], docno));
    const std::span<const Line> lines = stretch(begin->stretch);
    if (end - begin == 1 && lines.size() == 1) {
      judged.judgments.push_back(
          {static_cast<std::uint32_t>(judged.docnos.size() - 1), lines[0].intent, lines[0].grade});
      continue;
    }
    if (end - begin == 1 && add_in_order(judged, lines)) continue;
    of_document.clear();
    for (const Key& key : std::span(begin, end)) {
      const std::size_t count = stretch(key.stretch).size();
      for (std::uint32_t i = 0; i < count; ++i) of_document.push_back(firsts_[key.stretch] + i);
    }
    add_judgments(judged, of_document);
  }
  return judged;
}

std::span<const TopicQrelsBuilder::Line> TopicQrelsBuilder::stretch(std::uint32_t number) const {
  const std::size_t next = number + std::size_t{1};
  const std::size_t end = next < firsts_.size() ? firsts_[next] : lines_.size();
  return {lines_.data() + firsts_[number], lines_.data() + end};
}

// Adds those of the last document, if they come intent by intent; false: nothing is added.
bool TopicQrelsBuilder::add_in_order(TopicQrels& judged, std::span<const Line> lines) const {
  const auto document = static_cast<std::uint32_t>(judged.docnos.size() - 1);
  bool in_order = true;
  for (std::size_t i = 1; i < lines.size(); ++i) in_order &= lines[i - 1].intent < lines[i].intent;
  if (!in_order) return false;
  for (const Line& line : lines) judged.judgments.push_back({document, line.intent, line.grade});
  return true;
}

void TopicQrelsBuilder::number_intents(TopicQrels& judged) {
  judged.intents = intents_.names();
  if (std::ranges::is_sorted(judged.intents, label_less)) return;  // they came in their order
  std::sort(judged.intents.begin(), judged.intents.end(), label_less);
  std::vector<std::uint32_t> number;
  for (const std::string_view intent : intents_.names())
    number.push_back(static_cast<std::uint32_t>(judged.find_intent(intent)));
  for (Line& line : lines_) line.intent = number[line.intent];
}

// Adds those of the last document, whose lines these are; by intent, then as they were added.
void TopicQrelsBuilder::add_judgments(TopicQrels& judged, std::span<std::uint32_t> lines) const {
  const auto document = static_cast<std::uint32_t>(judged.docnos.size() - 1);
  const auto intent_of = [&](std::uint32_t i) { return lines_[i].intent; };
  if (!std::ranges::is_sorted(lines, {}, intent_of))
    std::ranges::sort(lines, {}, [&](std::uint32_t i) { return std::pair(lines_[i].intent, i); });
  const std::size_t first = judged.judgments.size();
  for (const std::uint32_t i : lines) {
    const Line& line = lines_[i];
    if (judged.judgments.size() == first || judged.judgments.back().intent != line.intent)
      judged.judgments.push_back({document, line.intent, line.grade});
    else if (judged.judgments.back().grade != line.grade)
      refuse(judged, line);
  }
}

[[gnu::cold]] GradeGains make_grades_whole(std::vector<TopicQrels>& topics, const Contents& texts) {
  const Judgment* first = nullptr;
  std::string_view docno;
  for (const TopicQrels& topic : topics) {
    for (const Judgment& judgment : topic.judgments) {
      if (is_grade(judgment.grade)) continue;
      const std::string_view here = topic.docnos[judgment.document];
      if (first != nullptr && std::less<>()(docno.data(), here.data())) continue;
      first = &judgment;
      docno = here;
    }
  }
  if (first == nullptr) return {};
  const auto value_of = [](std::int32_t grade) {
    return is_grade(grade) ? static_cast<float>(grade) : std::bit_cast<float>(grade);
  };
  std::set<float> grades;
  std::size_t judgments = 0;
  for (const TopicQrels& topic : topics) {
    judgments += topic.judgments.size();
    for (const Judgment& judgment : topic.judgments) grades.insert(value_of(judgment.grade));
  }
  const auto numbers = numbers_for(grades);
  GradeGains gains = gains_of(numbers);
  constexpr std::size_t most = 12;  // tenths, or stars and halves of them
  if (gains.empty() || gains.size() > most || !is_grade(gains.rbegin()->first) ||
      judgments < 2 * grades.size()) {
    throw Error(
        texts.location(docno.data()),
        "the grade '" + grade_text(first->grade) + "' is not a whole number from -100 to 100",
        advice_for_fractions(numbers));
  }
  for (TopicQrels& topic : topics)
    for (Judgment& judgment : topic.judgments)
      judgment.grade = numbers.at(value_of(judgment.grade));
  return gains;
}

[[gnu::cold]] std::string words_of(const GradeGains& gains) {
  std::string grades, values;
  for (const auto& [grade, gain] : gains) {
    grades += fmt::format("{}{}", grades.empty() ? "" : ", ", grade);
    values += fmt::format("{}{}", values.empty() ? "" : ", ", gain);
  }
  return values + " are gains, of grades " + grades;
}

// For another grade than that of the last judgment.
[[gnu::cold]] void TopicQrelsBuilder::refuse(const TopicQrels& judged, const Line& line) const {
  const bool whole = kind_ == QrelsKind::ad_hoc;
  const std::string intent =
      whole ? "" : ", intent " + std::string(printable(judged.intents[line.intent]));
  std::string unread = unused_columns(texts_.holder_of(line.place).bytes());
  const auto headings = headings_in(texts_.holder_of(line.place).bytes());
  if (const auto judge = column_called(judge_columns, headings); judge && unread.empty())
    unread =
        "if the column " + printable(headings[*judge]) + " names judges, keep one judge a file";
  if (!unread.empty()) unread += "; else ";
  throw Error(
      texts_.location(line.place),
      "topic " + printable(judged.topic) + intent + ", document " +
          printable(judged.docnos.back()) + " was judged before with grade " +
          grade_text(judged.judgments.back().grade),
      has_columns_
          ? "keep one of the two; if the second column names intents, give it as `qrels` with "
            "`judged=intents`"
          : unread + "keep one of the two judgments");
}

}  // namespace subintent::internal
