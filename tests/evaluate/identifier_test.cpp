// The spelling of measures that is an expression of Python: what it is, and that it means the same.
#include "evaluate/measure.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>

#include "evaluate/measure_table.h"
#include "messages.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::string identifier(const std::string& name) {
  return identifier_of(parse_measure(name));
}

std::string refusal(const std::string& name) {
  return message_of([&] { parse_measure(name); });
}

TEST(Identifiers, SpellSignsAsWords) {
  EXPECT_EQ(identifier("D#-nDCG@20"), "D_sharp_nDCG@20");
  EXPECT_EQ(identifier("D♯-nDCG@20"), "D_sharp_nDCG@20");
  EXPECT_EQ(identifier("P+"), "P_plus");
  EXPECT_EQ(identifier("D-P+"), "D_P_plus");
  EXPECT_EQ(identifier("P+Q@5"), "P_plus_Q@5");
  EXPECT_EQ(identifier("P+Q#@5"), "P_plus_Q_sharp@5");
  EXPECT_EQ(identifier("α-nDCG@20"), "alpha_nDCG@20");
  EXPECT_EQ(identifier("strec@20"), "I_rec@20");
  EXPECT_EQ(identifier("nDCG_RA@10"), "nDCG_RA@10");
  EXPECT_EQ(identifier("NRBP"), "NRBP");
  EXPECT_EQ(identifier("nRBP"), "nRBP");
}

TEST(Identifiers, HaveTheHierarchyAsAParameter) {
  EXPECT_EQ(identifier("HD#-nDCG_WI@20"), "HD_sharp_nDCG(hierarchy='WI')@20");
  EXPECT_EQ(identifier("alpha-nDCG-LA_SUP+WI"), "alpha_nDCG_LA(hierarchy='SUP+WI')");
  EXPECT_EQ(identifier("alpha_nDCG_LA_WI"), "alpha_nDCG_LA(hierarchy='WI')");
  EXPECT_EQ(identifier("HD#-nDCG_WI(hierarchy=WI)"), "HD_sharp_nDCG(hierarchy='WI')");
  EXPECT_EQ(identifier("HD_sharp_nDCG@5"), "HD_sharp_nDCG@5");
  EXPECT_EQ(identifier("N-rec_it's"), "N_rec(hierarchy=\"it's\")");
  EXPECT_TRUE(has(refusal("HD#-nDCG_WI(hierarchy='WD')"), "the hierarchies 'WI' and 'WD'"));
  EXPECT_TRUE(has(refusal("HD_nDCG(hierarchy='')"), "no name"));
  EXPECT_TRUE(has(refusal("HD_nDCG(hierarchy='WI)"), "do not match"));
  EXPECT_TRUE(has(refusal("D_nDCG(hierarchy='WI')"), "-LA"));
  EXPECT_TRUE(has(refusal("nDCG_RA(hierarchy='WI')"), "-LA"));
}

TEST(Identifiers, HaveNoParameterAtItsDefault) {
  EXPECT_EQ(identifier("D#-nDCG(gamma=.5,rel=1,judged_only=False)@20"), "D_sharp_nDCG@20");
  EXPECT_EQ(identifier("NRBP(beta=0.80, alpha=1)"), "NRBP(alpha=1,beta=0.8)");
  EXPECT_EQ(identifier("ERR(max-grade=4)@20"), "ERR(max_grade=4)@20");
  EXPECT_EQ(identifier("Q(gain=\"exp\")"), "Q(gain='exp')");
  EXPECT_EQ(identifier("HD-Q_X(layers=0.50+.25)"), "HD_Q(hierarchy='X',layers='0.5+0.25')");
  EXPECT_EQ(identifier("P(judged_only='True')@5"), "P(judged_only=True)@5");
  // The gains of an evaluation are those of measures that name none.
  EXPECT_NE(identifier("nDCG(gain=linear)"), identifier("nDCG"));
}

TEST(Identifiers, TellMeasuresThatShareOneApart) {
  EXPECT_EQ(identifier("ERR-IA"), "ERR_IA");
  EXPECT_EQ(identifier("ERR-IA(graded=False)"), "ERR_IA");
  EXPECT_EQ(identifier("ERR-IA(graded)@5"), "ERR_IA(graded=True)@5");
  EXPECT_EQ(identifier("ERR_IA_graded@5"), "ERR_IA(graded=True)@5");
  EXPECT_EQ(identifier("AP_IA"), "MAP_IA");
  EXPECT_EQ(identifier("AP-IA"), "AP_IA(graded=True)");
  EXPECT_TRUE(has(refusal("ERR_IA(graded=1)"), "use True or False"));
  EXPECT_TRUE(has(refusal("P_IA(graded=True)"), "no graded form"));
}

TEST(Identifiers, ThatAreNotKnownGetTheNearest) {
  EXPECT_TRUE(has(refusal("D_sharp_nDGC@20"), "did you mean D_sharp_nDCG@20?"));
  EXPECT_TRUE(has(refusal("alfa_nDCG"), "did you mean alpha_nDCG?"));
}

TEST(StringLiterals, AreThoseOfPython) {
  for (const char* text : {"", "WI", "it's", "say \"it\"", "'\"", "a\\", "\\'", "α"})
    EXPECT_EQ(unquoted(quoted(text)), text);
  EXPECT_EQ(quoted("it's"), "\"it's\"");
  EXPECT_EQ(unquoted("WI"), "WI");
  for (const char* text : {"'", "'WI", "'WI\"", "'W'I", "'W'I'", "'\\'"})
    EXPECT_EQ(unquoted(text), std::nullopt) << text;
}

std::vector<std::string> values_of(const ParameterRecord& parameter) {
  std::vector<std::string> values(parameter.words.begin(), parameter.words.end());
  if (parameter.name == "layers") values.insert(values.end(), {"1", "0.1+1e-05+1e9"});
  if (values.empty()) values = {shortest(parameter.min), shortest(parameter.max)};
  if (values.size() == 2 && !parameter.is_whole && parameter.words.empty())
    values.push_back(shortest(parameter.min + (parameter.max - parameter.min) / 3));
  return values;
}

// "alpha-nDCG-LA_WI(alpha=0)@20"; of ERR-IA(graded), "ERR-IA(graded,rel=2)@20".
std::string with_parameter(const Measure& form, const std::string& setting) {
  const bool graded = form.name.ends_with("(graded)");
  return fmt::format("{}{}({}{}){}", form.name.substr(0, form.name.find('(')),
                     needs_hierarchy(form) ? "_WI" : "", graded ? "graded," : "", setting,
                     form.record->at.empty() ? "@20" : "");
}

void expect_same(const Measure& a, const Measure& b) {
  EXPECT_EQ(a.record, b.record);
  EXPECT_EQ(a.layer_aware, b.layer_aware);
  EXPECT_EQ(a.similarity, b.similarity);
  EXPECT_EQ(a.hierarchy_name, b.hierarchy_name);
  EXPECT_TRUE(a.parameters == b.parameters);
}

TEST(Identifiers, HoldHierarchiesOfAnyName) {
  for (const char* hierarchy :
       {"", "SUP+WI", "it's", "\"it\\'s\"", "sharp", "IA", "α#", "plus Q"}) {
    for (const char* name :
         {"HD-Q", "LAD#-nDCG", "LAD#-nDCG-LA", "N-rec", "P+Q-LA", "alpha-nDCG-LA", "Ef-P-LA"}) {
      const Measure measure = parse_measure(fmt::format("{}_{}@5", name, hierarchy));
      EXPECT_EQ(measure.hierarchy_name, hierarchy);
      expect_same(parse_measure(identifier_of(measure)), measure);
    }
  }
}

// Every measure in every form with every parameter at its ends and inside.
TEST(Identifiers, MeanTheMeasuresThatTheyWereMadeOf) {
  const std::regex expression(
      R"re([A-Za-z]\w*(\((\w+=([-+.\w]+|'.*'|".*")(,(?!\))|(?=\))))+\))?(@[1-9]\d*|@[-+.\de]+)?)re");
  std::map<std::string, std::string> names;
  for (const MeasureRecord& record : measure_table()) {
    for (const Measure& form : forms_of(record)) {
      std::vector<std::string> settings = {"rel=1"};
      for (const ParameterRecord& parameter :
           parameters_of(record, form.layer_aware, form.similarity != nullptr))
        for (const std::string& value : values_of(parameter))
          settings.push_back(std::string(parameter.name) + "=" + value);
      for (const std::string& setting : settings) {
        const std::string name = with_parameter(form, setting);
        const Measure measure = parse_measure(name);
        const std::string made = identifier_of(measure);
        SCOPED_TRACE(name + " is " + made);
        EXPECT_TRUE(std::regex_match(made, expression));
        expect_same(parse_measure(made), measure);
        EXPECT_EQ(identifier_of(parse_measure(made)), made);
        const auto [at, is_new] = names.emplace(made, name);
        if (!is_new) expect_same(parse_measure(at->second), measure);
      }
    }
  }
  EXPECT_GT(names.size(), 2000U);
}

}  // namespace
}  // namespace subintent::internal
