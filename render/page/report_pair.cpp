#include "render/page/report_pair.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_set>

#include "compare/correlation.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::vector<CommonName> common(const std::vector<std::string>& before,
                               const std::vector<std::string>& after) {
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < after.size(); ++i) places.emplace(after[i], i);
  std::vector<CommonName> made;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto at = places.find(before[i]);
    if (at != places.end()) made.push_back({before[i], i, at->second});
  }
  return made;
}

std::vector<std::string> topic_names(const ReadReport& report) {
  std::vector<std::string> names;
  for (const auto& [name, query] : report.topics) names.push_back(name);
  return names;
}

std::size_t rank_of(std::int64_t mean, const std::vector<std::int64_t>& means) {
  return 1 + static_cast<std::size_t>(
                 std::ranges::count_if(means, [&](std::int64_t other) { return other > mean; }));
}

std::optional<double> tau_of(const std::vector<std::int64_t>& a,
                             const std::vector<std::int64_t>& b) {
  const auto ranks = [](const std::vector<std::int64_t>& means) {
    std::vector<std::uint32_t> made;
    for (const std::int64_t mean : means) {
      made.push_back(static_cast<std::uint32_t>(rank_of(mean, means)));
    }
    return made;
  };
  return kendall_tau_b(ranks(a), ranks(b));
}

// The place of a pair of runs, in either order, in the order of all_pairs().
std::size_t pair_place(std::size_t runs, std::size_t a, std::size_t b) {
  const std::size_t first = std::min(a, b), second = std::max(a, b);
  return first * runs - first * (first + 1) / 2 + second - first - 1;
}

// What a report says about two of its runs: 1 if the first is significantly better, -1 the second.
struct Side {
  int winner = 0;
  std::int64_t p = 0;

  Side(const ReadReport& report, std::size_t measure, std::size_t a, std::size_t b) {
    const ShownPair& pair = report.pairs[measure][pair_place(report.runs.size(), a, b)];
    const auto& means = report.means[measure];
    p = pair.p;
    if (pair.significant) winner = means[a] > means[b] ? 1 : means[a] < means[b] ? -1 : 0;
  }
};

class Comparer {
 public:
  Comparer(const ReportPair& pair, const CommonName& measure) : pair_(pair), measure_(measure) {
    made_.name = measure.name;
  }

  ComparedMeasure compare() && {
    add_runs();
    add_pairs();
    add_topics();
    return std::move(made_);
  }

 private:
  void add_runs() {
    std::vector<std::int64_t> before, after;
    for (const CommonName& run : pair_.runs) {
      before.push_back(pair_.before.means[measure_.before][run.before]);
      after.push_back(pair_.after.means[measure_.after][run.after]);
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      made_.runs.push_back({pair_.runs[i].name, before[i], after[i], rank_of(before[i], before),
                            rank_of(after[i], after)});
    }
    std::ranges::stable_sort(made_.runs, {}, &MovedRun::rank_before);
    made_.tau = tau_of(before, after);
  }

  void add_pairs() {
    const auto& runs = pair_.runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      for (std::size_t j = i + 1; j < runs.size(); ++j) {
        add_pair(runs[i], runs[j]);
      }
    }
    std::ranges::stable_sort(made_.pairs, {}, [](const ChangedPair& pair) {
      return -std::abs(pair.p_after - pair.p_before);
    });
  }

  void add_pair(const CommonName& one, const CommonName& other) {
    const Side before(pair_.before, measure_.before, one.before, other.before);
    const Side after(pair_.after, measure_.after, one.after, other.after);
    if (before.winner == after.winner) {
      made_.kept += before.winner != 0;
      return;
    }
    const bool is_first = (before.winner != 0 ? before.winner : after.winner) > 0;
    made_.pairs.push_back({is_first ? one.name : other.name, is_first ? other.name : one.name,
                           after.winner == 0    ? Verdict::lost
                           : before.winner == 0 ? Verdict::added
                                                : Verdict::reversed,
                           before.p, after.p});
  }

  void add_topics() {
    for (const CommonName& topic : pair_.topics) {
      ChangedTopic changed = topic_of(topic);
      if (changed.size > 0) made_.topics.push_back(std::move(changed));
    }
    std::ranges::stable_sort(made_.topics, std::greater<>(), &ChangedTopic::size);
  }

  static std::int64_t score(const ReadReport& report, std::size_t measure, std::size_t topic,
                            std::size_t run) {
    return report.scores[measure][topic * report.runs.size() + run].value_or(0);
  }

  ChangedTopic topic_of(const CommonName& topic) const {
    ChangedTopic made;
    made.name = topic.name;
    made.query = pair_.after.topics[topic.after].second;
    if (made.query.empty()) made.query = pair_.before.topics[topic.before].second;
    double sum = 0, sizes = 0;  // exact
    for (const CommonName& run : pair_.runs) {
      const auto before = score(pair_.before, measure_.before, topic.before, run.before);
      const auto after = score(pair_.after, measure_.after, topic.after, run.after);
      sum += static_cast<double>(after - before);
      sizes += static_cast<double>(std::abs(after - before));
      if (std::abs(after - before) <= std::abs(made.after - made.before)) continue;
      made.run = run.name;
      made.before = before;
      made.after = after;
    }
    const double runs = 1e9 * static_cast<double>(pair_.runs.size());
    made.change = sum / runs;
    made.size = sizes / runs;
    return made;
  }

  const ReportPair& pair_;
  const CommonName& measure_;
  ComparedMeasure made_;
};

}  // namespace

std::vector<std::string> only_in(const std::vector<std::string>& names,
                                 const std::vector<std::string>& others) {
  const std::unordered_set<std::string> known(others.begin(), others.end());
  std::vector<std::string> only;
  for (const std::string& name : names) {
    if (!known.contains(name)) only.push_back(name);
  }
  return only;
}

ReportPair compare_reports(const ReadReport& before, const ReadReport& after) {
  ReportPair pair{before,
                  after,
                  common(before.runs, after.runs),
                  common(topic_names(before), topic_names(after)),
                  {}};
  const auto measures = common(before.measures, after.measures);
  for (const auto& [what, is_empty] :
       {std::pair("run", pair.runs.empty()), std::pair("topic", pair.topics.empty()),
        std::pair("measure", measures.empty())}) {
    if (!is_empty) continue;
    throw Error({after.name, 0},
                std::string("has no ") + what + " in common with " + printable(before.name),
                "compare reports of the same runs");
  }
  for (const CommonName& measure : measures) {
    pair.measures.push_back(Comparer(pair, measure).compare());
  }
  return pair;
}

}  // namespace subintent::internal
