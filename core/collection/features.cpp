#include "core/collection/features.h"

#include <numeric>

#include "core/base/docno.h"
#include "core/base/strings.h"
#include "core/collection/header_table.h"
#include "core/collection/topic_lines.h"
#include "core/io/input_file.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* feature_advice = "write \"item<tab>feature<tab>feature ...\"";

// Of catalogues, such as MovieLens's movies.csv and RecBole's .item.
constexpr ColumnNames feature_columns = {"features"sv, "feature"sv,    "genres"sv, "genre"sv,
                                         "tags"sv,     "categories"sv, "class"sv};
constexpr WantedColumn wanted_of_catalogue[] = {{docno_columns}, {feature_columns}};

bool is_catalogue(std::string_view text) {
  const auto headings = headings_in(text);
  return column_called(docno_columns, headings) && column_called(feature_columns, headings) &&
         !column_called(topic_columns, headings) && !column_called(grade_columns, headings) &&
         !column_called(text_columns, headings);
}

std::vector<std::string_view> cells_of(std::string_view line, bool by_tabs) {
  std::vector<std::string_view> cells;
  while (!line.empty()) {
    const std::size_t end =
        std::min(by_tabs ? line.find('\t') : line.find_first_of(" \t"), line.size());
    const std::string_view cell = trim(line.substr(0, end));
    if (!cell.empty()) cells.push_back(cell);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return cells;
}

// Several features in one cell stand between | or, in RecBole's sequences, blanks.
std::vector<std::string_view> features_in(std::string_view cell, bool by_blanks) {
  std::vector<std::string_view> found;
  while (!cell.empty()) {
    const std::size_t end = std::min(cell.find_first_of(by_blanks ? " |" : "|"), cell.size());
    const std::string_view feature = trim(cell.substr(0, end));
    if (!feature.empty()) found.push_back(feature);
    cell.remove_prefix(std::min(end + 1, cell.size()));
  }
  return found;
}

void add_lines(const TextFile& given, NameTable& names, Features& features) {
  const std::string_view header = first_line(given.text());
  const bool by_blanks = header.find("token_seq") != header.npos;
  const bool is_table = is_catalogue(given.text()) && headings_in(given.text()).size() > 2;
  const TextFile file = is_table ? with_columns_in_order(given, wanted_of_catalogue) : given;
  features.texts.push_back(file.content());
  const bool by_tabs = is_table || header.find('\t') != header.npos;
  LineSplitter lines(file.text(), file.name());
  for (std::string_view line; lines.next(line);) {
    if (trim(line).empty() || line.front() == '#' || line.data() == header.data()) continue;
    const std::vector<std::string_view> cells = cells_of(line, by_tabs);
    const auto [item, is_new] = features.items.insert(cells[0]);
    if (is_new) features.of_item.emplace_back();
    const auto require_name = [&](std::string_view name) {
      require_names({name}, lines.location(), feature_advice);
      if (name == topic_level_intent)
        throw Error(lines.location(), "a feature or item cannot be named *", "rename it");
    };
    require_name(cells[0]);
    for (const std::string_view cell : std::span(cells).subspan(1)) {
      for (const std::string_view feature : features_in(cell, by_blanks)) {
        require_name(feature);
        features.of_item[item].push_back(names.insert(feature).first);
      }
    }
  }
}

void sort_names(Features& features) {
  std::vector<std::uint32_t> order(features.names.size()), place(order.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, label_less, [&](std::uint32_t i) { return features.names[i]; });
  std::vector<std::string_view> sorted;
  for (const std::uint32_t feature : order) {
    place[feature] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(features.names[feature]);
  }
  features.names = std::move(sorted);
  for (std::vector<std::uint32_t>& own : features.of_item) {
    for (std::uint32_t& feature : own) feature = place[feature];
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
  }
}

}  // namespace

const std::vector<std::uint32_t>& Features::of(std::string_view docno) const {
  static const std::vector<std::uint32_t> none;
  const std::uint32_t item = items.find(docno);
  return item == NameTable::none ? none : of_item[item];
}

bool holds_features(std::string_view text) {
  constexpr std::size_t longest = 1 << 12;
  const std::string_view header = first_line(text);
  if (header.size() > longest) return false;  // as files of one line are, JSON above all
  if (is_catalogue(text)) return true;
  const auto cells = cells_of(header, header.find('\t') != std::string_view::npos);
  if (cells.size() != 2) return false;
  const std::string item = lowered(cells[0]), feature = lowered(cells[1]);
  constexpr std::string_view items[] = {"item", "item_id", "itemid", "docno", "doc_id"};
  return std::ranges::count(items, item) > 0 && (feature == "feature" || feature == "features");
}

Features read_features(const std::vector<TextFile>& files) {
  Features features;
  NameTable names;
  for (const TextFile& file : files) add_lines(file, names, features);
  features.names.assign(names.names().begin(), names.names().end());
  if (features.names.empty())
    throw Error(Location{files[0].name(), 0}, "has no features", feature_advice);
  sort_names(features);
  return features;
}

std::optional<Features> take_features(std::vector<TextFile>& files) {
  const auto first = std::stable_partition(files.begin(), files.end(), [](const TextFile& file) {
    return !holds_features(file.text());
  });
  if (first == files.end()) return std::nullopt;
  if (first == files.begin()) {
    throw Error(Location{first->name(), 0}, "has features of items, and there are no judgments",
                "give judgments of whole topics as well");
  }
  Features features = read_features({first, files.end()});
  files.erase(first, files.end());
  return features;
}

namespace {

// The judgments of a topic by feature, numbered as in the whole file.
TopicQrels with_features(const TopicQrels& topic, const Features& features) {
  TopicQrels made{topic.topic, {}, {}, {}};
  for (const Judgment& judgment : topic.judgments) {
    const std::vector<std::uint32_t>& own = features.of(topic.docnos[judgment.document]);
    if (own.empty()) continue;
    const auto document = static_cast<std::uint32_t>(made.docnos.size());
    made.docnos.push_back(topic.docnos[judgment.document]);
    for (const std::uint32_t feature : own)
      made.judgments.push_back({document, feature, judgment.grade});
  }
  return made;
}

void keep_judged(TopicQrels& topic, const Features& features) {
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> number(features.names.size(), none);
  for (const Judgment& judgment : topic.judgments) number[judgment.intent] = 0;
  for (std::size_t feature = 0; feature < number.size(); ++feature) {
    if (number[feature] == none) continue;
    number[feature] = static_cast<std::uint32_t>(topic.intents.size());
    topic.intents.push_back(features.names[feature]);
  }
  for (Judgment& judgment : topic.judgments) judgment.intent = number[judgment.intent];
}

}  // namespace

Qrels with_features(const Qrels& qrels, const Features& features, bool all) {
  std::vector<TopicQrels> topics;
  for (const TopicQrels& topic : qrels.topics()) {
    if (topic.intents.size() > 1) {
      throw Error(qrels.location(topic.topic),
                  "topic " + printable(topic.topic) +
                      " has intents, and features are intents of judgments that have none",
                  "give judgments of whole topics, or leave out the features");
    }
    TopicQrels& made = topics.emplace_back(with_features(topic, features));
    if (all)
      made.intents = features.names;
    else
      keep_judged(made, features);
  }
  Contents texts = qrels.texts();
  for (const Content& more : features.texts) texts.add(more);
  Qrels made(std::move(topics), std::move(texts));
  made.says_intents = true;
  return made;
}

}  // namespace subintent::internal
