// A collection in one pass: read in order, tokenised by all cores, written in the order of the
// input.
#pragma once

#include "subintent/basics.h"
#include "tokenize/archive/collection.h"
#include "tokenize/document_tokenizer.h"

namespace subintent::internal {

// Appends the fingerprint line of a document, if it has a fingerprint. Called from several threads.
using AppendFingerprint =
    std::function<void(std::string& out, std::string_view docno, std::span<const TermCount> terms)>;

// Takes the text of an output in large parts, one after the other.
using Write = std::function<void(std::string_view)>;

// The work to be done with the documents of `inputs`. Outputs that are empty are not wanted.
struct TokenizeTask {
  std::vector<CollectionFile> inputs;
  CollectionOptions collection;
  TermOptions terms;
  // Vectors, fingerprints and texts are written for these docnos only; the statistics count all
  // documents.
  std::optional<TermSet> docnos;

  Write vectors;
  Write fingerprints;
  AppendFingerprint append_fingerprint;
  Write statistics;
  Write texts;

  // In bytes. Statistics that need more go to temporary files.
  std::size_t memory = std::size_t{1} << 30;
  std::string temporary_folder = "/tmp";
};

struct TokenizeSummary {
  CollectionCounts counts;
  // Documents that were tokenised: without statistics only those that `docnos` asks for.
  std::uint64_t documents = 0;
  std::uint64_t terms = 0;  // repeated ones included
  std::uint64_t documents_without_terms = 0;
  std::uint64_t docnos_found = 0;  // different ones, of those in `docnos`
  // The first of `docnos` that is not there, and those without terms; the first of all others.
  std::string first_missing, first_other;
  std::vector<std::string> docnos_without_terms;
  // Documents with the docno of one before, of the first million, if no `docnos` are asked for.
  std::uint64_t repeated_docnos = 0;
  std::string first_repeated;

  // Inputs of which more than half of the records are skipped for one reason, by that reason; under
  // the empty reason others that have no document.
  struct MostlySkipped {
    std::string first_name;
    std::uint64_t skipped = 0, records = 0;  // of the first
    std::uint64_t inputs = 0;
  };
  std::map<std::string, MostlySkipped> mostly_skipped;
};

// Reads, tokenises and writes. Documents under way and statistics take `memory`
// bytes in all, or little more than one document of document_size_limit per thread if that is more.
// A docno that comes twice is an error among those that are asked for. Others are written twice, as
// nobody can remember a billion of them; the stages that read the outputs report it. The outputs
// are the same for any number of threads and any memory.
// Throws Error as CollectionReader does, and if there are inputs but no document in any of them.
TokenizeSummary tokenize_collection(const TokenizeTask& task,
                                    const ProgressCallback& progress = {});

}  // namespace subintent::internal
