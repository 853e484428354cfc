// What is said of runs as they were scored.
#include <fmt/format.h>

#include "compare/study/warnings.h"
#include "core/base/messages.h"
#include "core/base/warning.h"
#include "similarity/similarity.h"

namespace subintent::internal {
namespace {

// How many documents have a duplicate above them, and what became of them.
void note_repeats(std::span<const CheckedRun> runs, DuplicatesAs duplicates_as, Warnings& notes) {
  std::uint64_t all = 0;
  for (const CheckedRun& run : runs) all += run.scores->repeats;
  if (all == 0) return;
  const auto repeats = [](const CheckedRun& run) { return run.scores->repeats; };
  const RunScores& most = *std::ranges::max_element(runs, {}, repeats)->scores;
  add_warning(
      notes, "duplicates-in-lists",
      fmt::format("{} with a duplicate above {} (most in {}: {})", count_of(all, "document"),
                  duplicates_as == DuplicatesAs::removed ? "removed from the lists"
                                                         : "counted as not relevant",
                  printable(most.run), most.repeats));
}

// One note for all runs of which there is something to say.
void note_of_runs(std::span<const CheckedRun> runs, WarningCode code,
                  const std::function<std::string(const CheckedRun&)>& text, Warnings& notes) {
  std::string first;
  std::size_t others = 0;
  for (const CheckedRun& run : runs) {
    const std::string said = text(run);
    if (!said.empty() && !first.empty()) ++others;
    if (first.empty() && !said.empty()) first = printable(run.scores->run) + ": " + said;
  }
  if (first.empty()) return;
  const std::string so = others == 0 ? "" : "; so it is in " + count_of(others, "other run");
  add_warning(notes, code, "run " + first + so);
}

// Notes how the lines of runs were understood.
void note_lines(std::span<const CheckedRun> runs, Warnings& notes) {
  const auto equal_ranks = [](const CheckedRun& run) {
    const auto topics = run.counts.topics_without_ranks;
    return topics == 0 ? ""
                       : "documents have the same rank in " + count_of(topics, "topic") +
                             ", ordered by score";
  };
  note_of_runs(runs, "equal-ranks", equal_ranks, notes);
  note_of_runs(
      runs, "unused-columns", [](const CheckedRun& run) { return run.counts.unread_column; },
      notes);
  const auto prefixed = [](const CheckedRun& run) {
    const std::vector<std::string>& topics = run.scores->prefixed_topics;
    return topics.empty() ? ""
                          : fmt::format("{} judged without the prefix, {} as {}",
                                        count_of(topics.size(), "topic"), printable(topics[0]),
                                        printable(topic_number(topics[0])));
  };
  note_of_runs(runs, "dropped-prefix", prefixed, notes);
}

// The scores of topics that a run lacks, by measures of which 1 is the worst: " (1 by NearDup@10)".
std::string worst_scores(const Scorer& scorer) {
  std::vector<std::string> names;
  for (const Measure& measure : scorer.measures())
    if (measure.record->traits.lower_is_better) names.push_back(printable(measure.name));
  return names.empty() ? "" : fmt::format(" (1 by {})", join(names, ", "));
}

// Warns of a run without a judged document.
[[gnu::cold]] void warn_of_strange(const RunScores& scores, const auto& warn) {
  const std::string &here = scores.first_docno, &there = scores.judged_docno;
  if (there.empty()) return warn("unjudged-run", none_is_judged, docnos_advice);
  const bool is_longer = here.starts_with(there + "."), is_shorter = there.starts_with(here + ".");
  warn("unjudged-run",
       fmt::format("{}: the first is {} here, {} there", none_is_judged, printable(here),
                   printable(there)),
       is_longer    ? fmt::format("drop {} from its docnos", printable(here.substr(there.size())))
       : is_shorter ? fmt::format("add {} to its docnos", printable(there.substr(here.size())))
                    : docnos_advice);
}

void warn_of_run(const CheckedRun& run, const RunChecks& checks, const Scorer& scorer,
                 Warnings& warnings) {
  const RunScores& scores = *run.scores;
  const RunCounts& counts = run.counts;
  const auto warn = [&](WarningCode code, const std::string& text, std::string advice = {}) {
    add_warning(warnings, code, "run " + printable(scores.run) + ": " + text, std::move(advice));
  };
  if (counts.topics_with_disagreement > 0) {
    warn("rank-and-score-disagree",
         "rank and score disagree in " + count_of(counts.topics_with_disagreement, "topic"),
         fmt::format("ordered by {} (see `order`)", name_of(run.order)));
  }
  if (counts.duplicates_dropped > 0) {
    warn("repeated-documents",
         count_of(counts.duplicates_dropped, "repetition") + " of a document dropped");
  }
  if (counts.unknown_citations > 0) {
    warn("unknown-citations",
         count_of(counts.unknown_citations, "likely citation") +
             " in its texts not understood or beyond the references, dropped (first: " +
             printable(counts.unknown_citation) + ")");
  }
  if (!scores.unjudged_topics.empty()) {
    warn("unjudged-topics", fmt::format("{} not judged, ignored (first: {})",
                                        count_of(scores.unjudged_topics.size(), "topic"),
                                        printable(scores.unjudged_topics[0])));
  }
  const auto lacks = std::ranges::count(scores.answered, 0);
  if (lacks > 0 && !checks.missing_topics.empty()) {
    warn("missing-topics",
         fmt::format(
             "lacks {} of {}; {}{}", lacks,
             count_of(scores.answered.size(), scorer.has_judgments() ? "judged topic" : "topic"),
             checks.missing_topics, worst_scores(scorer)),
         std::string(checks.missing_topics_advice));
  }
  if (!scorer.has_judgments() || std::ranges::count(scores.judged, 1) > 0) return;
  if (counts.are_lists_empty) {
    warn("unjudged-run", "its lists have no documents; answers list what they cite");
  } else if (checks.answers.empty()) {
    warn_of_strange(scores, warn);
  } else {
    warn("unjudged-run",
         fmt::format("none of its documents is judged; the nuggets of {} were assigned to answers, "
                     "not to documents",
                     checks.answers),
         "`score_answers()` scores these");
  }
}

void note_unjudged(std::span<const CheckedRun> runs, std::size_t top, Warnings& notes) {
  constexpr double notable = 0.2;
  constexpr std::uint64_t enough = 100;  // documents; a share of fewer says little
  const RunScores* most = nullptr;
  double highest = 0;
  std::uint64_t count = 0;
  for (const CheckedRun& checked : runs) {
    const RunScores* const run = checked.scores;
    if (run->top_documents < enough) continue;
    if (run->top_unjudged == run->top_documents) continue;  // a warning says so
    const double share =
        static_cast<double>(run->top_unjudged) / static_cast<double>(run->top_documents);
    count += share > notable ? 1 : 0;
    if (share <= highest) continue;
    highest = share;
    most = run;
  }
  if (count == 0) return;
  const std::string others =
      count == 1 ? "" : fmt::format(", and over a fifth in {}", count_of(count - 1, "other run"));
  add_warning(
      notes, "unjudged-documents",
      fmt::format(
          "of the first {} documents of {}, {:.0f}% are not judged{}; they count as not "
          "relevant. Judged@{} prints the share that is, nDCG(judged_only=True)@{} leaves them "
          "out, RBP-residual is what they could add to RBP",
          top, printable(most->run), 100 * highest, others, top, top));
}

// "; the first is d1"
std::string first_of(const DocumentSimilarity& documents) {
  return documents.size() == 0 ? "" : "; the first is " + printable(documents.docnos()[0]);
}

// A sentence for all measures that compare the same documents of lists in the same way. Throws
// where lists are compared by themselves and no document can be.
void warn_of_unrepresented(std::span<const CheckedRun> runs, const Scorer& scorer,
                           Warnings& warnings) {
  using Counts = std::vector<ComparedDocuments>;            // by run
  std::map<std::pair<bool, Counts>, std::string> measures;  // by whether relevance matters
  for (std::size_t m = 0; m < scorer.measures().size(); ++m) {
    Counts counts;
    for (const CheckedRun& run : runs) counts.push_back(run.scores->compared[m]);
    std::string& names = measures[{scorer.measures()[m].similarity != nullptr, counts}];
    names += (names.empty() ? "" : ", ") + printable(scorer.measures()[m].name);
  }
  for (const auto& [what, names] : measures) {
    const auto& [by_relevance, counts] = what;
    ComparedDocuments sum;
    for (const ComparedDocuments& run : counts) {
      sum.all += run.all;
      sum.unrepresented += run.unrepresented;
    }
    if (sum.unrepresented == 0) continue;
    const DocumentSimilarity& documents = *scorer.similarity();
    if (!by_relevance && sum.unrepresented == sum.all) {
      throw Error(Location{},
                  fmt::format("{}: none of the {} listed documents has a {}{}", names, sum.all,
                              representation_name(documents),
                              has_zeros(documents) ? " that is not zeros" : ""),
                  has_zeros(documents)
                      ? "check that their docnos are those of the runs, and that their vectors are "
                        "not zeros, as of words that all documents have"
                      : "check that their docnos are those of the runs" + first_of(documents));
    }
    const auto most = std::ranges::max_element(counts, {}, &ComparedDocuments::unrepresented);
    const std::string where =
        runs.size() == 1
            ? ""
            : fmt::format(
                  " (most in {}: {} of {})",
                  printable(runs[static_cast<std::size_t>(most - counts.begin())].scores->run),
                  most->unrepresented, most->all);
    add_warning(
        warnings, "documents-without-representation",
        fmt::format("{}: {} of {} {}listed documents have no {}{}: {}", names, sum.unrepresented,
                    sum.all, by_relevance ? "relevant " : "", representation_name(documents),
                    has_zeros(documents) ? ", or one of zeros" : "",
                    by_relevance ? "their similarity to all others is 0" : "they are left out") +
            where,
        2 * sum.unrepresented > sum.all ? "check that these are of the collection that was searched"
                                        : "");
  }
}

}  // namespace

void check_runs(std::span<const CheckedRun> runs, const Scorer& scorer, Remarks& remarks,
                const RunChecks& checks) {
  for (const CheckedRun& run : runs) warn_of_run(run, checks, scorer, remarks.warnings);
  warn_of_unrepresented(runs, scorer, remarks.warnings);
  note_lines(runs, remarks.notes);
  if (checks.unjudged) note_unjudged(runs, scorer.top(), remarks.notes);
  if (scorer.topics().empty()) return;
  note_repeats(runs, scorer.topics()[0].duplicates_as, remarks.notes);
}

std::string name_of(RunOrder order) {
  const auto* const known = find_choice(run_orders, order);
  return std::string(known == nullptr ? "score" : known->name);
}

}  // namespace subintent::internal
