// Why one run scores more than another, or less than the ideal list.
#include "compare/study/difference.h"

#include <fmt/format.h>

#include <numeric>

#include "compare/analyses/analysis.h"
#include "compare/study/warnings.h"
#include "report/difference_report.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// The place of the topic that is asked for, by its number or query.
std::size_t place_of_topic(const std::string& given, const Scorer& scorer, const Captions& captions,
                           const std::string& qrels) {
  std::vector<std::string> known = mapped<std::string>(scorer.topics(), &TopicData::topic);
  const std::string topic = find_topic(given, known, captions, qrels);
  return static_cast<std::size_t>(std::ranges::find(known, topic) - known.begin());
}

void require_applicable(const Scorer& scorer, std::size_t measure, std::size_t topic) {
  if (scorer.applies(measure, topic)) return;
  throw Error::argument(
      "topic",
      fmt::format("measure {} does not apply to topic {}: no document there is known to be in a "
                  "group",
                  printable(scorer.measures()[measure].name),
                  printable(scorer.topics()[topic].topic)),
      "name another topic, or leave out the measure");
}

std::size_t number_of_explained(const MeanDifference& mean, std::size_t limit) {
  return limit == 0 ? mean.topics.size() : std::min(mean.topics.size(), limit);
}

TopicDifference without_parts(const ScoreMatrix& scores, std::string_view topic, double a,
                              double b) {
  TopicDifference difference;
  difference.measure = scores.measure;
  difference.topic = topic;
  difference.lower_is_better = scores.lower_is_better;
  difference.a = a;
  difference.b = b;
  return difference;
}

// The means by measures that are computed elsewhere, whose scores have no parts; the topic that is
// wanted stands first among those explained.
void add_other_means(const AnalysisValues& values, const AnalysisInputs& inputs,
                     const Scorer& scorer, std::optional<std::size_t> wanted,
                     std::vector<ExplainedMean>& means, Warnings& warnings) {
  std::vector<std::string> runs, topics, known;
  for (const Run& run : inputs.runs) runs.push_back(run.name);
  for (const TopicData& data : scorer.topics()) topics.emplace_back(data.topic);
  for (const ExplainedMean& mean : means) known.push_back(mean.measure);
  const std::vector<std::string> named = named_measures(values);
  std::vector<ScoreMatrix> others =
      other_scores(values, runs, topics, known, named, Gaps::refused, warnings);
  set_lower_is_better(split_measure_names(values.texts("lower_is_better")), others, warnings);
  for (const ScoreMatrix& scores : others) {
    ExplainedMean& mean = means.emplace_back();
    mean.measure = scores.measure;
    for (std::size_t t = 0; t < topics.size(); ++t)
      mean.mean.topics.push_back({t, scores.at(t, 0), scores.at(t, 1), 0});
    if (wanted)
      mean.topics.push_back(
          without_parts(scores, topics[*wanted], scores.at(*wanted, 0), scores.at(*wanted, 1)));
    add_up(mean.mean);
    mean.mean.lower_is_better = scores.lower_is_better;
    for (const TopicShare& share : mean.mean.topics) {
      if (mean.topics.size() ==
          number_of_explained(mean.mean, inputs.shows_text ? inputs.limit : 0))
        break;
      mean.topics.push_back(without_parts(scores, topics[share.topic], share.a, share.b));
    }
    known.push_back(scores.measure);
  }
  show_measures(shown_measures(named, known, known.size() - others.size()), means);
}

// The means, with the first topics of each explained.
std::vector<ExplainedMean> explained_means(const RunDifference& difference, const Scorer& scorer,
                                           std::size_t limit, ProgressMeter& meter) {
  std::vector<ExplainedMean> means;
  for (std::size_t m = 0; m < scorer.measures().size(); ++m) {
    ExplainedMean& mean = means.emplace_back();
    mean.measure = scorer.measures()[m].name;
    mean.mean = difference.means(m);
    mean.topics.resize(number_of_explained(mean.mean, limit));
    parallel_for(mean.topics.size(), [&](std::size_t i) {
      mean.topics[i] = difference.topic(m, mean.mean.topics[i].topic);
    });
    meter.advance();
  }
  return means;
}

// The scores of both runs by every measure that applies to a topic, for its topics.
ScoreGroup scores_of(std::span<const ExplainedMean> means, const AnalysisInputs& inputs) {
  ScoreGroup group;
  for (const Run& run : inputs.runs) group.runs.push_back(run.name);
  for (const ExplainedMean& explained : means) {
    if (explained.mean.topics.empty()) continue;
    std::vector<TopicShare> topics = explained.mean.topics;
    std::ranges::sort(topics, {}, &TopicShare::topic);
    ScoreMatrix& matrix = group.measures.emplace_back(ScoreMatrix{
        explained.measure, topics.size(), group.runs.size(), {}, explained.mean.lower_is_better});
    for (const TopicShare& topic : topics)
      matrix.values.insert(matrix.values.end(), {topic.a, topic.b});
  }
  return group;
}

// Tests the differences of the means, each by itself: there is one pair of runs.
void test_means(std::vector<ExplainedMean>& means, const AnalysisInputs& inputs,
                Warnings& warnings) {
  if (inputs.runs.size() < 2) return;
  const std::vector<ScoreGroup> groups = {scores_of(means, inputs)};
  const TestSettings settings;
  const Comparison comparison;
  warn_of_tests(groups, comparison, {&settings, 1}, warnings);
  warn_of_few_topics(groups, warnings);
  const RunPair pair{0, 1};
  const auto tested = compare_pairs(groups[0], 1, {&pair, 1}, settings, comparison);
  auto next = tested.begin();
  for (ExplainedMean& explained : means) {
    if (explained.mean.topics.empty()) continue;
    const ComparedPair& tested_pair = *next++;
    if (explained.mean.topics.size() < 2) continue;  // no test can tell anything
    explained.tested = tested_pair;
    explained.test = settings;
  }
}

// Reads the texts of the documents that are named in the tables of topics.
void read_texts_of(std::span<const TopicDifference> differences, const AnalysisInputs& inputs,
                   DifferenceView& view) {
  std::set<std::string_view> docnos;
  for (const TopicDifference& difference : differences)
    for (const DocumentDifference& row : difference.documents)
      if (!row.docno.empty()) docnos.insert(row.docno);
  if (!inputs.texts || docnos.empty()) return;
  view.captions.texts = inputs.texts(docnos);
}

// The exposure of groups of documents in the lists of the runs for these topics.
std::vector<GroupExposure> exposures_of(const AnalysisInputs& inputs, const Scorer& scorer,
                                        std::span<const std::size_t> topics) {
  std::vector<std::vector<const RankedList*>> lists;
  for (const Run& run : inputs.runs) lists.push_back(scorer.lists(run));
  return group_exposures(scorer, topics, lists.size(),
                         [&](std::size_t run, std::size_t topic) { return lists[run][topic]; });
}

constexpr const char* usual_measure = "D#-nDCG@20";

// Measures that are given; else the usual one, with its form for each hierarchy.
std::vector<Measure> measures_to_explain(const AnalysisValues& values, MeasureContext context) {
  std::vector<Measure> measures = given_measures(values, context);
  if (values.given("measures")) return measures;
  for (const std::string& hierarchy : context.hierarchies)
    measures.push_back(parse_measures(fmt::format("HD#-nDCG_{}@20", hierarchy), context).at(0));
  return measures;
}

AnalysisResult run_difference(AnalysisInputs& inputs, const AnalysisValues& values,
                              const ProgressCallback& progress) {
  const Scorer scorer = inputs.data.scorer(inputs.measures);
  const RunDifference difference(inputs.data, scorer, inputs.runs);
  AnalysisResult result;
  result.remarks = difference.remarks();
  const auto named = named_measures(values);
  const bool are_given = values.given("scores") && !named.empty() &&
                         std::ranges::none_of(inputs.measures, [&](const Measure& measure) {
                           return std::ranges::count(named, measure.name) > 0;
                         });
  if (are_given)  // by other programs
    std::erase_if(result.remarks.notes,
                  [](const Warning& note) { return note.code == "unjudged-documents"; });
  DifferenceView view{.a = inputs.runs[0].name,
                      .b = inputs.runs.size() > 1 ? inputs.runs[1].name : ""};
  if (inputs.data.judgments->of_answers.value_or(false)) view.ideal = "all answers put together";
  view.width = inputs.width;
  view.limit = inputs.limit;
  view.captions.topics = with_descriptions(inputs.data.judgments->topics, inputs.topics);
  const auto wanted = values.text("topic");
  if (values.given("scores") && inputs.runs.size() < 2)
    throw Error::argument("scores", "scores: no ideal list is known by them", "give two runs");
  if (wanted) {
    const std::size_t topic =
        place_of_topic(*wanted, scorer, view.captions, inputs.data.judgments->qrels_name);
    std::vector<ExplainedMean> means;
    for (std::size_t m = 0; m < inputs.measures.size(); ++m) {
      require_applicable(scorer, m, topic);
      means.push_back(
          {.measure = inputs.measures[m].name, .mean = {}, .topics = {difference.topic(m, topic)}});
    }
    add_other_means(values, inputs, scorer, topic, means, result.remarks.warnings);
    std::vector<TopicDifference> differences;
    for (ExplainedMean& mean : means) differences.push_back(std::move(mean.topics[0]));
    read_texts_of(differences, inputs, view);
    result.report = topic_difference_report(differences, view);
    add_groups(exposures_of(inputs, scorer, {&topic, 1}), view, result.report);
    return result;
  }
  ProgressMeter meter(progress, "comparing", "measures", inputs.measures.size());
  std::vector<ExplainedMean> means =
      explained_means(difference, scorer, inputs.shows_text ? inputs.limit : 0, meter);
  add_other_means(values, inputs, scorer, {}, means, result.remarks.warnings);
  warn_of_inapplicable(scorer, result.remarks.warnings);
  test_means(means, inputs, result.remarks.warnings);
  std::vector<TopicDifference> all;
  for (const ExplainedMean& mean : means)
    all.insert(all.end(), mean.topics.begin(), mean.topics.end());
  read_texts_of(all, inputs, view);
  result.report = mean_difference_report(means, view);
  std::vector<std::size_t> topics(scorer.topics().size());
  std::iota(topics.begin(), topics.end(), std::size_t{0});
  add_groups(exposures_of(inputs, scorer, topics), view, result.report);
  return result;
}

}  // namespace

Analysis difference_analysis() {
  Analysis analysis;
  analysis.name = "difference";
  analysis.command = "explain";
  analysis.summary = "why one run scores higher than another, or lower than the ideal list";
  analysis.source = "parts that add up to the scores; test t over topics";
  analysis.need = Need::runs;
  analysis.usage = "[NAME=]RUN1 [[NAME=]RUN2]";
  analysis.about_inputs = "runs, TREC six-column format; one alone is compared with the ideal list";
  analysis.example =
      "explain difference --qrels qrels.txt --hierarchy WI=WI.jsonl -m 'HD#-nDCG_WI@20' runA runB";
  const AnalysisOption topic =
      record_option("topic", OptionKind::text, "T",
                    "only this topic: every document, intent and node that makes a difference");
  AnalysisOption measures = measures_option(usual_measure);
  measures.meaning =
      "measures, e.g. 'D#-nDCG@20,alpha-nDCG@20'; by default also HD#-nDCG@20 of each hierarchy";
  measures.example = "alpha-nDCG@20";
  analysis.options = joined({measures, topic}, other_scores_options());
  analysis.tables.assign(difference_records().begin(), difference_records().end());
  analysis.max_runs = 2;
  analysis.may_lack_judgments = analysis.has_captions = true;
  analysis.compares_answers = true;
  analysis.measures = measures_to_explain;
  analysis.run = run_difference;
  return analysis;
}

}  // namespace subintent::internal
