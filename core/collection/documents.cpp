#include "core/collection/documents.h"

#include <fmt/format.h>

#include <filesystem>
#include <numeric>

#include "core/base/disjoint_sets.h"
#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/header_table.h"
#include "core/collection/topic_lines.h"
#include "core/io/input_file.h"
#include "subintent/program.h"

namespace subintent {
namespace internal {
namespace {

std::string text_advice(const std::string& file) {
  return "give the texts.tsv.gz that make writes, or that of " +
         command_line_text("tokenize", {file, "--texts", "texts.tsv.gz"});
}

using Fields = std::array<std::string_view, 4>;

Fields fields_of(std::string_view line, const Location& location) {
  Fields fields;
  std::size_t columns = 0;
  for (std::string_view rest = line;; ++columns) {
    const std::size_t tab = rest.find('\t');
    if (columns < fields.size()) fields[columns] = rest.substr(0, tab);
    if (tab == rest.npos) break;
    rest.remove_prefix(tab + 1);
  }
  if (++columns != fields.size()) {
    throw Error(location, "expected 4 tab-separated columns, found " + std::to_string(columns),
                text_advice(location.file));
  }
  if (const auto defect = docno_defect(fields[0]))
    throw Error(location, "the docno '" + printable(fields[0]) + "' " + *defect,
                text_advice(location.file));
  if (!is_valid_utf8(line)) {
    throw Error(location, "the text of " + printable(fields[0]) + " is not UTF-8", not_utf8_advice);
  }
  return fields;
}

void add(Texts& texts, const Fields& fields, const Location& location) {
  DocumentText text{std::string(fields[1]), std::string(fields[2]), std::string(fields[3])};
  const auto [place, is_new] = texts.try_emplace(std::string(fields[0]), std::move(text));
  if (is_new || place->second == text) return;
  throw Error(location,
              "document " + printable(fields[0]) + " has a different text in an earlier line",
              "keep one line per document in all inputs");
}

constexpr std::string_view group_header = "group\tdocno";
constexpr const char* duplicate_advice =
    "write pairs \"docno docno bits\", or groups \"group docno\" below that header, with tabs";

// Calls use(line) for each line that is not empty, without its end.
void for_each_duplicate_line(std::string_view text, const auto& use) {
  while (!text.empty())
    if (const std::string_view line = take_line(text); !line.empty()) use(line);
}

std::vector<std::string_view> columns_of(const TextFile& file, std::string_view line,
                                         std::size_t count) {
  const auto columns = split_tabs(line);
  if (columns.size() == count) return columns;
  refuse_columns(file.location(line.data()), std::to_string(count), columns.size(),
                 duplicate_advice);
}

void check_docno(const TextFile& file, std::string_view docno) {
  if (const auto defect = docno_defect(docno)) {
    throw Error(file.location(docno.data()), "the docno '" + printable(docno) + "' " + *defect,
                duplicate_advice);
  }
}

Duplicates read_duplicate_pairs(const TextFile& file) {
  NameTable docnos;
  DisjointSets groups;
  const auto number_of = [&](std::string_view docno) {
    const auto [number, is_new] = docnos.insert(docno);
    if (is_new) groups.add();
    return number;
  };
  for_each_duplicate_line(file.text(), [&](std::string_view line) {
    const auto columns = columns_of(file, line, 3);
    const auto bits = parse_integer(columns[2]);
    if (!bits || *bits < 0) {
      throw Error(file.location(line.data()),
                  "'" + printable(columns[2]) + "' is not a number of bits", duplicate_advice);
    }
    if (columns[0] == columns[1]) {
      throw Error(file.location(line.data()),
                  "document " + printable(columns[0]) + " is paired with itself",
                  "give two documents");
    }
    for (const std::string_view docno : {columns[0], columns[1]}) check_docno(file, docno);
    groups.join(number_of(columns[0]), number_of(columns[1]));
  });
  std::vector<std::uint32_t> group_of;
  for (std::uint32_t i = 0; i < groups.size(); ++i) group_of.push_back(groups.find(i));
  return {file.content(), std::move(docnos), std::move(group_of)};
}

Duplicates read_groups(const TextFile& file) {
  NameTable docnos, names;
  std::vector<std::uint32_t> group_of;
  for_each_duplicate_line(file.text().substr(group_header.size()), [&](std::string_view line) {
    const auto columns = columns_of(file, line, 2);
    check_docno(file, columns[1]);
    const std::uint32_t group = names.insert(columns[0]).first;
    const auto [docno, is_new] = docnos.insert(columns[1]);
    if (is_new) group_of.push_back(group);
    if (group_of[docno] == group) return;
    throw Error(file.location(line.data()),
                fmt::format("document {} is in group {} and in group {}", printable(columns[1]),
                            printable(names.names()[group_of[docno]]), printable(columns[0])),
                "put it into one group, or merge the two groups");
  });
  return {file.content(), std::move(docnos), std::move(group_of)};
}

Duplicates duplicates_of(const std::vector<std::vector<std::string>>& groups,
                         const std::string& name) {
  std::string text(group_header);
  std::vector<std::size_t> group_of_line = {0};
  for (std::size_t i = 1; i <= groups.size(); ++i) {
    for (const std::string& docno : groups[i - 1]) {
      if (const auto defect = docno_defect(docno))
        throw Error(Location{name, i}, "the docno '" + printable(docno) + "' " + *defect);
      text += fmt::format("\n{}\t{}", i, docno);
      group_of_line.push_back(i);
    }
  }
  try {
    return read_groups(TextFile(Source::memory(text, name)));
  } catch (const Error& error) {
    const std::size_t group = group_of_line.at(error.location().line - 1);
    throw Error(Location{name, group}, error.message(), error.advice());
  }
}

constexpr const char* feature_advice = "write \"item<tab>feature<tab>feature ...\"";

// For catalogues such as MovieLens's movies.csv and RecBole's .item.
constexpr ColumnNames feature_columns = {"features"sv, "feature"sv,    "genres"sv, "genre"sv,
                                         "tags"sv,     "categories"sv, "class"sv};
constexpr WantedColumn wanted_of_catalogue[] = {{docno_columns}, {feature_columns}};

bool is_catalogue(std::string_view text) {
  const auto headings = headings_in(text);
  return column_called(docno_columns, headings) && column_called(feature_columns, headings) &&
         !column_called(topic_columns, headings) && !column_called(grade_columns, headings) &&
         !column_called(text_columns, headings);
}

// Splits at any of these characters, and leaves out blanks.
std::vector<std::string_view> parts_between(std::string_view separators, std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    const std::string_view part = trim(text.substr(0, end));
    if (!part.empty()) parts.push_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace

[[gnu::cold]] std::vector<std::string_view> features_in(std::string_view cell,
                                                        std::string_view separators) {
  std::vector<std::string_view> found;
  const auto is_quote = [](char c) { return c == '\'' || c == '"'; };
  cell = trim(cell);
  if (cell == "(no genres listed)") return found;  // MovieLens's
  const std::size_t kind = cell.size() < 2 ? cell.npos : std::string_view("[({").find(cell[0]);
  const bool is_list = kind != cell.npos && cell.back() == "])}"[kind] &&
                       (kind == 0 || is_quote(cell[1]) || std::ranges::none_of(cell, is_letter));
  if (is_list) {
    cell = cell.substr(1, cell.size() - 2);
    separators = cell.find_first_not_of("0123456789 \n") == cell.npos ? " \n" : ",{}";
  }
  std::string_view key;  // of an object: what its name is counts
  while (!(cell = trim(cell)).empty()) {
    const bool is_quoted = is_list && is_quote(cell[0]);
    std::size_t end = is_quoted ? 1 : cell.find_first_of(separators);
    while (is_quoted && end < cell.size() && cell[end] != cell[0]) end += cell[end] == '\\' ? 2 : 1;
    end = std::min(end, cell.size());
    const auto part = is_quoted ? cell.substr(1, end - 1) : trim(cell.substr(0, end));
    cell = trim(cell.substr(std::min(end + 1, cell.size())));
    const bool is_key = is_quoted && cell.starts_with(':');
    if (!is_key && !part.empty() && (key.empty() || key == "name")) found.push_back(part);
    key = is_key ? part : std::string_view();
    if (is_key) cell.remove_prefix(1);
  }
  return found;
}

namespace {

void add_lines(const TextFile& given, NameTable& names, Features& features) {
  const std::string_view header = first_line(given.text());
  const char separator = separator_of(header);
  const bool is_table =
      is_catalogue(given.text()) && (headings_in(given.text()).size() > 2 || separator == ',' ||
                                     separator == ';' || header.starts_with('"'));
  const TextFile file = is_table ? with_columns_in_order(given, wanted_of_catalogue) : given;
  features.texts.push_back(file.content());
  const char* const between = is_table || header.find('\t') != header.npos ? "\t" : " \t";
  const auto has = [&](char c) { return file.text().find(c) != std::string_view::npos; };
  const char* const separators = header.find("token_seq") != header.npos ? " |"
                                 : !is_table || has('|')                 ? "|"
                                 : has(';')                              ? ";"
                                                                         : ",";
  LineSplitter lines(file.text(), file.name());
  for (std::string_view line; lines.next(line);) {
    if (trim(line).empty() || line.front() == '#' || line == header) continue;
    const std::vector<std::string_view> cells = parts_between(between, line);
    const auto [item, is_new] = features.items.insert(cells[0]);
    if (is_new) features.of_item.emplace_back();
    const auto require_name = [&](std::string_view name) {
      require_names({name}, lines.location(), feature_advice);
      if (name == topic_level_intent)
        throw Error(lines.location(), "a feature or item cannot be named *", "rename it");
    };
    require_name(cells[0]);
    for (const std::string_view cell : std::span(cells).subspan(1)) {
      for (const std::string_view feature : features_in(cell, separators)) {
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

// The judgments of a topic by feature, numbered as in the whole file.
TopicQrels with_features(const TopicQrels& topic, const Features& features) {
  TopicQrels judged{topic.topic, {}, {}, {}};
  for (const Judgment& judgment : topic.judgments) {
    const std::vector<std::uint32_t>& own = features.of(topic.docnos[judgment.document]);
    if (own.empty()) continue;
    const auto document = static_cast<std::uint32_t>(judged.docnos.size());
    judged.docnos.push_back(topic.docnos[judgment.document]);
    for (const std::uint32_t feature : own)
      judged.judgments.push_back({document, feature, judgment.grade});
  }
  return judged;
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

void append_text_line(std::string& out, std::string_view docno, const DocumentText& text) {
  out.append(docno) += '\t';
  out.append(text.title) += '\t';
  out.append(text.url) += '\t';
  out.append(text.excerpt) += '\n';
}

}  // namespace internal

Texts read_texts(const std::vector<Source>& sources,
                 const std::function<bool(std::string_view docno)>& wanted) {
  Texts texts;
  for (const Source& source : sources) {
    std::error_code ignored;
    if (!source.is_memory() && std::filesystem::is_directory(source.path(), ignored))
      throw Error(Error::Kind::system, {source.name(), 0}, "is a folder",
                  internal::text_advice(source.name()));
    internal::LineReader lines(source);
    std::string_view line;
    while (lines.next(line)) {
      const internal::Fields fields = internal::fields_of(line, lines.location());
      if (!wanted || wanted(fields[0])) internal::add(texts, fields, lines.location());
    }
  }
  return texts;
}

}  // namespace subintent

namespace subintent::internal {

Duplicates read_duplicates(const Source& source) {
  const TextFile file(source);
  const std::string_view first_line = trim(file.text().substr(0, file.text().find('\n')));
  return first_line == group_header ? read_groups(file) : read_duplicate_pairs(file);
}

Duplicates duplicates_of(const DuplicateSource& source, const std::string& name) {
  const auto* const file = std::get_if<Source>(&source);
  return file != nullptr ? read_duplicates(*file) : duplicates_of(std::get<1>(source), name);
}

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
  const auto cells = parts_between(header.find('\t') != header.npos ? "\t" : " \t", header);
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

Qrels with_features(const Qrels& qrels, const Features& features, bool all) {
  std::vector<TopicQrels> topics;
  for (const TopicQrels& topic : qrels.topics()) {
    if (topic.intents.size() > 1) {
      throw Error(qrels.location(topic.topic),
                  "topic " + printable(topic.topic) +
                      " has intents, and features are intents of judgments that have none",
                  "give judgments of whole topics, or leave out the features");
    }
    TopicQrels& judged = topics.emplace_back(with_features(topic, features));
    if (all)
      judged.intents = features.names;
    else
      keep_judged(judged, features);
  }
  Contents texts = qrels.texts();
  for (const Content& more : features.texts) texts.add(more);
  Qrels result(std::move(topics), std::move(texts), qrels.gains);
  result.says_intents = true;
  return result;
}

}  // namespace subintent::internal
