#include "render/judgments_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "render/exchanged_report.h"

namespace subintent::internal {
namespace {

struct CoefficientWords {
  const char *name, *words;
};

constexpr CoefficientWords coefficient_words[] = {
    {"equal", "equal grades"},
    {"kappa", "Cohen's kappa of grades"},
    {"alpha_nominal", "Krippendorff's alpha of grades, nominal"},
    {"alpha_ordinal", "Krippendorff's alpha of grades, ordinal"},
    {"equal_relevance", "both relevant or both not"},
    {"kappa_relevance", "Cohen's kappa of relevant or not"},
};

std::string words_of(const std::string& coefficient) {
  return std::ranges::find(coefficient_words, coefficient, &CoefficientWords::name)->words;
}

std::string words_of_level(const std::string& level) {
  return level == "topic" ? "Documents for topics" : "Documents for intents";
}

void add_agreement(const JudgmentAgreement& one, const BootstrapSettings& bootstrap,
                   Report& report) {
  DataTable& table = report.tables[0];
  TextTable shown;
  shown.add({"", "", fmt::format("{:.4g}% interval", 100 * (1 - bootstrap.alpha))});
  for (const JudgmentCoefficient& c : one.coefficients) {
    table.rows.push_back({one.level, c.name, known(c.value), known(c.low), known(c.high),
                          bootstrap.alpha, whole(bootstrap.trials),
                          std::to_string(bootstrap.seed)});
    shown.add({words_of(c.name), c.value ? fraction(*c.value) : "-",
               c.low ? fmt::format("{} {}", fraction(*c.low), fraction(*c.high)) : "-"});
  }
  report.tables[1].rows.push_back(
      {one.level, whole(one.topics), whole(one.both), whole(one.only1), whole(one.only2)});
  report.text.add(fmt::format("\n{}, {}: {} in both, {} in 1 only, {} in 2 only\n\n",
                              words_of_level(one.level), count_of(one.topics, "topic"), one.both,
                              one.only1, one.only2));
  report.text.add(std::move(shown));
}

// Rows are grades of 1, columns those of 2.
void add_confusion(const JudgmentAgreement& one, Report& report) {
  TextTable shown;
  std::vector<std::string> header = {"1 \\ 2"};
  for (const std::int32_t grade : one.grades) header.push_back(std::to_string(grade));
  shown.add(header);
  for (std::size_t i = 0; i < one.grades.size(); ++i) {
    std::vector<std::string> row = {std::to_string(one.grades[i])};
    for (std::size_t j = 0; j < one.grades.size(); ++j) {
      row.push_back(std::to_string(one.confusion[i][j]));
      report.tables[2].rows.push_back({one.level, std::int64_t{one.grades[i]},
                                       std::int64_t{one.grades[j]}, whole(one.confusion[i][j])});
    }
    shown.add(row);
  }
  report.text.add("\nGrades of 1 in rows, of 2 in columns\n\n");
  report.text.add(std::move(shown));
}

}  // namespace

Report judgments_report(const JudgmentComparison& found) {
  Report report;
  report.tables = {
      {"agreement",
       {"level", "coefficient", "value", "low", "high", "alpha", "trials", "seed"},
       {}},
      {"coverage", {"level", "topics", "both", "only1", "only2"}, {}},
      {"confusion", {"level", "grade1", "grade2", "judgments"}, {}},
  };
  report.text.add(fmt::format(
      "Agreement of two sets of judgments; intervals by the bootstrap over topics (B = {}, seed "
      "{})\n1: {}\n2: {}\n",
      found.bootstrap.trials, found.bootstrap.seed, printable(found.first),
      printable(found.second)));
  for (const JudgmentAgreement& one : found.agreements) {
    add_agreement(one, found.bootstrap, report);
    if (one.both > 0) add_confusion(one, report);
  }
  if (!found.measures.empty()) {
    add_exchanged(found.measures, found.tests, found.correction, report);
  }
  return report;
}

Report leave_out_report(std::span<const LeftOutRun> found) {
  Report report;
  DataTable& table = report.tables.emplace_back(
      DataTable{"left_out",
                {"pool_depth", "measure", "run", "documents", "relevant", "mean_with",
                 "mean_without", "change", "rank_with", "rank_without", "tau_b"},
                {}});
  TextTable shown(2);
  shown.add({"measure", "run", "pool depth", "documents", "relevant", "with", "without", "change",
             "rank", "without", "τ_b"});
  for (const LeftOutRun& one : found) {
    const double change = one.mean_without - one.mean_with;
    table.rows.push_back({std::int64_t{one.depth}, one.measure, one.run, whole(one.documents),
                          whole(one.relevant), one.mean_with, one.mean_without, change,
                          whole(one.rank_with), whole(one.rank_without), known(one.tau_b)});
    shown.add({printable(one.measure), printable(one.run), std::to_string(one.depth),
               std::to_string(one.documents), std::to_string(one.relevant),
               fmt::format("{:.4f}", one.mean_with), fmt::format("{:.4f}", one.mean_without),
               fmt::format("{:+.4f}", change), std::to_string(one.rank_with),
               std::to_string(one.rank_without), one.tau_b ? fraction(*one.tau_b) : "-"});
  }
  report.text.add(
      "Each run by judgments without the documents that it alone has contributed to the pool: "
      "judged\ndocuments left out, and relevant ones among them; its mean and rank with them and "
      "without;\nKendall's τ_b of the rankings of all runs\n\n");
  report.text.add(std::move(shown));
  return report;
}

}  // namespace subintent::internal
