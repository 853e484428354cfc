// Any bytes as a collection in FORMAT, one program per format. Every record is accounted for once,
// and no document has a docno or a size that it must not have.

#include "core/base/strings.h"
#include "input.h"
#include "tokenize/archive/collection.h"

namespace subintent::internal {
namespace {

void read_all(const Source& source, const CollectionOptions& options) {
  CollectionFile file(source);
  file.docno = "d";  // of a file that is a document
  file.is_one_of_folder = options.format == nullptr;
  CollectionReader reader(file, options);
  Document document;
  std::uint64_t documents = 0;
  for (; reader.next(document); ++documents)
    require(!docno_defect(document.docno) && document.content.size() <= document_size_limit);
  const CollectionCounts& counts = reader.counts();
  require(counts.documents == documents);
  for (const auto& [kind, times] : counts.other) documents += times;
  for (const auto& [reason, defect] : counts.skipped) documents += defect.count;
  require(counts.records == documents);
}

}  // namespace

void fuzz(std::string_view input) {
  detect_collection_format(input);
  const auto source = Source::memory(input, "input");
  const CollectionFormat* const format = &collection_format(FORMAT);
  survives([&] { read_all(source, {format, true, {{}, {}}}); });
  survives([&] { read_all(source, {format, false, {"2", {"1", "text"}}}); });
  for (const char* name : {"input", "input.md"})  // of a folder
    survives([&] { read_all(Source::memory(input, name), {nullptr, false, {{}, {}}}); });
}

}  // namespace subintent::internal

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t room);

// A run without inputs begins with the example of the format.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t room, unsigned) {
  const std::string_view example = subintent::internal::collection_format(FORMAT).example;
  if (size > 1 || example.size() > room) return LLVMFuzzerMutate(data, size, room);
  std::ranges::copy(example, data);
  return example.size();
}
