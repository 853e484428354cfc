// Prints, for `compare preferences`, about the people themselves, and how measures differ in
// their agreement with them.
#pragma once

#include <span>

#include "compare/participants.h"
#include "compare/tested_pairs.h"
#include "compare/topic_bootstrap.h"
#include "report/report.h"

namespace subintent::internal {

// Their tables.
const TableRecord& reliability_record();
const TableRecord& participants_record();
const TableRecord& preference_tests_record();

// Table "reliability".
Report reliability_report(std::span<const UserReliability> found,
                          const BootstrapSettings& settings);

// Table "participants". Columns of which nothing is known are left out for people.
Report participants_report(std::span<const ParticipantSummary> found, double alpha,
                           double fast_seconds);

// Table "tests". None are a report without text.
Report preference_tests_report(std::span<const PreferenceTest> found, const TestSettings& settings,
                               Correction correction);

// Appends a report of the same kind; the tables that both have hold the rows of both.
void append(Report& to, const Report& more);

}  // namespace subintent::internal
