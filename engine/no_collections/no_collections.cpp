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

// A function that says what is missing.
#define ABSENT(what, ...) \
  __VA_ARGS__ {           \
    refuse(what);         \
  }

ABSENT("Tokenizer", Tokenizer::Tokenizer(const TokenizerOptions&))
ABSENT("Tokenizer", const TokenizerOptions& Tokenizer::options() const)
ABSENT("Tokenizer", std::vector<Term> Tokenizer::terms(std::string_view) const)
ABSENT("Tokenizer", std::vector<Term> Tokenizer::terms(const Document&) const)
ABSENT("stop words", std::vector<std::string> stop_words(std::string_view))
ABSENT("stop words", bool has_stop_words(std::string_view))
ABSENT("stemmers", std::vector<std::string> stemmer_languages())
ABSENT("texts of documents", bool is_page(std::string_view))
ABSENT("texts of documents", bool has_pieces_of_html(std::string_view))
ABSENT("reading collections", std::vector<CollectionFormat> collection_formats())
ABSENT("reading collections", std::vector<std::string> read_input_list(const Source&))
ABSENT("reading collections",
       std::vector<std::string> inputs_of_shard(const std::string&,
                                                const std::vector<std::string>&))
ABSENT("reading collections",
       std::vector<std::string> files_of_inputs(const std::vector<std::string>&,
                                                const std::vector<std::string>&))
ABSENT("reading collections", void check(const TokenizeOptions&))
ABSENT("reading collections",
       TokenizedFiles tokenize_files(const TokenizeFiles&, const TokenizeOptions&,
                                     const RemarksCallback&, const ProgressCallback&))
ABSENT("texts of documents", std::string visible_text(const Document&, bool))
ABSENT("texts of documents", DocumentText document_text(const Document&, bool))
ABSENT("reading collections",
       CollectionSummary read_collection(const std::vector<Source>&, const CollectionOptions&,
                                         const std::function<void(Document&&)>&,
                                         const ProgressCallback&))
ABSENT("making labels",
       std::vector<Hierarchy> with_labels(const std::vector<Hierarchy>&, const Texts&, Warnings*,
                                          const std::map<std::string, std::string>&))
ABSENT("characteristic terms",
       std::vector<std::vector<std::vector<std::string>>> characteristic_terms(
           const std::vector<Hierarchy>&, const std::vector<Source>&, std::size_t, Warnings*))
ABSENT("report", const AnalysisRecord& report_record())
ABSENT("report", std::vector<std::string> report_measures(const std::vector<std::string>&,
                                                          const EvaluationInputs&,
                                                          const std::vector<std::string>&))
ABSENT("report", ReportPage report(const ReportInputs&, const OptionValues&, const RemarksCallback&,
                                   const ProgressCallback&))

#undef ABSENT

}  // namespace subintent
