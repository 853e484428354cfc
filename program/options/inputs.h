// Options that several commands have, and what their values mean.
#pragma once

#include <set>

#include "program/command_line.h"
#include "subintent/analysis.h"
#include "subintent/evaluate.h"
#include "subintent/hierarchy.h"
#include "subintent/judge.h"
#include "subintent/program.h"
#include "subintent/similarity.h"
#include "subintent/stages.h"
#include "subintent/tokenize.h"
#include "subintent/values.h"

namespace subintent::internal {

std::vector<GivenRun> given_runs(const std::vector<std::string>& texts);

// The help of --weights of hierarchies, but for its default.
inline constexpr const char* weights_help =
    "divide an intent's weight by number of leaves (WI), global gain (WD), grade or number of "
    "documents";

void intent_weights_option(CommandLine& line, std::optional<std::string>* given,
                           const std::string& default_value);

template <typename Records, typename Wanted>
std::vector<std::string_view> names_of(const Records& records, Wanted wanted) {
  std::vector<std::string_view> names;
  for (const auto& record : records)
    if (wanted(record)) names.push_back(record.name);
  return names;
}

template <typename Records>
std::vector<std::string_view> names_of(const Records& records) {
  return names_of(records, [](const auto&) { return true; });
}

// "table|tsv|json", the word that stands for the value of an option in the help.
inline std::string choice(const std::vector<std::string_view>& names) {
  return join(names, "|");
}

// The formats of tables of analyses and of studies.
inline std::vector<std::string_view> report_formats() {
  return {analysis_formats().begin(), analysis_formats().end()};
}

// The value of the choice of that name. Throws Error::usage, which names the option, for another
// one.
template <typename Value, std::size_t size>
Value value_named(std::string_view option, const std::string& name,
                  const Choice<Value> (&choices)[size]) {
  CommandLine::require_one_of(option, name, names_of(choices));
  return find_choice(choices, name)->value;
}

// The first choice where no value is given.
template <typename Value, std::size_t size>
Value value_named(std::string_view option, const std::optional<std::string>& name,
                  const Choice<Value> (&choices)[size]) {
  return name ? value_named(option, *name, choices) : choices[0].value;
}

// N, if it is a number and not the name of a file; 0, which the library refuses, for one that
// cannot be.
inline std::optional<std::uint32_t> number_of_subtopics(const std::string& value) {
  const auto number = parse_integer(value);
  if (!number) return std::nullopt;
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(*number, 0, UINT32_MAX));
}

// The files, with the names that are given. Throws Error::usage where one is not named.
std::vector<NamedFile> preference_files(const std::vector<std::string>& pools);

// Options as given. A command with JudgmentOptions has its --topics from those, and copies it.
struct CaptionOptions {
  std::vector<Source> texts;
  std::optional<std::string> topics;

  std::vector<std::string> paths() const { return joined(texts, topics); }
};

// Declare --texts (may be repeated) and --topics; `where` comes before the help text, as
// "pooling, delta: ".
void declare_texts(CommandLine& line, CaptionOptions& options, const std::string& where = "");
void declare_topics(CommandLine& line, CaptionOptions& options, const std::string& where = "");

// The options that say how documents are read, for all commands that read collections.
struct CollectionArguments {
  std::optional<std::string> format, docno, text;
  bool html = false;
};

void add_collection_options(CommandLine& line, CollectionArguments& arguments);

// All but --format, for a command in which that is the format of the output.
void add_text_options(CommandLine& line, CollectionArguments& arguments);

// Throws Error::usage for these without texts.
void check_texts(const std::vector<std::string>& texts, const CollectionArguments& arguments);

// The options that the arguments ask for. Throws Error::usage for empty values.
CollectionOptions options_of(const CollectionArguments& arguments);

// Compares documents by the words of their texts, for commands without --format of these. Files are
// called as the `wanted` ones.
Similarity similarity_of_texts(const std::vector<std::string>& texts,
                               const CollectionArguments& arguments, const CommandLine& line,
                               const std::set<std::string, std::less<>>& wanted);

// "warc, arc or trec": the names or labels of all formats, or of those whose texts may be HTML.
std::string listed_formats(std::string_view CollectionFormat::*text, std::string_view before_last,
                           bool only_plain = false);

struct GroupOptions {
  std::vector<std::string> groups, targets, ordinal;

  std::vector<std::string> paths() const;
};

// How documents are compared within a topic, as it is given.
struct TopicViewArguments {
  bool contrast = false;
  std::optional<std::int64_t> neighbours, contrast_power;
};

// Declares --contrast, --contrast-power and --neighbours, with `prefix` before what the help says
// of them.
void declare_topic_view(CommandLine& line, TopicViewArguments& arguments,
                        const std::string& prefix = {});

// The options that the arguments ask for. Throws Error::usage for contrast of fingerprints, and if
// there is nothing to compare documents by.
ClusterOptions topic_view_options(const TopicViewArguments& arguments,
                                  const SimilarityFiles& files);

// The options of similarities, as they are given.
struct SimilarityOptions : SimilarityFiles {
  std::optional<std::string> similarity = {};
};

// The help of a command about them.
struct SimilarityHelp {
  std::string fingerprints, vectors, dense;
};

// Declares --fingerprints, --vectors, --dense, --docnos and --similarity.
void declare_similarity(CommandLine& line, SimilarityOptions& options, const SimilarityHelp& help);

// The files that the options name. Throws Error::usage.
SimilarityFiles similarity_files(const SimilarityOptions& options);

struct JudgmentOptions {
  std::vector<std::string> qrels, adhoc_qrels;
  std::optional<std::string> topics, probabilities;
  std::optional<std::string> topic_grades, judged;
  bool all_intents = false, relevant_intents = false;

  std::vector<std::string> paths() const {
    return joined(qrels, adhoc_qrels, topics, probabilities);
  }
};

// The files of an option that may be given several times, as messages call them: "a.txt, b.txt".
std::string display_names(const std::vector<std::string>& paths);

// Which intents count; nothing where none of the two is given. Throws Error::usage for both.
std::optional<bool> all_intents_of(bool all, bool relevant);

// The options that the commands that score runs share.

struct EvaluationOptions {
  JudgmentOptions judgments;
  SimilarityOptions similarity;
  std::vector<std::string> hierarchies;
  GroupOptions groups;
  std::optional<std::string> gains, order;
  std::optional<std::int64_t> max_grade;
  std::optional<std::string> on_duplicate;
  std::vector<std::string> assignments;  // nuggets assigned to answers, by --assignments
  std::vector<std::string> systems;      // whose answers are evaluated; none: all
  bool may_lack_judgments = false;       // where no measure needs them
};

// The meaning of the options.
struct EvaluationSetup {
  EvaluationInputs inputs;
  RunOrder order = RunOrder::rank;
  OnDuplicate on_duplicate = OnDuplicate::error;
  std::vector<std::string> paths;  // of all files but the runs
};

// Declares them but --order, which commands explain in their own words.
void declare_evaluation(CommandLine& line, EvaluationOptions& options, bool by_measures = true);

// Declares --assignments, whose answers stand in the place of `replaced`, "--qrels and runs".
void declare_assignments(CommandLine& line, EvaluationOptions& options,
                         const std::string& replaced = "--qrels and runs");

// Makes assignments, if there are any, and files of them among `more` the judgments; other words
// name systems. Throws Error::usage where judgments are given, too.
void take_assignments(EvaluationOptions& options, std::vector<std::string>& more);

// The answers of these systems, or of all. Throws Error for one that has none.
std::vector<AnyRun> answers_of(const EvaluationOptions& options, const Evaluator& evaluator);

// Prints what there is to say of an evaluation.
void say(const Remarks& remarks, const CommandLine& line);

// The scores of runs by these measures, or by the usual ones.
std::vector<Scores> scores_of_runs(const std::vector<GivenRun>& runs, const EvaluationSetup& setup,
                                   const std::vector<std::string>& measures,
                                   const CommandLine& line);

// Throws Error of Kind::argument.
EvaluationSetup evaluation_setup(const EvaluationOptions& options);

// Runs, to be read as the setup says; a file may hold several.
std::vector<RunFile> run_files(const std::vector<GivenRun>& runs, const EvaluationSetup& setup);

// The options that say who judges and what they read.

// The options of studies, as they are given.
struct StudyArguments {
  std::optional<std::string> study;
  std::optional<std::uint32_t> participants;
  StudyOptions options;  // but for --participants; the seed is declared by the command
  std::string item;      // what people judge at a time

  // The files to read.
  std::vector<std::string> paths() const { return joined(options.instructions, options.consent); }
};

// Declares --study, --participants, --per-ITEM, --session, --title, --instructions, --consent and
// --language; `item` is what people judge at a time, "pair" or "topic".
void declare_study(CommandLine& line, StudyArguments& arguments, const std::string& item);

// The study that the arguments ask for. Throws Error::usage.
StudyOptions study_options(const StudyArguments& arguments);

// Says what there is to do for people.
void note_study(const CommandLine& line, const Study& study, std::uint64_t seed);

}  // namespace subintent::internal
