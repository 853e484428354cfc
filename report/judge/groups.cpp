#include "report/judge/groups.h"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "compare/reliability.h"
#include "compare/study/hierarchies.h"
#include "core/base/utf8.h"
#include "core/collection/qrels.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Names of superintents of one topic, each fit for a column between blanks.
class SuperintentNames {
 public:
  explicit SuperintentNames(const StudyTopic& topic) {
    used_.emplace(topic_level_intent);
    for (const StudyCard& card : topic.cards) used_.insert(card.intent);
  }

  std::string of(const std::string& given) {
    ++number_;
    std::string name = one_line(given);
    std::ranges::replace(name, ' ', '_');
    if (name.empty()) name = fmt::format("group-{}", number_);
    std::string different = name;
    for (int i = 2; !used_.insert(different).second; ++i) different = fmt::format("{}-{}", name, i);
    return different;
  }

 private:
  std::set<std::string> used_;
  std::size_t number_ = 0;
};

void append_label(std::string& out, const std::string& topic, const std::string& node,
                  const std::string& label) {
  const std::string line = one_line(label);
  if (!line.empty()) out += topic + '\t' + node + '\t' + line + '\n';
}

const std::string& column(const std::string& name, bool is_first) {
  if (fits_blank_column(name, is_first)) return name;
  throw Error(Location{}, "'" + printable(name) + "' cannot be a column of a file of superintents",
              "it holds a blank, or begins a line with #: rename it in the study's inputs, or "
              "leave out `superintents`");
}

// The groups as a hierarchy of one layer, for which agreement is defined.
Hierarchy hierarchy_of(const Study& study, const ParticipantGroups& groups) {
  const StudyTopic& topic = study.topics[groups.topic];
  Hierarchy hierarchy{topic.number, 1, {}, {}};
  for (const StudyCard& card : topic.cards) hierarchy.docnos.push_back(card.intent);
  std::ranges::sort(hierarchy.docnos);
  const auto add = [&](const std::vector<std::uint32_t>& cards) {
    HierarchyNode& node = hierarchy.nodes.emplace_back();
    for (const std::uint32_t card : cards) {
      const auto at = std::ranges::lower_bound(hierarchy.docnos, topic.cards[card].intent);
      node.docs.push_back(static_cast<std::uint32_t>(at - hierarchy.docnos.begin()));
    }
    std::ranges::sort(node.docs);
  };
  std::vector<bool> is_grouped(topic.cards.size());
  for (const CardGroup& group : groups.grouping.groups) {
    if (!group.cards.empty()) add(group.cards);
    for (const std::uint32_t card : group.cards) is_grouped[card] = true;
  }
  for (std::uint32_t card = 0; card < is_grouped.size(); ++card)
    if (!is_grouped[card]) add({card});
  return hierarchy;
}

double mean_of(const std::vector<PeopleAgreement>& pairs) {
  double sum = 0;
  for (const PeopleAgreement& pair : pairs) sum += pair.adjusted_rand;
  return sum / static_cast<double>(pairs.size());
}

// The mean over topics, with an interval.
void add_mean(std::uint64_t seed, GroupAgreement& agreement) {
  const auto& topics = agreement.topics;
  const auto mean = [&](std::span<const std::uint32_t> counts) -> std::optional<double> {
    double sum = 0, all = 0;
    for (std::size_t t = 0; t < topics.size(); ++t) {
      sum += counts[t] * topics[t].mean;
      all += counts[t];
    }
    return all > 0 ? std::optional(sum / all) : std::nullopt;
  };
  const Estimate found = topic_estimate(topics.size(), {.seed = seed}, mean);
  agreement.mean = found.value;
  agreement.interval = found.interval;
}

}  // namespace

std::vector<ParticipantGroups> groups_of(const Study& study,
                                         std::span<const StoredAnswer> answers) {
  std::vector<ParticipantGroups> found;
  for (const StoredAnswer& stored : answers) {
    const auto* grouping = std::get_if<Grouping>(&stored.answer.value);
    if (grouping == nullptr) continue;
    const StudyTask& task = study.participants[stored.participant].tasks[stored.answer.task];
    found.push_back({stored.participant, task.item, *grouping});
  }
  std::ranges::sort(found, {},
                    [](const ParticipantGroups& g) { return std::pair(g.participant, g.topic); });
  return found;
}

GroupFiles group_files(const Study& study, std::span<const ParticipantGroups> groups,
                       std::uint32_t participant) {
  GroupFiles files;
  for (const ParticipantGroups& of_topic : groups) {
    if (of_topic.participant != participant) continue;
    const StudyTopic& topic = study.topics[of_topic.topic];
    SuperintentNames names(topic);
    for (const CardGroup& group : of_topic.grouping.groups) {
      if (group.cards.empty()) continue;
      const std::string name = names.of(group.name);
      append_label(files.labels, topic.number, name, group.name);
      for (const std::uint32_t card : group.cards) {
        files.superintents += column(topic.number, true) + ' ' + name + ' ' +
                              column(topic.cards[card].intent, false) + '\n';
      }
    }
    for (const auto& [card, label] : of_topic.grouping.labels)
      append_label(files.labels, topic.number, topic.cards[card].intent, label);
  }
  return files;
}

GroupAgreement group_agreement(const Study& study, std::span<const ParticipantGroups> groups) {
  std::map<std::uint32_t, std::vector<const ParticipantGroups*>> by_topic;
  for (const ParticipantGroups& one : groups) by_topic[one.topic].push_back(&one);
  GroupAgreement agreement;
  for (const auto& [topic, people] : by_topic) {
    TopicAgreementOfPeople found{topic, {}, 0};
    for (std::size_t a = 0; a < people.size(); ++a) {
      const Hierarchy first = hierarchy_of(study, *people[a]);
      for (std::size_t b = a + 1; b < people.size(); ++b) {
        const Hierarchy second = hierarchy_of(study, *people[b]);
        const auto compared = compare_hierarchies({&first, 1}, {&second, 1});
        found.pairs.push_back({people[a]->participant, people[b]->participant,
                               compared.topics.at(0).adjusted_rand.value()});
      }
    }
    if (found.pairs.empty()) continue;
    found.mean = mean_of(found.pairs);
    agreement.topics.push_back(std::move(found));
  }
  add_mean(study.seed, agreement);
  return agreement;
}

Report group_report(const Study& study, const GroupAgreement& agreement) {
  DataTable means{"agreement", {"topic", "pairs", "adjusted_rand", "low", "high"}, {}};
  DataTable pairs{"pairs", {"topic", "participant1", "participant2", "adjusted_rand"}, {}};
  TextTable shown;
  shown.add({"topic", "pairs of people", "ARI"});
  for (const TopicAgreementOfPeople& one : agreement.topics) {
    const std::string& topic = study.topics[one.topic].number;
    means.rows.push_back(
        {topic, static_cast<std::int64_t>(one.pairs.size()), one.mean, Cell(), Cell()});
    shown.add({printable(topic), std::to_string(one.pairs.size()), fraction(one.mean)});
    for (const PeopleAgreement& pair : one.pairs) {
      pairs.rows.push_back({topic, study.participants[pair.first].name,
                            study.participants[pair.second].name, pair.adjusted_rand});
    }
  }
  Report report;
  if (!agreement.mean) {
    report.text.add("No topic has been grouped by two people.\n");
  } else {
    const auto& interval = agreement.interval;
    means.rows.push_back({std::string("all"), static_cast<std::int64_t>(pairs.rows.size()),
                          *agreement.mean, interval ? Cell(interval->low) : Cell(),
                          interval ? Cell(interval->high) : Cell()});
    shown.add({"all", std::to_string(pairs.rows.size()), fraction(*agreement.mean)});
    report.text.add("How far people make the same groups: adjusted Rand index\n\n");
    report.text.add(std::move(shown));
    if (interval) {
      report.text.add(fmt::format("\nmean over {}: {} [{}, {}] (95 %, bootstrap over topics)\n",
                                  count_of(agreement.topics.size(), "topic"),
                                  fraction(*agreement.mean), fraction(interval->low),
                                  fraction(interval->high)));
    }
  }
  report.tables = {std::move(means), std::move(pairs)};
  return report;
}

}  // namespace subintent::internal
