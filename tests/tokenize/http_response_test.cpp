#include "tokenize/http_response.h"
#include "gzip_member.h"

#include <gtest/gtest.h>

#include "test_file.h"

namespace subintent {
namespace {

std::string body_of(const std::string& headers, const std::string& body) {
  const std::string block = "HTTP/1.1 200 OK\r\n" + headers + "\r\n" + body;
  const auto response = parse_http_response(block);
  return response ? decoded_body(*response) : "no response";
}

TEST(HttpResponse, ReadsHeadersWithEitherLineEnd) {
  for (const std::string end : {"\n", "\r\n"}) {
    const std::string block = "HTTP/1.1 200 OK" + end +
                              "content-TYPE:  Text/HTML; Charset=\"EUC-JP\" " + end + "nonsense" +
                              end + end + "<p>\r\n\r\nx";
    const auto response = parse_http_response(block);
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 200);
    EXPECT_EQ(response->content_type.type, "text/html");
    EXPECT_EQ(response->content_type.charset, "EUC-JP");
    EXPECT_EQ(response->body, "<p>\r\n\r\nx");
  }
}

TEST(HttpResponse, SurvivesOddStatusLines) {
  EXPECT_FALSE(parse_http_response(""));
  EXPECT_FALSE(parse_http_response("<html>"));
  EXPECT_EQ(parse_http_response("HTTP/1.0")->status, 0);
  EXPECT_EQ(parse_http_response("HTTP/1.0 OK\n\n")->status, 0);
  EXPECT_EQ(parse_http_response("HTTP/1.1 404")->status, 404);
}

TEST(HttpResponse, ContentTypes) {
  EXPECT_EQ(parse_content_type("text/html;charset=utf-8; q=1").charset, "utf-8");
  EXPECT_EQ(parse_content_type("TEXT/html charset='gb2312'").charset, "gb2312");
  EXPECT_EQ(parse_content_type("TEXT/html charset='gb2312'").type, "text/html");
  EXPECT_EQ(parse_content_type("text/html").charset, "");
  EXPECT_EQ(parse_content_type("").type, "");
  EXPECT_EQ(page_kind("application/xhtml+xml", ""), PageKind::html);
  EXPECT_EQ(page_kind("text/plain", "<p>"), PageKind::plain);
  EXPECT_EQ(page_kind("image/png", "<p>"), PageKind::other);
  EXPECT_EQ(page_kind("", " \n<p>"), PageKind::html);
  EXPECT_EQ(page_kind("", "GIF89a"), PageKind::other);
}

TEST(HttpResponse, JoinsChunksThatAreThere) {
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  EXPECT_EQ(body_of(chunked, "4\r\n<p>a\r\n3;x=y\r\n bc\r\n0\r\n\r\n"), "<p>a bc");
  EXPECT_EQ(body_of(chunked, "4\n<p>a\n2\nbc\n0\n\n"), "<p>abc");
  EXPECT_EQ(body_of("", "4\r\n<p>a\r\n0\r\n\r\n"), "4\r\n<p>a\r\n0\r\n\r\n");
  EXPECT_EQ(body_of(chunked, "<p>plain"), "<p>plain");
  EXPECT_EQ(body_of(chunked, "12\r\nbottles of beer stand here\r\n"),
            "12\r\nbottles of beer stand here\r\n");
  EXPECT_EQ(body_of(chunked, ""), "");
  EXPECT_EQ(body_of(chunked, "ff\r\ncut short"), "cut short");
  EXPECT_EQ(body_of(chunked, "ffffffffffffffffff\r\nx"), "ffffffffffffffffff\r\nx");
}

TEST(HttpResponse, UncompressesWhatIsCompressed) {
  const std::string page = "<p>" + std::string(300'000, 'x');
  EXPECT_EQ(body_of("Content-Encoding: gzip\r\n", gzip(page)), page);
  EXPECT_EQ(body_of("Content-Encoding: x-GZIP\r\n", page), page);
  EXPECT_EQ(body_of("", gzip(page)), gzip(page));
  const std::string packed = gzip("<p>ab");
  char size[16];
  std::snprintf(size, sizeof size, "%zx\r\n", packed.size());
  EXPECT_EQ(body_of("Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
                    size + packed + "\r\n0\r\n\r\n"),
            "<p>ab");
  const std::string cut = gzip(page).substr(0, gzip(page).size() - 10);
  EXPECT_TRUE(page.starts_with(body_of("Content-Encoding: gzip\r\n", cut)));
  EXPECT_GT(body_of("Content-Encoding: gzip\r\n", cut).size(), 1000u);
}

TEST(HttpResponse, StopsACompressedBomb) {
  const std::string bomb = gzip(std::string(document_size_limit + 1000, ' '));
  EXPECT_EQ(body_of("Content-Encoding: gzip\r\n", bomb).size(), document_size_limit);
}

TEST(HttpResponse, UrlsBecomeDocnos) {
  EXPECT_EQ(docno_of_url("<http://a/>"), "http://a/");
  EXPECT_EQ(docno_of_url("http://a/b c\td\xff"), "http://a/b%20c%09d%FF");
  EXPECT_EQ(docno_of_url("http://a/\xc3\xa9"), "http://a/\xc3\xa9");
}

}  // namespace
}  // namespace subintent
