#include "render/hierarchy_agreement_report.h"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "render/exchanged_report.h"

namespace subintent::internal {
namespace {

std::string text(const std::optional<double>& value) {
  return value ? fraction(*value) : "-";
}

// What two hierarchies of a topic agree by.
struct Agreement {
  const char *column, *title, *brief;
  std::optional<double> (*of)(const TopicAgreement& topic);
};

constexpr Agreement agreements[] = {
    {"adjusted_rand", "adjusted Rand index of the last layers", "ARI",
     [](const TopicAgreement& t) { return t.adjusted_rand; }},
    {"cophenetic", "cophenetic correlation", "cophenetic",
     [](const TopicAgreement& t) { return t.cophenetic; }},
    {"equal1", "nodes of 1 that are nodes of 2", "of 1",
     [](const TopicAgreement& t) { return std::optional(t.share1()); }},
    {"equal2", "nodes of 2 that are nodes of 1", "of 2",
     [](const TopicAgreement& t) { return std::optional(t.share2()); }},
};

// Over the topics that have a value.
struct Mean {
  std::optional<double> value;
  std::uint64_t topics = 0;

  Mean(const std::vector<TopicAgreement>& all, const Agreement& agreement) {
    double sum = 0;
    for (const TopicAgreement& topic : all) {
      const std::optional<double> one = agreement.of(topic);
      sum += one.value_or(0);
      topics += one ? 1 : 0;
    }
    if (topics > 0) value = sum / static_cast<double>(topics);
  }
};

void add_means(const HierarchyComparison& found, Report& report) {
  DataTable& table =
      report.tables.emplace_back(DataTable{"agreement", {"agreement", "mean", "topics"}, {}});
  TextTable shown;
  shown.add({"", "mean", "topics"});
  for (const Agreement& agreement : agreements) {
    const Mean mean(found.agreement.topics, agreement);
    table.rows.push_back({std::string(agreement.column), known(mean.value), whole(mean.topics)});
    shown.add({agreement.title, text(mean.value), std::to_string(mean.topics)});
  }
  report.text.add(fmt::format("Agreement of two hierarchies, means over topics\n1: {}\n2: {}\n\n",
                              printable(found.first), printable(found.second)));
  report.text.add(std::move(shown));
}

void add_topics(const std::vector<TopicAgreement>& topics, Report& report) {
  DataTable& table =
      report.tables.emplace_back(DataTable{"topics",
                                           {"topic", "documents", "only1", "only2", "layers1",
                                            "layers2", "nodes1", "nodes2", "equal_nodes"},
                                           {}});
  TextTable shown;
  std::vector<std::string> header = {"topic", "documents", "layers", "nodes", "equal"};
  for (const Agreement& agreement : agreements) {
    table.columns.emplace_back(agreement.column);
    header.emplace_back(agreement.brief);
  }
  shown.add(header);
  for (const TopicAgreement& t : topics) {
    auto& row = table.rows.emplace_back(std::vector<Cell>{
        t.topic, whole(t.documents), whole(t.only1), whole(t.only2), whole(t.layers1),
        whole(t.layers2), whole(t.nodes1), whole(t.nodes2), whole(t.equal)});
    std::vector<std::string> cells = {printable(t.topic), std::to_string(t.documents),
                                      fmt::format("{}, {}", t.layers1, t.layers2),
                                      fmt::format("{}, {}", t.nodes1, t.nodes2),
                                      std::to_string(t.equal)};
    for (const Agreement& agreement : agreements) {
      row.push_back(known(agreement.of(t)));
      cells.push_back(text(agreement.of(t)));
    }
    shown.add(cells);
  }
  report.text.add("\nBy topic: documents of both, layers and nodes of 1 and of 2, equal nodes\n\n");
  report.text.add(std::move(shown));
}

}  // namespace

Report hierarchy_agreement_report(const HierarchyComparison& found, bool per_topic) {
  Report report;
  add_means(found, report);
  if (per_topic) add_topics(found.agreement.topics, report);
  if (!found.measures.empty()) {
    add_exchanged(found.measures, found.tests, found.correction, report);
  }
  return report;
}

}  // namespace subintent::internal
