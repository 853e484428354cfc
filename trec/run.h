// Runs: ranked lists of one system, TREC six-column format "topic Q0 docno rank score tag".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/text_file.h"

namespace subintent {

enum class RunOrder {
  rank,   // by the rank column
  score,  // by score, descending; ties by docno, descending (bytes), as trec_eval does
  file    // as the lines stand
};

enum class OnDuplicate { error, first, last };

// The documents of one topic, best first.
struct RankedList {
  std::string_view topic;
  std::vector<std::string_view> docnos;
};

// All ranked lists of a file. Names are views into text that the object owns.
struct Run {
  std::string name;                // the file's name without folder and compression suffix
  std::string file;                // its path, for messages
  std::string tag;                 // column six of the first line, or empty
  std::vector<RankedList> topics;  // in label order of the topics
  // Topics where a better rank has a lower score.
  std::uint64_t topics_with_disagreement = 0;
  std::uint64_t duplicates_dropped = 0;
  std::shared_ptr<const TextFile> text;

  const RankedList* find(std::string_view topic) const;
};

// The number behind a track's prefix, "12" of "wt09-12"; empty where there is none.
std::string_view topic_number(std::string_view topic);

// Reads a run. Blank lines and lines that start with '#' are skipped; a missing sixth column is
// accepted. Throws Error, naming file and line, for other numbers of columns, a rank that is no
// whole number (a score, where the order needs it, that is no finite number), two documents of a
// topic at one rank (in rank order), a document twice in a list (unless told which to keep), and an
// empty file.
Run read_run(const std::string& path, RunOrder order = RunOrder::rank,
             OnDuplicate on_duplicate = OnDuplicate::error);

}  // namespace subintent
