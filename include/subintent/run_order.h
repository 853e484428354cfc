// How the lists of a run are read.
#pragma once

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

enum class RunOrder {
  rank,       // by the rank column
  score,      // by score, descending; ties by docno, descending (bytes), as trec_eval does
  file,       // as the lines stand
  trec_eval,  // by score, as trec_eval reads it: text that begins with no number is 0, NaN is last;
              // ranks may be any text
  score_ascending  // by score, descending; ties by docno, ascending (bytes), as pyndeval does
};

// What to do about a document that is twice in a list.
enum class OnDuplicate { error, first, last };

}  // namespace subintent
