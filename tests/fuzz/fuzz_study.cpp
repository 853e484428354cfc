// Studies: what is read is written as what reads the same.
#include "input.h"
#include "report/judge/study.h"

void subintent::internal::fuzz(std::string_view input) {
  writes_what_it_reads(input, [](const std::string& path) { return study_text(read_study(path)); });
}
