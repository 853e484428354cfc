// Captions from values of the public interface.
#pragma once

#include "report/captions.h"
#include "subintent/collection.h"
#include "subintent/values.h"

namespace subintent::internal {

Captions captions_of(const Texts& texts, const TopicCaptions& topics);
TopicCaptions captions_of(const TopicDescriptions& topics);

}  // namespace subintent::internal
