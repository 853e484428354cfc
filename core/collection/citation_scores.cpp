#include "core/collection/citation_scores.h"

#include "core/collection/json_scores.h"
#include "core/collection/json_text.h"

namespace subintent::internal {
namespace {

bool holds_citations(std::string_view text) {
  return first_object_has(text, {{"sentences"}}) && !first_object_has(text, {{"criteria"}});
}

void read_citations(const TextFile& file, CitationScores& citations) {
  LineSplitter lines(file.text(), file.name());
  AnswerScoreParser parser;
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    const JsonTopicScores read = parser.parse(lines, line);
    const auto refuse = [&](const std::string& what, const char* advice) {
      throw Error(lines.location(), "topic " + printable(read.topic) + ": " + what, advice);
    };
    if (read.run.empty()) refuse("\"run_id\" is missing", "name the run of each answer");
    if (read.scores.size() != citation_score_names.size())
      refuse("has criteria, and those before it have citations", "give files of one kind");
    const auto [at, is_new] = citations[std::string(read.topic)].try_emplace(std::string(read.run));
    if (!is_new) refuse("the answer of " + printable(read.run) + " is there twice", "keep one");
    std::ranges::transform(read.scores, at->second.begin(),
                           &std::pair<std::string_view, double>::second);
  }
}

}  // namespace

std::optional<CitationScores> citations_in(const std::vector<TextFile>& files) {
  const auto holds = [](const TextFile& file) { return holds_citations(file.text()); };
  if (std::ranges::none_of(files, holds)) return std::nullopt;
  CitationScores citations;
  for (const TextFile& file : files) read_citations(file, citations);
  return citations;
}

Qrels answers_of(const CitationScores& citations, const std::string& name) {
  JudgmentRows rows;
  for (const auto& [topic, answers] : citations)
    for (const auto& [answer, scores] : answers) rows.add(topic, no_intent, answer, 1);
  return Qrels::of(rows, QrelsKind::ad_hoc, name);
}

}  // namespace subintent::internal
