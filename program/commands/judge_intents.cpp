// subintent judge intents: the study in which people put intents into groups.
#include <memory>

#include "program/command_line.h"
#include "program/commands/judge.h"
#include "program/options/captions.h"
#include "program/options/study.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct IntentWords {
  std::vector<std::string> hierarchies, qrels, vectors;
  CaptionOptions captions;
  StudyArguments study;
  std::optional<std::int64_t> documents;
};

void declare_intents(CommandLine& line, IntentWords& o) {
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

void check_intents_options(const IntentWords& o) {
  if (!o.study.study) {
    throw Error::usage("--study is missing", "give the folder to create");
  }
  if (o.hierarchies.size() > 1) {
    throw Error::usage("more than one file of hierarchies", "join them with cat first");
  }
  std::vector<std::string> inputs = o.hierarchies;
  for (const auto& more : {o.qrels, o.vectors, o.captions.paths(), o.study.paths()}) {
    inputs.insert(inputs.end(), more.begin(), more.end());
  }
  CommandLine::require_one_standard_input(inputs);
}

IntentInputs inputs_of(const IntentWords& o) {
  IntentInputs inputs{sources(o.qrels)};
  if (!o.hierarchies.empty()) inputs.hierarchies = o.hierarchies[0];
  if (o.captions.topics) inputs.topics = *o.captions.topics;
  inputs.vectors = sources(o.vectors);
  inputs.documents =
      static_cast<std::size_t>(o.documents.value_or(static_cast<std::int64_t>(inputs.documents)));
  return inputs;
}

void run_intents(const IntentWords& o, StudyOptions options, const CommandLine& line) {
  require_free_folder(*o.study.study);
  const auto warn = [&](const Remarks& remarks) { line.warn(remarks.warnings); };
  const IntentCards cards(inputs_of(o), warn);
  if (cards.single() > 0) {
    line.note(count_of(cards.single(), "topic") + " left out: there is only one card");
  }
  options.texts = sources(o.captions.texts);
  note_study(line, Study::make(*o.study.study, cards, options, warn), options.seed);
}

}  // namespace

Work setup_judge_intents(CommandLine& line) {
  const auto options = std::make_shared<IntentWords>();
  declare_intents(line, *options);
  line.parse();
  check_intents_options(*options);
  return [options, study = study_options(options->study), &line] {
    run_intents(*options, study, line);
  };
}

}  // namespace subintent::internal
