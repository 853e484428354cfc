// Groups of documents out of Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "subintent/values.h"

namespace subintent::python {

// Memberships of a path; of {topic: {docno: {group: share}}}, where a group alone stands for
// {group: 1}; of an iterable of tuples (topic, docno, group, share); or of a data frame, in which
// topics that are missing are "*" and memberships 1. `name` is that of the argument, for messages.
// Throws TypeError for other objects.
MembershipSource membership_values(pybind11::handle object, const std::string& name);

// Targets of a path; of {topic: {group: share}}, or of {group: share} for all topics; of an
// iterable of tuples (topic, group, share); or of a data frame, in which topics may be missing.
GroupTargetSource target_values(pybind11::handle object, const std::string& name);

}  // namespace subintent::python
