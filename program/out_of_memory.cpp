#include "program/out_of_memory.h"

#include <unicode/uclean.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "program/standard_streams.h"

namespace subintent::internal {
namespace {

// Allocates nothing. A thread that comes while another one is at it waits for the end.
[[noreturn]] void end() {
  static std::atomic_flag has_begun;
  while (has_begun.test_and_set()) pause();
  print_out_of_memory();
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

}  // namespace subintent::internal
