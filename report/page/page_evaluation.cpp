#include "report/page/page.h"

#include <numeric>

#include "compare/study/difference.h"
#include "compare/study/hierarchies.h"
#include "compare/study/similarities.h"
#include "compare/study/warnings.h"
#include "core/base/parallel.h"
#include "core/base/warning.h"
#include "hierarchy/terms/characteristic_terms.h"
#include "report/difference_report.h"
#include "report/explain.h"
#include "report/text_layout.h"
#include "subintent/program.h"
#include "tokenize/terms/document_vector.h"

namespace subintent::internal {
namespace {

// The depth of ranked lists: down to the largest cutoff of a measure, and no further than people
// read.
std::uint32_t depth_of(const std::vector<Measure>& measures) {
  constexpr std::uint32_t usual = 20, most = 100;
  std::uint32_t depth = 0;
  for (const Measure& measure : measures) {
    const std::uint32_t cutoff = measure.parameters.cutoff;
    if (cutoff != no_cutoff) depth = std::max(depth, cutoff);
  }
  return depth == 0 ? usual : std::min(depth, most);
}

// Places of topics, in the order of the judgments.
std::vector<std::size_t> places_of(const std::vector<TopicData>& topics,
                                   std::span<const std::string> names) {
  std::vector<std::size_t> places(topics.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (names.empty()) return places;
  places.clear();
  for (const std::string& name : names) {
    const auto at = std::ranges::find(topics, name, &TopicData::topic);
    if (at == topics.end()) {
      std::vector<std::string> known = mapped<std::string>(topics, &TopicData::topic);
      throw Error::argument("topics", "topics: " + printable(name) + " is not judged; there are " +
                                          listed_names(known));
    }
    places.push_back(static_cast<std::size_t>(at - topics.begin()));
  }
  std::ranges::sort(places);
  if (const auto twice = std::ranges::adjacent_find(places); twice != places.end()) {
    throw Error::argument("topics",
                          "topics: " + printable(topics[*twice].topic) + " is listed twice",
                          "give it once");
  }
  return places;
}

TopDocuments top_documents(const Run& run, const JudgedTopics& topics, std::uint32_t depth) {
  TopDocuments top(topics.size());
  const auto numbers = topics.find_all(run.topic_names(), run.file);
  for (std::size_t i = 0; i < run.topics.size(); ++i) {
    if (numbers[i] == JudgedTopics::none) continue;
    const auto& docnos = run.topics[i].docnos;
    const std::size_t shown = std::min<std::size_t>(docnos.size(), depth);
    top[numbers[i]].assign(docnos.begin(), docnos.begin() + static_cast<std::ptrdiff_t>(shown));
  }
  return top;
}

// The scores of these topics and runs, in the order of the report.
ScoreGroup selected(const ScoreGroup& scores, const PageInput& input) {
  ScoreGroup part;
  part.runs = input.scores.runs;
  part.topics = input.scores.topics;
  for (const ScoreMatrix& matrix : scores.measures) {
    ScoreMatrix& kept = part.measures.emplace_back();
    kept.measure = typeset_measure(matrix.measure);
    kept.topics = part.topics.size();
    kept.runs = part.runs.size();
    kept.lower_is_better = matrix.lower_is_better;
    for (const std::size_t topic : input.topics)
      for (const std::string& run : part.runs)
        kept.values.push_back(matrix.at(topic, scores.find_run(run)));
  }
  return part;
}

}  // namespace

std::vector<Measure> usual_page_measures(const MeasureContext& context) {
  std::vector<Measure> measures = default_measures(context);
  if (!context.has_judgments) return measures;
  measures.push_back(parse_measures("D-nDCG@20", context)[0]);
  for (const std::string_view name : {"D#-nDCG", "HD#-nDCG"}) {
    const MeasureRecord* const record = parse_measure(name).record;
    const auto at = std::ranges::find_if(
        measures, [&](const Measure& m) { return m.record == record && !m.layer_aware; });
    if (at != measures.end()) std::rotate(measures.begin(), at, at + 1);
  }
  return measures;
}

PageEvaluation::PageEvaluation(const EvaluationData& data, const Scorer& scorer,
                               std::span<const std::string> topics, std::size_t runs)
    : data_(data),
      scorer_(scorer),
      topics_(places_of(scorer_.topics(), topics)),
      depth_(depth_of(scorer_.measures())),
      runs_(runs) {
  for (const TopicData& topic : scorer_.topics()) judged_.add(topic.topic);
}

void PageEvaluation::score(std::size_t place, const Run& run) {
  ScoredRun& scored = runs_[place];
  scored.scores = scorer_.score(run);
  scored.top = top_documents(run, judged_, depth_);
  scored.counts = run.counts;
  scored.order = run.order;
}

void PageEvaluation::keep_runs(std::span<const std::string> names) {
  for (const std::string& name : names) {
    const auto known = mapped(runs_, [](const ScoredRun& run) { return run.scores.run; });
    if (std::ranges::count(known, name) > 0) continue;
    throw Error::argument(
        "runs", "runs: there is no run " + printable(name) + "; there are " + listed_names(known));
  }
  std::erase_if(runs_, [&](const ScoredRun& run) {
    return !names.empty() && std::ranges::count(names, run.scores.run) == 0;
  });
}

void PageEvaluation::finish(std::span<const std::string> runs, PageInput& input) {
  std::vector<RunScores*> all = mapped(runs_, [](ScoredRun& run) { return &run.scores; });
  scorer_.score_together(all);
  keep_runs(runs);
  const auto shown = topics_of_all(scorer_, input.remarks.warnings);
  std::erase_if(topics_,
                [&](std::size_t topic) { return !std::ranges::binary_search(shown, topic); });
  if (topics_.empty()) {
    throw Error::argument("topics", "topics: there is none that all measures apply to",
                          "name other topics, or leave out measures of groups");
  }
  input.data = &data_;
  input.scorer = &scorer_;
  input.topics = topics_;
  input.depth = depth_;
  for (const std::size_t t : topics_) input.scores.topics.emplace_back(scorer_.topics()[t].topic);
  std::vector<CheckedRun> checked;
  for (ScoredRun& run : runs_) {
    input.scores.runs.push_back(run.scores.run);
    checked.push_back({&run.scores, run.counts, run.order});
    input.rankings.push_back(std::move(run.top));
  }
  check_runs(checked, scorer_, input.remarks);
  for (std::size_t m = 0; m < scorer_.measures().size(); ++m) {
    const Measure& measure = scorer_.measures()[m];
    ScoreMatrix& matrix = input.scores.measures.emplace_back();
    matrix.measure = typeset_measure(measure.name);
    matrix.topics = topics_.size();
    matrix.runs = runs_.size();
    matrix.lower_is_better = measure.record->traits.lower_is_better;
    for (const std::size_t t : topics_)
      for (const ScoredRun& run : runs_) matrix.values.push_back(run.scores.values[m][t]);
  }
}

std::optional<std::size_t> place_of(const Measure& measure, const ScoreGroup& scores) {
  const auto at =
      std::ranges::find(scores.measures, typeset_measure(measure.name), &ScoreMatrix::measure);
  if (at == scores.measures.end()) return std::nullopt;
  return static_cast<std::size_t>(at - scores.measures.begin());
}

void add_page_scores(const AnalysisValues& values, const std::vector<std::string>& measures,
                     ScoreGroup& scores, Warnings& warnings) {
  std::vector<std::string> names = measures;
  const std::vector<std::string> computed = scores.measure_names();
  for (std::string& name : names)
    if (std::ranges::count(computed, typeset_measure(name)) > 0) name = typeset_measure(name);
  add_scores(values, names, scores, warnings);
}

void add_deltas(const PageDeltas& pruning, std::span<const Run> runs, PageInput& input,
                const ProgressCallback& progress) {
  EvaluationData data = *input.data;
  data.hierarchies.clear();  // those that are made take their names
  MeasureContext context;
  context.hierarchies = delta_hierarchies();
  context.gains = pruning.gains;
  DeltaOptions options;
  options.deltas = pruning.deltas;
  options.measures = parse_measures("HD#-nDCG_WI@20,HD#-nDCG_WD@20", context);
  options.sources = pruning.sources;
  const Analysis& power = *find_analysis("discriminative-power");
  AnalysisValues values(power.options);
  set_test(input.test, Correction::none, values);
  Series series{{"δ"}, {}, {}};
  series.measures = mapped(options.measures, [](const auto& m) { return typeset_measure(m.name); });
  const auto add = [&](double delta, const ScoreGroup& scores) {
    add_point(series, {delta}, power, values, selected(scores, input));
  };
  score_deltas(data, runs, pruning.dendrograms, options, add, progress);
  const Warnings warnings = warnings_of(series);
  Warnings& all = input.remarks.warnings;
  all.insert(all.end(), warnings.begin(), warnings.end());
  input.deltas = std::move(series);
  input.shapes =
      delta_shapes(data.judgments->diversity, pruning.dendrograms, pruning.deltas, pruning.sources);
}

[[gnu::cold]] void add_difference_words(std::span<const Run> runs, PageInput& input) {
  std::vector<std::string>& words = input.differences;
  words.resize(input.topics.size());
  const std::vector<Measure>& measures = input.scorer->measures();
  const auto first = std::ranges::find_if(
      measures, [&](const Measure& measure) { return place_of(measure, input.scores) == 0; });
  if (first == measures.end() || first->record->traits.sees_runs) return;
  const auto place = static_cast<std::size_t>(first - measures.begin());
  const RunDifference difference(*input.data, *input.scorer, runs);
  const auto shown = shown_runs(input.scores);
  const std::size_t open = most_telling_topic(input.scores.measures[0], shown);
  parallel_for(words.size(), [&](std::size_t i) {
    const TopicDifference found = difference.topic(place, input.topics[i]);
    words[i] = difference_in_words(found, {}, input.captions);
    if (i != open) return;
    const ListNames names{display_text(input.scores.runs[shown[0]]),
                          display_text(input.scores.runs[shown[1]])};
    input.open_difference = difference_in_words(found, names, input.captions);
  });
}

std::unordered_set<std::string_view> shown_documents(const PageInput& input) {
  std::unordered_set<std::string_view> shown;
  for (const std::size_t t : input.topics) {
    const auto& relevant = input.scorer->topics()[t].docnos;
    shown.insert(relevant.begin(), relevant.end());
    for (const TopDocuments& run : input.rankings) shown.insert(run[t].begin(), run[t].end());
  }
  return shown;
}

std::vector<NodeTerms> page_terms(const PageInput& input, const std::vector<Source>& vectors,
                                  Warnings& warnings) {
  constexpr std::size_t count = 4;
  const auto shown = shown_documents(input);
  std::vector<DocumentVector> read =
      read_vectors(vectors, [&](std::string_view docno) { return shown.contains(docno); });
  std::ranges::sort(read, {}, &DocumentVector::docno);
  if (read.empty()) {
    warnings.push_back(make_warning("documents-without-vector", Location{vectors.at(0).name(), 0},
                                    "contains no vector of any document of a hierarchy"));
  }
  std::vector<NodeTerms> terms;
  for (const NamedHierarchies& named : input.data->hierarchies) {
    NodeTerms& of = terms.emplace_back(named.topics.size());
    parallel_for(of.size(), [&](std::size_t i) {
      of[i] = characteristic_terms(named.topics[i], read, count);
    });
  }
  return terms;
}

}  // namespace subintent::internal
