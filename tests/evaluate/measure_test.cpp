// Names of measures: spellings, parameters, and what is refused.
#include "evaluate/measure.h"

#include <gtest/gtest.h>

#include "support/error.h"

namespace subintent {
namespace {

const MeasureContext everything{{"WI", "SUP+WI"}, true};

Measure parse_one(const std::string& name, const MeasureContext& context = everything) {
  return parse_measures(name, context).at(0);
}

std::string refusal(const std::string& name, const MeasureContext& context = everything) {
  try {
    parse_measures(name, context);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::argument);
    return error.what();
  }
  return "accepted";
}

// NRBP is a measure of novelty, nRBP a normalised RBP.
TEST(MeasureNames, ThatDifferInCaseOnlyAreWrittenExactly) {
  EXPECT_TRUE(is_nrbp(parse_one("NRBP")));
  EXPECT_TRUE(is_nrbp(parse_one("nNRBP")));
  EXPECT_EQ(std::get<GainBased>(parse_one("nRBP").core).measure, GainMeasure::nRBP);
  for (const char* name : {"nrbp", "Nrbp", "NRbp@20", "nrbp(p=0.5)", "nrbp-LA_WI"}) {
    const std::string message = refusal(name);
    EXPECT_NE(message.find("nRBP ["), std::string::npos) << message;
    EXPECT_NE(message.find("NRBP ["), std::string::npos) << message;
  }
  EXPECT_EQ(refusal("nrbp-IA"), "accepted");
}

TEST(MeasureNames, HaveEachParameterOnce) {
  EXPECT_NE(refusal("RBP(p=0.9,p=0.8)").find("parameter p is given twice"), std::string::npos);
  EXPECT_NE(refusal("ERR-IA(graded, graded)").find("given twice"), std::string::npos);
}

TEST(MeasureNames, AreAcceptedInTheSpellingOfPapersNdevalAndIrMeasures) {
  for (const char* name : {"alpha-nDCG@20", "alpha_nDCG@20", "α-nDCG@20", "ALPHA-NDCG@20"}) {
    const Measure measure = parse_one(name);
    EXPECT_EQ(std::get<CascadeMeasure>(measure.core), CascadeMeasure::alpha_nDCG) << name;
    EXPECT_EQ(measure.cutoff, 20u);
    EXPECT_EQ(measure.name, name);
  }
  for (const char* name : {"I-rec@10", "StRecall@10", "strec@10"}) {
    EXPECT_EQ(std::get<SetMeasure>(parse_one(name).core), SetMeasure::intent_recall) << name;
  }
  EXPECT_EQ(std::get<CascadeMeasure>(parse_one("ERR_IA@20").core), CascadeMeasure::ERR_IA);
  EXPECT_EQ(std::get<SetMeasure>(parse_one("AP_IA").core), SetMeasure::map_ia);
  EXPECT_EQ(std::get<GainBased>(parse_one("AP-IA").core).source, GainSource::intent_aware);
  EXPECT_EQ(parse_one("D♯-nDCG@20").sharp, SharpRecall::intents);
}

TEST(MeasureNames, TakeParametersBeforeOrAfterTheSuffix) {
  EXPECT_EQ(parse_one("alpha_nDCG(alpha=0.9)@20").alpha, 0.9);
  EXPECT_EQ(parse_one("HD#-nDCG(gamma=0.25)_WI@20").gamma, 0.25);
  EXPECT_EQ(parse_one("HD#-nDCG_WI(gamma=0.25)@20").gamma, 0.25);
  EXPECT_EQ(parse_one("Q(beta=10)@20").beta, 10);
  EXPECT_EQ(parse_one("Q@20").beta, 1);
  EXPECT_EQ(parse_one("NRBP(beta=0.8, alpha=0.1)").beta, 0.8);
  EXPECT_EQ(parse_one("nDCG(gain=exp,discount=jk)@5").gain, Gain::exponential);
  EXPECT_EQ(parse_one("nDCG(gain=exp,discount=jk)@5").discount, Discount::jarvelin);
  EXPECT_EQ(parse_one("ERR(max-grade=4)@20").max_grade, 4);
  EXPECT_TRUE(parse_one("ERR-IA(weights=given)@20").given_weights);
  EXPECT_EQ(std::get<GainBased>(parse_one("ERR-IA(graded)@20").core).measure, GainMeasure::ERR);
  EXPECT_TRUE(parse_one("nDCG_RA(pairs=relevant)@20").relevant_pairs);
}

TEST(MeasureNames, NameAHierarchyAsSuffix) {
  const Measure layered = parse_one("D#-nDCG-LA_SUP+WI@20");
  EXPECT_TRUE(layered.layer_aware);
  EXPECT_EQ(layered.hierarchy, 1u);
  EXPECT_EQ(layered.sharp, SharpRecall::intents);
  const Measure lad = parse_one("LAD#-nDCG_WI@20");
  EXPECT_TRUE(lad.layer_aware);
  EXPECT_EQ(lad.sharp, SharpRecall::nodes);
  EXPECT_EQ(parse_one("alpha_nDCG-LA_WI@20").hierarchy, 0u);
  // The only hierarchy there is need not be named.
  EXPECT_EQ(parse_one("HD#-nDCG@20", {{"X"}, false}).hierarchy, 0u);
  EXPECT_FALSE(parse_one("D#-nDCG@20").hierarchy.has_value());
}

TEST(MeasureNames, ListsAreCutAtCommasOutsideParentheses) {
  const auto measures = parse_measures(" P@5, nDCG(gain=exp,discount=jk)@5 ,P@5", {});
  ASSERT_EQ(measures.size(), 2u);  // one named twice counts once
  EXPECT_EQ(measures[1].name, "nDCG(gain=exp,discount=jk)@5");
  for (const char* names : {"", " , ", "P@5,", "P@5, ,R@5"}) {
    EXPECT_NE(refusal(names).find("a name is missing"), std::string::npos) << names;
  }
}

TEST(MeasureNames, WithoutCutoffMeanTheWholeList) {
  EXPECT_EQ(parse_one("MAP-IA").cutoff, no_cutoff);
}

TEST(MeasureNames, UnknownOnesAreRefusedWithTheNearest) {
  EXPECT_NE(refusal("alfa-nDCG@20").find("did you mean alpha-nDCG?"), std::string::npos);
  EXPECT_NE(refusal("D#-nDGC@20").find("did you mean D#-nDCG?"), std::string::npos);
  EXPECT_NE(refusal("nDCG@20").find("accepted"), std::string::npos);
}

TEST(MeasureNames, ImpossibleOnesAreRefused) {
  EXPECT_NE(refusal("HD#-nDCG@20").find("add one of _WI, _SUP+WI"), std::string::npos);
  EXPECT_NE(refusal("HD#-nDCG@20", {}).find("needs a hierarchy"), std::string::npos);
  EXPECT_NE(refusal("alpha-nDCG-LA_XX@20").find("there is no hierarchy 'XX'"), std::string::npos);
  EXPECT_NE(refusal("alpha-nDCG_WI@20").find("ends in -LA"), std::string::npos);
  EXPECT_NE(refusal("nDCG-LA_WI@20").find("no layer-aware form"), std::string::npos);
  EXPECT_NE(refusal("nDCG_RA@20", {}).find("--fingerprints"), std::string::npos);
  EXPECT_NE(refusal("D-nDCG_RA@20").find("traditional measures only"), std::string::npos);
  EXPECT_NE(refusal("P(alpha=0.5)@20").find("no parameter 'alpha=0.5'"), std::string::npos);
  EXPECT_NE(refusal("alpha-nDCG(alpha=2)@20").find("from 0 to 1"), std::string::npos);
  EXPECT_NE(refusal("alpha-nDCG(alpha=nan)@20").find("from 0 to 1"), std::string::npos);
  EXPECT_NE(refusal("P@0").find("cutoff"), std::string::npos);
  EXPECT_NE(refusal("P@").find("cutoff"), std::string::npos);
  EXPECT_NE(refusal("P(@5").find("')'"), std::string::npos);
  EXPECT_NE(refusal("P(graded)@5").find("graded form"), std::string::npos);
}

TEST(MeasureNames, DefaultsFollowWhatIsThere) {
  EXPECT_EQ(default_measures({}).size(), 5u);
  EXPECT_EQ(default_measures(everything).size(), 5u + 2 * 5 + 4);
}

}  // namespace
}  // namespace subintent
