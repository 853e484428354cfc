// Lines of runs and judgments as nearly all are written: so many columns, one blank between every
// two, and numbers of a few digits; and rows of tables, whose cells need no look. They are read by
// a function for each instruction set, chosen when the program runs; all other lines are unusual,
// and left to LineCutter and CellCutter.
#pragma once

#include <cstddef>
#include <cstdint>

#include "subintent/program.h"

namespace subintent::internal {

// A document of a list: a line of a run. Its name lies in a file, or beside it: its place says
// which line is first.
struct RankedLine {
  const char* docno;
  std::size_t docno_size;
  std::int64_t rank;
  double score;
};

// The rows of a table of ranked documents: of its cells, counted from 0, the ones that matter.
struct RowShape {
  static constexpr unsigned none = UINT32_MAX;
  static constexpr unsigned most_cells = 8;

  char separator;                      // of cells; no blank but a tab
  unsigned cells;                      // how many each row has: 2 to `most_cells`
  unsigned topic, docno, rank, score;  // the latter two may be `none`
};

// A line of judgments.
struct JudgedLine {
  const char* place;  // where it begins
  const char* intent;
  const char* docno;
  std::uint32_t intent_size, docno_size;
  std::int32_t grade;  // from -100 to 100
};

// Texts are those of a TextFile. A usual line has less than 128 bytes, no blank before its first
// column, which does not start with '#', and at most one behind its last: that before the line end
// of MS-DOS.
struct LineKernel {
  static constexpr std::size_t batch = 64;

  // Reads lines "topic Q0 docno rank score tag" from `line` on, where one begins, until there are
  // `batch` of them, the text ends or one is unusual. Gives where the first line begins that is not
  // read, and how many are. Usual ranks have one to eight digits, usual scores are
  // [-]DIGITS[.DIGITS] of up to fifteen, but no "-0".
  const char* (*read_run)(const char* line, const char* end, RankedLine* lines, std::size_t* count);
  // Reads lines "topic docno rank" likewise, with scores of 0.
  const char* (*read_ranks)(const char* line, const char* end, RankedLine* lines,
                            std::size_t* count);
  // Reads rows likewise, with ranks and scores of 0 where there are none. Usual rows have less than
  // 128 bytes, all of them from '#' to '~' but for separators and the line end, which may be that
  // of MS-DOS, and a topic and a docno that are not empty.
  const char* (*read_rows)(const char* row, const char* end, const RowShape& shape,
                           RankedLine* lines, std::size_t* count);
  // Reads lines "topic intent docno grade" likewise.
  const char* (*read_qrels)(const char* line, const char* end, JudgedLine* lines,
                            std::size_t* count);

  // Passes over lines, the first of which begins at `line` behind a line end, as long as they begin
  // with the `size` bytes at `start`, at most `longest_start`. Gives where a line begins that need
  // not be one of them and before which all are; it may lie behind the end.
  const char* (*pass)(const char* line, const char* end, const char* start, std::size_t size);
  static constexpr std::size_t longest_start = 8;
};

// Each is in a file of its own that is compiled for its instruction set: such files use nothing of
// the standard library, whose inline functions might then be linked into the rest of the program.
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
extern const LineKernel avx2_line_kernel;  // with BMI
#endif

// The kernel of an instruction set that this processor has. nullptr: there is none, since without
// those instructions LineCutter is as fast.
const LineKernel* line_kernel(InstructionSet set = instruction_set());

}  // namespace subintent::internal
