// Groups that participants have made of intents: superintents, labels, and how far people agree.
#pragma once

#include "compare/reliability.h"
#include "report/judge/answer.h"
#include "report/judge/study.h"
#include "report/report.h"

namespace subintent::internal {

// The groups that a participant made of the cards of a topic.
struct ParticipantGroups {
  std::uint32_t participant = 0;  // index of Study::participants
  std::uint32_t topic = 0;        // index of Study::topics
  Grouping grouping;
};

// By participant and topic. `answers` are counting_answers().
std::vector<ParticipantGroups> groups_of(const Study& study, std::span<const StoredAnswer> answers);

// The groups of a participant as files: superintents "topic superintent intent", and labels
// "topic<tab>node<tab>label", of the superintents what the participant called them, of intents what
// they were renamed to. In a superintent's name blanks are "_"; one without name is "group-1" by
// its number, and one with the name of an intent or another superintent gets a number. A group
// without cards is left out.
struct GroupFiles {
  std::string superintents, labels;
};
GroupFiles group_files(const Study& study, std::span<const ParticipantGroups> groups,
                       std::uint32_t participant);

// How far two people make the same groups of the cards of a topic: the adjusted Rand index [Hubert
// and Arabie 1985], where a card in no group is one by itself.
struct PeopleAgreement {
  std::uint32_t first = 0, second = 0;  // participants
  double adjusted_rand = 0;
};

struct TopicAgreementOfPeople {
  std::uint32_t topic = 0;
  std::vector<PeopleAgreement> pairs;  // one or more
  double mean = 0;
};

struct GroupAgreement {
  std::vector<TopicAgreementOfPeople> topics;  // that two people or more have grouped
  std::optional<double> mean;                  // over topics
  std::optional<Interval> interval;            // 95 %, by the bootstrap over topics
};
GroupAgreement group_agreement(const Study& study, std::span<const ParticipantGroups> groups);

// Tables "agreement" (topics, and all of them) and "pairs".
Report group_report(const Study& study, const GroupAgreement& agreement);

}  // namespace subintent::internal
