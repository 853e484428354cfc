// The place of a document in a hierarchy, as text.
#pragma once

#include "hierarchy/hierarchy.h"
#include "report/explain.h"

namespace subintent::internal {

// The paths from the root to the leaves that hold the document, one after the other, a node on a
// line: which other documents it joins there, and at what similarity. Dummies are not shown on
// their own: the node that they lead to names their layers. Throws Error if the hierarchy (or the
// intent, if options.intent is given) lacks the document.
std::string explain_document(const Hierarchy& hierarchy, const std::string& docno,
                             const ExplainOptions& options);

}  // namespace subintent::internal
