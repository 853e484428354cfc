// What people see of documents in the place of their docnos.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/export.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

// All of it is UTF-8 on one line; what is not known is empty.
struct DocumentText {
  std::string title, url;
  std::string excerpt;  // the first words of the visible text behind the title

  bool operator==(const DocumentText&) const = default;
};

// By docno.
using Texts = std::map<std::string, DocumentText, std::less<>>;

// Reads texts, docno<tab>title<tab>URL<tab>excerpt, of the documents that are `wanted` (all, if
// that is empty): memory grows with these only. In texts from elsewhere a field may be of any
// length and hold control characters. Throws Error, with file and line, for a line without
// four columns, a docno that is empty or holds control characters, text that is not UTF-8, and two
// different texts of a document that is wanted.
Texts read_texts(const std::vector<Source>& sources,
                 const std::function<bool(std::string_view docno)>& wanted = {});

}  // namespace subintent
