// The steps that a recipe asks for, checked: for hierarchies of files and for those in memory.
#pragma once

#include "core/collection/qrels.h"
#include "engine/values.h"
#include "subintent/collection.h"
#include "subintent/hierarchy.h"
#include "subintent/program.h"
#include "subintent/stages.h"
#include "subintent/values.h"

namespace subintent::internal {

// The names of records: "complete, single, average".
std::string listed(const auto& records, const std::string& separator = ", ") {
  return join(mapped<std::string>(records, [](const auto& record) { return record.name; }),
              separator);
}

// How hierarchies of topics, or of intents, are made.
struct RecipeLevel {
  subintent::HierarchyOptions options = {};
  bool mean_delta = false;                        // the mean similarity in place of options.delta
  std::optional<std::string> probabilities = {};  // a file, of given weights of intents
  std::optional<std::string> labels = {};         // a file, of labels that people gave
};

struct RecipePlan {
  Recipe recipe;
  TokenizeOptions tokenize = {};
  FingerprintSimilarity similarity = FingerprintSimilarity::cosine;
  ClusterOptions cluster = {};  // of both levels
  RecipeLevel topic = {}, intent = {};

  std::vector<std::string> files() const;  // that the recipe names, and its own
};

// The inputs of hierarchies, and the caller's names for them.
struct RecipeGiven {
  bool documents = false, vectors = false, fingerprints = false, titles = false;  // or vectors
  std::string name_of_documents, name_of_vectors, example_of_vectors;  // "dense", "dense=VECTORS"
};

// Throws Error of Kind::argument for what does not go together, and for settings of the recipe that
// make no sense.
RecipePlan plan_recipe(const RecipeOptions& options, const RecipeGiven& given);

// The judgments by intents where their second column may name rounds (SecondColumn::counted).
std::optional<subintent::Judgments> counted_intents(const subintent::Judgments& judgments);

// Has a topic several intents with a relevant document? Only then there are subintents to look for.
// Notes where it was found out that the second column names no intents.
bool has_several_intents(const subintent::Judgments& judgments, Warnings& notes);

// Notes that numbers of subtopics are those of whole topics alone, where topics have intents.
// Throws Error of argument "subtopics_of_intents" where they have none.
void check_subtopics(const RecipePlan& plan, bool has_intents, Warnings& notes);

// Notes that the column of these judgments names no intents, or may name none.
void note_second_column(SecondColumn column, const std::string& qrels, const char* advice,
                        Warnings& notes, const char* on_judges = "if so, write 0 in its place");

// Reads judgments: of intents, those that grades of topics are made of, or, if `judged` is not
// given, what the second column says. Where it was found out that this names no intents, notes that
// there is one tree per topic, and `advice`.
Qrels read_judged(const std::vector<Source>& qrels, std::optional<Judged> judged, Warnings& notes,
                  const char* advice = "if it does, call it intent in a header line");

// Files of the library: engine/recipes/*.txt, engine/profiles/*.txt.
extern const std::string_view recipe_4_text, recipe_dense_1_text, dou2019_text;

// The name of each without .txt, and its text; by name.
extern const std::vector<std::pair<std::string_view, std::string_view>> profile_files;

}  // namespace subintent::internal
