// Lists in files: which inputs to read, which documents to keep.
#pragma once

#include "subintent/basics.h"
#include "tokenize/document_tokenizer.h"

namespace subintent::internal {

// One path per line; empty lines are passed over.
std::vector<std::string> read_paths(const Source& source);

// One docno per line; blanks around it and empty lines are passed over. Throws Error for a line
// that is more than a docno, and for a list without docnos.
TermSet read_docnos(const Source& source);

// The documents that are relevant to a topic by these qrels. Throws the errors of read_qrels(), and
// Error if there are none.
TermSet read_relevant_docnos(const Source& qrels);

}  // namespace subintent::internal
