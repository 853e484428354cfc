// Tables of analyses as rows of C++.
#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "subintent/analysis.h"

namespace subintent {
namespace {

// The table of a row, its first column, and its members in the order of the columns.
template <typename Row>
struct Layout;

template <>
struct Layout<PairRow> {
  static constexpr const char *table = "pairs", *first = "group";
  static auto members(PairRow& r) {
    return std::tie(r.group, r.measure, r.test, r.run1, r.run2, r.topics, r.mean1, r.mean2,
                    r.difference, r.effect_size, r.low, r.high, r.wins, r.losses, r.ties, r.p,
                    r.p_holm, r.p_bonferroni, r.p_bh, r.winner, r.alpha, r.correction, r.trials,
                    r.seed);
  }
};

template <>
struct Layout<PowerRow> {
  static constexpr const char *table = "power", *first = "test";
  static auto members(PowerRow& r) {
    return std::tie(r.test, r.measure, r.significant, r.pairs, r.power, r.required_difference,
                    r.alpha, r.correction, r.trials, r.seed);
  }
};

template <>
struct Layout<OverlapRow> {
  static constexpr const char *table = "overlaps", *first = "test";
  static auto members(OverlapRow& r) {
    return std::tie(r.test, r.measure1, r.measure2, r.only1, r.both, r.only2, r.agreement,
                    r.conflicts);
  }
};

template <>
struct Layout<CorrelationRow> {
  static constexpr const char *table = "correlations", *first = "of";
  static auto members(CorrelationRow& r) {
    return std::tie(r.of, r.measure1, r.measure2, r.tau_b, r.tau_ap_1, r.tau_ap_2,
                    r.tau_ap_symmetric, r.items);
  }
};

template <>
struct Layout<ConcordanceRow> {
  static constexpr const char *table = "concordance", *first = "gold";
  static auto members(ConcordanceRow& r) {
    return std::tie(r.gold, r.measure1, r.measure2, r.disagreements, r.correct1, r.correct2,
                    r.concordance1, r.concordance2, r.only1, r.only2, r.p);
  }
};

template <>
struct Layout<AgreementRow> {
  static constexpr const char *table = "agreement", *first = "question";
  static auto members(AgreementRow& r) {
    return std::tie(r.question, r.pool, r.first, r.second, r.agreements, r.disagreements, r.tau,
                    r.low, r.high);
  }
};

void read_row_values(const Cell& cell, std::string& value) {
  value = std::get<std::string>(cell);
}

void read_row_values(const Cell& cell, double& value) {
  value = std::get<double>(cell);
}

// Seeds that are too large for a whole number of a cell are text.
void read_row_values(const Cell& cell, std::uint64_t& value) {
  const auto* const text = std::get_if<std::string>(&cell);
  value = text != nullptr ? std::stoull(*text)
                          : static_cast<std::uint64_t>(std::get<std::int64_t>(cell));
}

template <typename Value>
void read_row_values(const Cell& cell, std::optional<Value>& value) {
  if (!std::holds_alternative<std::monostate>(cell)) read_row_values(cell, value.emplace());
}

}  // namespace

template <typename Row>
std::vector<Row> rows(const AnalysisTables& made) {
  std::vector<Row> all;
  const auto table = std::ranges::find(made.tables, Layout<Row>::table, &Table::name);
  if (table == made.tables.end()) return all;
  // The settings of a series stand in front.
  const auto first = std::ranges::find(table->columns, Layout<Row>::first);
  for (const std::vector<Cell>& cells : table->rows) {
    auto column = static_cast<std::size_t>(first - table->columns.begin());
    const auto fill = [&](auto&... members) {
      (read_row_values(cells.at(column++), members), ...);
    };
    std::apply(fill, Layout<Row>::members(all.emplace_back()));
    if (column != cells.size()) throw std::logic_error("not the columns of " + table->name);
  }
  return all;
}

template std::vector<PairRow> rows(const AnalysisTables& made);
template std::vector<PowerRow> rows(const AnalysisTables& made);
template std::vector<OverlapRow> rows(const AnalysisTables& made);
template std::vector<CorrelationRow> rows(const AnalysisTables& made);
template std::vector<ConcordanceRow> rows(const AnalysisTables& made);
template std::vector<AgreementRow> rows(const AnalysisTables& made);

}  // namespace subintent
