#include "subintent/program.h"

#include <cerrno>
#include <cstring>

namespace subintent {
namespace {

// The remedy that helps whatever the file; empty if it depends on what was tried.
const char* remedy(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space or write elsewhere";
    case EFBIG:
      return "allow larger files (ulimit -f) or write elsewhere";
    case EMFILE:
    case ENFILE:
      return "allow more open files (ulimit -n)";
    case ENOMEM:
      return "free some memory";
    case EPIPE:
      return "the program that reads it has ended";
    default:
      return nullptr;
  }
}

}  // namespace

void throw_system_error(const std::string& file, const std::string& what,
                        const std::string& advice) {
  const int error = errno;
  const char* const known = remedy(error);
  throw Error(Error::Kind::system, {file, 0}, what + ": " + std::strerror(error),
              known != nullptr ? known : advice);
}

}  // namespace subintent
