#include "subintent/report.h"

#include <fmt/format.h>

#include <filesystem>

#include "compare/analyses/analysis.h"
#include "core/base/warning.h"
#include "core/io/encode.h"
#include "engine/values.h"
#include "report/page/page.h"
#include "report/slices_report.h"
#include "subintent/program.h"
#include "subintent/version.h"

namespace subintent {
namespace {

bool is_pipe(const Source& source) {
  if (source.is_memory()) return false;
  namespace files = std::filesystem;
  std::error_code error;
  const files::file_status status = files::status(source.path(), error);
  if (status.type() == files::file_type::none)
    throw Error(Location{source.name(), 0}, "cannot be read: " + error.message());
  return !files::is_regular_file(status);
}

// The first that can be read only once: a pipe, such as standard input.
const RunFile* find_pipe(const std::vector<AnyRun>& runs) {
  for (const auto& run : runs) {
    const auto* const file = std::get_if<RunFile>(&run);
    if (file != nullptr && is_pipe(file->source)) return file;
  }
  return nullptr;
}

// One page in the making.
class Reporter {
 public:
  Reporter(const ReportInputs& inputs, const AnalysisValues& values,
           const ProgressCallback& progress)
      : inputs_(inputs),
        values_(values),
        progress_(progress),
        runs_(inputs.runs),
        data_(internal::Inside::data(inputs.evaluator)),
        evaluation_(data_, internal::Inside::scorer(inputs.evaluator), inputs.topics,
                    runs_.size()) {
    page_.version = SUBINTENT_VERSION;
    page_.command = inputs.command;
    page_.remarks = inputs.evaluator.remarks();
    page_.test = internal::significance_test(values);
    page_.comparison = internal::significance_comparison(values);
    page_.margin = values.number("margin");
    page_.comparison.correction =
        internal::correction_for(*page_.test.test, page_.comparison.correction);
    page_.captions.topics = data_.judgments->topics;  // of topics, or of nuggets
  }

  ReportPage page(const RemarksCallback& say) {
    score_runs();
    evaluation_.finish(inputs_.wanted_runs, page_);
    add_scores();
    add_preferences();
    if (const auto slices = values_.text("slices")) {
      page_.slices = internal::slices_report(*slices, internal::sliced(page_.scores),
                                             *values_.number("alpha"));
    }
    if (!inputs_.vectors.empty() && !data_.hierarchies.empty())
      page_.terms = internal::page_terms(page_, inputs_.vectors, page_.remarks.warnings);
    if (inputs_.dendrograms) add_deltas();
    if (data_.similarity) add_similarities();
    if (page_.scores.runs.size() > 1) {
      internal::warn_of_test({page_.scores}, page_.comparison, page_.test, page_.remarks.warnings);
      internal::warn_of_constant_differences({page_.scores}, page_.comparison, page_.test,
                                             page_.remarks.warnings);
    }
    if (say) say(page_.remarks);
    Remarks remarks = page_.remarks;
    read_texts([&](const Remarks& read) {
      add(read.warnings, &remarks.warnings);
      if (say) say(read);
    });
    explain_differences();
    std::erase_if(metadata_, [](const auto& run) { return run.entries.empty(); });
    page_.run_metadata = std::move(metadata_);
    identify_files();
    return {internal::report_page(page_), remarks};
  }

 private:
  // Every run is read, scored and forgotten.
  void score_runs() {
    internal::ProgressMeter meter(progress_, "scoring", "runs", runs_.size());
    std::vector<std::string> names(runs_.size()), files(runs_.size());
    metadata_.resize(runs_.size());
    internal::parallel_for(runs_.size(), [&](std::size_t i) {
      const internal::Run run = internal::read_given(runs_[i]);
      names[i] = run.name;
      files[i] = run.file;
      metadata_[i] = {run.name, run.metadata};
      evaluation_.score(i, run);
      meter.advance();
    });
    require_different_names(names, files, "rename one of them: `RunFile::name`");
  }

  void add_scores() {
    internal::add_page_scores(values_, internal::split_measure_names(inputs_.measures),
                              page_.scores, page_.remarks.warnings);
  }

  // Keeps preferences of reported runs and topics.
  void add_preferences() {
    const auto has_run = [&](const std::string& run) {
      return std::ranges::count(page_.scores.runs, run) > 0;
    };
    const auto is_left_out = [&](const UserPreference& answer) {
      if (answer.check) return false;  // it counts for the participant, whatever its runs
      return !has_run(answer.run1) || !has_run(answer.run2) ||
             std::ranges::count(page_.scores.topics, answer.topic) == 0;
    };
    std::uint64_t left_out = 0;
    page_.preferences = inputs_.preferences;
    for (PreferencePool& pool : page_.preferences) {
      pool.file = pool.name;
      pool.preferences = internal::checked_preferences(std::move(pool.preferences), pool.name);
      left_out += std::erase_if(pool.preferences, is_left_out);
    }
    if (left_out == 0) return;
    internal::add_warning(
        page_.remarks.warnings, "other-preferences",
        fmt::format("{} of users left out: for runs or topics that are not reported",
                    count_of(left_out, "preference")));
  }

  void add_deltas() {
    internal::PageDeltas pruning;
    pruning.deltas = values_.numbers("deltas");
    pruning.dendrograms = read_dendrograms(*inputs_.dendrograms);
    pruning.sources.qrels = data_.judgments->qrels_name;
    pruning.sources.dendrograms = inputs_.dendrograms->name();
    const internal::Gain::Table& gains = internal::Inside::gains(inputs_.evaluator);
    if (!gains.empty()) pruning.gains = &gains;
    if (const RunFile* const pipe = find_pipe(runs_)) {
      throw Error(Location{pipe->source.name(), 0},
                  "is a pipe, but for pruning cutoffs runs must be read twice",
                  "write the run to a file first");
    }
    internal::add_deltas(pruning, internal::read_runs(runs_), page_, progress_);
  }

  void add_similarities() {
    page_.similarities =
        internal::study_similarities(data_.judgments->diversity, *data_.similarity, "similarity",
                                     {}, internal::view_of(inputs_.view, data_.similarity->kind()));
  }

  void read_texts(const RemarksCallback& say) {
    const auto shown = internal::shown_documents(page_);
    page_.captions.texts = read_text_captions(inputs_.texts, {shown.begin(), shown.end()}, say);
  }

  // Why the two runs that are shown differ. They are read again, as only the top of their lists was
  // kept.
  void explain_differences() {
    const std::vector<std::size_t> shown = internal::shown_runs(page_.scores);
    if (shown.size() < 2 || find_pipe(runs_) != nullptr) return;
    const auto read = [&](std::size_t run) {
      const auto at =
          std::ranges::find(metadata_, page_.scores.runs[run], &internal::PageRunMetadata::run);
      return internal::read_given(runs_[static_cast<std::size_t>(at - metadata_.begin())]);
    };
    const std::vector<internal::Run> two = {read(shown[0]), read(shown[1])};
    internal::add_difference_words(two, page_);
  }

  void identify_files() {
    for (const auto& [role, path] : inputs_.files) page_.files.push_back({role, path, 0, {}});
    internal::parallel_for(page_.files.size(), [&](std::size_t i) {
      internal::PageFile& file = page_.files[i];
      const auto identity = internal::identify_file(file.name);
      file.name = display_name(file.name);
      if (!identity) return;
      file.size = identity->size;
      file.sha256 = internal::hex(identity->digest);
    });
  }

  const ReportInputs& inputs_;
  const AnalysisValues& values_;
  const ProgressCallback& progress_;
  // Read when they are scored, and again where more than the top of their lists is shown.
  const std::vector<AnyRun>& runs_;
  const internal::EvaluationData& data_;
  internal::PageEvaluation evaluation_;
  std::vector<internal::PageRunMetadata> metadata_;  // by run
  internal::PageInput page_;
};

}  // namespace

const AnalysisRecord& report_record() {
  static const AnalysisRecord result = [] {
    AnalysisRecord record;
    record.name = record.command = "report";
    record.summary = "Writes an evaluation as one HTML file: tables, pictures, topics.";
    AnalysisOption test = internal::significance_option("test between all pairs of runs");
    test.default_value = internal::default_test;
    AnalysisOption deltas = internal::deltas_option("0:0.7:0.1");
    deltas.meaning = "with `dendrograms`: the cutoffs, or FIRST:LAST:STEP";
    record.options = {std::move(test)};
    for (AnalysisOption& option : internal::settings_of_tests())
      record.options.push_back(std::move(option));
    AnalysisOption margin = internal::margin_option();
    margin.meaning = "a difference of means that does not matter, to say which runs are as good";
    margin.open_min = true;
    margin.required = false;
    margin.example.clear();
    record.options.push_back(std::move(margin));
    record.options.push_back(internal::slices_option());
    std::ranges::move(internal::other_scores_options(), std::back_inserter(record.options));
    record.options.push_back(std::move(deltas));
    return record;
  }();
  return result;
}

std::vector<std::string> report_measures(const std::vector<std::string>& lists,
                                         const EvaluationInputs& inputs,
                                         const std::vector<std::string>& scores) {
  if (!lists.empty()) return measures_of(lists, inputs, scores);
  const internal::Gain::Table gains = internal::checked_gains(inputs);
  return mapped<std::string>(internal::usual_page_measures(internal::context_of(inputs, gains)),
                             &internal::Measure::name);
}

ReportPage report(const ReportInputs& inputs, const OptionValues& given, const RemarksCallback& say,
                  const ProgressCallback& progress) {
  const AnalysisValues values(report_record().options, given);
  refuse_if(inputs.runs.empty(), "runs", "runs: none given");
  refuse_if(values.given("deltas") && !inputs.dendrograms, "deltas", "deltas needs dendrograms",
            "give `dendrograms`");
  refuse_if(values.given("margin") && *values.number("alpha") >= 0.5, "alpha",
            "alpha: with a margin it must be below 0.5");
  return Reporter(inputs, values, progress).page(say);
}

}  // namespace subintent
