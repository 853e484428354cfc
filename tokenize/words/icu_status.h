// Errors of ICU.
#pragma once

#include <unicode/utypes.h>

#include "subintent/basics.h"

namespace subintent::internal {

// Throws an Error that says what to install if ICU fails.
[[gnu::noinline]] inline void require_success(UErrorCode status) {
  if (U_FAILURE(status)) {
    throw Error(Error::Kind::system, Location{},
                std::string("the ICU library fails to find words (") + u_errorName(status) + ")",
                "install its full data");
  }
}

}  // namespace subintent::internal
