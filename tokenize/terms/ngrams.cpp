#include "tokenize/terms/ngrams.h"

#include <algorithm>

namespace subintent::internal {

void NgramMaker::for_each(std::string_view word, const std::function<void(std::string_view)>& use) {
  padded_ = '_';
  padded_ += word;
  padded_ += '_';
  starts_.clear();
  for (std::size_t i = 0; i < padded_.size(); ++i) {
    const bool continues = (static_cast<unsigned char>(padded_[i]) & 0xC0U) == 0x80U;
    if (!continues) starts_.push_back(i);
  }
  const std::size_t characters = starts_.size();
  starts_.push_back(padded_.size());
  for (std::size_t first = 0; first == 0 || first + n_ <= characters; ++first) {
    const std::size_t end = starts_[std::min(first + n_, characters)];
    gram_ = ngram_mark;
    gram_.append(padded_, starts_[first], end - starts_[first]);
    use(gram_);
  }
}

}  // namespace subintent::internal
