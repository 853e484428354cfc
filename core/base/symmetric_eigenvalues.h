// Eigenvalues of symmetric matrices, with the same bits on every machine: from + - * / and sqrt.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

// The n eigenvalues of a symmetric n x n matrix, ascending, to about n rounding errors of the
// largest. Householder reflections make it tridiagonal, then come QL steps with implicit shifts
// [Golub and Van Loan, Matrix Computations, 8.3]: O(n^3).
std::vector<double> symmetric_eigenvalues(std::vector<double> matrix, std::size_t n);

}  // namespace subintent::internal
