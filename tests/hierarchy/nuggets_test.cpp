#include "hierarchy/nuggets.h"

#include <gtest/gtest.h>

#include "hierarchy/check.h"
#include "messages.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

NuggetBank bank_of(const std::string& text) {
  const Source source = Source::memory(text, "bank");
  return read_nuggets({&source, 1});
}

const char* const bank =
    R"({"query_id":"1","nugget_bank":[)"
    R"({"question":"Who?","aggregator_type":"AND","importance":"vital","answers":[)"
    R"({"answer":"She","references":["b","a"]},{"answer":"He","references":["b"]},)"
    R"({"answer":"They","references":[]}]},)"
    R"({"claim":"Then","importance":"okay","references":["c"]},)"
    R"({"claim":"Nowhere","importance":"okay","references":[]}]})";

// The nodes as "layer intent label weight docs", with AND where all children are needed.
std::string text_of(const Hierarchy& hierarchy) {
  std::string text;
  for (const HierarchyNode& node : hierarchy.nodes) {
    text += std::to_string(node.layer) + " " + node.intent + " " + node.label + " " +
            std::to_string(node.weight).substr(0, 4);
    for (const std::uint32_t document : node.docs) text += " " + hierarchy.docnos[document];
    text += std::string(node.needs_all ? " AND" : "") + (node.dummy ? " dummy\n" : "\n");
  }
  return text;
}

TEST(NuggetHierarchies, HaveQuestionsAboveAnswers) {
  const NuggetHierarchies made = hierarchies_of(bank_of(bank), false);
  ASSERT_EQ(made.hierarchies.size(), 1u);
  EXPECT_EQ(made.nuggets, 3u);
  EXPECT_EQ(made.without_relevant, 1u);
  EXPECT_EQ(text_of(made.hierarchies[0]),
            "1 1 Who? 0.66 a b AND\n1 2 Then 0.33 c dummy\n"
            "2 1 She 0.33 a b\n2 1 He 0.33 b\n2 2 Then 0.33 c\n");
  EXPECT_TRUE(hierarchy_faults(made.hierarchies[0], 1e-9).empty());
}

TEST(NuggetHierarchies, KeepWhatNoDocumentHolds) {
  const NuggetHierarchies made = hierarchies_of(bank_of(bank), true);
  EXPECT_EQ(text_of(made.hierarchies[0]),
            "1 1 Who? 0.50 a b AND\n1 2 Then 0.25 c dummy\n1 3 Nowhere 0.25 dummy\n"
            "2 1 They 0.16\n2 1 She 0.16 a b\n2 1 He 0.16 b\n2 2 Then 0.25 c\n2 3 Nowhere 0.25\n");
  EXPECT_TRUE(hierarchy_faults(made.hierarchies[0], 1e-9).empty());
}

TEST(NuggetHierarchies, HaveSubNarrativesAboveNuggets) {
  const NuggetHierarchies made = hierarchies_of(
      bank_of(
          R"({"qid":"1","nuggets":[{"text":"a","importance":"vital","mapped_sub_narrative":"S"},)"
          R"({"text":"b","importance":"okay"},)"
          R"({"text":"c","importance":"okay","mapped_sub_narrative":"S"}]})"
          "\n"
          R"({"qid":"1","docid":"x","nuggets":[{"text":"a","assignment":"support"},)"
          R"({"text":"b","importance":"okay","assignment":"support"}]})"
          "\n"
          R"({"qid":"1","docid":"y","nuggets":[{"text":"a","assignment":"support"}]})"),
      true);
  EXPECT_EQ(text_of(made.hierarchies[0]),
            "1 2 b 0.25 x dummy\n1 S1 S 0.75 x y\n2 2 b 0.25 x\n2 1 a 0.50 x y\n2 3 c 0.25\n");
  EXPECT_TRUE(hierarchy_faults(made.hierarchies[0], 1e-9).empty());
}

TEST(NuggetHierarchies, AreReadAsTheyAreWritten) {
  const Hierarchy made = hierarchies_of(bank_of(bank), true).hierarchies[0];
  std::string line;
  append_hierarchy_line(line, made);
  const auto read = read_hierarchies(Source::memory(line, "h"));
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(text_of(read[0]), text_of(made));
}

TEST(NuggetHierarchies, HaveAPartForDocumentsOfTheNuggetItself) {
  const std::string own =
      R"({"query_id":"1","nugget_bank":[{"question":"Q","references":["a","b"],)"
      R"("answers":[{"answer":"A","references":["a"]}]}]})";
  EXPECT_EQ(text_of(hierarchies_of(bank_of(own), false).hierarchies[0]),
            "1 1 Q 1.00 a b\n2 1 A 0.50 a\n2 1  0.50 b\n");
}

TEST(NuggetHierarchies, AreOnlyOfTopicsWithADocument) {
  const std::string two = std::string(bank) + "\n" +
                          R"({"query_id":"2","nugget_bank":[{"question":"Q","answers":["A"]}]})";
  const NuggetHierarchies made = hierarchies_of(bank_of(two), true);
  EXPECT_EQ(made.hierarchies.size(), 1u);
  EXPECT_EQ(made.topics_without_relevant, 1u);
}

TEST(NuggetHierarchies, AreNotLargerThanOthers) {
  std::string deep = R"({"question":"Q","references":["d"]})", references = "\"d\"";
  for (std::size_t i = 1; i < max_nugget_levels; ++i)
    deep = R"({"question":"Q","sub_nuggets":[)" + deep + "]}";
  for (std::size_t i = 0; i <= max_document_entries / max_nugget_levels; ++i)
    references += ",\"" + std::to_string(i) + "\"";
  const std::string large = R"({"query_id":"1","nugget_bank":[)" + deep +
                            R"(,{"claim":"C","references":[)" + references + "]}]}";
  const Error error = thrown_by([&] { hierarchies_of(bank_of(large), false); });
  EXPECT_TRUE(has(error.what(), "bank:1: topic 1: the nodes of its hierarchy list"));
}

}  // namespace
}  // namespace subintent::internal
