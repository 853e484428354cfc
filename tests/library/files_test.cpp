// What the library refuses of files: of analyses, and of the output of other tools.
#include <gtest/gtest.h>
#include <subintent/subintent.h>

#include <algorithm>

#include "refusal.h"

namespace subintent {
namespace {

const std::string files_study = SUBINTENT_DATA "/study/";
const std::string qrels = files_study + "qrels.txt", adhoc_qrels = files_study + "qrels.adhoc.txt";

EvaluationInputs judged() {
  return {JudgmentInputs{.qrels = Source(qrels)}};
}

std::vector<RunFile> runs_of(const std::vector<std::string>& names) {
  std::vector<RunFile> runs;
  for (const std::string& name : names) runs.push_back({files_study + "runs/" + name});
  return runs;
}

std::vector<AnyRun> any_runs_of(const std::vector<std::string>& names) {
  const std::vector<RunFile> runs = runs_of(names);
  return {runs.begin(), runs.end()};
}

AnalysisValues values_of(const std::string& analysis, const OptionValues& given = {}) {
  return AnalysisValues(analysis_record(analysis).options, given);
}

TEST(Files, OfAnalysesAreRefused) {
  const auto refused = [](const std::string& name, const AnalysisSources& files,
                          const std::string& argument, const AnalysisLayout& layout = {}) {
    return refusal([&] { PlannedAnalysis(name, files, values_of(name), layout); }, argument);
  };
  const AnalysisSources of_scores{.scores = std::vector<Source>{"scores"}};
  const AnalysisSources of_runs{.evaluation = judged(), .runs = any_runs_of({"bm25", "random"})};
  EXPECT_EQ(refused("significance", {}, "scores"), "scores: none given");
  EXPECT_EQ(refused("discriminative-power", of_scores, "svg", {.svg = true}),
            "svg draws one test only; choose it with `test`");
  EXPECT_EQ(refused("significance", of_scores, "curves", {.curves = true}),
            "curves: significance has none; leave it out");
  EXPECT_EQ(refused("significance", of_scores, "format", {.format = "xml"}),
            "format: there is none called 'xml'; use one of table, tsv, json, latex, markdown");
  EXPECT_EQ(refused("significance", of_scores, "format", {.format = "jsn"}),
            "format: there is none called 'jsn'; did you mean json?");
  EXPECT_EQ(refused("redundancy", {.evaluation = judged()}, "runs"),
            "runs is missing; give at least one file");
  EXPECT_EQ(refused("redundancy", {.runs = any_runs_of({"bm25"})}, "qrels"),
            "qrels is missing; give the judgments, or `similarity` for measures that need none");
  EXPECT_EQ(refused("delta", of_runs, "dendrograms"),
            "dendrograms is missing; see subintent cluster");
  EXPECT_EQ(refused("similarities", {.evaluation = judged()}, "similarities"),
            "no fingerprints or vectors to compare documents by; give `similarities`, or "
            "`dendrograms`");
  EXPECT_EQ(refused("redundancy", {.measures = {"P@5"}, .runs = any_runs_of({"bm25"})}, "measures"),
            "measures: redundancy has no use for it; leave it out");
  EXPECT_EQ(refused("significance", {.scores = std::vector<Source>{"scores"}, .systems = {"a"}},
                    "systems"),
            "systems: significance has no use for it; leave it out");
  EXPECT_EQ(refused("significance", {.scores = std::vector<Source>{"scores"}, .of_answers = true},
                    "scores"),
            "of_answers: there are answers in the place of scores and runs; leave out one of the "
            "two");
  EXPECT_TRUE(refusal([] { analysis_record("none"); }, "name")
                  .starts_with("name: there is no analysis 'none'; use one of significance, "));
  EXPECT_EQ(
      refusal([] { analysis_record("pooling significanse"); }, "name"),
      "name: there is no analysis 'pooling significanse'; did you mean pooling significance?");
  EXPECT_EQ(refusal([] { measure_names("P@5,AP,P@5"); }, "measures"),
            "measures: P@5 is listed twice; leave one out");
  EXPECT_EQ(measure_names("a,b(c=1,d=2)@3"), (std::vector<std::string>{"a", "b(c=1,d=2)@3"}));
}

TEST(Files, HaveOneBaseline) {
  AnalysisSources files{
      .evaluation = judged(), .runs = any_runs_of({"bm25", "random"}), .baseline = 9};
  const AnalysisValues margin = values_of("gate", {{"margin", 0.01}});
  const std::string no_run = "baseline: 9 is not the place of a run, of 2; count from 0";
  EXPECT_EQ(refusal([&] { PlannedAnalysis("gate", files, margin); }, "baseline"), no_run);
  files.baseline = 0;
  const AnalysisValues named = values_of("gate", {{"margin", 0.01}, {"baseline", "random"}});
  EXPECT_EQ(refusal([&] { PlannedAnalysis("gate", files, named); }, "baseline"),
            "baseline: both its place and its name are given; leave one out");
}

TEST(Records, AreThoseOfCommands) {
  EXPECT_EQ(analyses_of("gate").at(0).name, "gate");
  EXPECT_TRUE(analyses_of("none").empty());
  const auto is_series = [](const AnalysisRecord& record) { return record.makes_series; };
  EXPECT_EQ(std::ranges::count_if(analyses_of("compare"), is_series), 2);
  EXPECT_EQ(analysis_record("pooling").name, "pooling discriminative-power");
  EXPECT_EQ(std::ranges::count(analysis_formats(), "latex"), 1);
}

TEST(Records, HaveValuesOfTheirOptions) {
  const AnalysisValues values = values_of("significance");
  EXPECT_EQ(values.number("alpha"), 0.05);
  EXPECT_EQ(refusal([&] { values.number("alhpa"); }, "alhpa"),
            "alhpa: there is no such option; did you mean alpha?");
  EXPECT_EQ(refusal([&] { values.number("test"); }, "test"), "test: the option is of another kind");
  const AnalysisSources files{.scores = std::vector<Source>{"scores"}};
  EXPECT_EQ(
      refusal([&] { PlannedAnalysis("selected", files, values_of("topic-set-size")); }, "values"),
      "values: folds is not among their options; make them of those of analysis_record()");
}

TEST(Tools, RefuseWhatTheyDoNotTake) {
  EXPECT_EQ(refusal([] { check_tool("eval", {}); }, "tool"),
            "tool: there is none called 'eval'; use ndeval, trec_eval, gdeval or ntcireval");
  EXPECT_EQ(refusal([] { check_tool("ndeval", {.alpha = 2}); }, "alpha"),
            "alpha: 2 is not a number from 0 to 1");
  EXPECT_EQ(refusal([] { check_tool("trec_eval", {.min_grade = 0}); }, "min_grade"),
            "min_grade: 0 is not from 1 to 1000000");
  for (const EvaluationTool& tool : evaluation_tools()) {
    const ToolOptions none{.depth = 0};
    EXPECT_EQ(refusal([&] { check_tool(tool.name, none); }, "depth"), "depth: 0 is too few");
    EXPECT_EQ(refusal([&] { tool_output(tool.name, judged(), runs_of({"pm2"}), none); }, "depth"),
              "depth: 0 is too few");
  }
  for (const std::string tool : {"ndeval", "gdeval"}) {
    EXPECT_EQ(refusal([&] { check_tool(tool, {.measures = {"map"}}); }, "measures"),
              "measures: " + tool + " has its own; leave them out");
  }
  EXPECT_EQ(refusal([] { check_tool("ndeval", {.risk_alpha = "abc"}); }, "risk_alpha"),
            "risk_alpha: 'abc' is not a number");
  EXPECT_EQ(refusal([] { check_tool("ndeval", {.risk_alpha = "-1"}); }, "risk_alpha"),
            "risk_alpha: -1 is not a number from 0 to 1000000000");
  EXPECT_NE(refusal([] { check_tool("trec_eval", {.measures = {"none"}}); }, "m"),
            "nothing thrown");
  EXPECT_EQ(refusal(
                [] {
                  tool_output("ntcireval", judged(), runs_of({"bm25", "pm2"}));
                },
                "runs"),
            "runs: ntcireval prints the topics of a single run");
}

TEST(Inputs, AreCheckedBeforeTheyAreRead) {
  EXPECT_EQ(gains_named("1=1, 2=3"), (std::map<int, double>{{1, 1}, {2, 3}}));
  EXPECT_EQ(
      refusal([] { gains_named("1=0"); }, "gains"),
      "gains: '1=0' is not a whole grade with a gain above 0 and at most 1e9; write for example "
      "`gains=1=1,2=3,3=7`");
  EvaluationInputs inputs = judged();
  inputs.hierarchies = {{"a_b", Source("none")}};
  EXPECT_EQ(refusal([&] { check_inputs(inputs); }, "hierarchy"),
            "hierarchy: the name 'a_b' has one of @(),_` in it; use letters, digits and +");
  EXPECT_NE(refusal([&] { Evaluator(inputs, {"P@5"}); }, "hierarchy"), "nothing thrown");
  inputs = judged();
  inputs.max_grade = 1001;
  EXPECT_EQ(refusal([&] { check_inputs(inputs); }, "max_grade"),
            "max_grade: '1001' is above 1000; give the highest grade of the judgments");
}

TEST(Inputs, NeedJudgments) {
  const std::string none = "qrels: none given; give the judgments";
  const EvaluationInputs inputs;
  const std::vector<RunFile> runs = runs_of({"bm25", "pm2"});
  EXPECT_EQ(refusal([] { Judgments::read(JudgmentInputs{}); }, "qrels"), none);
  EXPECT_EQ(refusal([&] { Evaluator(inputs, {"P@5"}); }, "qrels"),
            "qrels is missing, which P@5 needs; give the judgments, or measures that need none, "
            "such as ILD@20");
  for (const std::string tool : {"ndeval", "trec_eval"})
    EXPECT_EQ(refusal([&] { tool_output(tool, inputs, runs); }, "qrels"), none);
  EXPECT_EQ(
      refusal([&] { PairSample({.evaluation = inputs, .runs = runs, .relevant_only = true}); },
              "qrels"),
      "qrels is missing, which `relevant_only` needs; give the judgments, or leave it out");
}

TEST(Terminal, LinesAreOfOneWidth) {
  EXPECT_EQ(terminal_columns("\u65e5a"), 3U);
  EXPECT_EQ(terminal_lines("a bb  ccc dddddd", 6, "- ", "  "), "- a bb\n  ccc\n  dddd\n  dd\n");
  EXPECT_EQ(terminal_lines("a bb  ccc dddddd", 0, "- ", "  "), "- a bb ccc dddddd\n");
}

}  // namespace
}  // namespace subintent
