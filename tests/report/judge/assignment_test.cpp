#include "report/judge/make_study.h"

#include <gtest/gtest.h>

#include <set>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

// Four pairs of each topic, two of them of each pool.
std::vector<AssignedItem> items_of(std::uint32_t count) {
  std::vector<AssignedItem> items;
  for (std::uint32_t i = 0; i < count; ++i) items.push_back({i / 4, i / 2 % 2});
  return items;
}

AssignmentOptions options_of(std::uint32_t participants, std::uint32_t per_item,
                             std::uint32_t repeats = 0, std::uint64_t seed = 1) {
  return {participants, per_item, 10, repeats, seed};
}

// The greatest difference between counts.
template <typename Counts>
std::size_t spread(const Counts& counts) {
  const auto [least, most] = std::ranges::minmax(counts);
  return most - least;
}

struct Shape {
  std::uint32_t items, participants, per_item;
};

class Assignment : public testing::TestWithParam<Shape> {};

TEST_P(Assignment, BalancesLoadsTopicsPoolsAndSides) {
  const auto [count, participants, per_item] = GetParam();
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto people = assign(items_of(count), options_of(participants, per_item, 0, seed));
    ASSERT_EQ(people.size(), participants);
    std::vector<std::size_t> loads;
    std::map<std::uint32_t, std::vector<bool>> sides_of_item;
    for (const StudyParticipant& person : people) {
      loads.push_back(person.tasks.size());
      std::set<std::uint32_t> items;
      std::size_t swapped = 0;
      for (const StudyTask& task : person.tasks) {
        EXPECT_TRUE(items.insert(task.item).second);
        sides_of_item[task.item].push_back(task.swapped);
        swapped += task.swapped ? 1 : 0;
      }
      EXPECT_LE(spread(std::vector{swapped, person.tasks.size() - swapped}), 1u);
    }
    EXPECT_LE(spread(loads), 1u);
    EXPECT_EQ(sides_of_item.size(), count);
    for (const auto& [item, sides] : sides_of_item) {
      EXPECT_EQ(sides.size(), per_item);
      const auto swapped = static_cast<std::size_t>(std::ranges::count(sides, true));
      EXPECT_LE(spread(std::vector{swapped, sides.size() - swapped}), 1u);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Assignment,
                         testing::Values(Shape{1, 1, 1}, Shape{3, 5, 2}, Shape{12, 4, 3},
                                         Shape{40, 8, 4}, Shape{41, 7, 3}, Shape{25, 6, 6},
                                         Shape{2, 9, 1}),
                         [](const auto& shape) {
                           return std::to_string(shape.param.items) + "items" +
                                  std::to_string(shape.param.participants) + "participants" +
                                  std::to_string(shape.param.per_item) + "each";
                         });

TEST(Assigning, SpreadsTopicsAndMixesPeople) {
  const auto people = assign(items_of(80), options_of(8, 4));
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> of_topic;
  std::map<std::uint32_t, std::set<std::size_t>> of_item;
  for (std::size_t p = 0; p < people.size(); ++p) {
    for (const StudyTask& task : people[p].tasks) {
      ++of_topic[{p, task.item / 4}];
      of_item[task.item].insert(p);
    }
  }
  for (const auto& [place, count] : of_topic) EXPECT_LE(count, 3u);
  std::set<std::set<std::size_t>> groups;
  for (const auto& [item, group] : of_item) groups.insert(group);
  EXPECT_GT(groups.size(), 20u);  // not always the same four
}

TEST(Assigning, DependsOnTheSeedButForTokensAndIds) {
  std::set<std::string> ids;
  const auto tasks = [&](std::uint64_t seed) {
    std::vector<std::vector<StudyTask>> all;
    for (const StudyParticipant& person : assign(items_of(24), options_of(5, 3, 2, seed))) {
      all.push_back(person.tasks);
      for (StudyTask& task : all.back()) {
        EXPECT_EQ(task.id.size(), 22u);
        EXPECT_TRUE(ids.insert(std::exchange(task.id, {})).second) << "somebody could guess it";
      }
    }
    return all;
  };
  EXPECT_EQ(tasks(3), tasks(3));
  EXPECT_NE(tasks(3), tasks(4));
  const auto once = assign(items_of(24), options_of(5, 3));
  const auto again = assign(items_of(24), options_of(5, 3));
  for (std::size_t p = 0; p < once.size(); ++p) EXPECT_NE(once[p].token, again[p].token);
}

TEST(Assigning, RepeatsComeLaterWithSidesChanged) {
  const std::uint32_t repeats = 4;
  const auto people = assign(items_of(48), options_of(6, 2, repeats));
  std::set<std::string> ids;
  for (const StudyParticipant& person : people) {
    ASSERT_EQ(person.tasks.size(), 16u + repeats);
    std::size_t repeated = 0, swapped = 0;
    for (std::size_t i = 0; i < person.tasks.size(); ++i) {
      const StudyTask& task = person.tasks[i];
      EXPECT_TRUE(ids.insert(task.id).second);
      EXPECT_EQ(task.session, i / 10 + 1);
      swapped += task.swapped ? 1 : 0;
      if (!task.repeat) continue;
      ++repeated;
      const auto first = std::ranges::find(person.tasks, task.item, &StudyTask::item);
      const auto place = static_cast<std::size_t>(first - person.tasks.begin());
      EXPECT_NE(first->swapped, task.swapped);
      EXPECT_FALSE(first->repeat);
      EXPECT_LT(place, 16u / 3);
      EXPECT_GE(i - place, 16u / 3);
    }
    EXPECT_EQ(repeated, repeats);
    EXPECT_LE(spread(std::vector{swapped, person.tasks.size() - swapped}), 4u);
  }
}

TEST(Assigning, NamesSortAsTheyCount) {
  EXPECT_EQ(assign(items_of(4), options_of(9, 1))[8].name, "p09");
  EXPECT_EQ(assign(items_of(4), options_of(100, 1))[0].name, "p001");
}

TEST(Assigning, RefusesWhatDoesNotGoTogether) {
  EXPECT_THROW(assign(items_of(4), options_of(2, 3)), Error);
  EXPECT_THROW(assign(items_of(4), options_of(5000, 1)), Error);
  EXPECT_THROW(assign(items_of(9), options_of(3, 1, 2)), Error);  // one of three at most
  EXPECT_EQ(assign(items_of(9), options_of(3, 1, 1))[0].tasks.size(), 4u);
}

}  // namespace
}  // namespace subintent::internal
