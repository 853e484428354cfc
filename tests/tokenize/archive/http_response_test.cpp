#include "tokenize/archive/http_response.h"

#include <brotli/encode.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include "gzip_member.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

std::string body_of(const std::string& headers, const std::string& body) {
  const std::string block = "HTTP/1.1 200 OK\r\n" + headers + "\r\n" + body;
  auto response = parse_http_response(block);
  return response ? decoded_body(*response).value_or("skipped") : "no response";
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
  EXPECT_EQ(body_of(chunked, "<p>plain"), "<p>plain");
  EXPECT_EQ(body_of(chunked, "12\r\nbottles of beer stand here\r\n"),
            "12\r\nbottles of beer stand here\r\n");
  EXPECT_EQ(body_of(chunked, ""), "");
  // Whatever the header says, if all of the body fits.
  EXPECT_EQ(body_of("", "4\r\n<p>a\r\n3\r\n bc\r\n0\r\n\r\n"), "<p>a bc");
  const std::string part(300, 'a');
  const std::string parts = "12c\r\n" + part + "\r\n12c\r\n" + part + "\r\n";
  EXPECT_EQ(body_of("", parts + "12c\r\nb"), part + part + "b");
  for (const std::string text : {"4\r\n<p>a\r\n3\r\n", "1\r\n2\r\n3000\r\n4\r\n", "0\r\n\r\n",
                                 "4\r\n<p>a\r\n0\r\n\r\nend", "4\r\n<p>ab\r\n0\r\n\r\n"})
    EXPECT_EQ(body_of("", text), text);
  EXPECT_EQ(body_of(chunked, "ff\r\ncut short"), "cut short");
  EXPECT_EQ(body_of(chunked, "ffffffffffffffffff\r\nx"), "ffffffffffffffffff\r\nx");
}

TEST(HttpResponse, UncompressesWhatIsCompressed) {
  const std::string page = "<p>" + std::string(300'000, 'x');
  EXPECT_EQ(body_of("Content-Encoding: gzip\r\n", gzip(page)), page);
  EXPECT_EQ(body_of("Content-Encoding: x-GZIP\r\n", page), page);
  EXPECT_EQ(body_of("", gzip(page)), page);
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

TEST(HttpResponse, CutsJoinedChunks) {
  const std::string chunk(document_size_limit / 2 + 1, 'x');
  char size[16];
  std::snprintf(size, sizeof size, "%zx\r\n", chunk.size());
  const std::string body = size + chunk + "\r\n" + size + chunk + "\r\n0\r\n\r\n";
  EXPECT_EQ(body_of("Transfer-Encoding: chunked\r\n", body).size(), document_size_limit);
}

std::string zlib(std::string_view bytes) {
  return deflated(bytes, 15);
}
std::string raw_deflate(std::string_view bytes) {
  return deflated(bytes, -15);
}

std::string brotli(std::string_view bytes) {
  std::string out(BrotliEncoderMaxCompressedSize(bytes.size()), '\0');
  std::size_t size = out.size();
  BrotliEncoderCompress(5, 22, BROTLI_MODE_TEXT, bytes.size(),
                        reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                        reinterpret_cast<std::uint8_t*>(out.data()));
  out.resize(size);
  return out;
}

std::string zstd(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

struct Coding {
  std::string name;
  std::string (*code)(std::string_view);
};
const Coding codings[] = {{"gzip", gzip},           {"X-Gzip", gzip}, {"deflate", zlib},
                          {"deflate", raw_deflate}, {"br", brotli},   {"zstd", zstd}};

std::string some_page() {
  std::string page = "<title>x mustang</title>";
  for (int i = 0; i < 20'000; ++i) page += "<p>" + std::to_string(i * 7919) + " fox\r\n";
  return page;
}

TEST(ContentCoding, EachIsUndone) {
  const std::string page = some_page();
  for (const auto& [name, code] : codings) {
    const std::string header = "Content-Encoding: " + name + "\r\n";
    EXPECT_TRUE(body_of(header, code(page)) == page) << name;
    EXPECT_EQ(body_of(header, code("<p>")), "<p>") << name;
    // The archive has decoded the body and kept the header.
    EXPECT_TRUE(body_of(header, page) == page) << name;
    EXPECT_EQ(body_of(header, "x mustang"), "x mustang") << name;
    EXPECT_EQ(body_of(header, ""), "") << name;
  }
}

TEST(ContentCoding, SeveralAreUndoneFromTheLast) {
  const std::string page = some_page();
  for (const auto& [first, code_first] : codings) {
    for (const auto& [last, code_last] : codings) {
      const std::string body = code_last(code_first(page));
      EXPECT_TRUE(body_of("Content-Encoding: " + first + " ,identity, " + last + "\r\n", body) ==
                  page)
          << first << ' ' << last;
      EXPECT_TRUE(
          body_of("Content-Encoding: " + first + "\r\nX: y\r\ncontent-encoding: " + last + "\r\n",
                  body) == page)
          << first << ' ' << last;
    }
  }
  EXPECT_TRUE(body_of("Content-Encoding: gzip, gzip\r\n", gzip(page)) == page);
}

TEST(ContentCoding, OfACutBodyComesWhatIsThere) {
  const std::string page = some_page();
  for (const auto& [name, code] : codings) {
    std::string body = code(page);
    body.resize(body.size() - body.size() / 10);
    const std::string decoded = body_of("Content-Encoding: " + name + "\r\n", body);
    EXPECT_TRUE(page.starts_with(decoded)) << name;
    EXPECT_GT(decoded.size(), 50'000u) << name;
  }
}

TEST(ContentCoding, WrongNamesAndNoneAreFoundOut) {
  const std::string page = some_page();
  for (const auto& [name, code] : codings) {
    for (const std::string header :
         {"", "Content-Encoding: compress\r\n", "Content-Encoding: gzip\r\n",
          "Content-Encoding: br\r\n", "Content-Encoding: deflate\r\n", "Content-Encoding: zstd\r\n",
          "Content-Encoding: utf-8\r\n"}) {
      EXPECT_TRUE(body_of(header, code(page)) == page) << name << ' ' << header;
      EXPECT_TRUE(body_of(header, gzip(code(page))) == page) << name << ' ' << header;
    }
    const std::string packed = code(page);
    char size[32];
    std::snprintf(size, sizeof size, "%zx\r\n", packed.size());
    const std::string chunked = size + packed + "\r\n0\r\n\r\n";
    EXPECT_TRUE(body_of("Transfer-Encoding: " + name + ", chunked\r\n", chunked) == page) << name;
    EXPECT_TRUE(body_of("Transfer-Encoding: " + name + "\r\nTransfer-Encoding: chunked\r\n",
                        chunked) == page)
        << name;
    EXPECT_TRUE(body_of("Transfer-Encoding: " + name + "\r\n", packed) == page) << name;
  }
  EXPECT_TRUE(body_of("Transfer-Encoding: chunked, gzip\r\n", gzip("4\r\n<p>a\r\n0\r\n\r\n")) ==
              "<p>a");
  EXPECT_TRUE(body_of("", "\r\n" + gzip(page)) == page);
}

TEST(ContentCoding, NoiseIsSkipped) {
  const std::string page = some_page();
  std::string noise = brotli(page);
  for (char& c : noise) c = static_cast<char>(c ^ 0x55);
  for (const std::string name : {"gzip", "compress", "utf-8", "br", "deflate", "zstd"}) {
    const std::string header = "Content-Encoding: " + name + "\r\n";
    EXPECT_EQ(body_of(header, noise), "skipped") << name;
    EXPECT_TRUE(body_of(header, page) == page) << name;
  }
  // UTF-16, with a mark and without one, is text.
  const std::string utf16("\xff\xfe\x01\x02\x03\x04", 6), plain("<\0p\0>\0", 6);
  EXPECT_EQ(body_of("Content-Encoding: br\r\n", utf16), utf16);
  EXPECT_EQ(body_of("Content-Encoding: br\r\n", plain), plain);
}

TEST(ContentCoding, OfABrokenBodyComesWhatIsThere) {
  const std::string page = some_page();
  for (const auto& [name, code] : {codings[0], codings[5]}) {
    const std::string header = "Content-Encoding: " + name + "\r\n", whole = code(page);
    std::string body = whole;
    body.replace(body.size() / 2, 16, 16, '\xff');
    EXPECT_TRUE(body_of(header, body).starts_with(page.substr(0, 1000))) << name;
    // Nothing comes of these.
    EXPECT_EQ(body_of(header, whole.substr(0, 12)), "skipped") << name;
    EXPECT_EQ(body_of(header, whole.substr(0, 4)), "skipped") << name;
    EXPECT_EQ(body_of(header, whole.substr(0, 4) + std::string(100, '\xff')), "skipped") << name;
    // An empty page is one.
    EXPECT_EQ(body_of(header, code("")), "") << name;
  }
}

TEST(ContentCoding, BytesBehindABodyAreNotRead) {
  const std::string page = some_page();
  for (const auto& [name, code] : codings) {
    for (const std::string behind : {"\r\n", "<!-- -->"}) {
      EXPECT_TRUE(body_of("Content-Encoding: " + name + "\r\n", code(page) + behind) == page)
          << name;
    }
  }
}

// What zlib's header announces is read up to the defect.
TEST(ContentCoding, ABrokenZlibBodyGivesWhatIsBeforeTheDefect) {
  const std::string page = some_page();
  std::string body = deflated(page, 15);
  body.replace(body.size() / 2, 16, 16, '\xff');
  EXPECT_TRUE(body_of("Content-Encoding: deflate\r\n", body).starts_with(page.substr(0, 1000)));
}

TEST(ContentCoding, BombsStopAtTheLimit) {
  const std::string zeros(document_size_limit + 1000, ' ');
  for (const auto& [name, code] : {codings[3], codings[4], codings[5]}) {
    EXPECT_EQ(body_of("Content-Encoding: " + name + "\r\n", code(zeros)).size(),
              document_size_limit)
        << name;
  }
  std::string many = "Content-Encoding: gzip", body = "<p>";
  for (int i = 0; i < 6; ++i, many += ", gzip") body = gzip(body);
  EXPECT_EQ(body_of(many + "\r\n", body), "skipped");
}

TEST(HttpResponse, TheStatusLineMayBeMissing) {
  const auto response = parse_http_response_without_status(
      "Server: x\nContent-Type: text/html; charset=big5\nbroken line\n\n<p>a\n\nb");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 200);
  EXPECT_EQ(response->content_type.charset, "big5");
  EXPECT_EQ(response->body, "<p>a\n\nb");
  for (const char* block : {"", "\n", "<p style='color:red'>\n\n",
                            "20080430204825\nwww. 1 IN A 2\n", "two words: x\n\n"})
    EXPECT_FALSE(parse_http_response_without_status(block)) << block;
}

TEST(HttpResponse, UrlsBecomeDocnos) {
  EXPECT_EQ(encoded_url("<http://a/>"), "http://a/");
  EXPECT_EQ(encoded_url("http://a/b c\td\xff"), "http://a/b%20c%09d%FF");
  EXPECT_EQ(encoded_url("http://a/\xc3\xa9"), "http://a/\xc3\xa9");
}

}  // namespace
}  // namespace subintent::internal
