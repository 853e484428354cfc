#include "subintent/version.h"

namespace subintent {

std::string_view version() {
  return SUBINTENT_VERSION;
}

}  // namespace subintent
