// Functions compiled for several instruction sets, the best of which is chosen when the program
// starts. The arithmetic is the same in all of them, operation by operation, and so are the
// results.
#pragma once

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SUBINTENT_HAS_INSTRUCTION_SETS
#define SUBINTENT_INSTRUCTION_SETS __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define SUBINTENT_INSTRUCTION_SETS
#endif
