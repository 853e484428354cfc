// Loops that are compiled for several processors, for the compiler to make use of what each has.
#pragma once

#include <cstddef>  // says whether the C library is glibc, which chooses among them

// Before the definition of a function: it exists in several versions, of which the program uses the
// best that its processor can run. All give the same results, since no product and sum of numbers
// with a fraction become one operation (-ffp-contract=off).
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(SUBINTENT_PORTABLE) && !defined(__SANITIZE_ADDRESS__) &&                        \
    !defined(__SANITIZE_THREAD__)
#define SUBINTENT_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#define SUBINTENT_HAS_CLONES
#else
#define SUBINTENT_CLONES
#endif
