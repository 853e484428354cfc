#include "core/base/symmetric_eigenvalues.h"

#include <cmath>
#include <limits>

namespace subintent::internal {
namespace {

struct Tridiagonal {
  std::vector<double> diagonal, beside;  // beside[i] between i and i + 1; the last is 0
};

// Reflects the rows and columns below `k` so that of column k only the first of them is left.
void reflect(std::vector<double>& a, std::size_t n, std::size_t k, Tridiagonal& tridiagonal) {
  double norm = 0;
  for (std::size_t i = k + 1; i < n; ++i) norm += a[i * n + k] * a[i * n + k];
  norm = std::sqrt(norm);
  const double first = a[(k + 1) * n + k];
  tridiagonal.beside[k] = first > 0 ? -norm : norm;
  std::vector<double> v(n, 0), p(n, 0);
  for (std::size_t i = k + 1; i < n; ++i) v[i] = a[i * n + k];
  v[k + 1] -= tridiagonal.beside[k];
  double square = 0;
  for (std::size_t i = k + 1; i < n; ++i) square += v[i] * v[i];
  if (square == 0) return;
  double product = 0;  // v' A v
  for (std::size_t i = k + 1; i < n; ++i) {
    for (std::size_t j = k + 1; j < n; ++j) p[i] += a[i * n + j] * v[j];
    p[i] *= 2 / square;
    product += p[i] * v[i];
  }
  for (std::size_t i = k + 1; i < n; ++i) p[i] -= product / square * v[i];
  for (std::size_t i = k + 1; i < n; ++i)
    for (std::size_t j = k + 1; j < n; ++j) a[i * n + j] -= v[i] * p[j] + p[i] * v[j];
}

Tridiagonal tridiagonal(std::vector<double>& a, std::size_t n) {
  Tridiagonal result{std::vector<double>(n, 0), std::vector<double>(n, 0)};
  for (std::size_t k = 0; k + 1 < n; ++k) reflect(a, n, k, result);
  for (std::size_t k = 0; k < n; ++k) result.diagonal[k] = a[k * n + k];
  return result;
}

// One QL step with an implicit shift on the block from `first` to `last`.
void step(Tridiagonal& t, std::size_t first, std::size_t last) {
  std::vector<double>&d = t.diagonal, &e = t.beside;
  const double half = (d[first + 1] - d[first]) / (2 * e[first]);
  const double root = std::sqrt(half * half + 1);
  double g = d[last] - d[first] + e[first] / (half + (half < 0 ? -root : root));
  double s = 1, c = 1, p = 0;
  for (std::size_t i = last; i-- > first;) {
    const double f = s * e[i], b = c * e[i];
    const double r = std::sqrt(f * f + g * g);
    e[i + 1] = r;
    if (r == 0) {  // splits here
      d[i + 1] -= p;
      e[last] = 0;
      return;
    }
    s = f / r;
    c = g / r;
    g = d[i + 1] - p;
    const double q = (d[i] - g) * s + 2 * c * b;
    p = s * q;
    d[i + 1] = g + p;
    g = c * q - b;
  }
  d[first] -= p;
  e[first] = g;
  e[last] = 0;
}

}  // namespace

std::vector<double> symmetric_eigenvalues(std::vector<double> matrix, std::size_t n) {
  Tridiagonal t = tridiagonal(matrix, n);
  constexpr int max_steps = 100;  // three are usual
  for (std::size_t first = 0; first < n; ++first) {
    for (int steps = 0; steps < max_steps; ++steps) {
      std::size_t last = first;
      for (; last + 1 < n; ++last) {
        const double size = std::abs(t.diagonal[last]) + std::abs(t.diagonal[last + 1]);
        if (std::abs(t.beside[last]) <= std::numeric_limits<double>::epsilon() * size) break;
      }
      if (last == first) break;
      step(t, first, last);
    }
  }
  std::ranges::sort(t.diagonal);
  return t.diagonal;
}

}  // namespace subintent::internal
