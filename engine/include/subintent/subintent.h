// All of the library: from documents to terms, fingerprints, clusters, hierarchies and scores.
//
// Values own what they hold; no function keeps a view of its arguments or returns one. Errors are
// exceptions of one type (Error); likely mistakes that are not errors are returned as warnings
// (Warnings). Nothing is printed. Functions and const members may be called from several threads.
#pragma once

#include "subintent/analysis.h"
#include "subintent/basics.h"
#include "subintent/check.h"
#include "subintent/collection.h"
#include "subintent/column_names.h"
#include "subintent/diversify.h"
#include "subintent/evaluate.h"
#include "subintent/hierarchy.h"
#include "subintent/judge.h"
#include "subintent/program.h"
#include "subintent/records.h"
#include "subintent/report.h"
#include "subintent/similarity.h"
#include "subintent/stages.h"
#include "subintent/tokenize.h"
#include "subintent/values.h"
#include "subintent/version.h"
