// The assignment of tasks: participants, order, and what is on which side.
#pragma once

#include "report/judge/study.h"

namespace subintent::internal {

struct AssignmentOptions {
  std::uint32_t participants = 1;
  std::uint32_t per_item = 1;  // participants who judge each item, no more than there are
  std::uint32_t session = 50;  // tasks of a session [Dou19 §5.4]
  std::uint32_t repeats = 0;   // items that each participant sees a second time
  std::uint64_t seed = 1;
  std::uint32_t checks = 0;  // attention checks, the items behind all others
};

// A pair of lists or, in studies of intents, a topic.
struct AssignedItem {
  std::uint32_t topic = 0, pool = 0;
};

// Participants p01, p02, ... with their tasks. Tokens and the ids of tasks are of the system's
// generator: who does not have them can neither judge nor answer a task of another participant. All
// the rest follows from the seed:
//
// - Each item has `per_item` different participants. Numbers of items differ by at most 1 between
//   participants, and as far as that allows so do their items of a topic, and of a pool.
// - Of the participants of an item, and of the items of a participant, half have the lists swapped,
//   to within 1.
// - The order of each participant is random. Repeats are of the first third, come at random places
//   of the last third, and have sides changed; half of them are swapped ones, as far as possible.
//
// - Each participant sees every attention check once: the order is cut into as many parts as there
//   are checks, of equal length to within 1, and each has one at a random place. Half of a
//   participant's checks have the lists swapped, to within 1.
//
// Another program assigns the same: for each item in turn (RandomPurpose::judge_people, row = item)
// the participants are shuffled, and those with the fewest items, of these with the fewest of the
// topic, of these with the fewest of the pool taken, the first in that order. Sides:
// swapped_lists(). The items of a participant, as they were given out, are shuffled (judge_order,
// row = participant). The first n/3 of n are shuffled (judge_repeats, row = participant), and
// repeats taken from the front, swapped ones and others in turn, the first one swapped, while there
// are both; they are put behind the last n/3, and these and the repeats are shuffled
// (judge_repeats, trial = 1). Last, the c checks are shuffled (judge_checks, row = participant).
// Check k of that order comes before one of the tasks from floor(n k / c) to floor(n (k + 1) / c)
// of the n, that many beyond the first of these: floor(w * their number / 2^32), w being word k of
// judge_checks, trial = 1. It is swapped if k + word c is odd.
//
// Throws Error::argument for options that do not go together.
std::vector<StudyParticipant> assign(std::span<const AssignedItem> items,
                                     const AssignmentOptions& options);

// A participant and an item that is given to him or her.
struct Assigned {
  std::uint32_t participant = 0, item = 0;
};

// For each of them, whether the lists are swapped: for half of those of a participant and half of
// those of an item, to within 1. Euler's theorem: with one more participant and item, joined to
// those that have an odd number of the others and to each other, the graph falls apart into closed
// trails, and what is swapped is passed from participant to item, or the other way round where a
// random bit says so.
std::vector<bool> swapped_lists(std::span<const Assigned> assigned, std::uint32_t participants,
                                std::uint32_t items, std::uint64_t seed);

}  // namespace subintent::internal
