#include "diversify/intent_scores.h"

#include "core/collection/json_dict.h"
#include "core/collection/list_builder.h"
#include "core/collection/run_formats.h"
#include "core/io/content.h"
#include "core/io/text_file.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* advice =
    "write \"topic intent docno score\", or give a run: \"topic Q0 docno rank score tag\"";

// Adds the scores of a file.
class Reader {
 public:
  Reader(const TextFile& file, const std::string& intent, IntentScores& scores)
      : file_(file), given_intent_(intent), scores_(scores), texts_(file.content()) {}

  void read() {
    const RunFormat& format = format_of_run(file_.text());
    if (JsonDict::fits(file_.text())) {
      read_dict();
    } else if (&format != &run_formats().back()) {
      read_run(format);
    } else {
      read_lines();
    }
    if (documents_ == nullptr) throw Error(Location{file_.name(), 0}, "has no scores", advice);
  }

 private:
  // "topic intent docno score", and runs of TREC.
  void read_lines() {
    LineCutter lines(file_.text().data());
    const char* const end = file_.text().data() + file_.text().size();
    for (const char* at = file_.text().data(); at < end;) {
      const LineColumns& columns = lines.next();
      at = columns.end + 1;
      if (!is_blank_or_comment(columns)) add_line(columns);
    }
  }

  void add_line(const LineColumns& columns) {
    const char* const place = columns.bounds[0];
    const bool names_intent = columns.count == 4;
    if (!names_intent && columns.count != 5 && columns.count != 6) {
      throw Error(file_.location(place),
                  "expected 4 or 6 columns, found " + std::to_string(columns.count), advice);
    }
    if (names_intent) {
      go_to(columns[0], columns[1]);
    } else {
      go_to_list(columns[0], place);
    }
    const std::string_view score = columns[names_intent ? 3 : 4];
    const auto number = parse_double(score);
    if (!number) {
      throw Error(file_.location(place),
                  "the score '" + printable(score) + "' is not a finite number", advice);
    }
    add(columns[2], *number, place);
  }

  // {"topic": {"intent": {"docno": score}}}, and runs.
  void read_dict() {
    JsonDict dict(file_, R"(write {"topic": {"intent": {"docno": score}}})");
    for (const Content& names : dict.names()) texts_.add(names);
    LineInWork line = nullptr;
    for (const TopicLines& topic : dict.take_topics()) {
      dict.read(topic, line, [&](const JsonDict::Entry& entry) {
        if (entry.intent.empty()) {
          go_to_list(topic.topic, entry.place);
        } else {
          go_to(topic.topic, entry.intent);
        }
        add(entry.docno, entry.number, entry.place);
      });
    }
  }

  void read_run(const RunFormat& format) {
    const RunText run = format.open(file_, RunOrder::file);
    for (const Content& names : run.names) texts_.add(names);
    LineInWork line = nullptr;
    for (const TopicLines& topic : run.topics) {
      go_to_list(topic.topic, topic.topic.data());
      ListBuilder builder(texts_, topic.topic, RunOrder::file, OnDuplicate::error);
      run.read(topic, builder, line);
      for (const RankedLine& found : builder.lines()) {
        add(found.docno, found.score, found.docno.data());
      }
    }
  }

  // The next scores are of a list of a run, whose topic may tell the intent.
  void go_to_list(std::string_view topic, const char* place) {
    if (!given_intent_.empty()) return go_to(topic, given_intent_);
    const std::size_t separator = topic.find_last_of("-.:_");
    if (separator == std::string_view::npos || separator == 0 || separator + 1 == topic.size()) {
      throw Error(texts_.location(place),
                  "the topic '" + printable(topic) + "' does not give the intent of the run",
                  "write TOPIC-INTENT, such as 20-5, or give the run as INTENT=RUN");
    }
    go_to(topic.substr(0, separator), topic.substr(separator + 1));
  }

  void go_to(std::string_view topic, std::string_view intent) {
    if (documents_ != nullptr && topic == topic_ && intent == intent_) return;
    topic_ = topic;
    intent_ = intent;
    documents_ = &scores_[std::string(topic)][std::string(intent)];
  }

  void add(std::string_view docno, double score, const char* place) {
    if (documents_->emplace(docno, score).second) return;
    throw Error(texts_.location(place),
                "intent " + printable(intent_) + " of topic " + printable(topic_) +
                    " has document " + printable(docno) + " twice",
                "remove one");
  }

  const TextFile& file_;
  const std::string& given_intent_;
  IntentScores& scores_;
  Contents texts_;
  DocumentScores* documents_ = nullptr;  // those of the topic and intent that it is at
  std::string_view topic_, intent_;
};

}  // namespace

void read_intent_scores(const Source& source, const std::string& intent, IntentScores& scores) {
  const TextFile file(source);
  Reader(file, intent, scores).read();
}

}  // namespace subintent::internal
