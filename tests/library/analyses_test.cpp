// Analyses of values: the tables that are asked for, and what they cannot use. All are made in
// tests/python/test_analyses.py.
#include <gtest/gtest.h>
#include <subintent/subintent.h>

#include <functional>

#include "messages.h"

namespace subintent {
namespace {

const std::string study = SUBINTENT_DATA "/study/";

// Scores of three runs by two measures, their lists, judgments, and what people prefer.
AnalysisSources study_sources() {
  AnalysisSources sources;
  const auto judgments = Judgments::read(study + "qrels.txt");
  sources.evaluation.judgments = judgments;
  sources.second_judgments = judgments;
  for (const char* name : {"bm25", "pm2", "random"})
    sources.runs.emplace_back(subintent::Run::read(study + "runs/" + name));
  const std::vector<AnyRun> runs(sources.runs.begin(), sources.runs.end());
  sources.scores = Evaluator({judgments}, {"nDCG@10", "I-rec@10"}).score(runs).scores();
  sources.preferences =
      std::vector<PreferencePool>{{"preferences.tsv", read_preferences(study + "preferences.tsv")}};
  const std::vector<std::string> docnos = judgments.relevant("1");
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < docnos.size(); ++i) values.push_back(i * 0x9e3779b97f4a7c15U);
  sources.similarities = {{"fingerprints", Similarity::fingerprints(docnos, values)}};
  return sources;
}

TEST(Analyses, GiveTheTablesThatAreAskedFor) {
  const AnalysisSources sources = study_sources();
  AnalysisSources own = sources;
  own.tables = {"separation"};
  const auto made = analyse("similarities", own).tables;
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].name, "separation");
  const auto all = analyse("similarities", sources).tables;
  EXPECT_EQ(made[0].rows, all.at(1).rows);
  own.tables = {"reliability", "participants"};
  own.scores = {};  // which people do without
  EXPECT_EQ(analyse("preferences", own).tables.size(), 2U);
}

std::string refusal_of_analysis(const std::string& name, const AnalysisSources& sources,
                                const OptionValues& values) {
  const Error error = thrown_by([&] { analyse(name, sources, values); });
  return error.argument() + "|" + error.what();
}

TEST(Analyses, RefuseWhatMakesNoSense) {
  const AnalysisSources sources = study_sources();
  const auto judgments = Judgments::read(study + "qrels.txt");
  EXPECT_TRUE(refusal_of_analysis("none", sources, {})
                  .starts_with("name|name: there is no analysis 'none'; use one"));
  EXPECT_EQ(refusal_of_analysis("significance", sources, {{"alpha", 2.0}}),
            "alpha|alpha: 2 is not between 0 and 1; give for example 0.05");
  EXPECT_EQ(
      refusal_of_analysis("significance", sources, {{"gold", std::string("x")}}),
      "gold|gold: there is no such option; use one of standardise, test, alpha, trials, seed, "
      "correction, family, baseline");
  EXPECT_EQ(refusal_of_analysis("significance", sources, {{"alpha", std::string("x")}}),
            "alpha|alpha: 'x' is not a number");
  EXPECT_EQ(refusal_of_analysis("significance", sources, {{"alpha", true}}),
            "alpha|alpha: expected a number");
  EXPECT_EQ(refusal_of_analysis("significance", sources, {{"standardise", "x"}}),
            "standardise|standardise: expected a truth value");
  EXPECT_EQ(refusal_of_analysis("concordance", sources, {}),
            "gold|gold is missing; give the measure that is the gold standard");
  EXPECT_EQ(
      refusal_of_analysis("difference", sources, {{"measures", std::vector<std::string>{"P@5"}}}),
      "runs|runs: there are more than 2; leave some out");
  EXPECT_EQ(refusal_of_analysis("concordance", sources, {{"gold", std::vector<std::string>()}}),
            "gold|gold is missing; give the measure that is the gold standard");
  EXPECT_EQ(refusal_of_analysis("placebo", sources, {}), "hierarchies|hierarchies: none given");
  const auto unused = [&](const std::string& argument,
                          const std::function<void(AnalysisSources&)>& give) {
    AnalysisSources own = sources;
    give(own);
    EXPECT_EQ(refusal_of_analysis("redundancy", own, {}),
              argument + "|" + argument + ": redundancy has no use for it; leave it out");
  };
  unused("measures", [](AnalysisSources& own) { own.measures = {"P@5"}; });
  unused("missing", [](AnalysisSources& own) { own.missing = MissingScores::zero; });
  unused("pooled", [](AnalysisSources& own) { own.pooled = own.runs; });
  unused("answers", [&](AnalysisSources& own) { own.answers = judgments; });
  unused("superintents", [](AnalysisSources& own) { own.superintents = Source("groups"); });
  unused("more_judgments", [&](AnalysisSources& own) { own.more_judgments = {judgments}; });
  AnalysisSources without = sources;
  without.runs.clear();
  EXPECT_EQ(refusal_of_analysis("leave-out", without, {}), "runs|runs: none given");
  without.tables = {"what"};
  EXPECT_EQ(refusal_of_analysis("significance", without, {}),
            "tables|tables: significance has no table 'what'; use one of groups, pairs");
}

}  // namespace
}  // namespace subintent
