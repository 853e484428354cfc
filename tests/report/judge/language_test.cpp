#include "report/judge/study.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <regex>
#include <set>

#include "report/judge/page/page.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

using Phrases = std::map<std::string, std::string>;

Phrases phrases_of(std::string_view json) {
  Phrases found;
  simdjson::dom::parser parser;
  for (const auto [key, text] : parser.parse(json).get_object()) {
    EXPECT_TRUE(found.emplace(key, std::string(text)).second) << key << " is there twice";
    EXPECT_FALSE(found[std::string(key)].empty()) << key;
  }
  return found;
}

// Names of {name}, sorted.
std::vector<std::string> placeholders(const std::string& text) {
  static const std::regex place(R"(\{(\w+)\})");
  std::vector<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), place), end; at != end; ++at)
    names.push_back((*at)[1]);
  std::ranges::sort(names);
  return names;
}

// Without the form of a number: "pair.count" of "pair.count.few".
std::string without_form(const std::string& key) {
  static const std::regex form(R"(\.(zero|one|two|few|many|other)$)");
  return std::regex_replace(key, form, "");
}

// A number may be left out where one form stands for it alone.
std::vector<std::string> required(std::vector<std::string> names, const std::string& key) {
  if (without_form(key) != key && !key.ends_with(".other")) std::erase(names, "n");
  return names;
}

const Phrases& english() {
  static const Phrases found = [] {
    const auto file = std::ranges::find(language_files, default_language,
                                        &std::pair<std::string_view, std::string_view>::first);
    return phrases_of(file->second);
  }();
  return found;
}

TEST(Languages, AreThere) {
  const auto names = language_choices();
  for (const char* name : {"en", "de", "ja", "zh", "browser"})
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
}

bool has_phrase(const Phrases& phrases, const std::string& key) {
  const std::string other = without_form(key) + ".other";
  return phrases.contains(key) || (without_form(key) != key && phrases.contains(other));
}

TEST(Languages, HaveEveryKeyAndNoOther) {
  for (const auto& [language, text] : language_files) {
    const Phrases found = phrases_of(text);
    for (const auto& [key, phrase] : english()) EXPECT_TRUE(has_phrase(found, key)) << key;
    for (const auto& [key, phrase] : found) EXPECT_TRUE(has_phrase(english(), key)) << key;
  }
}

TEST(Languages, HaveTheSamePlaceholders) {
  for (const auto& [language, text] : language_files) {
    for (const auto& [key, phrase] : phrases_of(text)) {
      const std::string model = english().contains(key) ? key : without_form(key) + ".other";
      EXPECT_EQ(required(placeholders(phrase), key),
                required(placeholders(english().at(model)), key))
          << language << ": " << key;
    }
  }
}

// What the scripts of pages ask for is there; they make some keys of parts.
TEST(Languages, HaveWhatPagesSay) {
  std::set<std::string> known;
  for (const auto& [key, phrase] : english()) known.insert(without_form(key));
  std::set<std::string> groups;
  for (const std::string& key : known) groups.insert(key.substr(0, key.find('.')));
  const std::string scripts = std::string(judge_js).append(preferences_js).append(intents_js);
  static const std::regex quoted(R"re("([a-z]+)\.([a-z_]+(\.[a-z_]+)?)")re");
  std::size_t found = 0;
  for (std::sregex_iterator at(scripts.begin(), scripts.end(), quoted), end; at != end; ++at) {
    if (!groups.contains((*at)[1])) continue;
    const std::string key = (*at)[1].str() + "." + (*at)[2].str();
    EXPECT_TRUE(known.contains(key)) << key;
    ++found;
  }
  EXPECT_GT(found, 80u);
}

// Sentences and buttons are in the files alone.
TEST(Languages, AreNotInScripts) {
  for (const std::string_view script : {judge_js, preferences_js, intents_js}) {
    static const std::regex sentence(R"re("[A-Z][a-z]+ [a-z]+[^"]*")re");
    const std::string text(script);
    std::smatch found;
    EXPECT_FALSE(std::regex_search(text, found, sentence)) << found[0];
  }
}

TEST(Languages, AreWrittenForPages) {
  simdjson::dom::parser parser;
  EXPECT_EQ(parser.parse(languages_json("browser")).get_object().size(), language_files.size());
  EXPECT_EQ(std::string_view(parser.parse(languages_json("de"))["de"]["pair.left"]), "Links");
}

TEST(Languages, GivePhrases) {
  EXPECT_EQ(phrase("en", "pair.left"), "Left");
  EXPECT_EQ(phrase("de", "pair.left"), "Links");
  EXPECT_EQ(phrase("browser", "pair.left"), "Left");
  EXPECT_EQ(phrases("ja", "pair.left"), (std::vector<std::string>{phrase("ja", "pair.left")}));
  EXPECT_EQ(phrases("browser", "pair.left").size(), language_files.size());
  EXPECT_THROW(phrase("xx", "pair.left"), Error);
  EXPECT_THROW(phrase("en", "pair.nothing"), Error);
}

}  // namespace
}  // namespace subintent::internal
