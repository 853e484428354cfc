// Stands for engine/collections where that is left out (SUBINTENT_COLLECTIONS=OFF): nothing else
// reads collections or makes words.

#include "subintent/basics.h"
#include "subintent/hierarchy.h"
#include "subintent/report.h"
#include "subintent/stages.h"
#include "subintent/tokenize.h"

namespace subintent {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(Error::Kind::system, {}, what + ": this build of subintent evaluates only",
              "build it with SUBINTENT_COLLECTIONS=ON: docs/install.md of the sources says how");
}

}  // namespace

// Every function that would make an object of this class refuses, so that there is none.
class Tokenizer::Pool {};

Tokenizer::Tokenizer(const TokenizerOptions&) {
  refuse("Tokenizer");
}

const TokenizerOptions& Tokenizer::options() const {
  refuse("Tokenizer");
}

std::vector<Term> Tokenizer::terms(std::string_view) const {
  refuse("Tokenizer");
}

std::vector<Term> Tokenizer::terms(const Document&) const {
  refuse("Tokenizer");
}

std::vector<std::string> stop_words(std::string_view) {
  refuse("stop words");
}

bool has_stop_words(std::string_view) {
  refuse("stop words");
}

std::vector<std::string> stemmer_languages() {
  refuse("stemmers");
}

bool is_page(std::string_view) {
  refuse("texts of documents");
}

std::vector<CollectionFormat> collection_formats() {
  refuse("reading collections");
}

std::vector<std::string> read_input_list(const Source&) {
  refuse("reading collections");
}

std::vector<std::string> inputs_of_shard(const std::string&, const std::vector<std::string>&) {
  refuse("reading collections");
}

std::vector<std::string> files_of_inputs(const std::vector<std::string>&,
                                         const std::vector<std::string>&) {
  refuse("reading collections");
}

void check(const TokenizeOptions&) {
  refuse("reading collections");
}

TokenizedFiles tokenize_files(const TokenizeFiles&, const TokenizeOptions&, const RemarksCallback&,
                              const ProgressCallback&) {
  refuse("reading collections");
}

std::string visible_text(const Document&, bool) {
  refuse("texts of documents");
}

DocumentText document_text(const Document&, bool) {
  refuse("texts of documents");
}

CollectionSummary read_collection(const std::vector<Source>&, const CollectionOptions&,
                                  const std::function<void(Document&&)>&, const ProgressCallback&) {
  refuse("reading collections");
}

std::vector<Hierarchy> with_labels(const std::vector<Hierarchy>&, const Texts&, Warnings*,
                                   const std::map<std::string, std::string>&) {
  refuse("making labels");
}

std::vector<std::vector<std::vector<std::string>>> characteristic_terms(
    const std::vector<Hierarchy>&, const std::vector<Source>&, std::size_t, Warnings*) {
  refuse("characteristic terms");
}

const AnalysisRecord& report_record() {
  refuse("report");
}

std::vector<std::string> report_measures(const std::vector<std::string>&, const EvaluationInputs&,
                                         const std::vector<std::string>&) {
  refuse("report");
}

ReportPage report(const ReportInputs&, const OptionValues&, const RemarksCallback&,
                  const ProgressCallback&) {
  refuse("report");
}

}  // namespace subintent
