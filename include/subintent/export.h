// What a shared library shows of itself: what public headers declare, and nothing else.
#pragma once

#define SUBINTENT_PUBLIC [[gnu::visibility("default")]]
