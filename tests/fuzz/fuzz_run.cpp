// Runs, in every order and with every way to treat repetitions. No document may be there twice in a
// list, and written as JSON in the order they have they are the same lists. Those of JSON, and of
// answers that cite nothing, may be empty.
#include <set>

#include "core/base/strings.h"
#include "core/collection/run.h"
#include "input.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::string json_of(const Run& run) {
  std::string text = "{";
  for (const RankedList& list : run.topics) {
    if (list.docnos.empty()) continue;
    text += text.size() > 1 ? "," : "";
    append_json_string(text, list.topic);
    text += ":{";
    for (std::size_t i = 0; i < list.docnos.size(); ++i) {
      text += i > 0 ? "," : "";
      append_json_string(text, list.docnos[i]);
      text += ":0.5";
    }
    text += "}";
  }
  return text + "}";
}

// Names in JSON are UTF-8 without control characters; those of TREC may be anything.
bool can_be_json(const Run& run) {
  for (const RankedList& list : run.topics) {
    if (docno_defect(list.topic)) return false;
    for (const std::string_view docno : list.docnos)
      if (docno_defect(docno)) return false;
  }
  return true;
}

}  // namespace

void fuzz(std::string_view input) {
  const MemoryFile file(input);
  survives([&] { read_run_metadata(input); });
  for (const RunOrder order : {RunOrder::rank, RunOrder::score, RunOrder::file}) {
    for (const OnDuplicate on : {OnDuplicate::error, OnDuplicate::first, OnDuplicate::last}) {
      survives([&] {
        const Run run = read_run(file.path(), order, on);
        bool any = false;
        for (const RankedList& list : run.topics) {
          const std::set<std::string_view> docnos(list.docnos.begin(), list.docnos.end());
          require(docnos.size() == list.docnos.size());
          any = any || !docnos.empty();
        }
        if (!any || !can_be_json(run)) return;
        const MemoryFile again(json_of(run));
        require(json_of(read_run(again.path(), RunOrder::file)) == json_of(run));
      });
    }
  }
}

}  // namespace subintent::internal
