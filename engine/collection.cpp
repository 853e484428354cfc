#include <fmt/format.h>

#include <filesystem>

#include "core/base/warning.h"
#include "core/collection/header_table.h"
#include "core/collection/qrels_builder.h"
#include "core/collection/run.h"
#include "core/io/input_file.h"
#include "engine/recipe_plan.h"
#include "subintent/program.h"

namespace subintent {

Run::Run(internal::Run run) : run_(std::make_shared<const internal::Run>(std::move(run))) {}

Run Run::read(const Source& source, RunOrder order, OnDuplicate on_duplicate, bool keep_scores) {
  const auto scores = keep_scores ? internal::ListScores::kept : internal::ListScores::left_out;
  return Run(internal::read_run(source, order, on_duplicate, scores));
}

Run Run::scored(const std::vector<ScoredDocument>& documents, std::string name) {
  std::vector<internal::RunRow> rows;
  for (const ScoredDocument& document : documents)
    rows.push_back({document.topic, document.docno, document.score, 0});
  return Run(internal::Run::of(rows, std::move(name), RunOrder::score, OnDuplicate::error,
                               internal::ListScores::kept));
}

Run Run::scored(const RunView& view) {
  return Run(internal::run_of(view));
}

Run Run::ranked(const std::vector<RankedDocuments>& lists, std::string name) {
  std::vector<internal::RunRow> rows;
  for (const RankedDocuments& list : lists)
    for (const std::string& docno : list.docnos) rows.push_back({list.topic, docno, 0, 0});
  internal::Run run = internal::Run::of(rows, std::move(name), RunOrder::file);
  std::map<std::string_view, const std::vector<double>*> scores;  // by topic
  for (const RankedDocuments& list : lists) scores[list.topic] = &list.scores;
  for (internal::RankedList& list : run.topics)
    if (const auto& given = *scores.at(list.topic); given.size() == list.docnos.size())
      list.scores = given;
  return Run(std::move(run));
}

const std::string& Run::name() const {
  return run_->name;
}

const std::string& Run::tag() const {
  return run_->tag;
}

Run Run::named(std::string name) const {
  internal::Run run = *run_;
  run.name = std::move(name);
  return Run(std::move(run));
}

Run Run::cut(std::size_t depth) const {
  internal::Run run = *run_;
  for (internal::RankedList& list : run.topics) {
    list.docnos.resize(std::min(list.docnos.size(), depth));
    list.scores.resize(std::min(list.scores.size(), depth));
  }
  return Run(std::move(run));
}

void Run::write(const TextWriter& write, const std::string& tag, std::size_t depth) const {
  std::string text;
  for (const internal::RankedList& list : run_->topics) {
    internal::append_run_lines(text, list, depth, tag, run_->file);
    write(text);
    text.clear();
  }
}

std::vector<RankedDocuments> Run::lists() const {
  return mapped(run_->topics, [](const internal::RankedList& list) {
    return RankedDocuments{
        std::string(list.topic), {list.docnos.begin(), list.docnos.end()}, list.scores};
  });
}

void require_different_names(const std::vector<std::string>& names,
                             const std::vector<std::string>& files, const std::string& advice) {
  std::map<std::string_view, std::string_view> file_of;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [at, is_new] = file_of.emplace(names[i], files[i]);
    if (is_new) continue;
    throw Error(
        Location{files[i], 0},
        fmt::format("run {} has the name of the run in {}", printable(names[i]), at->second),
        advice);
  }
}

std::string run_tag(std::string_view name) {
  return internal::run_tag(name);
}

std::vector<RunFile> runs_of(const RunFile& file) {
  using namespace internal;
  const Source& source = file.source;
  std::error_code ignored;
  if (file.name ||
      (!source.is_memory() && !std::filesystem::is_regular_file(source.path(), ignored)))
    return {file};
  LineReader lines(source);
  std::string_view first = "#";
  while (first.starts_with('#') && lines.next(first)) continue;
  if (!first.starts_with('{') && !names_columns(first)) return {file};
  const TextFile text(source);
  const std::string_view format = format_of_run(text.text()).name;
  std::string records = table_of_records(text.text(), 1);
  std::string_view rest = text.text(), rows = records.empty() ? rest : records;
  const auto headings = headings_in(rows);
  const auto at = column_called(run_columns, headings);
  if ((format != "table" && format != "records") || !at || headings[*at] == "name") return {file};
  if (!records.empty()) rows = records = table_of_records(text.text(), SIZE_MAX);
  const char separator = separator_of(take_first_line(rows));
  if (records.empty()) rest = rows;
  const std::string header(text.text().begin(), rest.begin());
  std::vector<std::string> names, texts;
  LineCells cells;
  std::string blank;  // in the place of other runs' lines, which errors count
  for (std::string_view line; !(line = take_first_line(rest)).empty(); blank += '\n') {
    cut_cells(records.empty() ? line : take_first_line(rows), separator, cells);
    if (cells.defect != nullptr || cells.count != headings.size() || cells.cells[*at].empty())
      return {file};
    const auto run =
        static_cast<std::size_t>(std::ranges::find(names, cells.cells[*at]) - names.begin());
    if (run == names.size()) names.emplace_back(cells.cells[*at]);
    if (run == texts.size()) texts.push_back(header + blank);
    for (std::string& each : texts) each += '\n';
    texts[run] += line;
  }
  if (names.size() < 2) return {file};
  std::vector<RunFile> runs(names.size(), file);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].source = Source::memory(texts[i] + '\n', source.name());
    runs[i].name = names[i];
  }
  return runs;
}

namespace internal {

Run read_given(const AnyRun& run, ListScores scores) {
  const auto* const value = std::get_if<subintent::Run>(&run);
  return value != nullptr ? Inside::of(*value) : read_run_file(std::get<RunFile>(run), scores);
}

Run read_run_file(const RunFile& file, ListScores scores) {
  Run run = read_run(file.source, file.order, file.on_duplicate, scores);
  if (file.named_by_tag && !run.tag.empty()) run.name = run.tag;
  if (file.name) run.name = run.tag = *file.name;
  return run;
}

std::vector<Run> read_runs(const std::vector<AnyRun>& given, ListScores scores) {
  std::vector<Run> runs(given.size());
  parallel_for(runs.size(), [&](std::size_t i) { runs[i] = read_given(given[i], scores); });
  std::vector<std::string> names, paths;
  for (const Run& run : runs) {
    names.push_back(run.name);
    paths.push_back(run.file);
  }
  const auto is_file = [](const AnyRun& run) { return std::holds_alternative<RunFile>(run); };
  if (std::ranges::none_of(given, is_file)) require_different("runs", names);
  require_different_names(names, paths, "rename one of them: `RunFile::name`");
  return runs;
}

}  // namespace internal

void take_topics(EvaluationInputs& inputs, std::vector<AnyRun>& runs) {
  if (internal::are_given(inputs.judgments)) return;
  std::set<std::string> topics;
  std::vector<internal::Run> read(runs.size());
  internal::parallel_for(runs.size(),
                         [&](std::size_t i) { read[i] = internal::read_given(runs[i]); });
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (const internal::RankedList& list : read[i].topics) topics.emplace(list.topic);
    runs[i] = internal::Inside::run(std::move(read[i]));
  }
  for (const std::string& topic : topics) {
    std::get<JudgmentInputs>(inputs.judgments)
        .unjudged_intents.emplace_back(topic, internal::topic_level_intent);
  }
}

namespace {

using Rows = std::vector<Judgment>;

Rows rows_of(const internal::Qrels& qrels) {
  Rows rows;
  for (const internal::TopicQrels& topic : qrels.topics()) {
    for (const internal::Judgment& judgment : topic.judgments) {
      rows.push_back({std::string(topic.topic), std::string(topic.intents[judgment.intent]),
                      std::string(topic.docnos[judgment.document]), judgment.grade});
    }
  }
  return rows;
}

void drop_rows(JudgmentSource& source) {
  if (std::holds_alternative<Rows>(source) || std::holds_alternative<JudgmentRows>(source))
    source = Rows();
}

void load(JudgmentSource& source) {
  if (!is_given(source)) return;
  if (auto* const file = std::get_if<Source>(&source)) *file = loaded(*file);
  if (auto* const files = std::get_if<std::vector<Source>>(&source))
    for (Source& file : *files) file = loaded(file);
}

// Puts memory in the place of files.
void load(JudgmentInputs& inputs) {
  load(inputs.qrels);
  if (inputs.adhoc_qrels) load(*inputs.adhoc_qrels);
  if (inputs.topics) inputs.topics = loaded(*inputs.topics);
  if (!inputs.probabilities) return;
  if (auto* const file = std::get_if<Source>(&*inputs.probabilities)) *file = loaded(*file);
}

// Documents are none of the lines that read_texts() takes. Nobody can look into a pipe.
bool are_documents(const Source& source) {
  if (source.is_memory()) return false;
  std::error_code ignored;
  const auto kind = std::filesystem::status(source.path(), ignored).type();
  if (kind != std::filesystem::file_type::regular)
    return kind == std::filesystem::file_type::directory;
  internal::LineReader lines(source);
  std::string_view first;
  return lines.next(first) && std::ranges::count(first, '\t') != 3;
}

// Advises to tell tokenize what only it can be told.
std::string advice_of_tokenize(const std::string& before, const std::vector<Source>& sources,
                               std::string_view options) {
  std::vector<std::string> names;
  for (const Source& source : sources) names.push_back(source.name());
  return fmt::format("{}say it to {} {} --texts texts.tsv.gz, and give what that writes", before,
                     command_line_text("tokenize", names), with_options(std::string(options)));
}

// Adds what people see of documents, as make reads them.
void read_documents(const std::vector<Source>& sources, const std::set<std::string_view>& wanted,
                    Texts& texts, Warnings& warnings) {
  try {
    const auto read = read_collection(sources, {.wanted = wanted}, [&](const Document& document) {
      if (wanted.empty() || wanted.contains(document.docno))
        texts[document.docno] = document_text(document);
    });
    for (Warning warning : read.warnings) {
      if (warning.code == "docnos-of-files") continue;  // they are those that are shown
      const std::string given = warning.advice;
      const std::size_t option = given.find('`');
      if (given.find("`html`") != std::string::npos)
        warning.advice = advice_of_tokenize("if it is HTML, ", sources, "`html`");
      else if (option != std::string::npos)
        warning.advice = advice_of_tokenize(given.substr(0, option == 0 ? 0 : given.find(", ") + 2),
                                            sources, given.substr(option));
      warnings.push_back(std::move(warning));
    }
  } catch (const Error& error) {
    const std::string_view advice = error.advice();
    const std::size_t options = advice.find('`');  // which tokenize has
    if (options == advice.npos) throw;
    const bool asks_for_names = advice.substr(options).ends_with('`');
    throw Error(error.location(), error.message(),
                asks_for_names
                    ? advice_of_tokenize("", sources, advice.substr(options))
                    : "give documents, such as JSON lines, or the texts.tsv.gz that make writes");
  }
}

}  // namespace

Warning nuggets_without_judgments(const std::string& name, std::size_t unknown, std::size_t all,
                                  const std::string& first) {
  return internal::make_warning("nuggets-without-judgments", Location{name, 0},
                                std::to_string(unknown) + " of " + std::to_string(all) +
                                    " nuggets of topics have no judgments (first: " + first + ")");
}

Judgments::Judgments(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Judgments Judgments::read(const Source& qrels) {
  return read(JudgmentInputs{.qrels = qrels});
}

Judgments Judgments::read(JudgmentInputs inputs) {
  if (inputs.topics && inputs.probabilities)
    throw Error::usage("topics and probabilities both describe the intents", "give one");
  load(inputs);
  Warnings warnings;
  auto shared =
      std::make_shared<const internal::Judgments>(internal::read_judgments(inputs, warnings));
  if (const auto unused = internal::unused_columns(inputs.table); !unused.empty())
    internal::add_warning(warnings, "unused-columns", unused);
  return internal::Inside::judgments(std::move(shared), std::move(warnings), std::move(inputs));
}

subintent::Judgments internal::Inside::judgments(std::shared_ptr<const Judgments> shared,
                                                 Warnings warnings, JudgmentInputs inputs) {
  drop_rows(inputs.qrels);
  if (inputs.adhoc_qrels) drop_rows(*inputs.adhoc_qrels);
  return subintent::Judgments(std::make_shared<const subintent::Judgments::Data>(
      subintent::Judgments::Data{std::move(shared), std::move(warnings), std::move(inputs)}));
}

Judgments Judgments::of(const std::vector<Judgment>& judgments, std::string name,
                        TopicGrade topic_grade) {
  JudgmentRows rows;
  for (const Judgment& judgment : judgments)
    rows.add(judgment.topic, judgment.intent, judgment.docno, judgment.grade);
  Warnings warnings;
  internal::Qrels qrels =
      internal::Qrels::of(rows, internal::QrelsKind::diversity, std::move(name));
  auto shared = std::make_shared<const internal::Judgments>(
      internal::judgments_of(std::move(qrels), std::nullopt, topic_grade, warnings));
  return internal::Inside::judgments(std::move(shared), std::move(warnings),
                                     {.qrels = Rows(), .topic_grade = topic_grade});
}

std::optional<subintent::Judgments> internal::counted_intents(
    const subintent::Judgments& judgments) {
  const auto& rows = Inside::of(judgments).counted;
  if (!rows) return {};
  JudgmentInputs inputs = judgments.inputs();
  inputs.qrels = subintent::rows_of(*rows);
  inputs.judged = Judged::intents;
  return subintent::Judgments::read(std::move(inputs));
}

std::vector<std::string> Judgments::topics() const {
  return mapped<std::string>(data_->judgments->diversity.topics(), &internal::TopicQrels::topic);
}

std::vector<Judgment> Judgments::judgments() const {
  return rows_of(data_->judgments->diversity);
}

JudgmentInputs Judgments::inputs() const {
  JudgmentInputs inputs = data_->inputs;
  if (std::holds_alternative<Rows>(inputs.qrels)) {
    Rows rows = rows_of(data_->judgments->diversity);
    inputs.judged = data_->judgments->has_intents() ? Judged::intents : Judged::topics;
    if (inputs.judged == Judged::topics)
      for (Judgment& judgment : rows) judgment.intent = internal::no_intent;
    inputs.qrels = std::move(rows);
  }
  if (inputs.adhoc_qrels && std::holds_alternative<Rows>(*inputs.adhoc_qrels))
    inputs.adhoc_qrels = rows_of(data_->judgments->adhoc);
  load(inputs);
  return inputs;
}

std::vector<std::string> Judgments::relevant(std::string_view topic) const {
  const internal::TopicQrels* const found = data_->judgments->diversity.find(topic);
  if (found == nullptr) return {};
  const auto docnos = internal::relevant_docnos(*found);
  return {docnos.begin(), docnos.end()};
}

std::vector<Run> Judgments::answers() const {
  return mapped(internal::answer_runs(*data_->judgments),
                [](internal::Run& run) { return internal::Inside::run(std::move(run)); });
}

bool Judgments::all_intents() const {
  return data_->judgments->all_intents;
}

bool Judgments::all_nuggets() const {
  return data_->judgments->all_nuggets;
}

bool Judgments::of_answers() const {
  return data_->judgments->of_answers.value_or(false);
}

const Warnings& Judgments::warnings() const {
  return data_->warnings;
}

TopicCaptions internal::captions_of(const TopicDescriptions& topics) {
  TopicCaptions captions;
  for (const auto& [topic, described] : topics) {
    TopicCaption& caption = captions[topic];
    caption.query = described.query;
    for (const auto& [intent, info] : described.intents) caption.intents[intent] = info.text;
  }
  return captions;
}

TopicCaptions read_topic_captions(const Source& topics, const std::vector<std::string>& wanted,
                                  const RemarksCallback& say) {
  TopicCaptions read = internal::captions_of(internal::read_topic_descriptions(topics));
  const auto is_read = [&](const std::string& topic) { return read.contains(topic); };
  if (say && !wanted.empty() && std::ranges::none_of(wanted, is_read)) {
    say({{internal::make_warning("unshared-topics", Location{topics.name(), 0},
                                 "does not contain a topic that is shown")},
         {}});
  }
  return read;
}

Texts read_text_captions(const std::vector<Source>& texts, const std::set<std::string_view>& wanted,
                         const RemarksCallback& say) {
  if (texts.empty()) return {};
  Texts read;
  Warnings warnings;
  std::vector<Source> documents, lines;
  for (const Source& source : texts) (are_documents(source) ? documents : lines).push_back(source);
  if (!documents.empty()) read_documents(documents, wanted, read, warnings);
  read.merge(read_texts(
      lines, [&](std::string_view docno) { return wanted.empty() || wanted.contains(docno); }));
  if (read.empty()) {
    internal::add_warning(warnings, "documents-without-text", Location{texts[0].name(), 0},
                          "does not contain a text of any document that is shown");
  }
  if (say && !warnings.empty()) say({warnings, {}});
  return read;
}

std::string find_topic(const std::string& given, const std::vector<std::string>& topics,
                       const TopicCaptions& captions, const std::string& file) {
  return internal::find_topic(given, topics, internal::captions_of({}, captions), file);
}

internal::Captions internal::captions_of(const Texts& texts, const TopicCaptions& topics) {
  Captions captions{texts, {}};
  for (const auto& [topic, caption] : topics) {
    TopicDescription& described = captions.topics[topic];
    described.query = caption.query;
    for (const auto& [intent, text] : caption.intents) described.intents[intent].text = text;
  }
  return captions;
}

DuplicateGroups::DuplicateGroups(const DuplicateSource& source) {
  const auto* const file = std::get_if<Source>(&source);
  name_ = std::make_shared<const std::string>(file == nullptr ? "duplicates" : file->name());
  groups_ = std::make_shared<const internal::Duplicates>(internal::duplicates_of(source, *name_));
}

}  // namespace subintent
