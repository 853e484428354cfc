#include "cli/out_of_memory.h"

#include <unicode/uclean.h>
#include <unistd.h>

#include <cstdlib>
#include <new>

#include "cli/standard_streams.h"

namespace subintent {
namespace {

[[noreturn]] void end() {
  std::set_new_handler(nullptr);  // the message may find no memory either
  print_failure(out_of_memory_message);
  _exit(1);
}

void* required(void* memory) {
  if (memory == nullptr) end();
  return memory;
}

// ICU does not allocate with new. A size of 0 may give null.
void* allocate(const void*, std::size_t size) {
  return required(std::malloc(size == 0 ? 1 : size));
}
void* reallocate(const void*, void* memory, std::size_t size) {
  return required(std::realloc(memory, size == 0 ? 1 : size));
}
void release(const void*, void* memory) {
  std::free(memory);
}

}  // namespace

void end_when_out_of_memory() {
  std::set_new_handler(end);
  UErrorCode status = U_ZERO_ERROR;
  u_setMemoryFunctions(nullptr, allocate, reallocate, release, &status);
}

}  // namespace subintent
