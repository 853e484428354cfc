// Family-wise corrections of p-values.
#pragma once

namespace subintent {

// Family-wise corrections of p-values.
enum class Correction { none, holm, bonferroni };

}  // namespace subintent
