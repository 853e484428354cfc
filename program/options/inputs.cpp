#include "program/options/inputs.h"

#include <fmt/format.h>

#include <filesystem>
#include <variant>

#include "subintent/basics.h"
#include "subintent/judge.h"
#include "subintent/program.h"
#include "subintent/report.h"

namespace subintent::internal {
namespace {

constexpr const char* groups_example = "for example --groups gender=memberships.txt";
constexpr const char* targets_example = "for example --group-targets gender=targets.txt";

using Attributes = std::map<std::string, GroupAttribute>;

GroupAttribute& named(Attributes& attributes, const char* option, const std::string& name) {
  const auto at = attributes.find(name);
  if (at != attributes.end()) return at->second;
  throw Error::usage(std::string(option) + ": there are no groups " + printable(name),
                     "name their memberships with --groups " + printable(name) + "=FILE");
}

// The value of an option that is NAME=FILE. Throws Error::usage, with the example.
std::pair<std::string, std::string> named_file(const char* option, const std::string& value,
                                               const char* example) {
  const std::size_t equals = value.find('=');
  refuse_if(equals == std::string::npos || equals == 0 || equals + 1 == value.size(),
            std::string(option) + ": '" + printable(value) + "' is not NAME=FILE", example);
  return {value.substr(0, equals), value.substr(equals + 1)};
}

// --hierarchy NAME=FILE: their names and paths.
std::vector<NamedHierarchies> parse_hierarchies(const std::vector<std::string>& given) {
  std::vector<NamedHierarchies> parsed;
  for (const std::string& text : given) {
    const std::string file = text.substr(text.rfind('/') + 1),
                      stem = file.substr(0, file.find('.'));
    std::error_code none;  // as of a name that is too long
    const bool is_named = text.find('=') != text.npos,
               is_folder = std::filesystem::is_directory(text, none);
    if (!is_named && (is_folder || stem.find_first_of("@(),_`") != text.npos))
      throw Error::usage(
          "--hierarchy: " + printable(text) +
              (is_folder ? " is a folder" : " is no name for measures"),
          "give NAME=FILE, such as H=" + printable(text) +
              (!is_folder                                              ? ""
               : std::filesystem::exists(text + "/intent.jsonl", none) ? "/intent.jsonl"
                                                                       : "/topic.jsonl"));
    const auto [name, path] = named_file("--hierarchy", is_named ? text : stem + '=' + text,
                                         "for example --hierarchy WI=hierarchies.jsonl");
    for (const NamedHierarchies& other : parsed)
      if (other.name == name)
        throw Error::usage("--hierarchy: two have the name " + printable(name), "rename one");
    parsed.push_back({name, Source(path)});
  }
  return parsed;
}

void declare_groups(CommandLine& line, GroupOptions& o) {
  line.section("Groups of documents");
  line.option("groups", &o.groups, "NAME=FILE",
              "memberships of documents in groups, for GF, GFR, AWRF and G-rec: \"topic|* "
              "docno group membership\", or \"docno group\"; repeatable");
  line.option(
      "group-targets", &o.targets, "NAME=FILE",
      "shares that groups should have: \"topic|* group share\" (default: uniform); repeatable");
  line.option("ordinal", &o.ordinal, "NAME,...",
              "attributes whose groups have the order of their targets (default: none)");
}

// Names are for check_inputs(). Throws Error::usage.
Attributes group_attributes(const GroupOptions& o) {
  Attributes attributes;
  for (const std::string& text : o.groups) {
    const auto [name, path] = named_file("--groups", text, groups_example);
    if (!attributes.emplace(name, GroupAttribute{Source(path), {}, false}).second)
      throw Error::usage("--groups: two are named " + printable(name), "rename one");
  }
  for (const std::string& text : o.targets) {
    const auto [name, path] = named_file("--group-targets", text, targets_example);
    GroupAttribute& attribute = named(attributes, "--group-targets", name);
    refuse_if(attribute.targets.has_value(), "--group-targets: there are two of " + printable(name),
              "give one");
    attribute.targets = Source(path);
  }
  for (const std::string& names : o.ordinal)
    for (const std::string& name : split(names, ','))
      named(attributes, "--ordinal", std::string(trim(name))).is_ordinal = true;
  return attributes;
}

void declare_judgments(CommandLine& line, JudgmentOptions& o) {
  line.option("qrels", &o.qrels, "Q",
              "judgments: topic intent docno grade, nuggets, or another format (repeatable)");
  line.option("adhoc-qrels", &o.adhoc_qrels, "Q",
              "topic-level judgments (default: derived from those of intents; repeatable)");
  line.option("judged", &o.judged, choice(names_of(judged_choices)),
              "what --qrels judges: intents, named in the second column, or topics (default: found "
              "out)");
  line.option("topic-grades", &o.topic_grades, choice(names_of(topic_grades)),
              "topic-level grades: the highest over intents (default), or the number of intents");
  line.option("topics", &o.topics, "XML",
              "topics of the TREC Web Track: types of the intents; or their names, \"topic intent "
              "text\"; or "
              "queries alone, \"topic TAB query\"");
  line.option("probabilities", &o.probabilities, "FILE",
              "intent probabilities: topic intent probability [inf|nav] (default: uniform, or the "
              "importance of nuggets)");
  line.flag("all-intents", &o.all_intents,
            "count intents without a relevant document too (default for nuggets)");
  line.flag("relevant-intents", &o.relevant_intents,
            "count only intents with a relevant document, of nuggets too");
}

// The files that the options name. Throws Error::usage.
JudgmentInputs judgment_files(const JudgmentOptions& o) {
  const std::string option = o.judged             ? "--judged"
                             : o.topic_grades     ? "--topic-grades"
                             : o.probabilities    ? "--probabilities"
                             : o.all_intents      ? "--all-intents"
                             : o.relevant_intents ? "--relevant-intents"
                                                  : "";
  refuse_if(!option.empty() && o.qrels.empty() && o.adhoc_qrels.empty(),
            option + " needs judgments", "give --qrels, or leave it out");
  const TopicGrade grade = value_named("--topic-grades", o.topic_grades, topic_grades);
  refuse_if(o.topics && o.probabilities, "--topics and --probabilities both describe the intents",
            "give one");
  JudgmentInputs inputs;
  if (!o.qrels.empty()) inputs.qrels = sources(o.qrels);
  if (!o.adhoc_qrels.empty()) inputs.adhoc_qrels = sources(o.adhoc_qrels);
  if (o.topics) inputs.topics = *o.topics;
  if (o.probabilities) inputs.probabilities = Source(*o.probabilities);
  inputs.topic_grade = grade;
  if (o.judged) inputs.judged = value_named("--judged", *o.judged, judged_choices);
  inputs.all_intents = all_intents_of(o.all_intents, o.relevant_intents);
  return inputs;
}

std::vector<std::string_view> languages() {
  static const std::vector<std::string> names = study_languages();
  return {names.begin(), names.end()};
}

}  // namespace

std::vector<GivenRun> given_runs(const std::vector<std::string>& texts) {
  return mapped(texts, [](const std::string& text) { return given_run(text); });
}

std::vector<NamedFile> preference_files(const std::vector<std::string>& pools) {
  std::vector<NamedFile> files;
  for (GivenRun& pool : given_runs(pools)) files.push_back({pool.path, std::move(pool.name)});
  return files;
}

void declare_texts(CommandLine& line, CaptionOptions& options, const std::string& where) {
  line.option(
      "texts", &options.texts, "T",
      where +
          "documents, as make reads them, or texts that make or tokenize wrote: shows their "
          "titles (repeatable)");
}

void declare_topics(CommandLine& line, CaptionOptions& options, const std::string& where) {
  line.option("topics", &options.topics, "XML",
              where + "topics of the TREC Web Track: shows queries and descriptions of intents");
}

std::string listed_formats(std::string_view CollectionFormat::*text, std::string_view before_last,
                           bool only_plain) {
  auto formats = collection_formats();
  if (only_plain) std::erase_if(formats, [](const auto& format) { return !format.is_plain; });
  std::string all;
  for (const CollectionFormat& format : formats) {
    if (!all.empty()) all += &format == &formats.back() ? before_last : ", ";
    all += format.*text;
  }
  return all;
}

void add_collection_options(CommandLine& line, CollectionArguments& arguments) {
  line.option("format", &arguments.format, "F",
              fmt::format("format of the inputs: {} (default: found from the first bytes of each, "
                          "and from its name)",
                          listed_formats(&CollectionFormat::name, " or ")));
  add_text_options(line, arguments);
}

void intent_weights_option(CommandLine& line, std::optional<std::string>* given,
                           const std::string& default_value) {
  const auto is_named = [](const auto& way) { return way.value != IntentWeights::given; };
  line.option("intent-weights", given, choice(names_of(intent_weightings, is_named)) + "|FILE",
              "probabilities of intents: by the depth of their trees, equal, or from FILE, \"topic "
              "intent probability\" (default: " +
                  default_value + ")");
}

void add_text_options(CommandLine& line, CollectionArguments& arguments) {
  line.flag("html", &arguments.html,
            fmt::format("texts in {} are HTML (default: where they are whole pages)",
                        listed_formats(&CollectionFormat::label, " and ", true)));
  line.option(
      "docno", &arguments.docno, "NAME",
      "the member of JSON objects, or the column, that is the docno (default: by its name)");
  line.option("text", &arguments.text, "NAME,...",
              "those that are the text, one after the other (default: by their names)");
}

void check_texts(const std::vector<std::string>& texts, const CollectionArguments& arguments) {
  refuse_if(texts.empty() && (arguments.html || arguments.docno || arguments.text),
            "--html, --docno and --text need --texts", "say with --texts what they are of");
}

CollectionOptions options_of(const CollectionArguments& arguments) {
  for (const auto& [name, value] :
       {std::pair("--format", arguments.format), std::pair("--docno", arguments.docno),
        std::pair("--text", arguments.text)})
    refuse_if(value == "", fmt::format("{} is empty", name), "give its value, or leave it out");
  CollectionOptions options{arguments.format.value_or(""), arguments.html,
                            arguments.docno.value_or("")};
  if (arguments.text) options.text = split(*arguments.text, ',');
  return options;
}

Similarity similarity_of_texts(const std::vector<std::string>& texts,
                               const CollectionArguments& arguments, const CommandLine& line,
                               const std::set<std::string, std::less<>>& wanted) {
  ProgressLine progress(line.shows_progress());
  Warnings warnings;
  CollectionOptions options = options_of(arguments);
  options.wanted = {wanted.begin(), wanted.end()};
  try {
    auto similarity =
        Similarity::read_texts(sources(texts), options, progress.callback(), &warnings);
    const auto notes = std::ranges::partition(
        warnings, [](const Warning& one) { return one.code != "docnos-of-files"; });
    line.note(Warnings(notes.begin(), notes.end()));
    warnings.erase(notes.begin(), notes.end());
    line.warn(warnings);
    return similarity;
  } catch (const Error& error) {
    if (error.advice().find("`format") == std::string::npos)
      throw;  // that of the output is another
    throw Error(error.location(), error.message(),
                "give documents, such as JSON lines, CSV or files of text, that are complete");
  }
}

std::vector<std::string> GroupOptions::paths() const {
  std::vector<std::string> paths;
  for (const std::string& text : groups)
    paths.push_back(named_file("--groups", text, groups_example).second);
  for (const std::string& text : targets)
    paths.push_back(named_file("--group-targets", text, targets_example).second);
  return paths;
}

void declare_similarity(CommandLine& line, SimilarityOptions& o, const SimilarityHelp& help) {
  line.option("fingerprints", &o.fingerprints, "F", help.fingerprints);
  line.option("vectors", &o.vectors, "V", help.vectors);
  line.option("dense", &o.dense, "N.npy", help.dense);
  line.option("docnos", &o.docnos, "D", "the docnos of the rows of --dense, one per line");
  line.option("similarity", &o.similarity, choice(names_of(fingerprint_similarities)),
              "similarity of fingerprints: estimated cosine (default) or 1 - H/64");
}

void declare_topic_view(CommandLine& line, TopicViewArguments& arguments,
                        const std::string& prefix) {
  line.flag("contrast", &arguments.contrast,
            prefix + "reduce the weight of what the documents of a topic share");
  line.option("contrast-power", &arguments.contrast_power, "P",
              prefix +
                  "a term loses the P-th power of the share of documents that have it, 1 to 10 "
                  "(default: 1)");
  line.option("neighbours", &arguments.neighbours, "N",
              prefix + "compare documents by their N nearest neighbours in the topic");
}

ClusterOptions topic_view_options(const TopicViewArguments& arguments,
                                  const SimilarityFiles& files) {
  const std::string option = arguments.contrast         ? "--contrast"
                             : arguments.contrast_power ? "--contrast-power"
                             : arguments.neighbours     ? "--neighbours"
                                                        : "";
  refuse_if(!option.empty() && !files.any(), option + " needs fingerprints or vectors",
            "add --fingerprints, --vectors or --dense, or leave it out");
  refuse_if(arguments.contrast_power && !arguments.contrast, "--contrast-power needs --contrast",
            "give both, or leave it out");
  ClusterOptions options;
  options.contrast = arguments.contrast;
  options.neighbours = static_cast<std::size_t>(arguments.neighbours.value_or(0));
  options.contrast_power = static_cast<std::size_t>(arguments.contrast_power.value_or(1));
  if (files.any()) check(options, files);
  return options;
}

SimilarityFiles similarity_files(const SimilarityOptions& o) {
  SimilarityFiles files = o;
  files.kind = value_named("--similarity", o.similarity, fingerprint_similarities);
  subintent::check(files);
  return files;
}

std::optional<bool> all_intents_of(bool all, bool relevant) {
  refuse_if(all && relevant, "--all-intents and --relevant-intents contradict each other",
            "give one");
  if (!all && !relevant) return std::nullopt;
  return all;
}

std::string display_names(const std::vector<std::string>& paths) {
  std::string all;
  for (const std::string& path : paths) all += (all.empty() ? "" : ", ") + display_name(path);
  return all;
}

void declare_evaluation(CommandLine& line, EvaluationOptions& o, bool by_measures) {
  line.section(by_measures ? "Judgments and hierarchies" : "Judgments");
  declare_judgments(line, o.judgments);
  if (by_measures)
    line.option("hierarchy", &o.hierarchies, "NAME=FILE",
                "hierarchies; NAME is a suffix of measures, HD#-nDCG_NAME; repeatable "
                "(default: the name of FILE)");
  line.section("Similarities of documents");
  declare_similarity(line, o.similarity,
                     {"fingerprints, for measures such as nDCG_RA",
                      "document vectors, for measures such as nDCG_RA",
                      "dense vectors, NumPy or JSON lines, likewise"});
  if (by_measures) declare_groups(line, o.groups);
  line.section(by_measures ? "Grades and ranked lists" : "Ranked lists");
  if (by_measures) {
    line.option("gains", &o.gains, "GRADE=GAIN,...",
                "gains of grades, e.g. 1=1,2=3,3=7 (default: the grade)");
    line.option("max-grade", &o.max_grade, "G",
                "highest grade of the scale, for ERR and the like (default: the highest grade in "
                "the judgments)");
  }
  line.option("on-duplicate", &o.on_duplicate, choice(names_of(duplicate_choices)),
              "a document that is repeated in a list: stop, or keep its first or last line "
              "(default: error)");
}

void declare_assignments(CommandLine& line, EvaluationOptions& o, const std::string& replaced) {
  line.option("assignments", &o.assignments, "FILE",
              "answers by what was said of them: nuggets assigned, rubrics graded, or support by "
              "citations; in the place of " +
                  replaced + "; more files may follow");
}

void take_assignments(EvaluationOptions& o, std::vector<std::string>& more) {
  if (o.assignments.empty()) return;
  refuse_if(!o.judgments.qrels.empty(), "--assignments is itself the judgments and the runs",
            "leave out --qrels");
  for (std::string& word : more)
    (is_file(word) ? o.assignments : o.systems).push_back(std::move(word));
  more.clear();
  o.judgments.qrels = o.assignments;
}

[[gnu::cold]] std::vector<AnyRun> answers_of(const EvaluationOptions& o,
                                             const Evaluator& evaluator) {
  std::vector<AnyRun> all, named;
  std::vector<std::string> known;
  for (subintent::Run& run : evaluator.judgments().answers()) {
    known.push_back(run.name());
    all.emplace_back(std::move(run));
  }
  for (const std::string& system : o.systems) {
    const auto at = std::ranges::find(known, system) - known.begin();
    if (at == std::ssize(known))
      throw Error(Location{o.assignments[0], 0},
                  "there is neither a file nor an answer of " + printable(system),
                  "the answers are of " + listed_names(known));
    named.push_back(all[static_cast<std::size_t>(at)]);
  }
  return o.systems.empty() ? all : named;
}

void say(const Remarks& remarks, const CommandLine& line) {
  line.warn(remarks.warnings);
  line.note(remarks.notes);
}

[[gnu::cold]] std::vector<Scores> scores_of_runs(const std::vector<GivenRun>& runs,
                                                 const EvaluationSetup& setup,
                                                 const std::vector<std::string>& measures,
                                                 const CommandLine& line) {
  EvaluationInputs inputs = setup.inputs;
  inputs.usual_measures = measures.empty();
  const std::vector<RunFile> files = run_files(runs, setup);
  const Evaluator evaluator(inputs, measures_of(measures, inputs, {}),
                            [&](const Remarks& remarks) { say(remarks, line); });
  const ScoredRuns scored = evaluator.score(std::vector<AnyRun>(files.begin(), files.end()));
  say(scored.remarks(), line);
  return scored.scores();
}

EvaluationSetup evaluation_setup(const EvaluationOptions& o) {
  EvaluationSetup setup;
  refuse_if(!o.may_lack_judgments && o.judgments.qrels.empty() && o.judgments.adhoc_qrels.empty(),
            "--qrels is missing", "give the judgments: --qrels FILE");
  setup.inputs.judgments = judgment_files(o.judgments);
  setup.order = value_named("--order", o.order, run_orders);
  setup.on_duplicate = value_named("--on-duplicate", o.on_duplicate, duplicate_choices);
  const SimilarityFiles similarity = similarity_files(o.similarity);
  setup.inputs.similarity = similarity;
  if (o.max_grade && *o.max_grade > INT32_MAX) {  // smaller ones are for check_inputs()
    throw Error::usage("--max-grade: '" + std::to_string(*o.max_grade) + "' is above 1000",
                       "give the highest grade of the judgments");
  }
  if (o.max_grade) setup.inputs.max_grade = static_cast<std::int32_t>(*o.max_grade);
  if (o.gains) setup.inputs.gains = gains_named(*o.gains);
  setup.inputs.hierarchies = parse_hierarchies(o.hierarchies);
  setup.inputs.groups = group_attributes(o.groups);
  check_inputs(setup.inputs);
  setup.paths = joined(similarity.paths(), o.judgments.paths(), o.groups.paths());
  for (const NamedHierarchies& named : setup.inputs.hierarchies)
    setup.paths.push_back(std::get<Source>(named.hierarchies).path());
  return setup;
}

std::vector<RunFile> run_files(const std::vector<GivenRun>& runs, const EvaluationSetup& setup) {
  std::vector<RunFile> files;
  for (const GivenRun& run : runs)
    for (RunFile& one : runs_of({run.path, run.name, false, setup.order, setup.on_duplicate}))
      files.push_back(std::move(one));
  return files;
}

void declare_study(CommandLine& line, StudyArguments& o, const std::string& item) {
  o.item = item;
  line.option("study", &o.study, "STUDY", "the folder to create, with the study and its links");
  line.option("participants", &o.participants, "N", "number of participants");
  line.option("per-" + item, &o.options.per_item, "N",
              "how many participants judge each " + item + " (default: all)");
  line.option("session", &o.options.session, "N", "" + item + "s of a session (default: 50)");
  line.option("title", &o.options.title, "TEXT", "title of the pages");
  line.option("instructions", &o.options.instructions, "FILE",
              "the introduction, plain text with empty lines between paragraphs");
  line.option("consent", &o.options.consent, "FILE",
              "what people agree to before the first " + item + ", likewise");
  line.option("language", &o.options.language, choice(languages()),
              "of the pages: buttons, sentences and what is asked (default: en); browser: that of "
              "each participant's browser");
}

StudyOptions study_options(const StudyArguments& o) {
  refuse_if(!o.participants, "--participants is missing", "give the number of participants");
  StudyOptions options = o.options;
  options.participants = *o.participants;
  options.per_item = options.per_item.value_or(options.participants);
  refuse_if(*options.per_item > options.participants,
            "--per-" + o.item + " is above the number of participants",
            "give more --participants, or a smaller --per-" + o.item);
  CommandLine::require_one_of("--language", options.language, languages());
  return options;
}

void note_study(const CommandLine& line, const Study& study, std::uint64_t seed) {
  const StudySize size = study.size();
  std::string items = count_of(size.topics, "topic");
  if (!study.is_of_intents()) {
    const std::string checks =
        size.checks == 0 ? "" : " and " + count_of(size.checks, "attention check");
    items = count_of(size.pairs, "pair") + checks + " of " + items;
  }
  const std::string tasks = size.least_tasks == size.most_tasks
                                ? count_of(size.most_tasks, "task")
                                : fmt::format("{} to {} tasks", size.least_tasks, size.most_tasks);
  line.note(fmt::format("{}: {} for {}, {} each in {} (seed {})", study.folder(), items,
                        count_of(size.participants, "participant"), tasks,
                        count_of(size.sessions, "session"), seed));
}

}  // namespace subintent::internal
