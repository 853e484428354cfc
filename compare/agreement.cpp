#include "compare/agreement.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "compare/concordance.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent {
namespace {

// Finds the scores of a run for a topic.
class ScoreFinder {
 public:
  // `groups` must outlive the finder.
  ScoreFinder(const std::vector<ScoreGroup>& groups, std::string file) : file_(std::move(file)) {
    for (const ScoreGroup& group : groups) {
      for (std::size_t i = 0; i < group.runs.size(); ++i) runs_[group.runs[i]] = {&group, i};
    }
  }

  std::vector<std::int8_t> preferences(const UserPreference& judged) const {
    const Location location{file_, judged.line};
    const auto [group, run1] = find(judged.run1, location);
    const auto [group2, run2] = find(judged.run2, location);
    if (group != group2) {
      throw Error(location,
                  "runs " + printable(judged.run1) + " and " + printable(judged.run2) +
                      " are compared, but have scores for different topics",
                  "use --missing zero or drop");
    }
    const auto topic =
        std::lower_bound(group->topics.begin(), group->topics.end(), judged.topic, label_less);
    if (topic == group->topics.end() || *topic != judged.topic) {
      throw Error(location, "there are no scores for topic " + printable(judged.topic),
                  "give scores of that topic, or leave its preferences out");
    }
    const auto number = static_cast<std::size_t>(topic - group->topics.begin());
    std::vector<std::int8_t> made;
    for (const ScoreMatrix& scores : group->measures) {
      made.push_back(preference(scores.at(number, run1), scores.at(number, run2)));
    }
    return made;
  }

 private:
  using Place = std::pair<const ScoreGroup*, std::size_t>;

  Place find(const std::string& run, const Location& location) const {
    const auto at = runs_.find(run);
    if (at != runs_.end()) return at->second;
    throw Error(location, "there are no scores of run " + printable(run),
                "give its scores, or leave its preferences out");
  }

  std::string file_;
  std::unordered_map<std::string, Place> runs_;
};

std::size_t place_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::lower_bound(names.begin(), names.end(), name, label_less) -
                                  names.begin());
}

void sort_labels(std::vector<std::string>& names) {
  std::sort(names.begin(), names.end(), label_less);
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

void add_renamed(JudgedPairs& to, const JudgedPairs& from) {
  for (JudgedPair pair : from.pairs) {
    std::vector<std::int8_t> by_participant(to.participants.size(), not_judged);
    for (std::size_t i = 0; i < from.participants.size(); ++i) {
      by_participant[place_of(to.participants, from.participants[i])] = pair.by_participant[i];
    }
    pair.by_participant = std::move(by_participant);
    to.pairs.push_back(std::move(pair));
  }
}

void count_pair(const JudgedPair& pair, AgreementTable& table) {
  for (std::size_t i = 0; i < pair.by_measure.size(); ++i) {
    for (std::size_t j = 0; j < pair.by_measure.size(); ++j) {
      table.measures[i][j].add(pair.by_measure[i], pair.by_measure[j]);
    }
  }
  for (std::size_t user = 0; user < pair.by_participant.size(); ++user) {
    const std::int8_t judged = pair.by_participant[user];
    if (judged == not_judged) continue;
    for (std::size_t i = 0; i < pair.by_measure.size(); ++i) {
      table.users[i][user].add(pair.by_measure[i], judged);
    }
    for (std::size_t other = 0; other < pair.by_participant.size(); ++other) {
      if (pair.by_participant[other] == not_judged) continue;
      table.between_users[user][other].add(judged, pair.by_participant[other]);
    }
  }
}

double mean_or_zero(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

}  // namespace

double Agreement::tau() const {
  if (judged() == 0) return 0;
  return (static_cast<double>(agreements) - static_cast<double>(disagreements)) /
         static_cast<double>(judged());
}

JudgedPairs join_preferences(const std::vector<UserPreference>& preferences,
                             const std::vector<ScoreGroup>& groups, const std::string& file) {
  JudgedPairs joined_pairs;
  for (const ScoreMatrix& scores : groups.at(0).measures) {
    joined_pairs.measures.push_back(scores.measure);
  }
  for (const UserPreference& judged : preferences) {
    joined_pairs.participants.push_back(judged.participant);
  }
  sort_labels(joined_pairs.participants);
  const ScoreFinder finder(groups, file);
  auto& pairs = joined_pairs.pairs;
  for (const UserPreference& judged : preferences) {
    if (pairs.empty() || pairs.back().topic != judged.topic || pairs.back().run1 != judged.run1 ||
        pairs.back().run2 != judged.run2) {
      pairs.push_back({judged.topic, judged.run1, judged.run2, finder.preferences(judged),
                       std::vector<std::int8_t>(joined_pairs.participants.size(), not_judged)});
    }
    pairs.back().by_participant[place_of(joined_pairs.participants, judged.participant)] =
        static_cast<std::int8_t>(judged.preference);
  }
  return joined_pairs;
}

JudgedPairs joined(const JudgedPairs& a, const JudgedPairs& b) {
  JudgedPairs both{a.measures, a.participants, {}};
  both.participants.insert(both.participants.end(), b.participants.begin(), b.participants.end());
  sort_labels(both.participants);
  add_renamed(both, a);
  add_renamed(both, b);
  return both;
}

JudgedPairs disagreed(const JudgedPairs& judged, std::size_t measure1, std::size_t measure2) {
  JudgedPairs subset{judged.measures, judged.participants, {}};
  for (const JudgedPair& pair : judged.pairs) {
    if (pair.by_measure[measure1] != pair.by_measure[measure2]) subset.pairs.push_back(pair);
  }
  return subset;
}

AgreementTable agreement_table(const JudgedPairs& judged) {
  const std::size_t measures = judged.measures.size(), users = judged.participants.size();
  AgreementTable table;
  table.measures.assign(measures, std::vector<Agreement>(measures));
  table.users.assign(measures, std::vector<Agreement>(users));
  table.between_users.assign(users, std::vector<Agreement>(users));
  for (const JudgedPair& pair : judged.pairs) count_pair(pair, table);
  for (std::size_t i = 0; i < measures; ++i) {
    std::vector<double> taus;
    for (const Agreement& agreement : table.users[i]) {
      if (agreement.judged() > 0) taus.push_back(agreement.tau());
    }
    table.average.push_back(mean_or_zero(taus));
  }
  std::vector<double> taus;
  for (std::size_t i = 0; i < users; ++i) {
    for (std::size_t j = i + 1; j < users; ++j) {
      if (table.between_users[i][j].judged() > 0) taus.push_back(table.between_users[i][j].tau());
    }
  }
  table.average_between_users = mean_or_zero(taus);
  return table;
}

}  // namespace subintent
