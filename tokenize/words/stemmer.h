// Snowball stemmers.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace subintent::internal {

// Not thread-safe: one per thread.
class Stemmer {
 public:
  // `language` by its English name or its ISO 639 code ("english", "en"). Throws Error::argument
  // for an unknown one.
  explicit Stemmer(const std::string& language);
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;

  // The stem of a case-folded UTF-8 word; valid until the next call.
  std::string_view stem(std::string_view word);

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Delete> stemmer_;
};

std::vector<std::string> stemmer_languages();

}  // namespace subintent::internal
