#include "bindings.h"

PYBIND11_MODULE(_core, module) {
  using namespace subintent::python;
  module.doc() = "The library of subintent. Its users import subintent, which gives all of this.";
  pybind11::options options;
  options.disable_function_signatures();
  module.attr("__version__") = SUBINTENT_PYTHON_VERSION;
  bind_errors();
  bind_judgments(module);
  bind_run(module);
  bind_similarity(module);
  bind_statistics(module);
  bind_dendrograms(module);
  bind_hierarchies(module);
  bind_diversify(module);
  bind_measures(module);
  bind_evaluator(module);
  bind_collection(module);
  bind_tokenizer(module);
  bind_analyses(module);
  bind_scores(module);
  bind_reports(module);
  bind_terminal(module);
  bind_arrow(module);
}
