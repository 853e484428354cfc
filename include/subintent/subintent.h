// All of the library: from documents to terms, fingerprints, clusters, hierarchies and scores.
//
// Values own what they hold; no function keeps a view of its arguments or returns one. Errors are
// exceptions of one type (error.h); likely mistakes that are not errors are returned as warnings
// (warning.h). Nothing is printed. Functions and const members may be called from several threads.
#pragma once

#include "subintent/analysis.h"
#include "subintent/captions.h"
#include "subintent/choices.h"
#include "subintent/citations.h"
#include "subintent/cluster.h"
#include "subintent/diversify.h"
#include "subintent/error.h"
#include "subintent/evaluate.h"
#include "subintent/groups.h"
#include "subintent/hierarchy.h"
#include "subintent/judgments.h"
#include "subintent/measure.h"
#include "subintent/near_duplicates.h"
#include "subintent/output.h"
#include "subintent/paper_table.h"
#include "subintent/progress.h"
#include "subintent/provenance.h"
#include "subintent/pruning.h"
#include "subintent/report.h"
#include "subintent/run.h"
#include "subintent/score_tables.h"
#include "subintent/scores.h"
#include "subintent/simhash.h"
#include "subintent/similarity.h"
#include "subintent/source.h"
#include "subintent/terminal.h"
#include "subintent/texts.h"
#include "subintent/tfidf.h"
#include "subintent/tokenize.h"
#include "subintent/version.h"
#include "subintent/warning.h"
