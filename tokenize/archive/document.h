// A document as a collection gives it, and the account of what a collection held besides.
#pragma once

#include "subintent/values.h"

namespace subintent::internal {

// Longer documents are cut here, and counted as repaired: bounded memory, whatever the collection
// says.
constexpr std::size_t document_size_limit = std::size_t{64} << 20;

// How many records have a defect, and where the first of them is ("FILE:LINE" or "FILE, record
// NUMBER").
struct Defect {
  std::uint64_t count = 0;
  std::string first_place;
};

// The account of one collection file or of several. Keys are reasons, from a fixed set.
struct CollectionCounts {
  std::uint64_t records = 0;                                // of any kind, broken ones included
  std::uint64_t documents = 0;                              // records given as documents
  std::map<std::string, std::uint64_t, std::less<>> other;  // sound records that are not documents
  std::map<std::string, Defect, std::less<>> skipped;       // records that cannot be read
  std::map<std::string, Defect, std::less<>> repaired;      // read in spite of a defect
  Defect joined;                                            // parts of documents before them
  Defect with_markup;                                       // plain texts with tags of HTML
  Defect with_pieces;             // those of the first of each file with pieces of HTML
  std::uint64_t seen_pieces = 0;  // how many these first ones are
  struct LeftOut {
    std::string file, text, advice;
    bool is_doubt = false;  // names that may be no document are read as one
  };
  std::optional<LeftOut> left_out;  // texts that are not read, of the first file with such
  std::optional<Error> failure;     // of the first file of a folder that cannot be read

  void count_other(std::string_view kind) { ++other[std::string(kind)]; }
  void count_skipped(std::string_view reason, const std::string& place);
  void count_repaired(std::string_view reason, const std::string& place);
  void count_markup(const std::string& place, std::uint64_t times = 1);
  void count_joined(const std::string& place, std::uint64_t times = 1);
  void count_pieces(const std::string& place, std::uint64_t times = 1);

  // Adds the counts of a file that comes after.
  void add(const CollectionCounts& later);

  // The reason for which more than half of the records are not documents, if there is one. Records
  // that stand beside pages (request, metadata, warcinfo) need none.
  struct Reason {
    std::string text;
    std::uint64_t records = 0;
  };
  std::optional<Reason> main_reason() const;

  // "3 skipped (2 request, 1 warcinfo)", "none repaired".
  std::string skipped_text() const;
  std::string repaired_text() const;
};

}  // namespace subintent::internal
