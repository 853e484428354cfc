#include "core/io/json_object.h"

#include <gtest/gtest.h>

#include "messages.h"

namespace subintent::internal {
namespace {

const Location where{"f", 7};
const JsonPlace place(where, "write it better");

TEST(JsonObject, GivesMembersOfTheirTypes) {
  simdjson::dom::parser parser;
  const auto object = JsonObject::parse(
      parser,
      R"({"t":"caf\u00e9","f":true,"n":3,"r":-0.5,"a":["x","y"],"o":{"k":"v"},"l":[{"k":1}],"z":null})",
      place);
  object.require_once();
  EXPECT_EQ(object.text("t"), "caf\u00e9");
  EXPECT_TRUE(object.flag("f"));
  EXPECT_EQ(object.number("n", 3, 3), 3u);
  EXPECT_EQ(object.real("r"), -0.5);
  EXPECT_EQ(object.real("n"), 3);
  EXPECT_EQ(object.texts("a"), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(object.object("o").text("k"), "v");
  EXPECT_EQ(object.objects("l").at(0).number("k", 0, 9), 1u);
  EXPECT_EQ(object.names(), (std::vector<std::string>{"t", "f", "n", "r", "a", "o", "l", "z"}));
  EXPECT_TRUE(object.has("z"));
  EXPECT_TRUE(object.is_null("z"));
  EXPECT_FALSE(object.has("missing"));
}

TEST(JsonObject, FindsTheFirstNameThatIsNotNull) {
  simdjson::dom::parser parser;
  const auto object = JsonObject::parse(parser, R"({"a":null,"b":"x","c":"y"})", place);
  EXPECT_EQ(object.find<std::string_view>({"missing", "a", "b", "c"}, "a string"), "x");
  EXPECT_FALSE(object.find({"missing", "a"}));
  EXPECT_EQ(message_of([&] {
              object.require({"a", "missing"});
            }),
            "f:7: \"a\" is missing; write it better");
}

TEST(JsonObject, ErrorsNamePlaceAndMember) {
  simdjson::dom::parser parser;
  const auto object = JsonObject::parse(
      parser, R"({"t":1,"n":-1,"a":["x",2],"l":[{},7],"o":{"k":1,"k":2},"m":[{"\t":1,"\t":2}]})",
      place);
  const auto is = [](const std::string& what) { return "f:7: " + what + "; write it better"; };
  EXPECT_EQ(message_of([&] { object.text("t"); }), is("\"t\" is not a string"));
  EXPECT_EQ(message_of([&] { object.flag("t"); }), is("\"t\" is not true or false"));
  EXPECT_EQ(message_of([&] { object.real("a"); }), is("\"a\" is not a number"));
  EXPECT_EQ(message_of([&] { object.number("n", 1, 5); }),
            is("\"n\" is not a whole number from 1 to 5"));
  EXPECT_EQ(message_of([&] { object.number("t", 2, 5); }),
            is("\"t\" is not a whole number from 2 to 5"));
  EXPECT_EQ(message_of([&] { object.texts("a"); }), is("\"a\" is not an array of strings"));
  EXPECT_EQ(message_of([&] { object.objects("l"); }), is("\"l\" is not an array of objects"));
  EXPECT_EQ(message_of([&] { object.object("t"); }), is("\"t\" is not an object"));
  EXPECT_EQ(message_of([&] { object.text("x"); }), is("\"x\" is missing"));
  EXPECT_EQ(message_of([&] { object.object("o"); }), is("\"k\" occurs twice"));
  EXPECT_EQ(message_of([&] { object.objects("m"); }), is("\"?\" occurs twice"));
  EXPECT_EQ(message_of(
                [&] { object.of("topic", "3").place().of("nugget", 4).fail("is odd", "mend it"); }),
            "f:7: topic 3: nugget 4: is odd; mend it");
  EXPECT_EQ(message_of([&] { JsonObject::parse(parser, "[]", place); }),
            is("is not a JSON object"));
  EXPECT_TRUE(
      message_of([&] { JsonObject::parse(parser, "{", place); }).starts_with("f:7: is not JSON: "));
}

}  // namespace
}  // namespace subintent::internal
