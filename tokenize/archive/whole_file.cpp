// Files that are one document each: text, Markdown or HTML. The docno is the name of the file.

#include "core/base/docno.h"
#include "tokenize/archive/collection_format.h"

namespace subintent::internal {
namespace {

class WholeFileReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  bool next(Document& document) override {
    if (std::exchange(is_read_, true)) return false;
    ++counts_.records;
    document.docno = options_.file_docno;
    document.title.clear();
    document.url.clear();
    if (const auto defect = docno_defect(document.docno)) {
      counts_.count_skipped("docno that " + *defect, window_.name());
      return false;
    }
    const std::string_view bytes = window_.peek(document_size_limit + 1);
    if (bytes.size() > document_size_limit)
      counts_.count_repaired("document cut at 64 MiB", window_.name());
    set_text(document, {}, bytes.substr(0, document_size_limit), window_.name());
    window_.skip(bytes.size());
    return true;
  }

 private:
  bool is_read_ = false;
};

}  // namespace

CollectionFormat text_format() {
  return {
      .label = "text",
      .detect = [](std::string_view) { return false; },  // by the name of the file
      .open = open_reader<WholeFileReader>,
      .is_plain = true,
      .example = "An example\n",
  };
}

}  // namespace subintent::internal
