// Recipes: the settings of every step from documents to hierarchies, under a name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "subintent/export.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

struct Recipe {
  // Options as on the command line, without "--", and their values, empty for flags:
  // {{"linkage", "average"}, {"contrast", ""}}.
  using Settings = std::vector<std::pair<std::string, std::string>>;

  // By what documents are compared: TF-IDF vectors, fingerprints, or dense vectors that users
  // bring.
  enum class Documents { vectors, fingerprints, dense };

  std::string name;
  Documents documents = Documents::vectors;
  Settings tokenize, cluster, topic, intent;  // the latter of `hierarchy`, at these levels
};

// The recipes of the library. The first of each kind of documents is the recommended one
// (docs/validity.md).
const std::vector<Recipe>& recipes();

// A file with lines STEP=OPTIONS, as docs/formats.md describes it. Throws Error, naming file and
// line.
Recipe read_recipe(const Source& source);

// The recipe of that name, or else that of the file. Throws Error.
Recipe find_recipe(const std::string& name_or_path);

}  // namespace subintent
