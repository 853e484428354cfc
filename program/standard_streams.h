// Standard input, output and error, whatever state the program finds them in.
#pragma once

#include <string_view>

namespace subintent::internal {

// Opens those of the descriptors 0, 1 and 2 that are closed, so that no file opened later takes
// their place. They are of no use: reading or writing them is an error still. Throws Error if that
// cannot be done.
void occupy_standard_descriptors();

// "subintent: TEXT" as one line on standard error, without control characters; of a very long text
// the middle is left out. An error stream that is closed or full loses the line, and nothing else.
void print_message(std::string_view text);

// Prints the last message of a program that fails, which may have no memory left.
void print_failure(std::string_view text) noexcept;

// Says that there is not enough memory; allocates none.
void print_out_of_memory() noexcept;

}  // namespace subintent::internal
