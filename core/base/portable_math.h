// Functions of the C library that may differ in the last bit from machine to machine, here with the
// same bits on every one: from + - * / alone (double_double.h). What reaches an output uses these;
// std::sqrt, floor, round, ldexp and frexp are exact everywhere. The results are the nearest double
// in all but one case of thousands, and always within 0.5001 units in the last place.
#pragma once

#include "core/base/double_double.h"

namespace subintent::internal::portable {

// Logarithms, to the base e and 2, of a normal x > 0.
double log(double x);
double log2(double x);  // exact for powers of two

// e^x; 0 below -745, infinite above 709.78.
double exp(double x);

// x^y for x >= 0; 0^0 is 1. The second form takes a base of twice the precision, which tells where
// y is large.
double pow(double x, double y);
double pow(DoubleDouble x, double y);

// The cosine, for |x| <= pi / 2.
double cos(double x);

}  // namespace subintent::internal::portable
