#include "subintent/similarity.h"

#include "bindings.h"

namespace subintent::python {

void bind_similarity(pybind11::module_& module) {
  pybind11::class_<Similarity>(module, "Similarity").def("__len__", &Similarity::size);
}

}  // namespace subintent::python
