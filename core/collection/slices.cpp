#include "core/collection/slices.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "core/base/docno.h"
#include "core/base/strings.h"
#include "core/collection/score_names.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "core/io/json_object.h"
#include "core/io/table_cells.h"
#include "core/io/text_file.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

namespace slices_dom = simdjson::dom;

constexpr const char* slices_advice =
    "write topic, name and value, with tabs, or a header line that names the columns behind topic";

using TopicSet = std::set<std::string, LabelLess>;

class SliceBuilder {
 public:
  void add(std::string_view topic, std::string_view name, std::string_view value,
           const Location& where) {
    if (const auto defect = names_defect({topic, name, value})) {
      throw Error(where, *defect, "correct it");
    }
    found_[std::string(name)][std::string(value)].emplace(topic);
  }

  // Forgets what says nothing: of a property that tells lines of a topic apart, or every two
  // topics.
  void keep_shared(const TopicSet& varying) {
    std::erase_if(found_, [&](const auto& property) {
      const auto& values = property.second;
      return varying.contains(property.first) ||
             std::ranges::all_of(values, [](const auto& value) { return value.second.size() < 2; });
    });
  }

  std::vector<Slice> take() const {
    std::vector<Slice> slices;
    for (const auto& [name, values] : found_) {
      for (const auto& [value, topics] : values) {
        slices.push_back({name, value, {topics.begin(), topics.end()}});
      }
    }
    return slices;
  }

 private:
  std::map<std::string, std::map<std::string, TopicSet, LabelLess>, LabelLess> found_;
};

// ----- lines with tabs -----

void read_slice_lines(const Content& text, SliceBuilder& slices) {
  LineSplitter lines(text.bytes(), text.name());
  std::vector<std::string_view> heading;  // of a column per property
  std::string_view line;
  bool is_first = true;
  const std::string_view header = first_line(text.bytes());
  const char separator =
      header.find('\t') == header.npos && header.find(',') != header.npos ? ',' : '\t';
  LineCells cut;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    std::vector<std::string_view> cells = split_tabs(line);
    if (separator == ',') {
      cut_cells(line, separator, cut);
      if (cut.defect != nullptr) {
        throw Error(lines.location(), "the line " + std::string(cut.defect), quotes_advice);
      }
      cells.assign(cut.all().begin(), cut.all().end());
    }
    for (std::string_view& cell : cells) cell = trim(cell);
    if (is_first && is_topic_heading(cells[0])) {
      const bool is_long = cells.size() == 3 && cells[1] == "name" && cells[2] == "value";
      if (!is_long) heading = cells;
      is_first = false;
      continue;
    }
    is_first = false;
    const std::size_t expected = heading.empty() ? 3 : heading.size();
    if (cells.size() != expected) {
      throw Error(lines.location(),
                  fmt::format("expected {} columns, found {}", expected, cells.size()),
                  slices_advice);
    }
    if (heading.empty()) slices.add(cells[0], cells[1], cells[2], lines.location());
    for (std::size_t i = 1; i < heading.size(); ++i) {
      if (!cells[i].empty()) slices.add(cells[0], heading[i], cells[i], lines.location());
    }
  }
}

// ----- lines of JSON -----

// The values of a member; none of what is no property.
TopicSet values_of(slices_dom::element element) {
  constexpr std::size_t longest = 100;
  std::string_view text;
  bool flag = false;
  slices_dom::array list;
  TopicSet values;
  if (element.get(text) == simdjson::SUCCESS) {
    text = trim(text);
    const bool is_short = text.size() <= longest && !names_defect({text});
    if (!text.empty() && is_short) values.emplace(text);
  } else if (element.get(flag) == simdjson::SUCCESS || element.is_int64()) {
    values.emplace(std::string(simdjson::minify(element)));
  } else if (element.get(list) == simdjson::SUCCESS) {
    for (const slices_dom::element part : list) {
      if (part.get(text) != simdjson::SUCCESS) return {};
      const TopicSet more = values_of(part);
      if (more.empty()) return {};
      values.insert(more.begin(), more.end());
    }
  }
  return values;
}

// What objects say of topics.
class SliceObjects {
 public:
  explicit SliceObjects(SliceBuilder& slices) : slices_(slices) {}

  // The topic is one of the members, unless it is `known`.
  void add(const JsonObject& object, std::string_view known = {}) {
    const JsonNames names = {"topic_id", "narrative_id", "qid", "query_id", "idx", "topic", "id"};
    std::string topic(known);
    if (known.empty()) {
      const slices_dom::element given = object.require(names);
      std::string_view name;
      if (given.get(name) != simdjson::SUCCESS && !given.is_int64()) {
        object.mistyped("topic_id", "a string or a whole number");
      }
      topic = name.empty() ? std::string(simdjson::minify(given)) : std::string(name);
    }
    for (const auto [member, element] : object.members()) {
      if (known.empty() && std::ranges::find(names, member) != names.end()) continue;
      const TopicSet values = values_of(element);
      const auto [at, is_new] = before_.try_emplace({topic, std::string(member)}, values);
      if (!is_new && at->second != values) varying_.emplace(member);
      for (const std::string& value : values) {
        slices_.add(topic, member, value, object.place().where());
      }
    }
  }

  void keep_shared() const { slices_.keep_shared(varying_); }

 private:
  SliceBuilder& slices_;
  std::map<std::pair<std::string, std::string>, TopicSet> before_;  // by topic and name
  TopicSet varying_;
};

bool are_objects(const slices_dom::object& object) {
  return std::ranges::all_of(object, [](const auto& member) { return member.value.is_object(); });
}

// Lines of objects, an array of them, or an object of them by topic.
void read_slice_objects(const Content& text, SliceBuilder& slices) {
  constexpr const char* advice = R"(write {"topic_id": ..., "domain": ...} in each line)";
  SliceObjects objects(slices);
  simdjson::dom::parser parser;
  const Location file{text.name(), 0};
  const JsonPlace place(file, advice);
  const std::string_view all = trim(text.bytes());
  slices_dom::element whole;
  slices_dom::object by_topic;
  const bool is_one_value = parser.parse(all.data(), all.size()).get(whole) == simdjson::SUCCESS;
  if (is_one_value && whole.is_array()) {
    for (const slices_dom::element one : whole.get_array()) objects.add(JsonObject(one, place));
  } else if (is_one_value && whole.get(by_topic) == simdjson::SUCCESS && are_objects(by_topic)) {
    for (const auto [topic, one] : by_topic) objects.add(JsonObject(one, place), topic);
  } else {
    LineSplitter lines(text.bytes(), text.name());
    std::string_view line;
    while (lines.next(line)) {
      if (trim(line).empty()) continue;
      const Location where = lines.location();
      objects.add(JsonObject::parse(parser, trim(line), JsonPlace(where, advice)));
    }
  }
  objects.keep_shared();
}

}  // namespace

std::vector<Slice> read_slices(const Source& source) {
  const Content text(source);
  SliceBuilder builder;
  const std::size_t first = text.bytes().find_first_not_of(" \t\r\n");
  const bool is_json =
      first != std::string_view::npos && (text.bytes()[first] == '{' || text.bytes()[first] == '[');
  is_json ? read_slice_objects(text, builder) : read_slice_lines(text, builder);
  std::vector<Slice> slices = builder.take();
  if (slices.empty()) {
    throw Error(Location{source.name(), 0},
                is_json ? "has no member that topics share" : "contains no slices", slices_advice);
  }
  return slices;
}

}  // namespace subintent::internal
