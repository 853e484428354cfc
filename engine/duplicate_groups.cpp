#include "subintent/collection.h"

#include "core/collection/documents.h"

namespace subintent {

DuplicateGroups::DuplicateGroups(const DuplicateSource& source) {
  const auto* const file = std::get_if<Source>(&source);
  name_ = std::make_shared<const std::string>(file == nullptr ? "duplicates" : file->name());
  groups_ = std::make_shared<const internal::Duplicates>(internal::duplicates_of(source, *name_));
}

}  // namespace subintent
