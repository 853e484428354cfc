#include <pybind11/stl.h>

#include <tuple>
#include <variant>

#include "arrays.h"
#include "bindings.h"
#include "gil.h"
#include "inputs.h"
#include "run_values.h"
#include "subintent/basics.h"
#include "subintent/diversify.h"
#include "subintent/similarity.h"
#include "tuples.h"
#include "values.h"

namespace subintent::python {
namespace {

FingerprintSimilarity kind_of_similarity(const std::string& name) {
  return value_named("kind", name, fingerprint_similarities);
}

template <typename Value>
Similarity dense(const py::object& docnos, const py::array_t<Value, 0>& array) {
  const auto names = docnos_of(docnos);
  const auto rows = rows_of(array);
  return without_gil([&] { return Similarity::dense(names, rows); });
}

Similarity matrix(const py::object& docnos, const py::array_t<double, 0>& values) {
  const auto names = docnos_of(docnos);
  const auto rows = rows_of(values);
  return without_gil([&] { return Similarity::matrix(names, rows); });
}

Similarity sparse(const py::object& docnos, const py::array& indptr, const py::array& indices,
                  const py::array& data, std::uint64_t columns) {
  const auto names = docnos_of(docnos);
  const SparseRows rows{whole_numbers(indptr, "indptr"), whole_numbers(indices, "indices"),
                        real_numbers(data, "data"), columns};
  const WithoutGil released;
  return Similarity::sparse(names, rows);
}

Similarity similarity_of_terms(const py::object& docnos, const py::list& vectors) {
  const auto names = docnos_of(docnos);
  std::vector<Similarity::SparseVector> rows(vectors.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for_each_item(
        vectors[i], "vectors", "{term: weight}",
        [&](const py::object& term, const py::object& weight) {
          Names kept_terms;
          rows[i].push_back({std::string(kept_terms.add(term, "term")), number(weight, "weight")});
        });
  }
  const WithoutGil released;
  return Similarity::sparse(names, rows);
}

// Leaves out the documents whose value is None.
void leave_out_none(std::vector<std::string>& docnos, py::list& values) {
  std::vector<std::string> kept_docnos;
  py::list kept_values;
  for (std::size_t i = 0; i < docnos.size(); ++i) {
    if (values[i].is_none()) continue;
    kept_docnos.push_back(std::move(docnos[i]));
    kept_values.append(values[i]);
  }
  docnos = std::move(kept_docnos);
  values = std::move(kept_values);
}

// The words of 64 bits in whole numbers of more bits, the most significant first.
std::vector<std::uint64_t> words_of(const py::list& numbers, int bits) {
  const py::int_ mask(UINT64_MAX);
  std::vector<std::uint64_t> words;
  for (const py::handle number : numbers) {
    if (PyLong_Check(number.ptr()) == 0 || PyBool_Check(number.ptr()) != 0)
      throw py::type_error("values: expected whole numbers, found " + shown(number));
    const py::int_ value = py::reinterpret_borrow<py::int_>(number);
    if (!(value >> py::int_(bits)).equal(py::int_(0))) {
      throw Error::argument("values", "values: " + shown(number) + " is not a whole number of " +
                                          std::to_string(bits) + " bits");
    }
    for (int shift = bits - 64; shift >= 0; shift -= 64)
      words.push_back(py::cast<std::uint64_t>((value >> py::int_(shift)) & mask));
  }
  return words;
}

// Returns make(docnos, words) for an array of words, or for whole numbers of so many bits.
template <typename Make>
auto of_fingerprints(const py::object& docnos, const py::object& values, int bits, Make make) {
  std::vector<std::string> names = docnos_of(docnos);
  if (!is_sequence(values) || py::hasattr(values, "dtype"))
    return make(names, whole_numbers(values, "values"));
  py::list listed(values);
  if (listed.size() == names.size()) leave_out_none(names, listed);
  return make(names, bits == 64 ? whole_numbers(listed, "values") : words_of(listed, bits));
}

Similarity similarity_of_fingerprints(const py::object& docnos, const py::object& values,
                                      const std::string& kind, int bits) {
  return of_fingerprints(docnos, values, bits, [&](const auto& names, const auto& words) {
    return Similarity::fingerprints(names, words, kind_of_similarity(kind), bits);
  });
}

Fingerprints fingerprint_table(const py::object& docnos, const py::object& values, int bits) {
  return of_fingerprints(docnos, values, bits, [&](const auto& names, const auto& words) {
    return Fingerprints::of(names, words, bits);
  });
}

// (first, second, distance) of every pair.
std::vector<std::tuple<std::string, std::string, int>> pairs(const Fingerprints& fingerprints,
                                                             int within,
                                                             const py::object& progress) {
  std::vector<std::tuple<std::string, std::string, int>> found;
  interruptible(progress, [&](const ProgressCallback& callback) {
    const auto add = [&](std::string_view first, std::string_view second, int distance) {
      found.emplace_back(first, second, distance);
    };
    return near_duplicates(fingerprints, within, add, callback);
  });
  return found;
}

std::vector<std::vector<std::string>> groups(const Fingerprints& fingerprints, int within,
                                             const py::object& progress) {
  return interruptible(progress, [&](const ProgressCallback& callback) {
    return near_duplicate_groups(fingerprints, within, callback);
  });
}

Similarity read_fingerprints(const std::string& path, const std::string& kind) {
  return Similarity::read_fingerprints(path, kind_of_similarity(kind));
}

bool contains(const Similarity& similarity, const py::object& docno) {
  Names names;
  return similarity.contains(names.add(docno, "docno"));
}

double similarity_of(const Similarity& similarity, const py::object& a, const py::object& b) {
  Names names;
  const auto first = names.add(a, "docno"), second = names.add(b, "docno");
  return similarity(first, second);
}

// Docnos; "cosine" or "hamming" and bits of fingerprints, "dense", "matrix", or "sparse" and
// columns; the words, values or weights; of sparse vectors where rows begin and the columns of
// weights.
using SimilarityState =
    std::tuple<py::list, std::string, std::uint64_t, py::array, py::object, py::object>;

template <typename Value>
py::array array_of_cosines(const std::vector<Value>& values) {
  return py::array_t<Value>(static_cast<py::ssize_t>(values.size()), values.data());
}

template <typename Value>
py::array array_of_cosines(const DenseRows<Value>& rows) {
  constexpr auto size = static_cast<py::ssize_t>(sizeof(Value));
  const std::array shape{static_cast<py::ssize_t>(rows.rows),
                         static_cast<py::ssize_t>(rows.dimensions)};
  return py::array_t<Value>(shape, {rows.stride * size, size}, rows.values.get());
}

struct StateOfRows {
  py::list docnos;

  SimilarityState operator()(const Similarity::Fingerprints& rows) const {
    const auto kind = find_choice(fingerprint_similarities, rows.kind)->name;
    return {docnos,
            std::string(kind),
            static_cast<std::uint64_t>(rows.bits),
            array_of_cosines(rows.words),
            py::none(),
            py::none()};
  }
  SimilarityState operator()(const SparseRows& rows) const {
    return {docnos,
            "sparse",
            rows.columns,
            array_of_cosines(rows.data),
            array_of_cosines(rows.indptr),
            array_of_cosines(rows.indices)};
  }
  template <typename Value>
  SimilarityState operator()(const DenseRows<Value>& rows) const {
    return {docnos, "dense", rows.dimensions, array_of_cosines(rows), py::none(), py::none()};
  }
  SimilarityState operator()(const Similarity::Matrix& matrix) const {
    return {docnos, "matrix", 0, array_of_cosines(matrix.values), py::none(), py::none()};
  }
};

SimilarityState state_of_similarity(const Similarity& similarity) {
  return std::visit(StateOfRows{py::cast(similarity.docnos())}, similarity.rows());
}

Similarity similarity_of_state(const SimilarityState& state) {
  const auto& [docnos, kind, size, values, indptr, indices] = state;
  if (kind == "sparse") return sparse(docnos, indptr, indices, values, size);
  if (kind == "matrix") return matrix(docnos, values);
  if (kind != "dense")
    return similarity_of_fingerprints(docnos, values, kind, static_cast<int>(size));
  if (py::isinstance<py::array_t<float>>(values)) return dense<float>(docnos, values);
  return dense<double>(docnos, values);
}

IntentScores scores_of(const py::dict& object) {
  constexpr const char* expected =
      "{topic: {intent: {docno: score}}}, such as {'q': {'1': dict(zip(docnos, scores))}}";
  std::vector<IntentScore> scores;
  Names names;
  for_each_item(
      object, "intents", expected, [&](const py::object& topic, const py::object& of_topic) {
        for_each_item(of_topic, "intents", expected,
                      [&](const py::object& intent, const py::object& of_intent) {
                        for_each_item(of_intent, "intents", expected,
                                      [&](const py::object& docno, const py::object& score) {
                                        scores.push_back({std::string(names.add(topic, "topic")),
                                                          std::string(names.add(intent, "intent")),
                                                          std::string(names.add(docno, "docno")),
                                                          number(score, "score")});
                                      });
                      });
      });
  return IntentScores::of(scores);
}

// Takes {topic: {intent: {docno: score}}}, a frame, dicts as its rows, or files (path, intent),
// where an intent that is empty is that of the file.
IntentScores intent_scores(const py::object& object) {
  if (py::isinstance<py::dict>(object)) return scores_of(object);
  Frame frame = frame_of(with_levels(object), "intents");
  if (!frame) frame = frame_of_records(object);
  if (frame) {
    IntentScores scores;
    scores.read(as_file(frame, "intents"));
    return scores;
  }
  const auto files = py::cast<std::vector<std::pair<std::string, std::string>>>(object);
  const WithoutGil released;
  IntentScores scores;
  for (const auto& [path, intent] : files) scores.read(path, intent);
  return scores;
}

Run run_of_lists(const py::object& object, const RunForm& form) {
  if (const auto path = path_of(object, "run"))
    return without_gil([&] { return Run::read(*path, form.of_files(), OnDuplicate::error, true); });
  if (py::isinstance<Run>(object)) return py::cast<const Run&>(object);
  const RunValues values(object, "run", form);
  return without_gil([&] { return Run::scored(values.view()); });
}

Diversifier make_diversifier_object(const py::object& run, const RunForm& form,
                                    const std::string& method, const Similarity* similarity,
                                    const py::object& intents, const py::object& probabilities,
                                    const std::optional<std::vector<Hierarchy>>& hierarchies,
                                    const std::string& scale, std::size_t candidates) {
  DiversifierOptions options{.method = method, .hierarchies = hierarchies};
  if (similarity != nullptr) options.similarity = *similarity;
  if (!intents.is_none()) options.intents = intent_scores(intents);
  if (!probabilities.is_none()) options.probabilities = intent_values(probabilities);
  options.scale = value_named("scale", scale, score_scales);
  options.candidates = candidates;
  const Run given = run_of_lists(run, form);
  const Diversifier diversifier = without_gil([&] { return Diversifier(given, options); });
  warn(diversifier.warnings());
  return diversifier;
}

// (run, rows (topic, fold, lambda, score), mean, best, best mean, estimate, low, high, rows
// (lambda, mean, share), mean of the run as it is).
py::tuple search(const Diversifier& diversifier, const Judgments& judgments,
                 const std::string& measure, const std::vector<double>& lambdas, std::size_t folds,
                 std::uint64_t seed, std::size_t splits, double alpha,
                 const std::vector<std::vector<double>>& scores, bool lower_is_better) {
  const LambdaSearch found = without_gil([&] {
    return diversifier.search(
        judgments, {measure, lambdas, folds, seed, splits, alpha, scores, lower_is_better});
  });
  warn(found.warnings);
  warn(found.notes);
  return py::make_tuple(found.run, found.topics, found.mean, found.best, found.best_mean,
                        found.estimate, found.low, found.high, found.lambdas, found.run_mean);
}

}  // namespace

void bind_similarity(py::module_& module) {
  declare_class<Similarity>(module, "Similarity", &state_of_similarity, &similarity_of_state)
      .def(py::init<const Similarity&>(), py::arg("made"))
      .def("__len__", &Similarity::size)
      .def("__contains__", &contains)
      .def("__call__", &similarity_of);
  module.def("dense_similarity", &dense<float>, py::arg(), py::arg().noconvert());
  module.def("dense_similarity", &dense<double>, py::arg(), py::arg().noconvert());
  module.def("matrix_similarity", &matrix);
  module.def("sparse_similarity", &sparse);
  module.def("term_similarity", &similarity_of_terms);
  module.def("fingerprint_similarity", &similarity_of_fingerprints);
  module.def("read_fingerprints", &read_fingerprints, py::call_guard<WithoutGil>());
  module.def(
      "read_vectors",
      [](const std::vector<std::string>& paths) {
        return Similarity::read_vectors(sources(paths));
      },
      py::call_guard<WithoutGil>());
  module.def(
      "read_dense",
      [](const std::string& npy, const std::string& docnos) {
        return Similarity::read_dense(npy, docnos);
      },
      py::call_guard<WithoutGil>());
  declare_class<Fingerprints>(module, "Fingerprints")
      .def(py::init(&fingerprint_table))
      .def(py::init([](const std::vector<std::string>& paths) {
             return Fingerprints::read(sources(paths));
           }),
           py::call_guard<WithoutGil>())
      .def("__len__", &Fingerprints::size)
      .def("near_duplicates", &pairs)
      .def("near_duplicate_groups", &groups);
}

void bind_diversify(py::module_& module) {
  declare_class<Diversifier>(module, "Diversifier")
      .def(py::init(&make_diversifier_object))
      .def("run", &Diversifier::run, py::call_guard<WithoutGil>())
      .def("search", &search);
}

}  // namespace subintent::python
