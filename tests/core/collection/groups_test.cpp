#include "core/collection/groups.h"

#include <gtest/gtest.h>

#include "messages.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

GroupAttribute attribute(const std::string& memberships, const std::string& targets = {}) {
  GroupAttribute made{Source::memory(memberships, "m"), {}, false};
  if (!targets.empty()) made.targets = Source::memory(targets, "t");
  return made;
}

std::string refusal(const GroupAttribute& given) {
  return message_of([&] { read_groups(given, "groups"); });
}

// "a .5, b .5" of a document.
std::string shares(const Groups& groups, std::string_view topic, std::string_view docno) {
  const TopicMemberships* const found = groups.find(topic);
  if (found == nullptr) return "no topic";
  const std::uint32_t document = found->docnos.find(docno);
  if (document == NameTable::none) return "unknown";
  std::string text;
  for (const GroupShare& group : found->of(document))
    text += groups.names()[group.group] + " " + shortest(group.share) + " ";
  return text;
}

using Names = std::vector<std::string>;
using Target = std::vector<double>;

TEST(Groups, OfRowsAreInNaturalOrderAndUniform) {
  const Groups groups = read_groups(
      attribute("# a comment\n10 d 2 1\n\n9 d 10 .25\n9 e 2 1.0\n9 d 2 0.75\n9 f 1 1\n9 f 2 0\n"),
      "");
  EXPECT_EQ(groups.names(), (Names{"1", "2", "10"}));
  EXPECT_EQ(shares(groups, "9", "d"), "2 0.75 10 0.25 ");
  EXPECT_EQ(shares(groups, "9", "f"), "1 1 ");
  EXPECT_EQ(shares(groups, "9", "g"), "unknown");
  EXPECT_EQ(shares(groups, "10", "d"), "2 1 ");
  EXPECT_EQ(shares(groups, "11", "d"), "no topic");
  EXPECT_EQ(groups.target("9"), (Target{1 / 3.0, 1 / 3.0, 1 / 3.0}));
}

TEST(Groups, OfTheTopicStarAreThoseOfAllWithoutTheirOwn) {
  for (const char* const rows :
       {"* d a 1\n* e b 1\n2 d b 1\n", "* d 1 0 0\n* e 0 1 0\n2 d 0 1 0\n"}) {
    const Groups groups = read_groups(attribute(rows), "");
    const std::string first = groups.names()[0] + " 1 ", second = groups.names()[1] + " 1 ";
    EXPECT_EQ(shares(groups, "1", "d"), first);
    EXPECT_EQ(shares(groups, "1", "e"), second);
    EXPECT_EQ(shares(groups, "2", "d"), second);
    EXPECT_EQ(shares(groups, "2", "e"), "unknown");
  }
}

TEST(Groups, HaveTheOrderOfTheirTargets) {
  const Groups groups =
      read_groups(attribute("1 d young 1\n2 d old 1\n3 d old 1\n",
                            "* old 0.75\n* young 0.25\n2 middle 0.5\n2 young 0.5\n"),
                  "");
  EXPECT_EQ(groups.names(), (Names{"old", "young", "middle"}));
  EXPECT_EQ(groups.target("1"), (Target{0.75, 0.25, 0}));
  EXPECT_EQ(groups.target("2"), (Target{0, 0.5, 0.5}));
}

// As NTCIREVAL has them.
TEST(Groups, OfColumnsAreNumbered) {
  const Groups groups =
      read_groups(attribute("P1 d 0.5 0.5 0 0 0 0 0 0\nP1 e 0 0 0 1 0 0 0 0\n",
                            "0.25\n0.125\n0.125\n0.125\n0.125\n0.125\n0.125\n0\n"),
                  "");
  EXPECT_EQ(groups.names(), (Names{"1", "2", "3", "4", "5", "6", "7", "8"}));
  EXPECT_EQ(shares(groups, "P1", "d"), "1 0.5 2 0.5 ");
  EXPECT_EQ(shares(groups, "P1", "e"), "4 1 ");
  EXPECT_EQ(groups.target("P1")[7], 0);
  EXPECT_EQ(read_groups(attribute("1 d 0.333333 0.333333 0.333333\n"), "").target("1").size(), 3u);
}

TEST(Groups, MayComeInAnotherOrderInEachTopic) {
  const Groups groups =
      read_groups(attribute("2 d z .5\n2 d x .25\n2 d y .25\n1 e x 1\n1 d z .25\n1 d y .75\n"), "");
  EXPECT_EQ(groups.names(), (Names{"x", "y", "z"}));
  EXPECT_EQ(shares(groups, "2", "d"), "x 0.25 y 0.25 z 0.5 ");
  EXPECT_EQ(shares(groups, "1", "d"), "y 0.75 z 0.25 ");
  EXPECT_EQ(shares(groups, "1", "e"), "x 1 ");
}

TEST(Groups, MayMixTheirForms) {
  // Columns in the order of targets with names, and rows that name the numbers of others.
  const Groups named = read_groups(attribute("1 d 0.25 0.75\n", "* x 0.5\n* y 0.5\n"), "");
  EXPECT_EQ(shares(named, "1", "d"), "x 0.25 y 0.75 ");
  const Groups numbered = read_groups(attribute("1 d 2 1\n1 e 1 1\n", "0.5\n0.5\n"), "");
  EXPECT_EQ(shares(numbered, "1", "d"), "2 1 ");
}

TEST(Groups, OfTwoColumnsAreForAllTopics) {
  const Groups groups = read_groups(attribute("docno\tgroup\nd\tx\ne\ty\nd\ty\n"), "");
  EXPECT_EQ(groups.names(), (Names{"x", "y"}));
  EXPECT_EQ(shares(groups, "1", "d"), "x 0.5 y 0.5 ");
  EXPECT_EQ(shares(groups, "2", "e"), "y 1 ");
  const std::string without_header = "a x\nb y\n";
  EXPECT_EQ(shares(read_groups(attribute(without_header), ""), "1", "a"), "x 1 ");
  EXPECT_EQ(
      refusal(attribute("d x\n1 e y 1\n")),
      "m:2: expected 2 columns, found 4; write \"docno group\" in all lines, or \"topic docno "
      "group membership\"");
  EXPECT_EQ(refusal(attribute("d x\ne y\nd x\n")),
            "m:3: document d of topic * has a group twice; keep one line");
}

TEST(Groups, OfFourColumnsAreToldByTheTargets) {
  const std::string text = "1 d 0 1\n1 e 1 0\n1 e 0 1\n";
  EXPECT_EQ(refusal(attribute(text)),
            "m:1: may be a group and a membership, or the memberships in two groups; give targets, "
            "which name the groups");
  EXPECT_EQ(
      shares(read_groups(attribute("1 d 0 1\n1 e 1 1\n", "* 0 0.5\n* 1 0.5\n"), ""), "1", "d"),
      "0 1 ");
  EXPECT_EQ(shares(read_groups(attribute("1 d 0 1\n1 e 1 0\n", "0.5\n0.5\n"), ""), "1", "d"),
            "2 1 ");
}

TEST(Groups, AreValuesToo) {
  GroupAttribute given{std::vector<GroupMembership>{
                           {"2", "d", "y", 0.5}, {"1", "d 1", "x", 1}, {"2", "d", "x", 0.5}},
                       std::vector<GroupTarget>{{"*", "x", 1}, {"*", "y", 0}}, true};
  const Groups groups = read_groups(given, "groups");
  EXPECT_TRUE(groups.is_ordinal());
  EXPECT_EQ(shares(groups, "1", "d 1"), "x 1 ");
  EXPECT_EQ(shares(groups, "2", "d"), "x 0.5 y 0.5 ");
  given.memberships = std::vector<GroupMembership>{{"1", "d", "x", 1}, {"1", "e", "", 1}};
  EXPECT_EQ(refusal(given), "groups:2: '' is empty; rename it");
  given.memberships = std::vector<GroupMembership>{{"1", "d", "x", 1}, {"1", "e", "x", 2}};
  EXPECT_EQ(refusal(given).substr(0, 45), "groups:2: the share '2' is not a number from ");
  given.memberships = std::vector<GroupMembership>{{"1", "d", "x", 1}, {"1", "e", "z", 1}};
  EXPECT_EQ(refusal(given),
            "groups:2: group z has no target in groups targets; add one, which may be 0");
  given.targets = std::vector<GroupTarget>{{"*", "x", 1}, {"*", "y", 1}};
  EXPECT_EQ(refusal(given).substr(0, 51), "groups targets:1: the shares add up to 2, not to 1;");
  given.memberships = std::vector<GroupMembership>();
  given.targets.reset();
  EXPECT_EQ(refusal(given).substr(0, 26), "groups: has no memberships");
}

TEST(Groups, HaveLayersWhereNamesHaveParts) {
  const Groups flat = read_groups(attribute("1 d x 1\n1 e y 1\n"), "");
  EXPECT_EQ(flat.layers().size(), 1u);
  const Groups groups =
      read_groups(attribute("1 d x/a 1\n1 e x/b 1\n1 f y 1\n1 g z/c/i 1\n1 h x/a/j 1\n"), "");
  EXPECT_EQ(groups.names(), (Names{"x/a", "x/a/j", "x/b", "y", "z/c/i"}));
  ASSERT_EQ(groups.layers().size(), 3u);
  using Of = std::vector<std::uint32_t>;
  EXPECT_EQ(groups.layers()[0].of_group, (Of{0, 0, 0, 1, 2}));
  EXPECT_EQ(groups.layers()[0].size, 3u);
  EXPECT_EQ(groups.layers()[1].of_group, (Of{0, 0, 1, 2, 3}));
  EXPECT_EQ(groups.layers()[2].of_group, (Of{0, 1, 2, 3, 4}));
  EXPECT_EQ(groups.layers()[2].size, 5u);
  // However many parts a name has.
  const Groups deep = read_groups(attribute("1 d " + std::string(100, '/') + " 1\n1 e y 1\n"), "");
  EXPECT_EQ(deep.layers().size(), Groups::most_layers);
  EXPECT_EQ(deep.layers().back().size, 2u);
}

TEST(Groups, AreRefusedWithLine) {
  const auto expect = [](const std::string& memberships, const std::string& targets,
                         const std::string& message) {
    EXPECT_EQ(refusal(attribute(memberships, targets)).substr(0, message.size()), message);
  };
  expect("", "", "m: has no memberships; write");
  expect("# nothing\n", "", "m: has no memberships; write");
  expect("1 d x\n", "", "m:1: expected 4 columns, found 3");
  expect("1 d x 1\n1 e x 1 1\n", "", "m:2: expected 4 columns, found 5");
  expect("1 d x one\n", "", "m:1: the share 'one' is not a number from 0 to 1");
  expect("1 d x 1\n1 e x nan\n", "", "m:2: the share 'nan'");
  expect("1 d x -0.5\n", "", "m:1: the share '-0.5'");
  expect("1 d x .5\n1 e x 1\n1 d y .4\n", "",
         "m:1: the memberships of document d of topic 1 add up to 0.9, not to 1");
  expect("1 e y 1\n1 d x .5\n1 d x .5\n", "", "m:3: document d of topic 1 has a group twice");
  expect("1 d x 1\n1 e x 1\n", "", "m: has one group only; fairness is");
  expect("1 d 1 0 0\n1 e 1 0\n", "", "m:2: expected 5 columns, found 4");
  expect("1 d 1 0 0\n1 e 1 0 0 0\n", "", "m:2: expected 5 columns, found 6");
  expect("1 d 1 0 0\n", "* x 1\n* y 0\n", "m:1: expected 4 columns, found 5");
  expect("1 d 1 0 0\n1 e 0.5 0 0\n", "",
         "m:2: the memberships of document e of topic 1 add up to 0.5");
  expect("1 d 1 0 0\n1 d 1 0 0\n", "", "m:2: document d of topic 1 has a group twice");
  expect("2 d 1 0 0\n1 d 0.5 0 0\n2 e x 0 0\n", "",  // the first of several
         "m:2: the memberships of document d of topic 1 add up to 0.5");
  expect("2 d z 1\n1 d z 1\n1 d x 1\n", "* x 0.5\n* y 0.5\n",
         "m:1: group z has no target in t; add one, which may be 0");
  expect("1 d x 1\n", "\n", "t: has no targets; write");
  expect("1 d x 1\n", "* x 1\n", "t: has one group only");
  expect("1 d x 1\n", "* x 0.5\n* y\n", "t:2: expected 3 columns, found 2");
  expect("1 d x 1\n", "0.5\n0.5 1\n", "t:2: expected 1 column, found 2");
  expect("1 d x 1\n", "* x y\n", "t:1: the share 'y' is not");
  expect("1 d x 1\n", "* x 0.5\n* x 0.5\n", "t:2: group x is there twice; keep one line");
  expect("1 d x 1\n", "1 x 1\n1 y 0\n2 x 0.5\n2 x 0.5\n", "t:4: group x of topic 2 is there twice");
  expect("1 d x 1\n", "* x 0.5\n* y 0.5\n2 x 0.5\n",
         "t:3: the shares of topic 2 add up to 0.5, not to 1");
}

TEST(Groups, AreNotTooMany) {
  std::string memberships, targets;
  for (int i = 0; i <= 1024; ++i) {
    memberships += "1 d" + std::to_string(i) + " g" + std::to_string(i) + " 1\n";
    targets += "* g" + std::to_string(i) + " 0\n";
  }
  EXPECT_EQ(refusal(attribute(memberships)), "m: has more than 1024 groups; put groups together");
  EXPECT_EQ(refusal(attribute("1 d g1 1\n", targets)),
            "t:1025: has more than 1024 groups; put groups together");
}

TEST(Groups, LackTargets) {
  const Groups groups = read_groups(attribute("1 d x 1\n2 d y 1\n", "1 x 0.5\n1 y 0.5\n"), "");
  EXPECT_EQ(groups.target("1"), (Target{0.5, 0.5}));
  EXPECT_THROW(groups.target("2"), Error);
}

}  // namespace
}  // namespace subintent::internal
