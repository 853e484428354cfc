// Ends the program when there is no memory left.
#pragma once

namespace subintent::internal {

// From now on, an allocation that fails ends the program at once, with a message and exit code 1;
// unfinished outputs do not have their names then. There is nothing to unwind for, and several
// libraries crash, wait for ever or take the data for corrupt when they get no memory. To be called
// before anything uses ICU.
void end_when_out_of_memory();

}  // namespace subintent::internal
