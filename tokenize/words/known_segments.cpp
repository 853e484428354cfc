#include "tokenize/words/known_segments.h"

#include <algorithm>

namespace subintent::internal {

const KnownSegments::Entry* KnownSegments::find(std::string_view text) const {
  if (text.size() > longest || entries_.empty()) return nullptr;
  const std::uint64_t hash = hash_of(text);
  const Entry* const set = &entries_[2 * (hash % sets)];
  for (const Entry* entry = set; entry != set + 2; ++entry) {
    if (entry->hash == hash && entry->text() == text) return entry;
  }
  return nullptr;
}

KnownSegments::Recorder::Recorder(std::string_view text) : fits_(text.size() <= longest) {
  if (!fits_) return;
  entry_.hash = hash_of(text);
  entry_.text_size = static_cast<std::uint8_t>(text.size());
  std::ranges::copy(text, entry_.bytes.begin());
}

void KnownSegments::Recorder::add(std::string_view term) {
  if (!fits_) return;
  const std::size_t place = entry_.text().find(term);
  const bool is_part = place != std::string_view::npos;
  char* const end = entry_.bytes.data() + entry_.text_size + entry_.terms_size;
  const auto room = static_cast<std::size_t>(entry_.bytes.data() + entry_.bytes.size() - end);
  const std::size_t size = is_part ? 2 : 1 + term.size();
  fits_ = size <= room && term.size() < literal;
  if (!fits_) return;
  end[0] = static_cast<char>(is_part ? term.size() : literal | term.size());
  if (is_part) {
    end[1] = static_cast<char>(place);
  } else {
    std::ranges::copy(term, end + 1);
  }
  entry_.terms_size = static_cast<std::uint8_t>(entry_.terms_size + size);
}

void KnownSegments::keep(const Recorder& recorder) {
  if (!recorder.fits_) return;
  if (entries_.empty()) entries_.resize(2 * sets);
  Entry* const set = &entries_[2 * (recorder.entry_.hash % sets)];
  set[1] = set[0];
  set[0] = recorder.entry_;
}

}  // namespace subintent::internal
