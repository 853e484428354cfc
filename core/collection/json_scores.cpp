#include "core/collection/json_scores.h"

#include <algorithm>
#include <cstddef>

#include "core/io/content.h"
#include "core/io/json.h"
#include "core/io/json_object.h"
#include "subintent/program.h"

namespace subintent::internal {

namespace {

// Content is followed by as many bytes as simdjson looks at.
static_assert(Content::padding >= simdjson::SIMDJSON_PADDING);

[[noreturn]] void refuse_json(const LineSplitter& lines, const std::string& what) {
  throw Error(lines.location(), what,
              R"(write {"query_id": topic, "measure": name, "value": number}, as ir_measures )"
              "--output_format jsonl does");
}

std::string twice(std::string_view name) {
  return '"' + std::string(name) + "\" occurs twice";
}

// Members say one of these things about a score.
enum Part { topic_part, run_part, measure_part, value_part, part_count };

struct Spelling {
  std::string_view name;
  Part part;
};

// The spellings of a part are in order of preference.
constexpr std::array<Spelling, 9> spellings = {{{"query_id", topic_part},
                                                {"topic_id", topic_part},
                                                {"qid", topic_part},
                                                {"topic", topic_part},
                                                {"measure", measure_part},
                                                {"value", value_part},
                                                {"run_id", run_part},
                                                {"run", run_part},
                                                {"name", run_part}}};

// The members of an object that say something of a score.
class ScoreMembers {
 public:
  using Value = simdjson::dom::element;

  // Finds the place for the value of the next member.
  Value& place_of(std::string_view name) {
    const auto spelling = std::ranges::find(spellings, name, &Spelling::name);
    if (spelling == spellings.end()) return other_;
    Member& member = members_[spelling->part];
    if (member.spelling == spelling) twice_ = spelling;
    if (member.spelling != nullptr && member.spelling <= spelling) return other_;
    member.spelling = spelling;
    return member.value;
  }

  // nullptr if there is none.
  const Value* find(Part part) const {
    return members_[part].spelling != nullptr ? &members_[part].value : nullptr;
  }

  void require_measure_and_value(const LineSplitter& lines) const {
    if (twice_ != nullptr) {
      refuse_json(lines, twice(twice_->name));
    }
    if (find(measure_part) == nullptr || find(value_part) == nullptr) {
      refuse_json(lines, "has no measure or no value");
    }
  }

 private:
  struct Member {
    Value value;
    const Spelling* spelling = nullptr;  // of the value
  };

  std::array<Member, part_count> members_;
  Value other_;
  const Spelling* twice_ = nullptr;  // of a member that came again
};

// An element that is no string is put as text into `room`.
std::string_view text_of_score(simdjson::dom::element element, std::string& room) {
  std::string_view text;
  if (element.get(text) == simdjson::SUCCESS) return text;
  return room = simdjson::minify(element);
}

constexpr const char* object_advice =
    R"(write one object per line, {"run": name, "topic": name, "scores": {measure: value}}, )"
    "as evaluate --format json does, or as ir_measures --output_format jsonl";

}  // namespace

bool JsonObjectEnd::find(std::string_view line) {
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') in_string = !in_string;
    if (in_string) {
      if (c == '\\') ++i;
      continue;
    }
    if (c == '{' || c == '[') ++depth_;
    if ((c == '}' || c == ']') && --depth_ == 0) {
      size_ = i + 1;
      return true;
    }
  }
  return false;
}

JsonTopicScores JsonScoreParser::parse_topic(const LineSplitter& lines, std::string_view line) {
  line = trim(line);
  if (line.ends_with(',')) line.remove_suffix(1);
  const Location where = lines.location();
  const JsonPlace place(where, object_advice);
  simdjson::dom::object object, scores;
  if (parser_.parse(line.data(), line.size(), false).get(object) != simdjson::SUCCESS) {
    place.fail("contains a JSON array that is not one object per line");
  }
  JsonObject(object, place).require_once();
  JsonTopicScores found;
  if (object["run"].get(found.run) != simdjson::SUCCESS ||
      object["topic"].get(found.topic) != simdjson::SUCCESS ||
      object["scores"].get(scores) != simdjson::SUCCESS) {
    place.fail("contains a JSON array of other objects");
  }
  for (const auto [measure, value] : scores) {
    if (value.is_null()) continue;  // the measure does not apply to the topic
    double number = 0;
    if (value.get(number) != simdjson::SUCCESS) {
      place.fail("the score by " + printable(measure) + " is not a number");
    }
    found.scores.emplace_back(measure, number);
  }
  return found;
}

void JsonScoreParser::check_object(const Location& where, const std::string& text) {
  const JsonPlace place(where, "write one object, as evaluate --format json does");
  simdjson::dom::object object;
  const auto error = parser_.parse(text).get(object);
  if (error != simdjson::SUCCESS) {
    place.fail("what follows the scores is not JSON: " +
               std::string(json_defect(simdjson::error_message(error))));
  }
  JsonObject(object, place).require_once();
}

JsonScore JsonScoreParser::parse(const LineSplitter& lines, std::string_view line) {
  simdjson::dom::object object;
  const auto error = parser_.parse(line.data(), line.size(), false).get(object);
  if (error != simdjson::SUCCESS) {
    refuse_json(lines, "is not JSON: " + std::string(json_defect(simdjson::error_message(error))));
  }
  ScoreMembers members;
  for (const auto [name, element] : object) members.place_of(name) = element;
  members.require_measure_and_value(lines);
  const simdjson::dom::element* const topic = members.find(topic_part);
  const simdjson::dom::element* const run = members.find(run_part);
  const simdjson::dom::element& value = *members.find(value_part);
  JsonScore score;
  score.measure = text_of_score(*members.find(measure_part), texts_[0]);
  score.value = text_of_score(value, texts_[1]);
  double number = 0;
  if (value.get(number) == simdjson::SUCCESS) score.number = number;
  if (topic != nullptr) score.topic = text_of_score(*topic, texts_[2]);
  if (run != nullptr) score.run = text_of_score(*run, texts_[3]);
  return score;
}

}  // namespace subintent::internal
