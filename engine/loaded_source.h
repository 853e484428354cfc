// Sources that do not depend on files any more.
#pragma once

#include "core/io/content.h"
#include "subintent/basics.h"

namespace subintent {

// The source in memory; a file is decompressed. Throws Error if it cannot be read.
inline Source loaded(const Source& source) {
  if (source.is_memory()) return source;
  return Source::memory(internal::Content(source).bytes(), source.name());
}

}  // namespace subintent
