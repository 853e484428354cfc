#include "report/measure_name.h"

#include "subintent/program.h"

namespace subintent::internal {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Not as a part of another word.
std::string with_greek_alpha(std::string_view text) {
  constexpr std::string_view word = "alpha";
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = i + word.size();
    const bool stands_alone =
        (i == 0 || !is_letter(text[i - 1])) && (end >= text.size() || !is_letter(text[end]));
    if (text.substr(i).starts_with(word) && stands_alone) {
      shown += "α";
      i = end;
    } else {
      shown += text[i++];
    }
  }
  return shown;
}

}  // namespace

std::string typeset_measure(std::string_view name) {
  const std::size_t suffix = std::min(name.find('_'), name.size());
  const std::string shown = replace_all(with_greek_alpha(name.substr(0, suffix)), "#", "♯");
  return shown + std::string(name.substr(suffix));
}

std::string typeset_note(std::string_view note) {
  return replace_all(std::string(note), "alpha = ", "α = ");
}

}  // namespace subintent::internal
