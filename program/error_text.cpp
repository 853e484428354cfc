#include "program/error_text.h"

#include "subintent/program.h"

namespace subintent::internal {

std::string error_text(const Error& error) {
  std::string message = error.message();
  const std::size_t size = error.argument().size();
  const bool begins_with_name =
      size > 0 && message.starts_with(error.argument()) && message.find_first_of(": ") == size;
  if (begins_with_name) message.replace(0, size, option_of(error.argument()));
  // In other messages backquotes may be those of names.
  if (error.kind() == Error::Kind::argument) message = with_options(message);
  return Error(error.location(), message, with_options(error.advice())).what();
}

}  // namespace subintent::internal
