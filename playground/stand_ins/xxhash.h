// xxHash without its library.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash/xxhash.h>
