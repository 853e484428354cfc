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
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    std::vector<std::string_view> cells;
    for (const std::string_view cell : split_tabs(line)) cells.push_back(trim(cell));
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

void read_slice_objects(const Content& text, SliceBuilder& slices) {
  LineSplitter lines(text.bytes(), text.name());
  simdjson::dom::parser parser;
  std::map<std::pair<std::string, std::string>, TopicSet> before;  // by topic and name
  TopicSet varying;
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    const Location where = lines.location();
    const JsonPlace place(where, R"(write {"topic_id": ..., "domain": ...} in each line)");
    const JsonObject object = JsonObject::parse(parser, trim(line), place);
    const JsonNames names = {"topic_id", "narrative_id", "qid", "query_id", "idx", "topic", "id"};
    const slices_dom::element given = object.require(names);
    std::string_view name;
    if (given.get(name) != simdjson::SUCCESS && !given.is_int64()) {
      object.mistyped("topic_id", "a string or a whole number");
    }
    const std::string topic(name.empty() ? std::string(simdjson::minify(given))
                                         : std::string(name));
    for (const auto [member, element] : object.members()) {
      if (std::ranges::find(names, member) != names.end()) continue;
      const TopicSet values = values_of(element);
      const auto [at, is_new] = before.try_emplace({topic, std::string(member)}, values);
      if (!is_new && at->second != values) varying.emplace(member);
      for (const std::string& value : values) slices.add(topic, member, value, where);
    }
  }
  slices.keep_shared(varying);
}

}  // namespace

std::vector<Slice> read_slices(const Source& source) {
  const Content text(source);
  SliceBuilder builder;
  const std::size_t first = text.bytes().find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string_view::npos && text.bytes()[first] == '{';
  is_json ? read_slice_objects(text, builder) : read_slice_lines(text, builder);
  std::vector<Slice> slices = builder.take();
  if (slices.empty()) {
    throw Error(Location{source.name(), 0},
                is_json ? "has no member that topics share" : "contains no slices", slices_advice);
  }
  return slices;
}

}  // namespace subintent::internal
