#include "tokenize/document_tokenizer.h"

#include <gtest/gtest.h>

#include "subintent/basics.h"
#include "tokenize/archive/collection.h"
#include "tokenize/input_lists.h"

namespace subintent::internal {
namespace {

// "the:2 cat:1"
std::string document_tokenizer_shown(TermCounter& counter) {
  std::string text;
  for (const TermCount& term : counter.sorted_terms())
    text += (text.empty() ? "" : " ") + std::string(term.term) + ":" + std::to_string(term.count);
  return text;
}

TEST(DocumentTokenizer, OwnsItsOptions) {
  auto options = std::make_unique<TermOptions>();
  options->stem = "english";
  add_stopwords("The AND", Folding::usual, options->stopwords);
  DocumentTokenizer tokenizer(*options);
  options.reset();
  EXPECT_EQ(document_tokenizer_shown(tokenizer.tokenize_text("The cats and the CAT ran")),
            "cat:2 ran:1");
  EXPECT_EQ(document_tokenizer_shown(tokenizer.tokenize_text("")), "");
  EXPECT_EQ(document_tokenizer_shown(tokenizer.tokenize_text("bad \xff byte")), "bad:1 byte:1");
  EXPECT_THROW(DocumentTokenizer({.stopwords = {}, .stem = "klingon"}), Error);
}

TEST(DocumentTokenizer, ReadsADocumentInMemory) {
  DocumentTokenizer tokenizer;
  EXPECT_EQ(document_tokenizer_shown(
                tokenizer.tokenize({.docno = "d",
                                    .content = "<title>Caf\xe9</title><script>no</script>a",
                                    .is_html = true,
                                    .http_charset = "iso-8859-1"})),
            "a:1 caf\xc3\xa9:1");
  EXPECT_EQ(document_tokenizer_shown(tokenizer.tokenize(
                {.docno = "d", .content = "<b>", .is_html = false, .http_charset = {}})),
            "b:1");
}

TEST(DocumentTokenizer, ReadsACollectionInMemory) {
  DocumentTokenizer tokenizer;
  CollectionReader reader(Source::memory("d1\tone\nd2\ttwo two\n", "texts"), {});
  Document document;
  std::string all;
  while (reader.next(document))
    all += document.docno + " " + document_tokenizer_shown(tokenizer.tokenize(document)) + "; ";
  EXPECT_EQ(all, "d1 one:1; d2 two:2; ");
}

TEST(InputLists, Read) {
  EXPECT_EQ(read_paths(Source::memory("a b\r\n\nc", "list")),
            (std::vector<std::string>{"a b", "c"}));
  EXPECT_THROW(read_paths(Source::memory(std::string_view("a\0b\0", 4), "list")), Error);
  EXPECT_EQ(read_docnos(Source::memory(" d1\t\n\nd2\n", "list")), (TermSet{"d1", "d2"}));
  EXPECT_THROW(read_docnos(Source::memory("d1 d2\n", "list")), Error);
  EXPECT_THROW(read_docnos(Source::memory("\n", "list")), Error);
}

}  // namespace
}  // namespace subintent::internal
