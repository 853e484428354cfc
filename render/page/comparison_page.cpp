#include "render/page/comparison_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <span>

#include "render/captions.h"
#include "render/charts/rank_chart.h"
#include "render/page/assets.h"
#include "render/page/frame.h"
#include "render/page/report_pair.h"
#include "render/page/section.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using Names = std::vector<std::string>;

double number(std::int64_t billionths) {
  return static_cast<double>(billionths) / 1e9;
}

Html heads(std::initializer_list<const char*> texts, std::initializer_list<const char*> numbers) {
  Html made;
  for (const char* text : texts) made += html("<th scope=\"col\">{}", text);
  for (const char* text : numbers) made += html("<th scope=\"col\" class=\"n\">{}", text);
  return made;
}

// ---- What they were made from ----

// Files of a role that stand at the same place among those of the role.
struct FilePair {
  std::string role;
  const PageFile* before = nullptr;
  const PageFile* after = nullptr;

  bool is_same() const {
    return before != nullptr && after != nullptr && before->size == after->size &&
           before->sha256 == after->sha256;
  }
};

// Runs stand by their names, other files by their places.
std::vector<FilePair> paired_files(const ReportPair& pair) {
  std::vector<FilePair> made;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  for (const bool is_after : {false, true}) {
    std::map<std::string, std::size_t> count;
    for (const PageFile& file : (is_after ? pair.after : pair.before).files) {
      const std::string name = file.role == "run" ? file.name.substr(file.name.rfind('/') + 1)
                                                  : std::to_string(count[file.role]);
      ++count[file.role];
      const auto [at, is_new] = places.try_emplace({file.role, name}, made.size());
      if (is_new) made.push_back({file.role});
      (is_after ? made[at->second].after : made[at->second].before) = &file;
    }
  }
  return made;
}

Html file_cell(const PageFile* file) {
  if (file == nullptr) return html("<td>&ndash;");
  return html("<td>{}, {} bytes<br><span class=\"hash\">{}</span>", html_name(file->name),
              file->size, file->sha256);
}

Html files(const ReportPair& pair) {
  Html rows;
  std::size_t same = 0;
  for (const FilePair& file : paired_files(pair)) {
    if (file.is_same()) {
      ++same;
      continue;
    }
    rows += html("<tr><th scope=\"row\">{}{}{}\n", html_name(file.role), file_cell(file.before),
                 file_cell(file.after));
  }
  const Html said = html("<p>{} the same in both.</p>\n",
                         same == 1 ? "1 file is" : fmt::format("{} files are", same));
  if (rows.empty()) return said;
  return html("{}{}", said,
              table(html("Files that differ"), heads({"Used as", "In A", "In B"}, {}), rows));
}

Html list_of(const std::string& what, const Names& names) {
  if (names.empty()) return {};
  return html("<li>{}: {}\n", what, listed_names(names));
}

Names names_of(const std::vector<std::pair<std::string, std::string>>& topics) {
  Names names;
  for (const auto& topic : topics) names.push_back(topic.first);
  return names;
}

Html one_sided(const ReportPair& pair) {
  const ReadReport &a = pair.before, &b = pair.after;
  Html items;
  const auto add = [&](const char* what, const Names& before, const Names& after) {
    items += list_of(fmt::format("{} in A only", what), only_in(before, after));
    items += list_of(fmt::format("{} in B only", what), only_in(after, before));
  };
  add("Runs", a.runs, b.runs);
  add("Topics", names_of(a.topics), names_of(b.topics));
  add("Measures", a.measures, b.measures);
  const auto add_remarks = [&](const char* where, const Names& remarks) {
    for (const std::string& remark : remarks) {
      items += html("<li>Warning of {} only: {}\n", where, line_of(remark, 1000));
    }
  };
  add_remarks("A", only_in(a.remarks, b.remarks));
  add_remarks("B", only_in(b.remarks, a.remarks));
  const auto add_setting = [&](const char* what, const std::string& before,
                               const std::string& after) {
    if (before != after) items += html("<li>{}: {} in A, {} in B\n", what, before, after);
  };
  add_setting("Version", a.version, b.version);
  add_setting("Test", a.test, b.test);
  add_setting("Level of significance", fmt::format("{}", a.alpha), fmt::format("{}", b.alpha));
  return items.empty() ? html("<p>Runs, topics, measures, test and warnings are the same.</p>\n")
                       : html("<ul>{}</ul>\n", items);
}

Html inputs(const ReportPair& pair) {
  Html made = one_sided(pair);
  made += files(pair);
  for (const auto& [letter, report] : {std::pair("A", &pair.before), std::pair("B", &pair.after)}) {
    made += html("<p>{} was made by</p>\n<pre tabindex=\"0\">{}</pre>\n", letter, report->command);
  }
  return made;
}

// ---- Runs ----

std::size_t moved(const ComparedMeasure& measure) {
  return static_cast<std::size_t>(std::ranges::count_if(
      measure.runs, [](const MovedRun& run) { return run.rank_before != run.rank_after; }));
}

const MovedRun& most_changed(const ComparedMeasure& measure) {
  return *std::ranges::max_element(measure.runs, {},
                                   [](const MovedRun& run) { return std::abs(run.change()); });
}

// A row of the first table: what differs by a measure.
Html summary_row(const ComparedMeasure& measure) {
  const MovedRun& most = most_changed(measure);
  const auto count = [&](Verdict verdict) {
    return std::ranges::count(measure.pairs, verdict, &ChangedPair::verdict);
  };
  return html(
      "<tr><th scope=\"row\">{}<td>{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td "
      "class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}\n",
      html_name(measure.name), html_name(most.change() == 0 ? "–" : most.name),
      difference_text(number(most.change())), moved(measure),
      measure.tau ? html("{:.3f}", *measure.tau) : html("&ndash;"), measure.kept,
      count(Verdict::lost), count(Verdict::added), count(Verdict::reversed), measure.topics.size());
}

Html overview(const ReportPair& pair) {
  Html rows;
  for (const ComparedMeasure& measure : pair.measures) rows += summary_row(measure);
  return html("<p>{} and {} are in both reports.</p>\n{}", count_of(pair.runs.size(), "run"),
              count_of(pair.topics.size(), "topic"),
              table(html("What differs by each measure: means, ranks, significance, topics"),
                    heads({"Measure", "Run that changes most"},
                          {"Its B − A", "Runs with another rank", "τ", "Significant in both",
                           "In A only", "In B only", "Reversed", "Topics that change"}),
                    rows, "overview"));
}

// Runs that a chart of ranks can show legibly.
constexpr std::size_t most_ranked = 60;

Html ranks(const ComparedMeasure& measure, std::size_t m) {
  Html rows;
  RankChart chart;
  chart.title = "Ranks by " + measure.name;
  chart.description =
      "A line leads from the rank of each run in A to that in B. The table has the numbers.";
  chart.left = "A";
  chart.right = "B";
  for (const MovedRun& run : measure.runs) {
    chart.things.push_back({run.name, number(run.before), number(run.after)});
    rows += html(
        "<tr><th scope=\"row\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td "
        "class=\"n\">{}<td class=\"n\">{}\n",
        html_name(run.name), run.rank_before, run.rank_after, score_text(number(run.before)),
        score_text(number(run.after)), difference_text(number(run.change())));
  }
  const Html drawn =
      measure.runs.size() > most_ranked ? Html() : figure(chart, fmt::format("ranks{}", m));
  return html(
      "<details{}><summary>{}</summary>\n{}{}</details>\n", m == 0 ? html(" open") : Html(),
      html_name(measure.name), drawn,
      table(html("Means and ranks of runs by {}", html_name(measure.name)),
            heads({"Run"}, {"Rank in A", "Rank in B", "Mean in A", "Mean in B", "B − A"}), rows));
}

Html all_ranks(const ReportPair& pair) {
  Html made;
  if (!only_in(names_of(pair.before.topics), names_of(pair.after.topics)).empty() ||
      !only_in(names_of(pair.after.topics), names_of(pair.before.topics)).empty()) {
    made = html("<p>Means are over all topics of each report, which differ.</p>\n");
  }
  for (std::size_t m = 0; m < pair.measures.size(); ++m) made += ranks(pair.measures[m], m);
  return made;
}

// ---- Significance ----

Html shown_p(std::int64_t p) {
  return p == 0 ? html("&lt; .0001") : html("{:.4f}", static_cast<double>(p) / 1e4);
}

std::string_view verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::lost:
      return "in A only";
    case Verdict::added:
      return "in B only";
    default:
      return "reversed: in A";
  }
}

Html significance(const ReportPair& pair) {
  constexpr std::size_t most = 500;
  std::size_t count = 0;
  Html rows;
  for (const ComparedMeasure& measure : pair.measures) {
    for (const ChangedPair& changed : measure.pairs) {
      if (++count > most) continue;
      rows +=
          html("<tr><th scope=\"row\">{}<td>{}<td>{}<td>{}<td class=\"n\">{}<td class=\"n\">{}\n",
               html_name(measure.name), html_name(changed.better), html_name(changed.worse),
               verdict_text(changed.verdict), shown_p(changed.p_before), shown_p(changed.p_after));
    }
  }
  if (count == 0) {
    return html("<p>The same pairs of runs differ significantly in both reports.</p>\n");
  }
  return html(
      "<p>Pairs of runs that differ significantly in one report only, or with another "
      "winner{}.</p>\n{}",
      count > most ? fmt::format("; the first {} of {}", most, count) : "",
      table(html("Significance that changed"),
            heads({"Measure", "Better run", "Worse run", "Significant"}, {"p in A", "p in B"}),
            rows, "significance-table"));
}

// ---- Topics ----

Html topics(const ComparedMeasure& measure, std::size_t all, bool is_first) {
  constexpr std::size_t most = 500;
  Html rows;
  for (const ChangedTopic& topic :
       std::span(measure.topics).first(std::min(most, measure.topics.size()))) {
    rows += html(
        "<tr><th scope=\"row\">{}<td>{}<td class=\"n\">{}<td class=\"n\">{}<td>{}<td "
        "class=\"n\">{}<td class=\"n\">{}\n",
        html_name(topic.name), html_name(topic.query), difference_text(topic.change),
        score_text(topic.size), html_name(topic.run), score_text(number(topic.before)),
        score_text(number(topic.after)));
  }
  const std::size_t same = all - measure.topics.size();
  const Html said = same == 0 ? Html()
                              : html("<p>{} the same for every run.</p>\n",
                                     same == 1 ? "1 topic is" : fmt::format("{} topics are", same));
  const Html shown =
      rows.empty()
          ? Html()
          : table(html("Topics by how much their scores change, by {}", html_name(measure.name)),
                  html("{}{}{}", heads({"Topic", "Query"}, {"Mean B − A", "Mean |B − A|"}),
                       heads({"Run that changes most"}, {}), heads({}, {"In A", "In B"})),
                  rows);
  return html("<details{}><summary>{}</summary>\n{}{}</details>\n",
              is_first ? html(" open") : Html(), html_name(measure.name), said, shown);
}

Html all_topics(const ReportPair& pair) {
  Html made;
  for (const ComparedMeasure& measure : pair.measures) {
    made += topics(measure, pair.topics.size(), &measure == &pair.measures.front());
  }
  return made;
}

std::string summary(const ReadReport& report) {
  return fmt::format("{}, {}, {}", count_of(report.runs.size(), "run"),
                     count_of(report.topics.size(), "topic"),
                     count_of(report.measures.size(), "measure"));
}

}  // namespace

std::string comparison_page(const ReadReport& before, const ReadReport& after,
                            const std::string& version) {
  const ReportPair pair = compare_reports(before, after);
  const std::vector<FramedSection> sections = {{"differs", "What differs", overview(pair)},
                                               {"ranks", "Runs", all_ranks(pair)},
                                               {"significance", "Significance", significance(pair)},
                                               {"topics", "Topics", all_topics(pair)},
                                               {"inputs", "Made from", inputs(pair)}};
  const Html said = html(
      "<p>A is <strong class=\"run-a\">{}</strong> ({}), B is <strong class=\"run-b\">{}</strong> "
      "({}). Compared by subintent {}.</p>\n",
      html_name(before.name), summary(before), html_name(after.name), summary(after), version);
  return framed_page("Two reports compared", "Two reports compared", said, sections, {},
                     std::string(tables_script) + std::string(comparison_script));
}

}  // namespace subintent::internal
