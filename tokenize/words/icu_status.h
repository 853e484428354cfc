// Errors of ICU.
#pragma once

#include <unicode/utypes.h>

namespace subintent::internal {

// Throws an Error that says what to install if ICU fails.
void require_success(UErrorCode status);

}  // namespace subintent::internal
