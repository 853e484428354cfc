#include "diversify/intent_scores.h"

#include "support/error.h"
#include "support/text_file.h"

namespace subintent::internal {
namespace {

constexpr const char* advice =
    "write \"topic intent docno score\", or give a run: \"topic Q0 docno rank score tag\"";

struct Line {
  std::string_view topic, intent, docno, score;
};

Line line_of(const TextFile& file, const LineColumns& columns, const std::string& intent) {
  if (columns.count == 4) return {columns[0], columns[1], columns[2], columns[3]};
  const Location place = file.location(columns.bounds[0]);
  if (columns.count != 5 && columns.count != 6) {
    throw Error(place, "expected 4 or 6 columns, found " + std::to_string(columns.count), advice);
  }
  if (!intent.empty()) return {columns[0], intent, columns[2], columns[4]};
  const std::string_view topic = columns[0];
  const std::size_t separator = topic.find_last_of("-.:_");
  if (separator == std::string_view::npos || separator == 0 || separator + 1 == topic.size()) {
    throw Error(place, "the topic '" + printable(topic) + "' does not give the intent of the run",
                "write TOPIC-INTENT, such as 20-5, or give the run as INTENT=RUN");
  }
  return {topic.substr(0, separator), topic.substr(separator + 1), columns[2], columns[4]};
}

}  // namespace

void read_intent_scores(const Source& source, const std::string& intent, IntentScores& scores) {
  const TextFile file(source);
  DocumentScores* documents = nullptr;  // those of the line before
  std::string_view topic, last_intent;
  LineCutter lines(file.text().data());
  const char* const end = file.text().data() + file.text().size();
  for (const char* at = file.text().data(); at < end;) {
    const LineColumns& columns = lines.next();
    at = columns.end + 1;
    if (is_blank_or_comment(columns)) continue;
    const Line line = line_of(file, columns, intent);
    const auto score = parse_double(line.score);
    if (!score) {
      throw Error(file.location(columns.bounds[0]),
                  "the score '" + printable(line.score) + "' is not a finite number", advice);
    }
    if (documents == nullptr || line.topic != topic || line.intent != last_intent) {
      topic = line.topic;
      last_intent = line.intent;
      documents = &scores[std::string(topic)][std::string(last_intent)];
    }
    if (!documents->emplace(line.docno, *score).second) {
      throw Error(file.location(columns.bounds[0]),
                  "intent " + printable(line.intent) + " of topic " + printable(line.topic) +
                      " has document " + printable(line.docno) + " twice",
                  "remove one");
    }
  }
  if (documents == nullptr) throw Error(Location{file.name(), 0}, "has no scores", advice);
}

}  // namespace subintent::internal
