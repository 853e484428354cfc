#include "core/collection/topics.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <pugixml.hpp>

#include <set>
#include <unordered_map>

#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/documents.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/collection/qrels.h"
#include "core/collection/qrels_builder.h"
#include "core/collection/score_table.h"
#include "core/collection/topic_lines.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "core/io/json_object.h"
#include "core/io/table_cells.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// A place in an XML text, for messages.
Location at(const Content& xml, std::ptrdiff_t offset) {
  const auto size = static_cast<std::ptrdiff_t>(xml.bytes().size());
  return xml.location(xml.bytes().data() + std::clamp<std::ptrdiff_t>(offset, 0, size));
}

std::string attribute(const pugi::xml_node& node, const char* name, const Content& xml) {
  const std::string value(trim(node.attribute(name).value()));
  if (value.empty()) {
    throw Error(at(xml, node.offset_debug()),
                std::string("<") + node.name() + "> has no attribute '" + name + "'",
                "write it as in the topics of the TREC Web Track");
  }
  return value;
}

IntentInfo read_subtopic(const pugi::xml_node& subtopic, const Content& xml) {
  IntentInfo info;
  const std::string_view type = subtopic.attribute("type").value();
  if (type == "nav")
    info.type = IntentType::navigational;
  else if (type != "inf")
    info.unknown_type = type;
  info.text = one_line(subtopic.child_value());
  info.line = at(xml, subtopic.offset_debug()).line;
  return info;
}

constexpr const char* names_advice =
    "give the topics XML of the TREC Web Track, lines \"topic intent text\", or queries: topic, a "
    "tab "
    "and the query";

constexpr ColumnNames intent_texts = {"text"sv, "description"sv, "title"sv, "name"sv};
constexpr ColumnNames topic_texts = {"query"sv, "question"sv, "narrative"sv};

constexpr WantedColumn wanted_of_intents[] = {
    {topic_names}, {intent_columns}, {intent_texts}, {topic_texts, false}};
constexpr ColumnNames intent_lists = {"intents"sv, "subtopics"sv};

void add_intent(std::string_view topic, std::string_view intent, std::string_view text,
                const Location& where, TopicDescriptions& topics) {
  require_names({topic, intent}, where);
  IntentInfo info;
  info.text = one_line(text);
  info.line = where.line;
  if (topics[std::string(topic)].intents.emplace(intent, std::move(info)).second) return;
  throw Error(where,
              "intent " + printable(intent) + " of topic " + printable(topic) + " is listed twice",
              names_advice);
}

// Objects of an intent each, or of a topic with a list of them: their texts, or objects of these.
TopicDescriptions read_intent_objects(const Content& file) {
  TopicDescriptions topics;
  const auto add = [&](const std::string& topic, const JsonObject& object, JsonNames called,
                       const std::string& other) {
    const auto given = object.find(called);
    const auto name = as<std::string_view>(given);
    const std::string intent = name ? std::string(*name) : given ? minified(*given) : other;
    add_intent(topic, intent, object.find<std::string_view>(intent_texts, "a string").value_or(""),
               object.place().where(), topics);
  };
  for_each_object(file, R"(write {"topic": ..., "intent": ..., "text": ...} in each line)",
                  [&](const JsonObject& object, std::string_view by) {
                    const std::string topic = by.empty() ? topic_of(object) : std::string(by);
                    const auto list = object.find<simdjson::dom::array>(intent_lists, "an array");
                    if (!list) return add(topic, object, intent_columns, "");
                    if (const auto query = object.find<std::string_view>({"query"}, "a string"))
                      topics[topic].query = one_line(*query);
                    std::size_t number = 0;
                    for (const simdjson::dom::element element : *list) {
                      const std::string next = std::to_string(++number);
                      if (const auto text = as<std::string_view>(element))
                        add_intent(topic, next, *text, object.place().where(), topics);
                      else
                        add(topic, JsonObject(element, object.place().of("intent", number)),
                            {"id", "number", "intent", "intent_id", "subtopic_id"}, next);
                    }
                  });
  return topics;
}

// Lines "topic intent text", as of CoverageBench's nuggets.
TopicDescriptions read_intent_names(const Content& file) {
  TopicDescriptions topics;
  for (std::string_view rest = file.bytes(); !rest.empty();) {
    const std::string_view line = take_line(rest);
    std::string_view column[3];
    if (trim(line).empty() || line.starts_with('#')) continue;
    const std::size_t count = split_blanks(line, column);
    const Location where = file.location(line.data());
    if (count < 3) refuse_columns(where, "3", count, names_advice);
    add_intent(column[0], column[1], {column[2].data(), line.data() + line.size()}, where, topics);
  }
  return topics;
}

constexpr WantedColumn wanted_of_probabilities[] = {
    {topic_names},
    {intent_columns},
    {{"probability"sv, "prob"sv, "p"sv, "weight"sv}, true, true},
    {{"type"sv, "importance"sv}, false}};
constexpr const char* probabilities_advice = "write \"topic intent probability [inf|nav]\"";

void check_probabilities(const IntentTable& table, const std::string& name) {
  if (table.empty()) throw Error(Location{name, 0}, "has no probabilities", probabilities_advice);
  constexpr double rounding = 0.005;  // of two decimals, the fewest in use
  for (const auto& [topic, intents] : table) {
    double sum = 0;
    for (const auto& [intent, info] : intents) sum += *info.probability;
    if (sum <= 1 + rounding * static_cast<double>(intents.size())) continue;
    throw Error(place_of_topic(table, topic, name),
                "the probabilities of topic " + printable(topic) + " add up to " +
                    fmt::format("{:.6g}", sum),
                "divide each of them by this sum");
  }
}

void add_probability(std::string_view topic, std::string_view intent, const IntentInfo& info,
                     const std::string& file, IntentTable& table) {
  if (table[std::string(topic)].emplace(std::string(intent), info).second) return;
  throw Error(Location{file, info.line},
              "intent " + printable(intent) + " of topic " + printable(topic) + " is listed twice",
              "keep one line");
}

bool is_probability(double value) {
  return value >= 0 && value <= 1;
}

void set_type(IntentInfo& info, std::string_view type, const Location& location) {
  if (type != "inf" && type != "nav" && type != "vital" && type != "okay") {
    throw Error(location, "unknown type '" + printable(type) + "'",
                "use inf or nav, or for nuggets vital or okay");
  }
  if (type == "nav") info.type = IntentType::navigational;
  info.is_vital = type == "vital";
}

[[noreturn]] void refuse_probability(const Location& location, std::string_view value) {
  throw Error(location, "the probability '" + printable(value) + "' is not a number from 0 to 1",
              holds_comma(value) ? decimal_advice : probabilities_advice);
}

// The superintents above each member, for a topic. Every member has one, and none is above itself.
class Ancestry {
 public:
  std::string_view parent_of(const std::string& member) const {
    const auto found = parents_.find(member);
    return found == parents_.end() ? std::string_view() : found->second;
  }

  // False, and nothing is added, if `member` is above `parent`, or is it.
  bool add(const std::string& member, const std::string& parent) {
    if (top_of(parent) == member) return false;
    parents_.emplace(member, parent);
    above_.emplace(member, parent);
    return true;
  }

 private:
  // On the way up everything is hung higher, so that long chains cost little.
  const std::string& top_of(const std::string& name) {
    const std::string* at = &name;
    for (auto above = above_.find(*at); above != above_.end(); above = above_.find(*at)) {
      const auto next = above_.find(above->second);
      if (next != above_.end()) above->second = next->second;
      at = &above->second;
    }
    return *at;
  }

  std::unordered_map<std::string, std::string> parents_;
  std::unordered_map<std::string, std::string> above_;  // the parent or something higher
};

constexpr const char* slices_advice =
    "write topic, name and value, with tabs, or a header line that names the columns behind topic";

using TopicSet = std::set<std::string, LabelLess>;

// The topics of each value of each property.
using TopicsByValue = std::map<std::string, std::map<std::string, TopicSet, LabelLess>, LabelLess>;

void add_slice(std::string_view topic, std::string_view name, std::string_view value,
               const Location& where, TopicsByValue& slices) {
  require_names({topic, name, value}, where, "correct it");
  slices[std::string(name)][std::string(value)].emplace(topic);
}

// ----- lines with tabs -----

void read_slice_lines(const Content& text, TopicsByValue& slices) {
  LineSplitter lines(text.bytes(), text.name());
  std::vector<std::string_view> heading;  // of a column per property
  std::string_view line;
  bool is_first = true, has_row_names = false;
  const std::string_view header = first_line(text.bytes());
  const char separator = separator_of(header);
  LineCells cut;
  while (lines.next(line)) {
    if (says_nothing(line)) continue;
    cut_cells(line, separator, cut);
    if (cut.defect != nullptr)
      throw Error(lines.location(), "the line " + std::string(cut.defect), quotes_advice);
    has_row_names |= is_first && cut.count > 2 && cut.cells[0].empty();
    const auto row = cut.all().subspan(has_row_names ? 1 : 0);
    const std::vector<std::string_view> cells(row.begin(), row.end());
    if (is_first && is_topic_heading(cells[0])) {
      const bool is_long = cells.size() == 3 && cells[1] == "name" && cells[2] == "value";
      if (!is_long) heading = cells;
      is_first = false;
      continue;
    }
    is_first = false;
    const std::size_t expected = heading.empty() ? 3 : heading.size();
    if (cells.size() != expected)
      refuse_columns(lines.location(), std::to_string(expected), cells.size(), slices_advice);
    if (heading.empty()) add_slice(cells[0], cells[1], cells[2], lines.location(), slices);
    for (std::size_t i = 1; i < heading.size(); ++i) {
      const std::string cell = without_doubled_quotes(cells[i]);
      for (const std::string_view value : features_in(cell, ""))
        add_slice(cells[0], heading[i], value, lines.location(), slices);
    }
  }
}

// ----- lines of JSON -----

// The values of a member; none of what is no property.
TopicSet values_of(simdjson::dom::element element) {
  constexpr std::size_t longest = 100;
  TopicSet values;
  if (const auto given = as<std::string_view>(element)) {
    const std::string_view text = trim(*given);
    const bool is_short = text.size() <= longest && !names_defect({text});
    if (!text.empty() && is_short) values.emplace(text);
  } else if (element.is_bool() || element.is_int64()) {
    values.emplace(minified(element));
  } else if (const auto list = as<simdjson::dom::array>(element)) {
    for (const simdjson::dom::element part : *list) {
      const TopicSet more = part.is_string() ? values_of(part) : TopicSet();
      if (more.empty()) return {};
      values.insert(more.begin(), more.end());
    }
  }
  return values;
}

// Reads properties of topics, but for those that say nothing: they tell lines of a topic apart, or
// every two topics.
void read_slice_objects(const Content& text, TopicsByValue& slices) {
  std::map<std::pair<std::string, std::string>, TopicSet> before;  // by topic and name
  TopicSet varying;
  const auto add = [&](const JsonObject& object, std::string_view known) {
    const std::string topic = known.empty() ? topic_of(object) : std::string(known);
    for (const auto [member, element] : object.members()) {
      if (known.empty() && std::ranges::find(topic_names, member) != topic_names.end()) continue;
      const TopicSet values = values_of(element);
      const auto [at, is_new] = before.try_emplace({topic, std::string(member)}, values);
      if (!is_new && at->second != values) varying.emplace(member);
      for (const std::string& value : values)
        add_slice(topic, member, value, object.place().where(), slices);
    }
  };
  for_each_object(text, R"(write {"topic_id": ..., "domain": ...} in each line)", add);
  std::erase_if(slices, [&](const auto& property) {
    const auto& values = property.second;
    return varying.contains(property.first) ||
           std::ranges::all_of(values, [](const auto& value) { return value.second.size() < 2; });
  });
}

// "<num> Number: 401", up to the next tag, without the word.
std::string field_of(std::string_view topic, std::initializer_list<std::string_view> tags,
                     std::string_view word) {
  for (const std::string_view tag : tags) {
    const std::size_t at = topic.find(tag);
    if (at == topic.npos) continue;
    const std::string_view value = topic.substr(at + tag.size());
    const std::string line = one_line(std::string(value.substr(0, value.find('<'))).c_str());
    return std::string(trim(line.starts_with(word) ? std::string_view(line).substr(word.size())
                                                   : std::string_view(line)));
  }
  return {};
}

// <top> elements without XML, of TREC's ad hoc tracks: <num>, <title> or <query>, <desc>.
TopicDescriptions read_ad_hoc_topics(const Content& file) {
  TopicDescriptions topics;
  const std::string_view text = file.bytes();
  for (std::size_t begin = text.find("<top>"); begin != text.npos;) {
    const std::size_t next = text.find("<top>", begin + 1);
    const std::string_view topic = text.substr(begin, next - begin);
    const std::string number = field_of(topic, {"<num>"}, "Number:");
    const bool is_named = !utf8_docno_defect(number);
    if (!is_named || !topics.try_emplace(number).second) {
      throw Error(
          at(file, static_cast<std::ptrdiff_t>(begin)),
          is_named ? "topic " + printable(number) + " is listed twice" : "the topic has no <num>",
          is_named ? "keep one" : "write <num> Number: 1");
    }
    topics[number].query = field_of(topic, {"<title>", "<query>"}, "Topic:");
    topics[number].description = field_of(topic, {"<desc>"}, "Description:");
    begin = next;
  }
  return topics;
}

}  // namespace

Location place_of_topic(const IntentTable& table, std::string_view topic, const std::string& name) {
  Location place{name, 0};
  const auto found = table.find(topic);
  if (found == table.end()) return place;
  for (const auto& [intent, info] : found->second)
    if (place.line == 0 || info.line < place.line) place.line = info.line;
  return place;
}

bool names_intents(std::string_view text) {
  const std::string_view begin = trim(text.substr(0, 100));
  if (!begin.starts_with('{') && !begin.starts_with('[')) {
    const auto table = HeaderTable::of(text, wanted_of_intents);
    const bool is_cut = first_line(text).find_first_of("\t,;") != text.npos;  // not at blanks
    return is_cut && table && !table->has(3);
  }
  if (first_object_has(text, {docno_columns}) || holds_judged_lists(text)) return false;
  return first_object_has(text, {topic_names, intent_lists}) ||
         (first_object_has(text, {topic_names, intent_columns, intent_texts}) &&
          !first_object_has(text, {topic_texts}));
}

TopicDescriptions read_topic_descriptions(const Source& source) {
  Content xml(source);
  constexpr std::string_view mark = "\xEF\xBB\xBF";  // which UTF-16 in UTF-8 has, too
  if (xml.bytes().starts_with(mark))
    xml = Content::plain(Source::memory(std::string(xml.bytes().substr(mark.size())), xml.name()));
  const std::string_view begin = trim(xml.bytes().substr(0, 1 << 16));
  const bool are_intents = names_intents(xml.bytes());
  if (are_intents && is_json(xml)) return read_intent_objects(xml);
  if (are_intents) {
    const TextFile table(Source::memory(std::string(xml.bytes()), xml.name()));
    return read_intent_objects(Content::plain(Source::memory(rows_as_json(table), xml.name())));
  }
  if (auto queries = read_queries(xml)) return *std::move(queries);
  if (!begin.empty() && !begin.starts_with('<')) return read_intent_names(xml);
  if (begin.starts_with("<top>")) return read_ad_hoc_topics(xml);
  pugi::xml_document document;
  const auto result = document.load_buffer(xml.bytes().data(), xml.bytes().size());
  if (!result) {
    throw Error(at(xml, result.offset), std::string("is not XML: ") + result.description(),
                "give the topics XML of the TREC Web Track");
  }
  TopicDescriptions topics;
  for (const pugi::xml_node& topic : document.document_element().children("topic")) {
    const std::string number = attribute(topic, "number", xml);
    const auto [entry, is_new] = topics.try_emplace(number);
    if (!is_new) {
      throw Error(at(xml, topic.offset_debug()), "topic " + printable(number) + " is listed twice",
                  "keep one");
    }
    TopicDescription& described = entry->second;
    described.query = one_line(topic.child("query").child_value());
    described.description = one_line(topic.child("description").child_value());
    for (const pugi::xml_node& subtopic : topic.children("subtopic")) {
      const std::string intent = attribute(subtopic, "number", xml);
      if (!described.intents.emplace(intent, read_subtopic(subtopic, xml)).second) {
        throw Error(
            at(xml, subtopic.offset_debug()),
            "subtopic " + printable(intent) + " of topic " + printable(number) + " is listed twice",
            "keep one");
      }
    }
  }
  if (topics.empty())
    throw Error(at(xml, 0), "has no <topic> elements", "give the topics XML of the TREC Web Track");
  return topics;
}

TopicDescriptions with_descriptions(TopicDescriptions topics, const TopicDescriptions& more) {
  for (const auto& [name, described] : more) {
    TopicDescription merged = described;
    merged.intents.merge(topics[name].intents);
    if (merged.query.empty()) merged.query = topics[name].query;
    topics[name] = std::move(merged);
  }
  return topics;
}

IntentTable intents_of(const TopicDescriptions& topics) {
  IntentTable table;
  for (const auto& [topic, described] : topics) table.emplace(topic, described.intents);
  return table;
}

bool names_probabilities(std::string_view text) {
  return HeaderTable::of(text, wanted_of_probabilities).has_value();
}

IntentTable read_probabilities(const Source& source) {
  const TextFile text = with_columns_in_order(TextFile(source), wanted_of_probabilities);
  LineSplitter lines(text.text(), text.name());
  IntentTable intents;
  std::string_view line;
  while (lines.next(line)) {
    std::array<std::string_view, 4> column;
    const std::size_t count = split_blanks(line, column);
    if (count == 0 || column[0].starts_with('#')) continue;
    if (count != 3 && count != 4)
      refuse_columns(lines.location(), "3 or 4", count, probabilities_advice);
    const auto probability = parse_double(column[2]);
    if (!probability || !is_probability(*probability))
      refuse_probability(lines.location(), column[2]);
    IntentInfo info{*probability, IntentType::informational, {}, lines.line_number(), {}};
    if (count == 4) set_type(info, column[3], lines.location());
    add_probability(column[0], column[1], info, source.name(), intents);
  }
  check_probabilities(intents, source.name());
  return intents;
}

IntentTable intents_of(const IntentSource& source, const std::string& name) {
  if (const auto* const file = std::get_if<Source>(&source)) return read_probabilities(*file);
  IntentTable intents;
  std::size_t line = 0;
  for (const Intent& intent : std::get<std::vector<Intent>>(source)) {
    const Location location{name, ++line};
    require_names({intent.topic, intent.intent}, location);
    if (!is_probability(intent.probability))
      refuse_probability(location, fmt::format("{}", intent.probability));
    const auto type = intent.navigational ? IntentType::navigational : IntentType::informational;
    add_probability(intent.topic, intent.intent, {intent.probability, type, {}, line, {}}, name,
                    intents);
  }
  check_probabilities(intents, name);
  return intents;
}

std::map<std::string, Superintents, LabelLess> read_superintents(const Source& source) {
  constexpr const char* advice = "write \"topic superintent intent\", one line per member";
  const Content text(source);
  LineSplitter lines(text.bytes(), text.name());
  std::map<std::string, Superintents, LabelLess> all;
  std::map<std::string, Ancestry> ancestries;  // by topic
  std::string_view line;
  while (lines.next(line)) {
    std::array<std::string_view, 3> column;
    const std::size_t count = split_blanks(line, column);
    if (count == 0 || column[0].starts_with('#')) continue;
    if (count != 3) refuse_columns(lines.location(), "3", count, advice);
    if (column[1] == topic_level_intent || column[2] == topic_level_intent) {
      throw Error(lines.location(),
                  "'*' stands for a whole topic and cannot be a superintent's "
                  "name or member",
                  "choose another name");
    }
    const std::string topic(column[0]), name(column[1]), member(column[2]);
    Ancestry& ancestry = ancestries[topic];
    if (const auto parent = ancestry.parent_of(member); !parent.empty()) {
      throw Error(lines.location(),
                  "'" + printable(member) + "' of topic " + printable(topic) +
                      " already belongs to '" + printable(parent) + "'",
                  "an intent can have only one superintent");
    }
    if (!ancestry.add(member, name)) {
      throw Error(
          lines.location(),
          "'" + printable(name) + "' of topic " + printable(topic) + " would be a member of itself",
          "remove the cycle");
    }
    Superintent& superintent = all[topic][name];
    if (superintent.members.empty()) superintent.line = lines.line_number();
    superintent.members.push_back(member);
  }
  if (all.empty()) throw Error(Location{source.name(), 0}, "has no superintents", advice);
  for (auto& [topic, superintents] : all)
    for (auto& [name, superintent] : superintents)
      std::sort(superintent.members.begin(), superintent.members.end(), label_less);
  return all;
}

std::vector<Slice> read_slices(const Source& source) {
  const Content text = TextFile(source).content();
  TopicsByValue found;
  const bool has_objects = is_json(text);
  has_objects ? read_slice_objects(text, found) : read_slice_lines(text, found);
  std::vector<Slice> slices;
  for (const auto& [name, values] : found)
    for (const auto& [value, topics] : values)
      slices.push_back({name, value, {topics.begin(), topics.end()}});
  if (slices.empty()) {
    throw Error(Location{source.name(), 0},
                has_objects ? "has no member that topics share" : "contains no slices",
                slices_advice);
  }
  return slices;
}

}  // namespace subintent::internal
