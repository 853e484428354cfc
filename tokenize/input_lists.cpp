#include "tokenize/input_lists.h"

#include "core/collection/qrels.h"
#include "core/io/input_file.h"
#include "subintent/program.h"

namespace subintent::internal {

std::vector<std::string> read_paths(const Source& source) {
  LineReader lines(source);
  std::vector<std::string> paths;
  std::string_view line;
  while (lines.next(line)) {
    if (line.find('\0') != std::string_view::npos) {
      throw Error(lines.location(), "contains a zero byte, which paths cannot have",
                  "write one path per line, as find does without -print0");
    }
    if (!line.empty()) paths.emplace_back(line);
  }
  return paths;
}

TermSet read_docnos(const Source& source) {
  LineReader lines(source);
  TermSet docnos;
  std::string_view line;
  while (lines.next(line)) {
    line = trim(line);
    if (line.empty()) continue;
    if (line.find_first_of(" \t") != std::string_view::npos)
      throw Error(lines.location(), "is not a docno", "write one docno per line");
    docnos.emplace(line);
  }
  if (docnos.empty())
    throw Error({source.name(), 0}, "contains no docnos", "write one docno per line");
  return docnos;
}

TermSet read_relevant_docnos(const Source& qrels) {
  const Qrels judgments = read_qrels(qrels);
  TermSet docnos;
  for (const TopicQrels& topic : judgments.topics())
    for (const std::string_view docno : relevant_docnos(topic)) docnos.emplace(docno);
  if (docnos.empty()) {
    throw Error({qrels.name(), 0}, "contains no relevant document",
                "give judgments with grades above 0");
  }
  return docnos;
}

}  // namespace subintent::internal
