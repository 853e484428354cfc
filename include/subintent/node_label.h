// Labels of nodes that people gave.
#pragma once

#include <string>

#include "subintent/error.h"
#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

struct NodeLabel {
  std::string topic;
  std::string node;  // an intent or superintent; in hierarchies of whole topics the id of a node
  std::string label;
  Location place = {};  // where it was read, for messages
};

}  // namespace subintent
