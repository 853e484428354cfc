#include "report/difference_report.h"

#include <fmt/format.h>

#include <cmath>

#include "report/charts/display_width.h"
#include "report/run_table.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::string number(double value) {
  return fraction(value, 4);
}

std::string difference(double value) {
  return signed_fraction(value, 4);
}

// "P@5: A .4000, B .2000, A - B +.2000", of a topic or a mean.
template <typename Scores>
std::string head_of(const std::string& measure, const Scores& scores) {
  return fmt::format("{}{}: A {}, B {}, A - B {}\n", measure,
                     scores.lower_is_better ? " (less is better)" : "", number(scores.a),
                     number(scores.b), difference(scores.a - scores.b));
}

std::string rank_text(std::uint32_t rank) {
  return rank == 0 ? "-" : std::to_string(rank);
}

// A table of what adds up to two scores: rows with some columns of text, then A, B and A - B. The
// rows beyond the limit are one row together, and the sum of all is the last.
class SumTable {
 public:
  // The first `left` columns are aligned to the left.
  SumTable(std::vector<std::string> columns, std::size_t left, std::size_t limit)
      : columns_(columns.size()), limit_(limit), table_(left) {
    columns.insert(columns.end(), {"A", "B", "A - B"});
    table_.add(std::move(columns));
  }

  void add(std::vector<std::string> cells, double a, double b) {
    a_ += a;
    b_ += b;
    ++rows_;
    if (limit_ != 0 && rows_ > limit_) {
      hidden_a_ += a;
      hidden_b_ += b;
    } else {
      add_row(std::move(cells), a, b);
    }
  }

  TextTable finished() && {
    if (limit_ != 0 && rows_ > limit_)
      add_row({fmt::format("{} more", rows_ - limit_)}, hidden_a_, hidden_b_);
    add_row({"sum"}, a_, b_);
    return std::move(table_);
  }

 private:
  void add_row(std::vector<std::string> cells, double a, double b) {
    cells.resize(columns_);
    cells.insert(cells.end(), {number(a), number(b), difference(a - b)});
    table_.add(std::move(cells));
  }

  std::size_t columns_, limit_, rows_ = 0;
  double a_ = 0, b_ = 0, hidden_a_ = 0, hidden_b_ = 0;
  TextTable table_;
};

// The difference of a topic by a measure as text.
class TopicText {
 public:
  TopicText(const TopicDifference& difference, const DifferenceView& view)
      : difference_(difference), view_(view) {}

  ReportText text() const {
    const TopicDifference& d = difference_;
    std::string head = head_of(d.measure, d);
    const std::string words = difference_in_words(d, {}, view_.captions);
    append_wrapped(head, "", "",
                   words.empty() ? "what given scores are made of is not known" : words,
                   prose_width(view_.width));
    if (d.against_ideal && d.a - d.b > 1e-9) head += "the ideal list is chosen greedily\n";
    if (d.against_ideal && !d.of_answers && shares_ranks())
      head += "rank B is a document's highest in the ideal lists of the parts, which differ\n";
    head += losses();
    if (const std::string unjudged = unjudged_in_words(d); !unjudged.empty())
      head += unjudged + '\n';
    ReportText text(head);
    if (d.components.size() > 1) text.add("\n", components());
    if (!d.intents.empty()) text.add("\n", intents(true));
    if (d.nodes.size() > d.intents.size()) text.add("\n", nodes());
    // An answer is the only document of its list, and exposure is a matter of the whole list.
    const auto has_docno = [](const DocumentDifference& row) { return !row.docno.empty(); };
    if (std::ranges::any_of(d.documents, has_docno) && !d.of_answers && d.groups.empty())
      text.add("\n", documents(true));
    if (!d.pairs.empty()) text.add("\n", pairs());
    return text;
  }

  // The table that fits a page: the intents, or else the documents, without details.
  TextTable short_table() const {
    return difference_.intents.empty() ? documents(false) : intents(false);
  }

 private:
  // Do several documents have a rank in B?
  bool shares_ranks() const {
    std::set<std::uint32_t> ranks;
    return std::ranges::any_of(difference_.documents, [&](const DocumentDifference& row) {
      return row.b.rank != 0 && !ranks.insert(row.b.rank).second;
    });
  }

  std::string losses() const {
    double a = 0, b = 0;
    for (const DocumentDifference& row : difference_.documents) {
      a += row.a.lost;
      b += row.b.lost;
    }
    if (a == 0 && b == 0) return {};
    return fmt::format("lost to redundancy (gains that like documents above take): A {}, B {}\n",
                       number(a), number(b));
  }

  TextTable components() const {
    SumTable table({"part"}, 1, 0);
    for (const ComponentDifference& row : difference_.components) {
      const std::string layer = row.layer == 0 ? "" : fmt::format(", layer {}", row.layer);
      table.add({std::string(name_of(row.kind)) + layer}, row.a, row.b);
    }
    return std::move(table).finished();
  }

  // The name of a row, and what it is about.
  struct Label {
    std::string name;
    std::string_view caption = {};
  };

  template <typename Row>
  struct Column {
    std::string name;
    std::function<std::string(const Row&)> cell;
    bool is_detail = false;  // gives way where the width is not enough
  };

  template <typename Row>
  static void add_losses(std::vector<Column<Row>>& columns, const std::vector<Row>& rows) {
    if (std::ranges::none_of(rows, [](const Row& row) { return row.a.lost > 0 || row.b.lost > 0; }))
      return;
    columns.push_back({"lost A", [](const Row& row) { return number(row.a.lost); }, true});
    columns.push_back({"lost B", [](const Row& row) { return number(row.b.lost); }, true});
  }

  TextTable intents(bool details) const {
    const auto labels = mapped(difference_.intents, [&](const NodeDifference& row) {
      return Label{label(row), caption_of(row, difference_.topic, view_.captions)};
    });
    return labelled_table(difference_.intents_are, "about", labels,
                          node_columns(difference_.intents, details), difference_.intents);
  }

  TextTable nodes() const {
    std::vector<Label> labels;
    for (const NodeDifference& row : difference_.nodes) {
      labels.push_back(
          {row.node ? fmt::format("{}, layer {}", display_text(row.name), row.layer) : "-",
           row.label.empty() ? caption_of(row, difference_.topic, view_.captions) : row.label});
    }
    return labelled_table("node", "about", labels, node_columns(difference_.nodes, true),
                          difference_.nodes);
  }

  std::vector<Column<NodeDifference>> node_columns(const std::vector<NodeDifference>& rows,
                                                   bool details) const {
    using Row = const NodeDifference&;
    std::vector<Column<NodeDifference>> columns;
    if (std::ranges::any_of(rows, [](Row row) { return !row.importance.empty(); }))
      columns.push_back({"importance", [](Row row) { return row.importance; }});
    if (difference_.has_weights)
      columns.push_back({"weight", [](Row row) { return fraction(row.weight); }});
    if (difference_.of_answers) {
      const auto has = [](const ListPart& part) {
        return part.rank == 0 ? "-" : part.grade == 1 ? "in part" : "full";
      };
      columns.push_back({"in A", [=](Row row) { return has(row.a); }});
      columns.push_back({"in B", [=](Row row) { return has(row.b); }});
    } else {
      columns.push_back({"rank A", [](Row row) { return rank_text(row.a.rank); }});
      columns.push_back({"rank B", [](Row row) { return rank_text(row.b.rank); }});
    }
    if (details) add_losses(columns, rows);
    return columns;
  }

  TextTable documents(bool details) const {
    using Row = const DocumentDifference&;
    const std::vector<DocumentDifference>& rows = difference_.documents;
    std::vector<Label> labels;
    for (Row row : rows) {
      labels.push_back(
          {row.docno.empty() ? "-" : display_text(row.docno), view_.captions.document(row.docno)});
    }
    std::vector<Column<DocumentDifference>> columns = {
        {"rank A", [](Row row) { return rank_text(row.a.rank); }},
        {"rank B", [](Row row) { return rank_text(row.b.rank); }}};
    const auto is_first = [](Row row) { return row.a.new_nodes + row.b.new_nodes > 0; };
    if (details && std::ranges::any_of(rows, is_first)) {
      columns.push_back({"new A", [](Row row) { return std::to_string(row.a.new_nodes); }, true});
      columns.push_back({"new B", [](Row row) { return std::to_string(row.b.new_nodes); }, true});
    }
    if (details) add_losses(columns, rows);
    return labelled_table("document", "title", labels, columns, rows);
  }

  // Captions, where there are any, are cut to what the columns leave of the width.
  template <typename Row>
  TextTable labelled_table(std::string name, std::string caption, const std::vector<Label>& labels,
                           std::vector<Column<Row>> columns, const std::vector<Row>& rows) const {
    std::size_t longest = name.size();
    for (const Label& label : labels) longest = std::max(longest, display_width(label.name));
    const bool captioned =
        std::ranges::any_of(labels, [](const Label& label) { return !label.caption.empty(); });
    const auto used = [&] {
      std::size_t sum = longest + (captioned ? 4 + 25 : 22);  // gaps; A, B and A - B
      for (const Column<Row>& column : columns) sum += column.name.size() + 2;
      return sum;
    };
    const auto room = [&] {
      if (view_.width == 0) return longest_caption;
      return view_.width > used() + least_caption ? view_.width - used() : room_beside(longest);
    };
    if (view_.width != 0 && (captioned ? room() < 20 : used() > view_.width))
      std::erase_if(columns, [](const Column<Row>& column) { return column.is_detail; });
    std::vector<std::string> header = {std::move(name)};
    if (captioned) header.push_back(std::move(caption));
    const std::size_t left = header.size();
    for (const Column<Row>& column : columns) header.push_back(column.name);
    SumTable table(std::move(header), left, view_.limit);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::vector<std::string> cells = {labels[i].name};
      if (captioned) cells.push_back(fitting_text(labels[i].caption, room()));
      for (const Column<Row>& column : columns) cells.push_back(column.cell(rows[i]));
      table.add(std::move(cells), rows[i].a.amount, rows[i].b.amount);
    }
    return std::move(table).finished();
  }

  static constexpr std::size_t least_caption = 12, longest_caption = 60;

  // The room for a caption in a table that does not fit into the width with it, so that columns go
  // into further blocks: the part that the name leaves of the half that stands in each of them.
  std::size_t room_beside(std::size_t name) const {
    constexpr std::size_t least = 8, most = 20;
    const std::size_t half = view_.width / 2, used = name + 4;
    return half > used + least ? std::min(half - used, most) : least;
  }

  static std::string label(const NodeDifference& row) {
    if (row.intent.empty()) return "-";
    return row.intent == topic_level_intent || row.is_superintent ? name_of(row, "intent")
                                                                  : display_text(row.intent);
  }

  TextTable pairs() const {
    SumTable table({"document", "document", "similarity", "ranks A", "ranks B"}, 2, view_.limit);
    const auto ranks = [](const PairInList& pair) {
      return pair.higher == 0 ? "-" : fmt::format("{}, {}", pair.higher, pair.lower);
    };
    for (const PairDifference& row : difference_.pairs) {
      table.add({display_text(row.docno1), display_text(row.docno2), fraction(row.similarity),
                 ranks(row.a), ranks(row.b)},
                row.a.amount, row.b.amount);
    }
    return std::move(table).finished();
  }

  const TopicDifference& difference_;
  const DifferenceView& view_;
};

// Says what "A" and "B" stand for.
std::string legend(const DifferenceView& view) {
  return fmt::format("A: {}\nB: {}\n", display_text(view.a),
                     view.b.empty() ? view.ideal : display_text(view.b));
}

// "A is bm25, B is the ideal list."
std::string paper_legend(const DifferenceView& view) {
  return fmt::format("A is {}, B is {}.", view.a, view.b.empty() ? view.ideal : view.b);
}

// The share of a topic in the difference of the means: "13.5%"; "-" where there is none.
std::string percent(double part, const MeanDifference& mean) {
  const auto share = mean.share_of(part);
  if (!share) return "-";
  const std::string text = fmt::format("{:.1f}%", 100 * *share);
  return text == "-0.0%" ? "0.0%" : text;
}

// "means over 44 topics; A is better in 12, worse in 32".
std::string means_over(const MeanDifference& mean, bool against_ideal) {
  std::string text = "means over " + count_of(mean.topics.size(), "topic");
  const auto above =
      std::ranges::count_if(mean.topics, [](const TopicShare& t) { return t.a - t.b > 1e-9; });
  if (against_ideal && above > 0 && !mean.lower_is_better)
    text += fmt::format("; A is better in {}: the ideal list is chosen greedily", above);
  if (against_ideal) return text;
  const auto count = [&](auto is) {
    return std::ranges::count_if(mean.topics, is, &TopicShare::difference);
  };
  auto better = count([](double d) { return d > 0; });
  auto worse = count([](double d) { return d < 0; });
  if (mean.lower_is_better) std::swap(better, worse);
  return text + fmt::format("; A is better in {}, worse in {}", better, worse);
}

// "paired t-test: p = 0.0312, 95% interval of A - B [.0113, .1746]".
std::string test_text(const ExplainedMean& explained) {
  if (!explained.tested) return {};
  const ComparedPair& pair = *explained.tested;
  std::string text = fmt::format("{}: {}", description(explained.test), p_equation(pair.p));
  if (std::isfinite(pair.low) && std::isfinite(pair.high)) {
    text += fmt::format(", {:.4g}% interval of A - B [{}, {}]", 100 * (1 - explained.test.alpha),
                        number(pair.low), number(pair.high));
  }
  if (std::isinf(pair.effect_size) && explained.mean.topics.size() > 1)
    text += ": all differences are equal, and tell nothing of chance";
  return text + '\n';
}

// The topics of a mean that differ, each with a sentence below the table.
ReportText mean_text(const ExplainedMean& explained, const DifferenceView& view) {
  const MeanDifference& mean = explained.mean;
  if (mean.topics.empty()) return ReportText(explained.measure + ": applies to no topic\n");
  const double whole = mean.a - mean.b;
  double rest = whole;
  std::size_t shown = 0;
  TextTable table(1);
  table.add({"topic", "A", "B", "A - B", "of the mean", "share"});
  std::string sentences;
  for (std::size_t i = 0; i < explained.topics.size(); ++i) {
    const TopicShare& topic = mean.topics[i];
    const TopicDifference& parts = explained.topics[i];
    const std::string name = view.captions.topic(parts.topic);
    const std::string words = difference_in_words(parts, {}, view.captions);
    if (topic.difference != 0) {
      ++shown;
      rest -= topic.difference;
      table.add({name, number(topic.a), number(topic.b), difference(topic.a - topic.b),
                 difference(topic.difference), percent(topic.difference, mean)});
    }
    if (words.empty() || (topic.difference == 0 && !words.starts_with("no difference; "))) continue;
    std::string sentence = name + ": " + words;
    const std::string unjudged = unjudged_in_words(parts);
    if (!unjudged.empty()) sentence += "; " + unjudged;
    append_wrapped(sentences, "", "    ", sentence, prose_width(view.width));
  }
  if (const std::size_t more = mean.topics.size() - shown; more > 0)
    table.add({fmt::format("{} more", more), "", "", "", difference(rest), percent(rest, mean)});
  ReportText text(fmt::format("{}{}\n{}", head_of(explained.measure, mean),
                              means_over(mean, view.b.empty()), test_text(explained)));
  if (shown == 0) {
    text.add("no difference in any topic\n" + sentences);
    return text;
  }
  text.add("\n");
  text.add(table);
  if (whole != 0 && !mean.has_shares)
    text.add("-: no share: what topics add for A and for B is over three times the difference\n");
  if (!sentences.empty()) text.add("\n" + sentences);
  return text;
}

// A row per measure, and for each its intents; documents where it sees no intents.
std::vector<PaperTable> paper_of(std::span<const TopicDifference> differences,
                                 const DifferenceView& view) {
  TextTable scores(1);
  scores.add({"measure", "A", "B", "A - B"});
  std::vector<PaperTable> tables(1);
  for (const TopicDifference& d : differences) {
    scores.add({d.measure, number(d.a), number(d.b), difference(d.a - d.b)});
    tables.push_back(paper_table(TopicText(d, view).short_table()));
    tables.back().caption =
        fmt::format("{}. {}.", d.measure, difference_in_words(d, {}, view.captions));
  }
  tables[0] = paper_table(scores);
  if (!differences.empty()) {
    tables[0].caption =
        fmt::format("Topic {}. {}", view.captions.topic(differences[0].topic), paper_legend(view));
  }
  return tables;
}

// The means for paper: a row per measure.
TextTable means_table(std::span<const ExplainedMean> means) {
  const bool tested = std::ranges::any_of(
      means, [](const ExplainedMean& explained) { return explained.tested.has_value(); });
  TextTable table(1);
  std::vector<std::string> header = {"measure", "topics", "A", "B", "A - B"};
  if (tested) header.insert(header.end(), {"A better", "B better", "p"});
  table.add(std::move(header));
  for (const ExplainedMean& explained : means) {
    const MeanDifference& mean = explained.mean;
    if (mean.topics.empty()) continue;
    std::vector<std::string> row = {explained.measure, std::to_string(mean.topics.size()),
                                    number(mean.a), number(mean.b), difference(mean.a - mean.b)};
    if (explained.tested) {
      const ComparedPair& pair = *explained.tested;
      const std::string p = pair.p < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", pair.p);
      row.insert(row.end(), {std::to_string(pair.wins), std::to_string(pair.losses), p});
    }
    table.add(std::move(row));
  }
  return table;
}

// The topics for paper that make most of the differences, a row each.
TextTable topics_table(std::span<const ExplainedMean> means, const DifferenceView& view) {
  constexpr std::size_t query_width = 24;
  const bool has_queries = std::ranges::any_of(means, [&](const ExplainedMean& explained) {
    return std::ranges::any_of(explained.topics, [&](const TopicDifference& topic) {
      return !view.captions.query(topic.topic).empty();
    });
  });
  TextTable table(has_queries ? 3 : 2);
  const auto add = [&](std::vector<std::string> row) {
    if (!has_queries) row.erase(row.begin() + 2);
    table.add(std::move(row));
  };
  add({"measure", "topic", "query", "A", "B", "A - B", "share"});
  for (const ExplainedMean& explained : means) {
    const MeanDifference& mean = explained.mean;
    const std::size_t shown =
        view.limit == 0 ? explained.topics.size() : std::min(view.limit, explained.topics.size());
    for (std::size_t i = 0; i < shown && mean.topics[i].difference != 0; ++i) {
      const TopicShare& share = mean.topics[i];
      const std::string& topic = explained.topics[i].topic;
      add({i == 0 ? explained.measure : "", display_text(topic),
           fitting_text(view.captions.query(topic), query_width), number(share.a), number(share.b),
           difference(share.a - share.b), percent(share.difference, mean)});
    }
  }
  return table;
}

// Short tables that fit a page.
std::vector<PaperTable> paper_of(std::span<const ExplainedMean> means, const DifferenceView& view) {
  PaperTable table = paper_table(means_table(means)),
             topics = paper_table(topics_table(means, view));
  table.caption = "Means over topics. " + paper_legend(view);
  if (!means.empty() && means[0].tested)
    table.caption += fmt::format(" p is that of the {}.", description(means[0].test));
  topics.caption =
      "Topics that make most of the difference, and their shares of it. " + paper_legend(view);
  return {std::move(table), std::move(topics)};
}

// The groups of the attributes at one cutoff.
TextTable groups_table(std::span<const GroupExposure> groups, bool has_b) {
  TextTable table(2);
  std::vector<std::string> header = {"attribute", "group", "target", "A"};
  if (has_b) header.insert(header.end(), {"B", "A - B"});
  table.add(std::move(header));
  std::string_view attribute;
  for (const GroupExposure& group : groups) {
    std::vector<std::string> row = {
        attribute == group.attribute ? "" : display_text(group.attribute),
        display_text(group.group), number(group.target), fraction_or_dash(group.shares[0], 4)};
    attribute = group.attribute;
    if (has_b) {
      const bool both = group.shares[0] && group.shares[1];
      row.push_back(fraction_or_dash(group.shares[1], 4));
      row.push_back(both ? difference(*group.shares[0] - *group.shares[1]) : "-");
    }
    table.add(std::move(row));
  }
  return table;
}

std::string groups_caption(std::uint32_t cutoff) {
  return fmt::format(
      "shares of the exposure 1 / log2(rank + 1) of {}",
      cutoff == no_cutoff ? "all documents" : fmt::format("the first {} documents", cutoff));
}

}  // namespace

Report topic_difference_report(std::span<const TopicDifference> differences,
                               const DifferenceView& view) {
  Report report;
  report.text.add(legend(view));
  if (!differences.empty())
    report.text.add(fmt::format("topic {}\n", view.captions.topic(differences[0].topic)));
  for (const TopicDifference& difference : differences) {
    report.text.add("\n");
    report.text.add(TopicText(difference, view).text());
  }
  DifferenceView paper = view;
  paper.width = prose_width(view.width);
  report.paper = paper_of(differences, paper);
  report.tables = topic_difference_tables(differences, view);
  return report;
}

Report mean_difference_report(std::span<const ExplainedMean> means, const DifferenceView& view) {
  Report report;
  report.text.add(legend(view));
  for (const ExplainedMean& explained : means) {
    report.text.add("\n");
    report.text.add(mean_text(explained, view));
  }
  report.tables = mean_difference_tables(means, view);
  report.paper = paper_of(means, view);
  return report;
}

void add_groups(std::span<const GroupExposure> exposures, const DifferenceView& view,
                Report& report) {
  if (exposures.empty()) return;
  const bool has_b = !view.b.empty();
  for (std::size_t first = 0; first < exposures.size();) {
    const std::uint32_t cutoff = exposures[first].cutoff;
    std::size_t end = first;
    while (end < exposures.size() && exposures[end].cutoff == cutoff) ++end;
    const TextTable table = groups_table(exposures.subspan(first, end - first), has_b);
    report.text.add(fmt::format("\nby group, {}\n\n", groups_caption(cutoff)));
    report.text.add(table);
    report.paper.push_back(paper_table(table));
    report.paper.back().caption = "By group, " + groups_caption(cutoff) + ". " + paper_legend(view);
    first = end;
  }
  report.tables.push_back(group_difference_table(exposures, view));
}

}  // namespace subintent::internal
