// The difference of two runs, or of a run and the ideal lists, as text and tables.
#pragma once

#include "compare/significance.h"
#include "compare/study/difference.h"
#include "report/captions.h"
#include "report/report.h"
#include "subintent/records.h"

namespace subintent::internal {

struct DifferenceView {
  std::string a, b;                      // names of the runs; b is empty against the ideal lists
  const char* ideal = "the ideal list";  // what these are called
  Captions captions = {};
  std::size_t limit = 10;  // rows of each table in the text; 0: all
  std::size_t width = 0;   // columns of the terminal; 0: tables have no limit
  bool colour = false;     // ANSI escape sequences
};

std::span<const TableRecord> difference_records();

// Reports one topic by some measures. Tables "scores", "components", "intents", "nodes",
// "documents" and "pairs".
Report topic_difference_report(std::span<const TopicDifference> differences,
                               const DifferenceView& view);

// A difference of means by a measure, and some topics that make it: the first of mean.topics.
struct ExplainedMean {
  std::string measure;
  MeanDifference mean;
  std::optional<ComparedPair> tested = {};  // over topics, by `test`; none against the ideal lists
  TestSettings test = {};
  std::vector<TopicDifference> topics;
};

// Tables "means" and "topics", of those that are explained. On paper: means by measure, and topics.
Report mean_difference_report(std::span<const ExplainedMean> means, const DifferenceView& view);

// Adds what groups of documents get in both lists, where there are any: table "groups".
void add_groups(std::span<const GroupExposure> exposures, const DifferenceView& view,
                Report& report);

struct ListNames {
  std::string a = "A", b = "B";
  bool as_given = false;  // all names, for programs; else as they can be shown
};

// Its largest parts, in one line: "A finds intent 4 (cars) at rank 2, B never: +.081; the rest:
// +.012". The numbers add up to the difference but for rounding.
std::string difference_in_words(const TopicDifference& difference, const ListNames& names,
                                const Captions& captions);

// "intent 4", "nugget 4", "superintent cars", "node 17".
std::string name_of(const NodeDifference& node, const char* intents_are, bool as_given = false);

// How many of the documents that count nobody has judged: "not judged: A 2, B 3 of the first 10".
// Empty where none is, and where the judgments do not tell.
std::string unjudged_in_words(const TopicDifference& difference);

// Says what it is about: the description of its intent, else its label. Empty if neither is known.
std::string_view caption_of(const NodeDifference& node, std::string_view topic,
                            const Captions& captions);

// ".081", with its sign: "+.081", "-.034", ".000".
std::string signed_fraction(double value, int digits = 3);

// "gain", "recall", "redundancy" or "constant".
std::string_view name_of(PartKind kind);

// The parts of the difference of two scores as tables for programs: "scores", "components",
// "intents", "nodes", "documents" and "pairs" of one topic.
std::vector<DataTable> topic_difference_tables(std::span<const TopicDifference> differences,
                                               const DifferenceView& view);

std::vector<DataTable> mean_difference_tables(std::span<const ExplainedMean> means,
                                              const DifferenceView& view);

DataTable group_difference_table(std::span<const GroupExposure> exposures,
                                 const DifferenceView& view);

}  // namespace subintent::internal
