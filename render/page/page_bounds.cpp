#include "render/page/page_bounds.h"

#include "base/progress.h"
#include "study/bounds.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

PageBounds mean_bounds(const ScoreBounds& found, const std::vector<std::size_t>& topics) {
  PageBounds mean;
  for (const std::size_t topic : topics) {
    const Range one = found.difference(0, 1, topic);
    mean.low += one.low;
    mean.high += one.high;
  }
  mean.low /= static_cast<double>(topics.size());
  mean.high /= static_cast<double>(topics.size());
  return mean;
}

}  // namespace

std::optional<PageBounds> bounds_of_difference(const PageInput& input, const std::vector<Run>& two,
                                               const ProgressCallback& progress) {
  ProgressMeter meter(progress, "bounding", "topics", input.scorer->topics().size());
  try {
    UnjudgedOptions options;
    options.by_document = true;
    const ScoreBounds found(*input.data, input.scorer->measures()[0], two, options, meter);
    return mean_bounds(found, input.topics);
  } catch (const Error& error) {
    if (error.kind() == Error::Kind::interrupted) throw;
    return std::nullopt;  // gains that fall with grades
  }
}

}  // namespace subintent::internal
