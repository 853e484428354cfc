// The output of an analysis: for people as text, for programs as tables.
#pragma once

#include "report/data_table.h"
#include "report/paper_table.h"
#include "report/report_text.h"

namespace subintent::internal {

struct Report {
  ReportText text;
  std::vector<DataTable> tables;
  std::vector<PaperTable> paper;  // in LaTeX and Markdown; none: the tables of the text
};

}  // namespace subintent::internal
