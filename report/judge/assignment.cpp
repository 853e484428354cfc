#include "report/judge/make_study.h"

#include <fmt/format.h>

#include <numeric>
#include <tuple>

#include "core/base/philox.h"
#include "report/judge/study.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::uint32_t most_participants = 1'000;
constexpr std::uint64_t most_tasks = 200'000;

// Tells how many items each participant has, and of which topics and pools.
class Loads {
 public:
  explicit Loads(std::uint32_t participants) : all_(participants) {}

  void add(std::uint32_t participant, AssignedItem item) {
    ++all_[participant];
    ++of_topic_[{participant, item.topic}];
    ++of_pool_[{participant, item.pool}];
  }

  std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> of(std::uint32_t participant,
                                                             AssignedItem item) const {
    return {all_[participant], count(of_topic_, {participant, item.topic}),
            count(of_pool_, {participant, item.pool})};
  }

 private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;
  using Counts = std::map<Key, std::uint32_t>;

  static std::uint32_t count(const Counts& counts, Key key) {
    const auto at = counts.find(key);
    return at == counts.end() ? 0 : at->second;
  }

  std::vector<std::uint32_t> all_;
  Counts of_topic_, of_pool_;
};

std::vector<Assigned> given_out(std::span<const AssignedItem> items,
                                const AssignmentOptions& options) {
  Loads loads(options.participants);
  std::vector<Assigned> assigned;
  for (std::uint32_t item = 0; item < items.size(); ++item) {
    std::vector<std::uint32_t> people(options.participants);
    std::iota(people.begin(), people.end(), 0U);
    shuffle(people, {options.seed, RandomPurpose::judge_people, 0, item});
    std::ranges::stable_sort(people, {},
                             [&](std::uint32_t person) { return loads.of(person, items[item]); });
    people.resize(options.per_item);
    for (const std::uint32_t person : people) {
      assigned.push_back({person, item});
      loads.add(person, items[item]);
    }
  }
  return assigned;
}

// Repeats of the first third, swapped ones and others in turn.
std::vector<StudyTask> repeated_tasks(std::vector<StudyTask> third, std::uint32_t repeats,
                                      const RandomSequence& sequence) {
  shuffle(third, sequence);
  std::vector<StudyTask> repeated;
  bool wants_swapped = true;
  while (repeated.size() < repeats) {
    auto next = std::ranges::find(third, wants_swapped, &StudyTask::swapped);
    if (next == third.end()) next = third.begin();
    repeated.push_back(*next);
    repeated.back().swapped = !next->swapped;
    repeated.back().repeat = true;
    third.erase(next);
    wants_swapped = !wants_swapped;
  }
  return repeated;
}

void add_repeats(std::vector<StudyTask>& tasks, std::uint32_t participant,
                 const AssignmentOptions& options) {
  const auto third = static_cast<std::ptrdiff_t>(tasks.size() / 3);
  std::vector<StudyTask> last(tasks.end() - third, tasks.end());
  const auto repeated =
      repeated_tasks({tasks.begin(), tasks.begin() + third}, options.repeats,
                     {options.seed, RandomPurpose::judge_repeats, 0, participant});
  last.insert(last.end(), repeated.begin(), repeated.end());
  shuffle(last, {options.seed, RandomPurpose::judge_repeats, 1, participant});
  tasks.resize(tasks.size() - static_cast<std::size_t>(third));
  tasks.insert(tasks.end(), last.begin(), last.end());
}

void add_checks(std::vector<StudyTask>& tasks, std::uint32_t first, std::uint32_t participant,
                const AssignmentOptions& options) {
  std::vector<std::uint32_t> checks(options.checks);
  std::iota(checks.begin(), checks.end(), first);
  shuffle(checks, {options.seed, RandomPurpose::judge_checks, 0, participant});
  std::vector<std::uint32_t> words(std::size_t{options.checks} + 1);
  random_words({options.seed, RandomPurpose::judge_checks, 1, participant}, words);
  std::vector<StudyTask> mixed;
  std::size_t next = 0;  // of the tasks
  for (std::uint64_t k = 0; k < checks.size(); ++k) {
    const std::uint64_t begin = tasks.size() * k / checks.size();
    const std::uint64_t length = tasks.size() * (k + 1) / checks.size() - begin;
    const std::uint64_t place = begin + ((words[k] * length) >> 32);
    while (next < place) mixed.push_back(std::move(tasks[next++]));
    mixed.push_back({{}, checks[k], (k + words.back()) % 2 == 1, false, 1});
  }
  while (next < tasks.size()) mixed.push_back(std::move(tasks[next++]));
  tasks = std::move(mixed);
}

void check(std::size_t items, const AssignmentOptions& o) {
  if (o.participants > most_participants) {
    throw Error::argument("participants",
                          fmt::format("participants: more than {}", most_participants));
  }
  if (o.per_item > o.participants) {
    throw Error::usage(fmt::format("{} people for each item, but there are only {}", o.per_item,
                                   count_of(o.participants, "participant")),
                       "give more `participants`, or fewer participants per item");
  }
  if (std::uint64_t{o.per_item} * items + std::uint64_t{o.participants} * o.checks > most_tasks) {
    throw Error::usage(fmt::format("more than {} tasks in all", most_tasks),
                       "give fewer pairs, or fewer participants per item");
  }
  const std::uint64_t least = std::uint64_t{o.per_item} * items / o.participants;
  if (o.repeats > 0 && o.repeats > least / 3) {
    throw Error::argument(
        "repeats",
        fmt::format("repeats: {} of a participant's {}, but at most one third can be repeated",
                    o.repeats, count_of(least, "pair")),
        fmt::format("give at most {}, or more pairs", least / 3));
  }
}

// The graph of participants and items, in which every node has an even number of edges.
class Trails {
 public:
  Trails(std::span<const Assigned> assigned, std::uint32_t participants, std::uint32_t items,
         const std::vector<std::uint32_t>& order)
      : participants_(participants + 1), edges_of_(std::size_t{participants} + items + 2) {
    for (const Assigned& edge : assigned) edges_.push_back({edge.participant, node(edge.item)});
    count_ = edges_.size();
    for (const std::uint32_t edge : order) join(edge);
    make_even(participants, items);
    is_used_.resize(edges_.size());
    swapped_.resize(edges_.size());
  }

  std::vector<bool> swapped(const RandomSequence& sequence) {
    std::vector<std::uint32_t> flips(edges_.size());
    random_words(sequence, flips);
    for (std::uint32_t start = 0; start < participants_; ++start)
      while (has_edge(start)) walk(start, flips);
    swapped_.resize(count_);
    return std::move(swapped_);
  }

 private:
  struct Edge {
    std::uint32_t participant, item;  // nodes
  };

  std::uint32_t node(std::uint32_t item) const { return participants_ + item; }

  void join(std::uint32_t edge) {
    edges_of_[edges_[edge].participant].push_back(edge);
    edges_of_[edges_[edge].item].push_back(edge);
  }

  void add(std::uint32_t participant, std::uint32_t item) {
    edges_.push_back({participant, item});
    join(static_cast<std::uint32_t>(edges_.size() - 1));
  }

  void make_even(std::uint32_t participants, std::uint32_t items) {
    const std::uint32_t no_item = node(items);
    for (std::uint32_t p = 0; p < participants; ++p)
      if (edges_of_[p].size() % 2 == 1) add(p, no_item);
    for (std::uint32_t i = 0; i < items; ++i)
      if (edges_of_[node(i)].size() % 2 == 1) add(participants, node(i));
    if (edges_of_[participants].size() % 2 == 1) add(participants, no_item);
  }

  bool has_edge(std::uint32_t node) {
    std::vector<std::uint32_t>& edges = edges_of_[node];
    while (!edges.empty() && is_used_[edges.back()]) edges.pop_back();
    return !edges.empty();
  }

  // A trail that ends where it starts, for every node has an even number of edges left.
  void walk(std::uint32_t start, const std::vector<std::uint32_t>& flips) {
    std::uint32_t at = start;
    const bool is_flipped = (flips[edges_of_[start].back()] & 1) != 0;
    while (has_edge(at)) {
      const std::uint32_t edge = edges_of_[at].back();
      is_used_[edge] = true;
      const bool from_participant = at == edges_[edge].participant;
      swapped_[edge] = from_participant != is_flipped;
      at = from_participant ? edges_[edge].item : edges_[edge].participant;
    }
  }

  std::uint32_t participants_;
  std::size_t count_ = 0;  // of edges that are asked for; those behind make numbers even
  std::vector<Edge> edges_;
  std::vector<std::vector<std::uint32_t>> edges_of_;
  std::vector<bool> is_used_, swapped_;
};

}  // namespace

std::vector<bool> swapped_lists(std::span<const Assigned> assigned, std::uint32_t participants,
                                std::uint32_t items, std::uint64_t seed) {
  std::vector<std::uint32_t> order(assigned.size());
  std::iota(order.begin(), order.end(), 0U);
  shuffle(order, {seed, RandomPurpose::judge_sides, 0, 0});
  return Trails(assigned, participants, items, order)
      .swapped({seed, RandomPurpose::judge_sides, 1, 0});
}

std::vector<StudyParticipant> assign(std::span<const AssignedItem> items,
                                     const AssignmentOptions& options) {
  check(items.size(), options);
  const std::vector<Assigned> assigned = given_out(items, options);
  const std::vector<bool> swapped = swapped_lists(
      assigned, options.participants, static_cast<std::uint32_t>(items.size()), options.seed);
  std::vector<StudyParticipant> people(options.participants);
  for (std::size_t i = 0; i < assigned.size(); ++i)
    people[assigned[i].participant].tasks.push_back({{}, assigned[i].item, swapped[i], false, 1});
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(people.size()).size());
  for (std::uint32_t p = 0; p < people.size(); ++p) {
    people[p].name = fmt::format("p{:0{}}", p + 1, digits);
    people[p].token = random_token();
    shuffle(people[p].tasks, {options.seed, RandomPurpose::judge_order, 0, p});
    if (options.repeats > 0) add_repeats(people[p].tasks, p, options);
    if (options.checks > 0)
      add_checks(people[p].tasks, static_cast<std::uint32_t>(items.size()), p, options);
    std::uint32_t number = 0;
    for (StudyTask& task : people[p].tasks) {
      task.id = random_token();
      task.session = number++ / options.session + 1;
    }
  }
  return people;
}

}  // namespace subintent::internal
