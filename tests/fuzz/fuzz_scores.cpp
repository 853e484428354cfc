// Scores in every reading. Indices must be in range, and what is read as a list must be the same
// once it is written as one.

#include "core/base/strings.h"
#include "core/collection/score_table.h"
#include "core/io/table_cells.h"
#include "input.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Sorted: in a list, runs come in the order of the topics' labels, perhaps for the first time.
std::string list_of(const ScoreTable& table) {
  std::vector<std::string> lines;
  for (const Score& score : table.scores) {
    const auto cell = [](const std::string& name) { return written_cell(name, '\t') + '\t'; };
    lines.push_back(cell(table.runs.at(score.run)) + cell(table.topics.at(score.topic)) +
                    cell(table.measures.at(score.measure)) + shortest(score.value) + '\n');
  }
  std::ranges::sort(lines);
  std::string text = "run\ttopic\tmeasure\tvalue\n";
  for (const std::string& line : lines) text += line;
  return text;
}

bool can_be_list(const ScoreTable& table) {
  for (const auto* names : {&table.runs, &table.topics, &table.measures}) {
    for (const std::string& name : *names)
      if (docno_defect(name) || is_statistic(name)) return false;
  }
  return true;
}

}  // namespace

void fuzz(std::string_view input) {
  const MemoryFile file(input);
  for (const auto& [format, format_name, meaning] : score_formats) {
    for (const ScoreRunName name : {ScoreRunName::automatic, ScoreRunName::file}) {
      survives([&] {
        const ScoreTable table = read_scores({file.path()}, name, format);
        if (!can_be_list(table)) return;
        const MemoryFile again(list_of(table));
        const ScoreTable read = read_scores({again.path()});  // its last topic may be a mean
        require(!read.notes.empty() || list_of(read) == list_of(table));
      });
    }
  }
}

}  // namespace subintent::internal
