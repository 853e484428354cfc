// The reports of `compare correlation` and `compare concordance`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "compare/concordance.h"
#include "compare/correlation.h"
#include "report/report.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent {
namespace {

// A ranking of runs or pairs in one group by each measure.
struct Rankings {
  std::vector<std::vector<std::uint32_t>> ranks;  // by measure; 0 is the best
  std::vector<std::uint32_t> tie_break;
};

Rankings rankings_of_runs(const ScoreGroup& group) {
  Rankings made;
  for (const ScoreMatrix& scores : group.measures) {
    std::vector<double> lower_is_better = scores.means();
    for (double& mean : lower_is_better) mean = -mean;
    made.ranks.push_back(dense_ranks(lower_is_better, 1e-12, 1e-12));
  }
  std::vector<std::uint32_t> order(group.runs.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return group.runs[a] < group.runs[b]; });
  made.tie_break.resize(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) made.tie_break[order[i]] = i;
  return made;
}

// Of all pairs of runs of all groups; ties of tau_ap go to the earlier pair.
Rankings rankings_of_pairs(const TestedMeasures& tested) {
  Rankings made;
  for (const DiscriminativePower& power : tested.powers) {
    made.ranks.push_back(dense_ranks(power.p, 1e-12, 0));
  }
  made.tie_break.resize(tested.powers.at(0).p.size());
  std::iota(made.tie_break.begin(), made.tie_break.end(), 0);
  return made;
}

// One set of rankings, or several whose correlations are averaged, weighted by their sizes.
void add_correlations(const std::string& of, const std::vector<std::string>& measures,
                      const std::vector<Rankings>& rankings, Report& report) {
  TextTable text;
  std::vector<std::string> header = {""};
  for (std::size_t j = 1; j < measures.size(); ++j) header.push_back(printable(measures[j]));
  text.add(header);
  for (std::size_t i = 0; i + 1 < measures.size(); ++i) {
    std::vector<std::string> row = {printable(measures[i])};
    for (std::size_t j = 1; j < measures.size(); ++j) {
      if (j <= i) {
        row.emplace_back("-");
        continue;
      }
      RankCorrelation mean;
      double size = 0;
      for (const Rankings& one : rankings) {
        const auto n = static_cast<double>(one.tie_break.size());
        const RankCorrelation found = correlation(one.ranks[i], one.ranks[j], one.tie_break);
        mean.tau_b += n * found.tau_b;
        mean.tau_ap_first += n * found.tau_ap_first;
        mean.tau_ap_second += n * found.tau_ap_second;
        mean.tau_ap_symmetric += n * found.tau_ap_symmetric;
        size += n;
      }
      report.tables[0].rows.push_back({of, measures[i], measures[j], mean.tau_b / size,
                                       mean.tau_ap_first / size, mean.tau_ap_second / size,
                                       mean.tau_ap_symmetric / size,
                                       static_cast<std::int64_t>(size)});
      row.push_back(fraction(mean.tau_b / size) + "/" + fraction(mean.tau_ap_symmetric / size));
    }
    text.add(row);
  }
  report.text += text.text();
}

std::string cell_of(const Concordance& tested) {
  if (tested.disagreements == 0) return "- (0)";
  const char* const mark = tested.p < 0.01 ? "‡" : tested.p < 0.05 ? "†" : "";
  return fmt::format("{}/{}{} ({})", fraction(tested.share_first()),
                     fraction(tested.share_second()), mark, tested.disagreements);
}

// Preferences of every measure in every group.
using Preferences = std::vector<std::vector<std::vector<std::int8_t>>>;  // [group][measure]

Concordance tested_over_groups(const Preferences& preferences, std::size_t first,
                               std::size_t second, const std::vector<std::size_t>& gold) {
  Concordance found;
  for (const auto& group : preferences) {
    std::vector<std::span<const std::int8_t>> standards;
    for (const std::size_t measure : gold) standards.emplace_back(group[measure]);
    found = concordance(group[first], group[second], standards, found);
  }
  return found;
}

}  // namespace

Report correlation_report(std::span<const ScoreGroup> groups,
                          std::span<const TestedMeasures> tested, bool of_runs) {
  Report report;
  report.tables.push_back(
      {"correlations",
       {"of", "measure1", "measure2", "tau_b", "tau_ap_1", "tau_ap_2", "tau_ap_symmetric", "items"},
       {}});
  std::vector<std::string> measures;
  for (const ScoreMatrix& scores : groups[0].measures) measures.push_back(scores.measure);
  if (of_runs) {
    std::vector<Rankings> rankings;
    std::size_t runs = 0;
    for (const ScoreGroup& group : groups) {
      rankings.push_back(rankings_of_runs(group));
      runs += group.runs.size();
    }
    report.text +=
        fmt::format("Rankings of {}: tau_b / symmetric tau_ap\n\n", count_of(runs, "run"));
    add_correlations("runs", measures, rankings, report);
  }
  for (const TestedMeasures& one : tested) {
    if (!report.text.empty()) report.text += '\n';
    report.text +=
        fmt::format("Order of {} of runs by p-value, {}: tau_b / symmetric tau_ap\n\n",
                    count_of(one.powers.at(0).p.size(), "pair"), description(one.settings));
    add_correlations("p-values " + std::string(one.settings.test->name), measures,
                     {rankings_of_pairs(one)}, report);
  }
  return report;
}

Report concordance_report(std::span<const ScoreGroup> groups,
                          const std::vector<std::string>& gold) {
  const ScoreGroup& group = groups[0];
  std::vector<std::vector<std::size_t>> parts;
  std::vector<std::size_t> standards, measures;
  for (const std::string& name : gold) standards.push_back(group.find_measure(name));
  for (const std::size_t standard : standards) parts.push_back({standard});
  if (standards.size() > 1) parts.push_back(standards);
  for (std::size_t i = 0; i < group.measures.size(); ++i) {
    if (std::find(standards.begin(), standards.end(), i) == standards.end()) measures.push_back(i);
  }
  if (measures.size() < 2) {
    throw Error("concordance needs two measures that are not gold standards; give more scores");
  }
  Preferences preferences(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const ScoreMatrix& scores : groups[g].measures) {
      preferences[g].push_back(preferences_of(scores));
    }
  }
  Report report;
  report.tables.push_back({"concordance",
                           {"gold", "measure1", "measure2", "disagreements", "correct1", "correct2",
                            "concordance1", "concordance2", "only1", "only2", "p"},
                           {}});
  for (std::size_t part = 0; part < parts.size(); ++part) {
    std::vector<std::string> names;
    for (const std::size_t standard : parts[part])
      names.push_back(group.measures[standard].measure);
    const std::string name = fmt::format("{}", fmt::join(names, " AND "));
    TextTable table;
    std::vector<std::string> header = {""};
    for (std::size_t j = 1; j < measures.size(); ++j) {
      header.push_back(printable(group.measures[measures[j]].measure));
    }
    table.add(header);
    for (std::size_t i = 0; i + 1 < measures.size(); ++i) {
      const std::string& first = group.measures[measures[i]].measure;
      std::vector<std::string> row = {printable(first)};
      for (std::size_t j = 1; j < measures.size(); ++j) {
        if (j <= i) {
          row.emplace_back("-");
          continue;
        }
        const Concordance c =
            tested_over_groups(preferences, measures[i], measures[j], parts[part]);
        row.push_back(cell_of(c));
        report.tables[0].rows.push_back(
            {name, first, group.measures[measures[j]].measure,
             static_cast<std::int64_t>(c.disagreements), static_cast<std::int64_t>(c.correct_first),
             static_cast<std::int64_t>(c.correct_second), c.share_first(), c.share_second(),
             static_cast<std::int64_t>(c.only_first), static_cast<std::int64_t>(c.only_second),
             c.p});
      }
      table.add(row);
    }
    report.text += fmt::format("{}({}) Gold standard: {}\n\n{}", part == 0 ? "" : "\n", part + 1,
                               printable(name, 200), table.text());
  }
  report.text +=
      "\nConcordance of the row's measure / the column's (disagreements); two-sided sign test: "
      "† p < 0.05, ‡ p < 0.01\n";
  return report;
}

}  // namespace subintent
