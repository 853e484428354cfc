// The languages of pages: what participants read, but for what the study itself says. Each is a
// file languages/LANGUAGE.json: an object of keys and texts, the same keys in all of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace subintent::internal {

// In the place of a language: that of the browser of each participant, English where there is none.
inline constexpr std::string_view language_of_browser = "browser";
inline constexpr std::string_view default_language = "en";

// "de", "en", ..., sorted; behind them language_of_browser.
std::vector<std::string_view> language_choices();

// Texts of a language, or of all for language_of_browser: JSON, {"en":{"KEY":"TEXT",...},...}.
std::string languages_json(std::string_view language);

// The text of a key, in English for language_of_browser. Throws Error for a language or key that
// there is not.
std::string phrase(std::string_view language, std::string_view key);

// In that language, or in all for language_of_browser.
std::vector<std::string> phrases(std::string_view language, std::string_view key);

}  // namespace subintent::internal
