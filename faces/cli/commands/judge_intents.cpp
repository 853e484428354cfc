// subintent judge intents: the study in which people put intents into groups.
#include <fmt/format.h>

#include <memory>
#include <set>

#include "faces/cli/command_line.h"
#include "faces/cli/commands/judge.h"
#include "faces/cli/options/captions.h"
#include "faces/cli/options/judgments.h"
#include "faces/cli/options/study.h"
#include "hierarchy/build.h"
#include "hierarchy/labels/characteristic_terms.h"
#include "io/input_file.h"
#include "judge/cards.h"
#include "judge/language.h"
#include "judge/make_study.h"
#include "judge/study_folder.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t shown_terms = 8;
constexpr std::int64_t most_documents = 100;

struct Options {
  std::vector<std::string> hierarchies, qrels, vectors;
  CaptionOptions captions;
  StudyOptions study;
  std::optional<std::int64_t> documents;
};

void declare(CommandLine& line, Options& o) {
  line.summary("Makes a study in which people put intents, or clusters, into groups.");
  line.inputs(&o.hierarchies, "[HIERARCHIES]",
              "output of subintent hierarchy, whose nodes of layer 1 are grouped; if omitted, the "
              "intents of --qrels");
  line.example(
      "judge intents --qrels qrels.txt --topics topics.xml --texts texts.tsv --study study "
      "--participants 3");
  line.section("What is grouped");
  line.option("qrels", &o.qrels, "Q",
              "diversity judgments: they give the intents; documents of higher grade are shown "
              "first (repeatable)");
  declare_topics(line, o.captions);
  declare_texts(line, o.captions);
  line.option("vectors", &o.vectors, "V",
              "document vectors: shows characteristic terms (repeatable)");
  line.option("documents", &o.documents, "N", "documents shown of each (default: 5)");
  line.section("The study");
  declare_study(line, o.study, "topic");
  line.option("seed", &o.study.seed, "N", "seed of all random choices (default: 1)");
}

void check(const Options& o) {
  if (!o.study.study) {
    throw Error::usage("--study is missing", "give the folder to create");
  }
  if (o.hierarchies.size() > 1) {
    throw Error::usage("more than one file of hierarchies", "join them with cat first");
  }
  if (o.hierarchies.empty() && o.qrels.empty()) {
    throw Error::usage("there is nothing to group", "give --qrels, or hierarchies");
  }
  if (o.documents.value_or(1) > most_documents) {
    throw Error::usage(fmt::format("--documents is above {}", most_documents));
  }
  std::vector<std::string> inputs = o.hierarchies;
  for (const auto& more : {o.qrels, o.vectors, o.captions.paths(), o.study.paths()}) {
    inputs.insert(inputs.end(), more.begin(), more.end());
  }
  CommandLine::require_one_standard_input(inputs);
}

StudyWords default_words(const StudyOptions& o) {
  const std::string language = language_of(o);
  StudyWords words;
  words.title = phrase(language, "topic.default_title");
  words.instructions = phrase(language, "topic.default_instructions");
  return words;
}

// Official intents are a hierarchy of one layer.
std::vector<Hierarchy> hierarchies_of(const Options& o, const std::optional<Qrels>& judged) {
  if (!o.hierarchies.empty()) return read_hierarchies(o.hierarchies[0]);
  return build_hierarchies(*judged, std::nullopt, {}, {.qrels = display_names(o.qrels)})
      .hierarchies;
}

Cards cards_of(const Options& o, const TopicDescriptions& topics, const CommandLine& line) {
  std::optional<Qrels> judged;
  if (!o.qrels.empty()) judged = read_qrels(sources(o.qrels));
  const std::vector<Hierarchy> hierarchies = hierarchies_of(o, judged);
  std::vector<std::vector<std::vector<std::string>>> terms;
  if (!o.vectors.empty()) {
    Warnings warnings;
    terms = read_characteristic_terms(hierarchies, sources(o.vectors), shown_terms, warnings,
                                      StopWords::leave_out);
    line.warn(warnings);
  }
  Cards cards = make_cards({hierarchies, terms, topics, judged ? &*judged : nullptr,
                            display_names(o.hierarchies.empty() ? o.qrels : o.hierarchies)},
                           static_cast<std::size_t>(o.documents.value_or(5)));
  if (cards.single > 0) {
    line.note(count_of(cards.single, "topic") + " left out: there is only one card");
  }
  return cards;
}

void run(const Options& o, const AssignmentOptions& assignment, const CommandLine& line) {
  require_free_folder(*o.study.study);
  StudyTexts texts;
  texts.topics = read_topic_captions(o.captions);
  const Cards cards = cards_of(o, texts.topics, line);
  std::set<std::string, std::less<>> docnos;
  for (const TopicCards& topic : cards.topics) {
    for (const IntentCard& card : topic.cards) {
      docnos.insert(card.docnos.begin(), card.docnos.end());
    }
  }
  texts.documents = read_text_captions(
      o.captions, line, [&](std::string_view docno) { return docnos.contains(docno); });
  StudyWords words = default_words(o.study);
  read_words(o.study, words);
  const Study study = intents_study(cards.topics, words, texts, assignment);
  Warnings warnings;
  warn_of_missing_texts(study, warnings);
  line.warn(warnings);
  NewStudyFolder folder(*o.study.study, study);
  note_study(line, *o.study.study, study);
  folder.publish();
}

}  // namespace

Work setup_judge_intents(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  check(*options);
  return [options, assignment = assignment_options(options->study), &line] {
    run(*options, assignment, line);
  };
}

}  // namespace subintent::internal
