#include "report/judge/language.h"

#include <simdjson.h>

#include "core/io/json_object.h"
#include "report/judge/language_files.h"
#include "subintent/program.h"

namespace subintent::internal {

std::vector<std::string_view> language_choices() {
  std::vector<std::string_view> names;
  for (const auto& [name, text] : language_files) names.push_back(name);
  names.push_back(language_of_browser);
  return names;
}

std::string languages_json(std::string_view language) {
  std::string json;
  for (const auto& [name, text] : language_files) {
    if (language != language_of_browser && language != name) continue;
    json += json.empty() ? '{' : ',';
    append_json_string(json, name);
    json.append(":").append(text);
  }
  return json + '}';
}

std::string phrase(std::string_view language, std::string_view key) {
  const std::string_view named = language == language_of_browser ? default_language : language;
  for (const auto& [name, text] : language_files) {
    if (name != named) continue;
    simdjson::dom::parser parser;
    const Location place{std::string(name) + ".json", 0};
    return JsonObject::parse(parser, text, JsonPlace(place)).text(key);
  }
  throw Error("there is no language " + printable(language));
}

std::vector<std::string> phrases(std::string_view language, std::string_view key) {
  if (language != language_of_browser) return {phrase(language, key)};
  std::vector<std::string> found;
  for (const auto& [name, text] : language_files) found.push_back(phrase(name, key));
  return found;
}

}  // namespace subintent::internal
