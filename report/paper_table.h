// Tables for papers and pages: what stands in each cell and how it is set. Formats escape the text.
#pragma once

#include "report/report_text.h"
#include "report/run_table.h"

namespace subintent::internal {

struct PaperCell {
  std::string text = {};  // of any characters
  bool bold = false;
  std::string superscript = {}, subscript = {};
  std::string interval = {};  // "[0.1, 0.2]", "p = 0.0312", behind it in small print
  bool is_measure = false;    // the name of a measure, which LaTeX sets with α and ♯
};

struct PaperTable {
  std::string caption;
  std::string label = {};     // that LaTeX refers to it by; empty: none
  std::size_t labels = 1;     // columns on the left that name the row
  bool ragged_right = false;  // Markdown: numbers begin below each other, for marks follow them
  std::vector<PaperCell> header;
  std::vector<std::vector<PaperCell>> rows;  // each as long as the header
};

// Runs x measures, the best in bold, marks of significantly better means as superscripts, and those
// of significantly worse ones than a baseline as subscripts.
PaperTable paper_table(const RunTable& table, const NumberFormat& number);

// Puts the words of users before a caption.
void add_before_caption(const std::string& words, PaperTable& table);

// Throws Error for a label with characters that mean something to LaTeX.
void require_latex_label(const std::string& label);

// Marks the names of measures: the cells of columns that are headed so, "measure" or "measure1".
void mark_measures(PaperTable& table);

// A table of text without caption.
PaperTable paper_table(const TextTable& table);

// The tables of a report. The caption is the text above a table; below the last one is more of its
// own.
struct Report;
std::vector<PaperTable> paper_tables(const Report& report);

}  // namespace subintent::internal
