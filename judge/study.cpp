#include "judge/study.h"

namespace subintent::internal {

std::string question_id(std::size_t index) {
  return "q" + std::to_string(index + 1);
}

}  // namespace subintent::internal
