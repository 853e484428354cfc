// Reading whole collections in tests.
#pragma once

#include "tokenize/archive/collection.h"

#include "messages.h"

namespace subintent::internal {

struct ReadCollection {
  std::vector<Document> documents;
  CollectionCounts counts;
};

inline ReadCollection read_collection(const Source& source, const CollectionOptions& options = {}) {
  ReadCollection result;
  CollectionReader reader(source, options);
  Document document;
  while (reader.next(document)) result.documents.push_back(document);
  result.counts = reader.counts();
  return result;
}

using Docnos = std::vector<std::string>;

inline Docnos docnos_of(const ReadCollection& read) {
  Docnos docnos;
  for (const Document& document : read.documents) docnos.push_back(document.docno);
  return docnos;
}

// The message of the Error that reading `path` throws; empty if it throws none.
inline std::string error_of(const std::string& path, const CollectionOptions& options = {}) {
  return message_of([&] { read_collection(path, options); });
}

inline std::string warc_record(const std::string& headers, const std::string& block,
                               long extra_length = 0) {
  return "WARC/1.0\r\n" + headers +
         "Content-Length: " + std::to_string(static_cast<long>(block.size()) + extra_length) +
         "\r\n\r\n" + block + "\r\n\r\n";
}

// A response record with a page in it.
inline std::string warc_page(const std::string& docno, const std::string& page,
                             long extra_length = 0) {
  return warc_record("WARC-Type: response\r\nWARC-TREC-ID: " + docno + "\r\n",
                     "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page,
                     extra_length);
}

}  // namespace subintent::internal
