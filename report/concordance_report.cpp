// The report of `compare concordance`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compare/concordance.h"
#include "report/analysis.h"
#include "report/tested_pairs.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

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

Analysis concordance_analysis() {
  Analysis analysis;
  analysis.name = "concordance";
  analysis.parameters = {"gold"};
  analysis.run = [](const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                    const PairsDone&) {
    comparable(groups);  // throws where there is nothing to compare
    return AnalysisResult{concordance_report(groups, options.gold), {}, {}};
  };
  return analysis;
}

}  // namespace subintent::internal
