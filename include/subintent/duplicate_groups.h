// Documents that are duplicates of one another.
#pragma once

#include <memory>
#include <string>

#include "subintent/duplicates.h"
#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

namespace internal {
class Duplicates;
struct Inside;
}  // namespace internal

// Groups of duplicates. Cheap to copy.
class DuplicateGroups {
 public:
  // Reads a file of pairs, lines "docno<tab>docno<tab>bits", where all that pairs connect is one
  // group, or of groups, lines "group<tab>docno" below that header; or takes groups of docnos.
  // Throws Error, with the line of a file or the number of a group from 1, for other lines, a name
  // that no file could hold, a pair of a document with itself, and a document in two groups.
  explicit DuplicateGroups(const DuplicateSource& source);

  DuplicateGroups(const DuplicateGroups&) = default;  // to move is to copy
  DuplicateGroups& operator=(const DuplicateGroups&) = default;

 private:
  friend struct internal::Inside;
  std::shared_ptr<const std::string> name_;  // of the file, for messages
  std::shared_ptr<const internal::Duplicates> groups_;
};

}  // namespace subintent
