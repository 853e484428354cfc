#include "tokenize/words/icu_status.h"

#include "subintent/basics.h"

namespace subintent::internal {

void require_success(UErrorCode status) {
  if (U_FAILURE(status)) {
    throw Error(Error::Kind::system, Location{},
                std::string("the ICU library fails to find words (") + u_errorName(status) + ")",
                "install its full data");
  }
}

}  // namespace subintent::internal
