#include "core/io/json.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/utf8.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

TEST(Json, StringsAreAlwaysValid) {
  std::string out;
  append_json_string(out, std::string_view("a\"\\\n\t\x01\xff\xc3\xa9\0z", 11));
  EXPECT_EQ(out, "\"a\\\"\\\\\\n\\t\\u0001\xef\xbf\xbd\xc3\xa9\\u0000z\"");
  out.clear();
  append_json_number(out, 0.1);
  append_json_number(out, std::nan(""));
  EXPECT_EQ(out, "0.1null");
}

TEST(Json, DefectsReadTheSameWithAllVersionsOfTheParser) {
  EXPECT_EQ(json_defect("A string is opened, but never closed."),
            "A string is opened, but never closed");
  EXPECT_EQ(json_defect("UNCLOSED_STRING: A string is opened, but never closed."),
            "A string is opened, but never closed");
  EXPECT_EQ(json_defect("TAPE_ERROR: missing commas, etc.  This is fatal."), "missing commas, etc");
  EXPECT_EQ(json_defect("EMPTY"), "EMPTY");
  EXPECT_EQ(json_defect(""), "");
}

TEST(Json, StringsStandForWhatTheyAreWrittenFor) {
  auto meant = [text = std::string("of the string before")](std::string_view inside) mutable {
    text.resize(inside.size());
    const char* const end = unescape_json_string(inside, text.data());
    if (end == nullptr) return std::optional<std::string>();
    text.resize(static_cast<std::size_t>(end - text.data()));
    return std::optional(text);
  };
  EXPECT_EQ(meant(""), "");
  EXPECT_EQ(meant(R"(a\\\"\/\b\f\n\r\tz)"), "a\\\"/\b\f\n\r\tz");
  EXPECT_EQ(meant(R"(\u0041\u00e9\u65e5\ud83d\uDE00\u0000)"),
            std::string("A\u00e9\u65e5\U0001f600\0", 11));
  for (const char* broken : {R"(\)", R"(a\x)", R"(\u12)", R"(\u-123)", R"(\u00g0)", R"(\ud800)",
                             R"(\ud800x)", R"(\ud800\u0041)", R"(\udc00)", R"(\u 123)"})
    EXPECT_FALSE(meant(broken)) << broken;
}

}  // namespace
}  // namespace subintent::internal
