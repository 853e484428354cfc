// Names of measures: spellings, parameters, and what is refused.
#include "evaluate/measure.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluate/measure_table.h"
#include "messages.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

const MeasureContext everything{{"WI", "SUP+WI"}, true, nullptr, nullptr, {"gender", "age"}};

Measure parse_one(const std::string& name, const MeasureContext& context = everything) {
  return parse_measures(name, context).at(0);
}

std::string measure_refusal(const std::string& name, const MeasureContext& context = everything) {
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
  for (const char* name : {"NRBP", "nNRBP", "nRBP"}) EXPECT_EQ(parse_one(name).record->name, name);
  for (const char* name : {"nrbp", "Nrbp", "NRbp@20", "nrbp(p=0.5)", "nrbp-LA_WI"}) {
    const std::string message = measure_refusal(name);
    EXPECT_TRUE(has(message, "nRBP ["));
    EXPECT_TRUE(has(message, "NRBP ["));
  }
  EXPECT_EQ(measure_refusal("rbp-IA"), "accepted");
}

TEST(MeasureNames, HaveEachParameterOnce) {
  EXPECT_TRUE(has(measure_refusal("RBP(p=0.9,p=0.8)"), "parameter p is given twice"));
  EXPECT_TRUE(has(measure_refusal("ERR-IA(graded, graded)"), "given twice"));
}

TEST(MeasureNames, AreAcceptedInTheSpellingOfPapersNdevalAndIrMeasures) {
  for (const char* name : {"alpha-nDCG@20", "alpha_nDCG@20", "α-nDCG@20", "ALPHA-NDCG@20"}) {
    const Measure measure = parse_one(name);
    EXPECT_EQ(measure.record->name, "alpha-nDCG") << name;
    EXPECT_EQ(measure.parameters.cutoff, 20u);
    EXPECT_EQ(measure.name, name);
  }
  for (const char* name : {"I-rec@10", "StRecall@10", "strec@10"})
    EXPECT_EQ(parse_one(name).record->name, "I-rec") << name;
  EXPECT_EQ(parse_one("ERR_IA@20").record->name, "ERR-IA");
  EXPECT_EQ(parse_one("ERR_IA(graded)@20").record->name, "ERR-IA(graded)");
  EXPECT_EQ(parse_one("AP_IA").record->name, "MAP-IA");
  EXPECT_EQ(parse_one("AP-IA").record->name, "AP-IA");
  EXPECT_EQ(parse_one("D♯-nDCG@20").record->name, "D#-nDCG");
}

// What is written in a name that asks for all that a measure needs.
std::string complete(const MeasureRecord& record, const std::string& name) {
  const bool graded = name.ends_with("(graded)");
  const std::string core = graded ? name.substr(0, name.size() - 8) : name;
  return core + (record.traits.needs_hierarchy ? "_WI" : "") + (graded ? "(graded)" : "");
}

TEST(MeasureTable, NamesMeanTheirRecords) {
  for (const MeasureRecord& record : measure_table()) {
    const std::string at = record.at.empty() ? "@5" : "@0.5";
    EXPECT_EQ(parse_one(complete(record, record.name) + at).record, &record) << record.name;
    for (const std::string& other : record.other_names)
      EXPECT_EQ(parse_one(other + at).record, &record) << other;
    EXPECT_FALSE(record.formula.empty() || record.source.empty()) << record.name;
  }
}

TEST(MeasureTable, ParametersTakeTheValuesOfTheirRecordsAndNoOthers) {
  for (const MeasureRecord& record : measure_table()) {
    const std::string name = complete(record, record.name);
    Measure measure = parse_one(name);
    for (const ParameterRecord& parameter : parameters_of(record, true, true)) {
      const auto refuses = [&](const std::string& value) {
        return parameter.set(measure.parameters, value).has_value();
      };
      EXPECT_TRUE(refuses("")) << name << " " << parameter.name;
      EXPECT_NE(refuses("x"), parameter.is_text) << name << " " << parameter.name;
      for (const std::string_view word : parameter.words)
        EXPECT_FALSE(refuses(std::string(word))) << name << " " << parameter.name;
      if (!parameter.words.empty() || parameter.is_text) continue;
      EXPECT_FALSE(refuses(fmt::format("{}", parameter.min))) << name << " " << parameter.name;
      EXPECT_FALSE(refuses(fmt::format("{}", parameter.max))) << name << " " << parameter.name;
      EXPECT_TRUE(refuses(fmt::format("{}", parameter.min - 1))) << name << " " << parameter.name;
      EXPECT_TRUE(refuses(fmt::format("{}", parameter.max * 2))) << name << " " << parameter.name;
      EXPECT_FALSE(parameter.meaning.empty() || parameter.default_value.empty()) << parameter.name;
    }
  }
}

TEST(MeasureNames, HaveAShareOfRecallBehindAtWhereTheMeasureIsOfOne) {
  EXPECT_EQ(parse_one("IPrec@0.1").parameters.recall, 0.1);
  EXPECT_EQ(parse_one("IPrec@0.1").parameters.cutoff, no_cutoff);
  EXPECT_EQ(parse_one("IPrec(recall=0.1)").parameters.recall, 0.1);
  EXPECT_EQ(measure_refusal("IPrec@5"),
            "measure 'IPrec@5': recall is '5'; give a number from 0 to 1");
  EXPECT_EQ(measure_refusal("nDCG@0.5"),
            "measure 'nDCG@0.5': the cutoff after @ is not a whole number from 1 to 10000000; "
            "write for example @20");
}

TEST(MeasureNames, MayBeThoseOfIrMeasures) {
  EXPECT_TRUE(parse_one("SetRelP(rel=2)").parameters.relative);
  EXPECT_EQ(parse_one("SetRelP(rel=2)").parameters.least_grade, 2);
  EXPECT_EQ(parse_one("nDCG(dcg='exp-log2')@5").parameters.gain, Gain::exponential);
  EXPECT_EQ(parse_one("nDCG(dcg='log2')@5").parameters.gain, Gain::linear);
  EXPECT_EQ(measure_refusal("NumRet(rel=1)"),
            "measure 'NumRet(rel=1)': is a number that is added up over topics, and no score to "
            "take means of; see `tool_output(\"trec_eval\", ...)`");
  EXPECT_EQ(measure_refusal("nDCG(gains={0:1,1:3})@10"),
            "measure 'nDCG(gains={0:1,1:3})@10': gains of grades are the same for all measures; "
            "give `gains={{1, 1}, {2, 3}}` in its place");
}

TEST(MeasureNames, TakeParametersBeforeOrAfterTheSuffix) {
  EXPECT_EQ(parse_one("alpha_nDCG(alpha=0.9)@20").parameters.alpha, 0.9);
  EXPECT_EQ(parse_one("HD#-nDCG(gamma=0.25)_WI@20").parameters.gamma, 0.25);
  EXPECT_EQ(parse_one("HD#-nDCG_WI(gamma=0.25)@20").parameters.gamma, 0.25);
  EXPECT_EQ(parse_one("Q(beta=10)@20").parameters.gain_weight, 10);
  EXPECT_EQ(parse_one("Q@20").parameters.gain_weight, 1);
  EXPECT_EQ(parse_one("NRBP(beta=0.8, alpha=0.1)").parameters.patience, 0.8);
  EXPECT_EQ(parse_one("nDCG(gain=exp,discount=jk)@5").parameters.gain, Gain::exponential);
  EXPECT_EQ(parse_one("nDCG(gain=exp,discount=jk)@5").parameters.discount, Discount::jarvelin);
  EXPECT_EQ(parse_one("ERR(max-grade=4)@20").parameters.max_grade, 4);
  EXPECT_EQ(parse_one("ERR-IA(weights=given)@20").parameters.weights, NodeWeights::given);
  EXPECT_TRUE(parse_one("nDCG_RA(pairs=relevant)@20").parameters.relevant_pairs);
}

TEST(MeasureNames, NameAttributes) {
  EXPECT_EQ(parse_one("GF@20").parameters.attribute, "");
  EXPECT_EQ(parse_one("GFR(attribute='age')@20").parameters.attribute, "age");
  EXPECT_EQ(parse_one("awrf(attribute=gender+age)").parameters.attribute, "age+gender");
  EXPECT_TRUE(parse_one("G-rec-LA@5").layer_aware);
  EXPECT_EQ(measure_refusal("GF(attribute='sex')@20"),
            "measure 'GF(attribute='sex')@20': there is no attribute 'sex'; given are gender, age");
  EXPECT_EQ(measure_refusal("GF(attribute=age+sex)"),
            "measure 'GF(attribute=age+sex)': there is no attribute 'sex'; given are gender, age");
  EXPECT_EQ(measure_refusal("GF(attribute=age+)"),
            "measure 'GF(attribute=age+)': an attribute has no name; write for example "
            "attribute='gender'");
  EXPECT_EQ(measure_refusal("GF(attribute=age+age)"),
            "measure 'GF(attribute=age+age)': attribute age is crossed with itself; name it once");
  EXPECT_EQ(measure_refusal("GF@5", {}),
            "measure 'GF@5': needs groups of documents; give `groups`");
}

TEST(MeasureNames, NameAHierarchyAsSuffix) {
  const Measure layered = parse_one("D#-nDCG-LA_SUP+WI@20");
  EXPECT_TRUE(layered.layer_aware);
  EXPECT_EQ(layered.hierarchy, 1u);
  EXPECT_EQ(layered.record->name, "D#-nDCG");
  EXPECT_EQ(parse_one("LAD#-nDCG_SUP+WI@20").hierarchy, 1u);
  EXPECT_EQ(parse_one("alpha_nDCG-LA_WI@20").hierarchy, 0u);
  // The only hierarchy there is need not be named.
  EXPECT_EQ(parse_one("HD#-nDCG@20", {{"X"}, false}).hierarchy, 0u);
  EXPECT_FALSE(parse_one("D#-nDCG@20").hierarchy.has_value());
}

TEST(MeasureNames, ListsAreCutAtCommasOutsideParentheses) {
  const auto measures = parse_measures(" P@5, nDCG(gain=exp,discount=jk)@5 ,P@5", {});
  ASSERT_EQ(measures.size(), 2u);  // one named twice counts once
  EXPECT_EQ(measures[1].name, "nDCG(gain=exp,discount=jk)@5");
  for (const char* names : {"", " , ", "P@5,", "P@5, ,R@5"})
    EXPECT_TRUE(has(measure_refusal(names), "a name is missing")) << names;
}

TEST(MeasureNames, WithoutCutoffMeanTheWholeList) {
  EXPECT_EQ(parse_one("MAP-IA").parameters.cutoff, no_cutoff);
}

TEST(MeasureNames, UnknownOnesAreRefusedWithTheNearest) {
  EXPECT_TRUE(has(measure_refusal("alfa-nDCG@20"), "did you mean alpha-nDCG@20?"));
  EXPECT_TRUE(has(measure_refusal("D#-nDGC@20"), "did you mean D#-nDCG@20?"));
  EXPECT_TRUE(has(measure_refusal("a-nDCG@20"), "did you mean alpha-nDCG@20?"));
  EXPECT_TRUE(has(measure_refusal("a_nDCG@20"), "did you mean alpha_nDCG@20?"));
  EXPECT_TRUE(has(measure_refusal("nDCG@20"), "accepted"));
}

TEST(MeasureNames, ImpossibleOnesAreRefused) {
  EXPECT_TRUE(has(measure_refusal("HD#-nDCG@20"), "add one of _WI, _SUP+WI"));
  EXPECT_TRUE(has(measure_refusal("HD#-nDCG@20", {}), "needs a hierarchy"));
  EXPECT_TRUE(has(measure_refusal("alpha-nDCG-LA_XX@20"), "; give `hierarchies=XX`"));
  EXPECT_TRUE(has(measure_refusal("alpha-nDCG_WI@20"), "ends in -LA"));
  EXPECT_TRUE(has(measure_refusal("nDCG-LA_WI@20"), "no layer-aware form"));
  EXPECT_TRUE(has(measure_refusal("nDCG_RA@20", {}), "give `similarity`"));
  EXPECT_TRUE(has(measure_refusal("D-nDCG_RA@20"), "traditional measures only"));
  EXPECT_TRUE(has(measure_refusal("P(alpha=0.5)@20"), "no parameter 'alpha=0.5'"));
  EXPECT_TRUE(has(measure_refusal("alpha-nDCG(alpha=2)@20"), "from 0 to 1"));
  EXPECT_TRUE(has(measure_refusal("alpha-nDCG(alpha=nan)@20"), "from 0 to 1"));
  EXPECT_TRUE(has(measure_refusal("P@0"), "cutoff"));
  EXPECT_TRUE(has(measure_refusal("P@"), "cutoff"));
  EXPECT_TRUE(has(measure_refusal("P(@5"), "')'"));
  EXPECT_TRUE(has(measure_refusal("P(graded)@5"), "graded form"));
}

TEST(MeasureNames, DefaultsFollowWhatIsThere) {
  EXPECT_EQ(default_measures({}).size(), 5u);
  EXPECT_EQ(default_measures(everything).size(), 5u + 2 * 5 + 4 + 1);
}

}  // namespace
}  // namespace subintent::internal
