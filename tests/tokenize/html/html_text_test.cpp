#include "tokenize/html/html_text.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tokenize/html/html_tokenizer.h"

namespace subintent::internal {
namespace {

std::string visible_text(std::string_view html) {
  std::string text;
  append_visible_text(html, text);
  return text;
}

// The visible text with runs of white space as one blank.
std::string words_of(std::string_view html) {
  std::string words;
  for (const char c : visible_text(html)) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank)
      words += c;
    else if (!words.empty() && words.back() != ' ')
      words += ' ';
  }
  while (words.ends_with(' ')) words.pop_back();
  return words;
}

struct TagOrText {
  std::string kind, content;
  bool operator==(const TagOrText&) const = default;
};

void PrintTo(const TagOrText& token, std::ostream* out) {
  *out << token.kind << " '" << token.content << "'";
}

// Neighbouring texts made one, empty ones left out.
std::vector<TagOrText> joined(const std::vector<TagOrText>& tokens) {
  std::vector<TagOrText> result;
  for (const TagOrText& token : tokens) {
    if (token.kind == "text" && token.content.empty()) continue;
    if (token.kind == "text" && !result.empty() && result.back().kind == "text")
      result.back().content += token.content;
    else
      result.push_back(token);
  }
  return result;
}

std::vector<TagOrText> tokens_of(std::string_view html, HtmlContent content,
                                 std::string_view last_start_tag) {
  HtmlTokenizer tokenizer(html, content, last_start_tag);
  std::vector<TagOrText> tokens;
  HtmlTag tag;
  while (true) {
    TextBuffer text;
    const bool found = tokenizer.next_tag(tag, &text);
    tokens.push_back({"text", std::string(text.view())});
    if (!found) return joined(tokens);
    const bool closed = !tag.is_end && tag.self_closing;
    tokens.push_back({tag.is_end ? "end" : closed ? "empty" : "start", std::string(tag.name)});
  }
}

HtmlContent content_of(std::string_view state) {
  if (state == "RCDATA state") return HtmlContent::rcdata;
  if (state == "RAWTEXT state") return HtmlContent::rawtext;
  if (state == "Script data state") return HtmlContent::script_data;
  if (state == "PLAINTEXT state") return HtmlContent::plaintext;
  EXPECT_EQ(state, "Data state");
  return HtmlContent::data;
}

std::vector<TagOrText> expected_tokens(simdjson::dom::array output) {
  std::vector<TagOrText> tokens;
  for (const simdjson::dom::array token : output) {
    const std::string kind{std::string_view(token.at(0))};
    if (kind == "Comment" || kind == "DOCTYPE") continue;
    const std::string content{std::string_view(token.at(1))};
    if (kind == "Character")
      tokens.push_back({"text", content});
    else if (kind == "EndTag")
      tokens.push_back({"end", content});
    else
      tokens.push_back({token.size() == 4 ? "empty" : "start", content});
  }
  return joined(tokens);
}

TEST(HtmlTokenizer, AgreesWithHtml5libTests) {
  const std::filesystem::path folder = SUBINTENT_SHARED "/collections/html5lib/tokenizer";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no html5lib tests in " << folder;
  std::size_t cases = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".test") continue;
    simdjson::dom::parser parser;
    for (const simdjson::dom::object test : parser.load(file.path().string())["tests"]) {
      std::vector<std::string_view> states;
      simdjson::dom::array given_states;
      if (test["initialStates"].get(given_states) == simdjson::SUCCESS)
        for (const std::string_view state : given_states) states.push_back(state);
      else
        states.push_back("Data state");
      std::string_view last_start_tag;
      if (test["lastStartTag"].get(last_start_tag) != simdjson::SUCCESS) last_start_tag = {};
      const std::string_view input = test["input"];
      for (const std::string_view state : states) {
        EXPECT_EQ(tokens_of(input, content_of(state), last_start_tag),
                  expected_tokens(test["output"]))
            << file.path().filename() << ": " << input << " in " << state;
        ++cases;
      }
    }
  }
  EXPECT_GT(cases, 5000u);
}

TEST(HtmlTokenizer, KnowsOddEndsOfComments) {
  const auto text = [](std::string_view html) {
    std::string all;
    for (const TagOrText& token : tokens_of(html, HtmlContent::data, {})) all += token.content;
    return all;
  };
  EXPECT_EQ(text("a<!-->b"), "ab");
  EXPECT_EQ(text("a<!--->b"), "ab");
  EXPECT_EQ(text("a<!---->b"), "ab");
  EXPECT_EQ(text("a<!---!>b-->c"), "ac");
  EXPECT_EQ(text("a<!----!>b"), "ab");
  EXPECT_EQ(text("a<!-- x --!>b"), "ab");
  EXPECT_EQ(text("a<!-- x --!-->b"), "ab");
  EXPECT_EQ(text("a<!-- x <!-- y -->b"), "ab");
  EXPECT_EQ(text("a<!-- x <!-->b"), "ab");
  EXPECT_EQ(text("a<!-- x -- >b"), "a");
  EXPECT_EQ(text("a<!-x>b"), "ab");
  EXPECT_EQ(text("a<?php echo '>' ?>b"), "a' ?>b");
  EXPECT_EQ(text("a</ x>b</>c"), "abc");
  EXPECT_EQ(text("a<![CDATA[b>c]]>d"), "ac]]>d");
  EXPECT_EQ(text("<!DOCTYPE html PUBLIC \"-//W3C>x\">y"), "x\">y");
}

TEST(HtmlTokenizer, PassesOverAttributes) {
  using Tokens = std::vector<TagOrText>;
  const auto tokens = [](std::string_view html) { return tokens_of(html, HtmlContent::data, {}); };
  const Tokens expected = {{"start", "a"}, {"text", "x"}};
  EXPECT_EQ(tokens("<a b='>' c=\">\" d>x"), expected);
  EXPECT_EQ(tokens("<A b=c\"'=>x"), expected);
  EXPECT_EQ(tokens("<a =b=c d = e>x"), expected);
  EXPECT_EQ(tokens("<a b=>x"), expected);
  EXPECT_EQ(tokens("<a b=c/>x"), expected);
  EXPECT_EQ(tokens("<a b='c'd=\"e\"f>x"), expected);
  EXPECT_EQ(tokens("<a / b>x"), expected);
  EXPECT_EQ(tokens("<a/>x"), (Tokens{{"empty", "a"}, {"text", "x"}}));
  EXPECT_EQ(tokens("y<a b='>x"), (Tokens{{"text", "y"}}));
}

// Short names of letters and digits are read in another way than others, and near the end of a
// page.
TEST(HtmlTokenizer, ReadsNamesOfAllLengths) {
  using Tokens = std::vector<TagOrText>;
  const auto tokens = [](std::string_view html) { return tokens_of(html, HtmlContent::data, {}); };
  std::string name, lower_name;
  for (std::size_t size = 1; size <= 40; ++size) {
    name += "Hx1Z"[(size - 1) % 4];
    lower_name += "hx1z"[(size - 1) % 4];
    for (const std::string behind : {"", " ", " a=b ", "\n", "\t/ "}) {
      for (const std::string rest : {"", "y", "a rest of more than sixteen bytes"}) {
        Tokens expected = {{"start", lower_name}, {"text", rest}, {"end", lower_name}};
        if (rest.empty()) expected.erase(expected.begin() + 1);
        std::string html = "<" + name;
        html += behind + ">" + rest + "</";
        html += name + ">";
        ASSERT_EQ(tokens(html), expected) << html;
      }
    }
  }
  EXPECT_EQ(tokens("<o:P>x"), (Tokens{{"start", "o:p"}, {"text", "x"}}));
  EXPECT_EQ(tokens("<my-Tag=\xC3\x89 b=c>x"),
            (Tokens{{"start", "my-tag=\xC3\x89"}, {"text", "x"}}));
  EXPECT_EQ(tokens(std::string_view("<a\0B>some text behind it", 21)),
            (Tokens{{"start", "a\uFFFDb"}, {"text", "some text behind"}}));
}

TEST(TextBuffer, HoldsWhatIsAppended) {
  std::string expected;
  TextBuffer buffer;
  const std::string page(100, 'p');
  for (std::size_t i = 0; i < 100; ++i) {
    buffer.append_part(page, i, 100 - i / 2);
    expected += page.substr(i, 100 - i / 2 > i ? 100 - i / 2 - i : 0);
    buffer.push_back('c');
    expected += 'c';
    if (i == 66) break;
  }
  const std::string large(10'000, 'l');
  buffer.append(large);
  EXPECT_EQ(buffer.view(), expected + large);
  buffer.shrink(5);
  EXPECT_EQ(buffer.view(), expected.substr(0, 5));
  buffer.clear();
  EXPECT_EQ(buffer.view(), "");
}

TEST(HtmlTokenizer, ScriptEndsWhereTheStandardSays) {
  const auto script = [](std::string_view html) {
    HtmlTokenizer tokenizer(html, HtmlContent::script_data, "script");
    HtmlTag tag;
    TextBuffer buffer;
    const bool found = tokenizer.next_tag(tag, &buffer);
    const std::string text(buffer.view());
    return found ? text : "no end: " + text;
  };
  EXPECT_EQ(script("a</scripts></SCRIPT\n>b"), "a</scripts>");
  EXPECT_EQ(script("<!--a</script>b"), "<!--a");
  EXPECT_EQ(script("<!--<script>a</script>b--></script>c"), "<!--<script>a</script>b-->");
  EXPECT_EQ(script("<!--<script>a</script>b</script>c"), "<!--<script>a</script>b");
  EXPECT_EQ(script("<!--><script></script>c"), "<!--><script>");
  EXPECT_EQ(script("<!--<scripty></script>c"), "<!--<scripty>");
  EXPECT_EQ(script("<!--<script>-- ></script>"), "no end: <!--<script>-- ></script>");
  EXPECT_EQ(script("<!--<script>---></script>"), "<!--<script>--->");
}

TEST(VisibleText, LeavesOutWhatIsNotShown) {
  EXPECT_EQ(words_of("<title>T &amp; <b></title><script>s<b></script><style>t</style>x"),
            "T & <b> x");
  EXPECT_EQ(words_of("a<noscript>b<p>c</p></noscript>d<iframe>e</iframe>f"), "a d f");
  EXPECT_EQ(words_of("a<template>b<p>c<template>d</template>e</template>f"), "a f");
  EXPECT_EQ(words_of("a</template>b"), "a b");
  EXPECT_EQ(words_of("a<!-- b -->c<!DOCTYPE d>e<?f?>g"), "aceg");
  EXPECT_EQ(words_of("a<img alt='b' title='c'>d"), "ad");  // an inline element
  EXPECT_EQ(words_of("<textarea>a<b>c</textarea>d<xmp>e<p>&amp;</xmp>f<plaintext>g</plaintext>"),
            "a<b>c d e<p>&amp; f g</plaintext>");
  EXPECT_EQ(words_of("a<script>never closed"), "a");
}

TEST(VisibleText, SeparatesWordsAtElementsThatAreNotInline) {
  EXPECT_EQ(words_of("a<b>b</b>c<I>d</I><span class=x>e</span>f<wbr>g"), "abcdefg");
  EXPECT_EQ(words_of("H<sub>2</sub>O x<sup>2</sup> <font color=red>R</font>est"), "H2O x2 Rest");
  EXPECT_EQ(words_of("a<p>b</p>c<div>d</div><li>e<br>f<hr/>g<td>h<td>i"), "a b c d e f g h i");
  EXPECT_EQ(words_of("<HEADLINE>a</HEADLINE><TEXT>b"), "a b");
  EXPECT_EQ(words_of("Lon<o:p></o:p>don"), "London");
  EXPECT_EQ(visible_text("<p>a</p><p>b</p>"), "a\nb\n");
}

TEST(VisibleText, SelfClosingElementsOfSvgAreEmpty) {
  EXPECT_EQ(words_of("<svg><title/><style/><script/>a</svg>b"), "a b");
  EXPECT_EQ(words_of("<svg/><script/>a</script>b"), "b");
  EXPECT_EQ(words_of("<?xml version='1.0'?>\n<html><title/><script src='a'/>a"), "a");
}

TEST(VisibleText, AppendsToWhatIsThere) {
  std::string text = "x";
  text.push_back('\0');
  const std::string before = text;
  append_visible_text("<p>b", text);
  EXPECT_EQ(text, before + "b");
}

TEST(VisibleText, TreatsNulAndLineEndsAsBrowsersDo) {
  EXPECT_EQ(visible_text({"a\0b\r\nc\rd", 8}), "ab\nc\nd");
  EXPECT_EQ(visible_text({"<title>a\0b</title>", 18}), "a\uFFFDb\n");
  EXPECT_EQ(visible_text("a&#0;b"), "a\uFFFDb");
}

TEST(VisibleText, KeepsLoneSpecialCharacters) {
  EXPECT_EQ(visible_text("a < b & c <3 &; &nosuch; <"), "a < b & c <3 &; &nosuch; <");
  EXPECT_EQ(visible_text("AT&T &copy 2009 caf&eacute"), "AT&T © 2009 café");
  EXPECT_EQ(visible_text(""), "");
  EXPECT_EQ(visible_text("</"), "</");
}

// Hostile pages; what takes more than linear time here would not end.
TEST(VisibleText, SurvivesHostilePages) {
  const auto repeated = [](std::string_view part, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += part;
    return text;
  };
  const std::size_t many = 1'000'000;
  EXPECT_TRUE(visible_text(repeated("<", many)) == repeated("<", many));
  EXPECT_TRUE(visible_text(repeated("&", many)) == repeated("&", many));
  EXPECT_TRUE(visible_text("<script>" + repeated("<!--<script", many)) == "");
  EXPECT_TRUE(visible_text(repeated("<!-- ", many)) == "");
  EXPECT_TRUE(visible_text("<title>" + repeated("</titl", many)) == repeated("</titl", many));
  EXPECT_TRUE(visible_text(repeated("<div>", many) + "x") == "x");
  EXPECT_TRUE(visible_text(repeated("<template>", many) + "x") == "");
  EXPECT_TRUE(visible_text("<a b='" + repeated("x", 20 * many) + "'>y") == "y");
  EXPECT_TRUE(visible_text("<" + repeated("x", 20 * many) + ">y") == "y");
  EXPECT_TRUE(visible_text("<b" + std::string(20 * many, '\0') + ">y") == "y");
  EXPECT_TRUE(visible_text("<a " + repeated("x ", many) + ">y") == "y");
  EXPECT_TRUE(visible_text("&#" + repeated("9", many) + ";") == "\uFFFD");
  EXPECT_EQ(visible_text(repeated("&CounterClockwiseContourIntegra", 100'000)),
            repeated("&CounterClockwiseContourIntegra", 100'000));
}

}  // namespace
}  // namespace subintent::internal
