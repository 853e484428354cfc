// Small studies.
#pragma once

#include "report/judge/study.h"

namespace subintent::internal {

// Two topics, three runs, three pairs; p1 has a repeat, p2 has one pair.
inline Study preferences_study() {
  Study study;
  study.id = "study-1";
  study.title = "A title";
  study.instructions = "Choose the better list.\n\nTake your time.";
  study.questions = {"Which is better?", "Which would satisfy more people?"};
  study.cutoff = 2;
  study.relevant_only = true;
  study.seed = 7;
  study.documents = {{"d1", {"<b>One", "http://one.example/", "first\twords"}},
                     {"d2", {"caf\xc3\xa9", "", ""}},
                     {"d3", {}}};
  study.topics = {{"1", "bass", "fish or \"guitar\"?", {}}, {"2", "", "", {}}};
  study.lists = {
      {"bm25", 0, {0, 1}}, {"mmr", 0, {1, 0}}, {"pm2", 0, {2}}, {"bm25", 1, {2}}, {"mmr", 1, {}}};
  study.pairs = {{0, 1, "random"}, {2, 0, "disagreed"}, {3, 4, "random"}};
  study.participants = {{"p1",
                         "AAAAAAAAAAAAAAAAAAAAAA",
                         {{"t1", 1, false, false, 1},
                          {"t2", 0, true, false, 1},
                          {"t3", 2, false, false, 1},
                          {"t4", 1, true, true, 2}}},
                        {"p2", "BBBBBBBBBBBBBBBBBBBBBB", {{"u1", 0, false, false, 1}}}};
  return study;
}

// A topic of three intents and one of two, for two participants.
inline Study intents_study() {
  Study study;
  study.kind = StudyKind::intents;
  study.id = "study-2";
  study.cutoff = 3;
  study.documents = {{"d1", {"One", "", ""}}, {"d2", {}}};
  study.topics = {{"1",
                   "bass",
                   "",
                   {{"1", "fishing", {"lake", "rod"}, {0}},
                    {"2", "guitars", {}, {1, 0}},
                    {"3", "voices", {}, {}}}},
                  {"2", "", "", {{"1", "", {}, {}}, {"2", "", {}, {}}}}};
  study.participants = {
      {"p1", "AAAAAAAAAAAAAAAAAAAAAA", {{"t1", 1, false, false, 1}, {"t2", 0, false, false, 1}}},
      {"p2", "BBBBBBBBBBBBBBBBBBBBBB", {{"u1", 0, false, false, 1}, {"u2", 1, false, false, 2}}}};
  return study;
}

}  // namespace subintent::internal
