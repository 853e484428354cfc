#include <fmt/format.h>

#include <filesystem>
#include <iterator>

#include "core/base/warning.h"
#include "core/collection/qrels_builder.h"
#include "engine/recipe_plan.h"

namespace subintent {

namespace {

struct Step {
  std::string_view name;
  Recipe::Settings Recipe::*settings;
};

constexpr Step steps[] = {
    {"tokenize", &Recipe::tokenize},
    {"cluster", &Recipe::cluster},
    {"topic", &Recipe::topic},
    {"intent", &Recipe::intent},
};

constexpr std::pair<std::string_view, Recipe::Documents> kinds[] = {
    {"vectors", Recipe::Documents::vectors},
    {"fingerprints", Recipe::Documents::fingerprints},
    {"dense", Recipe::Documents::dense},
};

// "--linkage average --contrast".
Recipe::Settings parse_settings(std::string_view text, const Location& place) {
  Recipe::Settings settings;
  for (const std::string& word : split(text, ' ')) {
    if (word.empty()) continue;
    if (word.starts_with("--")) {  // with its value, as in --linkage=average, or before it
      const std::size_t end = std::min(word.find('='), word.size());
      settings.emplace_back(word.substr(2, end - 2), word.substr(std::min(end + 1, word.size())));
    } else if (!settings.empty() && settings.back().second.empty()) {
      settings.back().second = word;
    } else {
      throw Error(place, "'" + printable(word) + "' belongs to no option",
                  "write options as on the command line: --linkage average --contrast");
    }
  }
  return settings;
}

Recipe::Documents parse_documents(std::string_view name, const Location& place) {
  for (const auto& [known, kind] : kinds)
    if (name == known) return kind;
  throw Error(place, "documents=" + printable(name),
              "write documents=vectors, documents=fingerprints or documents=dense");
}

void parse_line(Recipe& recipe, std::string_view line, const Location& place) {
  if (line.empty() || line.starts_with('#')) return;
  const std::string_view key = line.substr(0, line.find('='));
  const std::string_view value = line.substr(std::min(key.size() + 1, line.size()));
  if (!recipe.lines.emplace(key, place.line).second)
    throw Error(place, printable(key) + " is there twice", "give it once");
  if (key == "name") {
    recipe.name = printable(value);
    return;
  }
  if (key == "documents") {
    recipe.documents = parse_documents(value, place);
    return;
  }
  const auto* const step = std::ranges::find(steps, key, &Step::name);
  if (step == std::end(steps) || key.size() == line.size()) {
    throw Error(place, "not a line of a recipe: " + printable(line),
                fmt::format("a line is name=NAME, documents=vectors, or STEP=OPTIONS of {}",
                            internal::listed(steps)));
  }
  recipe.*step->settings = parse_settings(value, place);
}

}  // namespace

Recipe read_recipe(const Source& source) {
  const internal::TextFile file(source);
  Recipe recipe;
  if (!source.is_memory()) recipe.path = source.path();
  std::string_view rest = file.text();
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    parse_line(recipe, trim(line), file.location(line.data()));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  if (recipe.name.empty())
    throw Error({file.name(), 0}, "no name of the recipe", "add a line name=NAME");
  return recipe;
}

const std::vector<Recipe>& recipes() {
  static const std::vector<Recipe> known = {
      read_recipe(Source::memory(internal::recipe_4_text, "recipe-4")),
      read_recipe(Source::memory(internal::recipe_dense_1_text, "recipe-dense-1")),
      read_recipe(Source::memory(internal::dou2019_text, "dou2019")),
  };
  return known;
}

const Recipe& recommended_recipe(Recipe::Documents documents) {
  return *std::ranges::find(recipes(), documents, &Recipe::documents);
}

Recipe find_recipe(const std::string& name_or_path) {
  const auto known = std::ranges::find(recipes(), name_or_path, &Recipe::name);
  if (known != recipes().end()) return *known;
  std::error_code ignored;
  refuse_if(!std::filesystem::exists(name_or_path, ignored), "recipe",
            "recipe: there is neither a recipe nor a file '" + printable(name_or_path) + "'",
            fmt::format("give {}, or a file of your own", internal::listed(recipes(), " or ")));
  return read_recipe(name_or_path);
}

}  // namespace subintent

namespace subintent::internal {

namespace {

// A setting and its value, as a recipe has them: "linkage", "average".
struct Given {
  const std::string& name;
  const std::string& value;

  [[noreturn]] void refuse(const std::string& what, const std::string& advice = {}) const {
    std::string quoted = name;
    std::ranges::replace(quoted, '-', '_');
    throw Error::argument("recipe", "`" + quoted + "`: " + what, advice);
  }

  std::int64_t whole() const {
    const auto number = parse_integer(value);
    if (!number || *number < 1) refuse("'" + printable(value) + "' is not a positive whole number");
    return *number;
  }

  std::size_t memory() const {
    const auto bytes = parse_memory_size(value);
    if (!bytes || *bytes < TokenizeOptions::least_memory) {
      refuse("'" + printable(value) + "' is not an amount of memory of at least 16M",
             "write for example 4G");
    }
    return *bytes;
  }

  double share() const { return parse_double(value).value_or(-1); }  // which check() refuses

  template <typename Value, std::size_t size>
  Value choice(const Choice<Value> (&choices)[size]) const {
    if (const auto* const found = find_choice(choices, std::string_view(value)))
      return found->value;
    refuse("unknown value '" + printable(value) + "'", "use " + listed(choices));
  }
};

template <typename Target>
struct Setting {
  std::string_view name;
  bool has_value;
  void (*set)(Target& target, const Given& given);
};

using Tokenizing = Setting<TokenizeOptions>;
constexpr Tokenizing tokenize_settings[] = {
    {"main-content", false, [](auto& options, auto&) { options.main_content = true; }},
    {"ngrams", true,
     [](auto& options, auto& given) { options.ngrams = static_cast<std::size_t>(given.whole()); }},
    {"stem", true, [](auto& options, auto& given) { options.stem = given.value; }},
    {"stopwords", true, [](auto& options, auto& given) { options.stopwords = given.value; }},
    {"bits", true,
     [](auto& options, auto& given) { options.bits = fingerprint_bits(given.whole()); }},
    {"format", true, [](auto& options, auto& given) { options.collection.format = given.value; }},
    {"html", false, [](auto& options, auto&) { options.collection.html = true; }},
    {"docno", true, [](auto& options, auto& given) { options.collection.docno = given.value; }},
    {"text", true,
     [](auto& options, auto& given) { options.collection.text = split(given.value, ','); }},
    {"memory", true, [](auto& options, auto& given) { options.memory = given.memory(); }}};

using PlannedClustering = Setting<RecipePlan>;
constexpr PlannedClustering cluster_settings[] = {
    {"linkage", true,
     [](auto& plan, auto& given) { plan.cluster.linkage = given.choice(linkages); }},
    {"contrast", false, [](auto& plan, auto&) { plan.cluster.contrast = true; }},
    {"contrast-power", true,
     [](auto& plan, auto& given) {
       plan.cluster.contrast_power = static_cast<std::size_t>(given.whole());
     }},
    {"neighbours", true,
     [](auto& plan, auto& given) {
       plan.cluster.neighbours = static_cast<std::size_t>(given.whole());
     }},
    {"similarity", true,
     [](auto& plan, auto& given) { plan.similarity = given.choice(fingerprint_similarities); }},
    {"topic-mean", false, [](auto& plan, auto&) { plan.cluster.topic_pairs = true; }},
    {"background", false, [](auto& plan, auto&) { plan.cluster.background = true; }}};

void set_delta(RecipeLevel& level, const Given& given) {
  level.mean_delta = given.value == "mean";
  level.options.rules.balanced_delta = given.value == "balanced";
  if (level.mean_delta || level.options.rules.balanced_delta) return;
  const auto deltas = parse_number_list("delta", given.value, 0, 1);
  if (deltas.size() > 1) given.refuse("several values", "give one");
  level.options.delta = deltas[0];
}

using Pruning = Setting<RecipeLevel>;
constexpr Pruning hierarchy_settings[] = {
    {"delta", true, &set_delta},
    {"around", true,
     [](auto& level, auto& given) {
       level.options.around = static_cast<std::uint32_t>(
           std::min<std::int64_t>(given.whole(), std::numeric_limits<std::uint32_t>::max()));
     }},
    {"one-subtopic", true,
     [](auto& level, auto& given) { level.options.rules.one_subtopic = given.share(); }},
    {"bins", true,
     [](auto& level, auto& given) { level.options.rules.bins = bins_named(given.value); }},
    {"weights", true,
     [](auto& level, auto& given) { level.options.weighting = given.choice(weightings); }},
    {"intent-weights", true,
     [](auto& level, auto& given) {  // one of the ways, or a file, whose probabilities are given
       const auto* const known = find_choice(intent_weightings, std::string_view(given.value));
       level.options.intent_weights = known == nullptr ? IntentWeights::given : known->value;
       if (level.options.intent_weights == IntentWeights::given) level.probabilities = given.value;
     }},
    {"raw", false, [](auto& level, auto&) { level.options.compress = false; }},
    {"superintents", true,
     [](auto& level, auto& given) { level.options.superintents = Source(given.value); }},
    {"labels", true, [](auto& level, auto& given) { level.labels = given.value; }}};

template <typename Target, std::size_t size>
void set(Target& target, const Recipe::Settings& settings, const Setting<Target> (&known)[size]) {
  std::set<std::string_view> seen;
  for (const auto& [name, value] : settings) {
    const Given given{name, value};
    const auto* const setting = std::ranges::find(known, name, &Setting<Target>::name);
    refuse_if(setting == std::end(known), "recipe", "there is no setting '" + printable(name) + "'",
              "use " + listed(known));
    if (!seen.insert(name).second) given.refuse("is there twice", "give it once");
    if (value.empty() == setting->has_value)
      given.refuse(setting->has_value ? "its value is missing" : "takes no value");
    setting->set(target, given);
  }
}

// Says which command refuses its settings, and where a file has them.
void within(const Recipe& recipe, std::string_view step, const std::string& command,
            const auto& parse) {
  try {
    parse();
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::argument) throw;
    const std::string message = command + ": " + error.message();
    const std::string advice = error.advice().empty()
                                   ? "docs/stage-files.md lists the settings of recipes"
                                   : error.advice();
    const auto line = recipe.lines.find(step);
    refuse_if(error.argument() == "stem", "stem", message, advice);
    refuse_if(recipe.path.empty() || line == recipe.lines.end(), "recipe", with_options(message),
              with_options(advice));
    throw Error({recipe.path, line->second}, with_options(message), with_options(advice));
  }
}

DocumentSimilarity::Kind kind_of(Recipe::Documents documents) {
  using Kind = DocumentSimilarity::Kind;
  return documents == Recipe::Documents::fingerprints ? Kind::fingerprints
         : documents == Recipe::Documents::dense      ? Kind::dense
                                                      : Kind::vectors;
}

// Refuses settings that documents of this kind cannot be compared by.
void check_kind(const RecipePlan& plan) {
  const DocumentSimilarity::Kind kind = kind_of(plan.recipe.documents);
  check(plan.cluster, kind);
  refuse_if(plan.similarity != FingerprintSimilarity::cosine &&
                kind != DocumentSimilarity::Kind::fingerprints,
            "recipe", "`similarity=hamming` works for fingerprints only", "use cosine for vectors");
}

RecipeLevel plan_level(const Recipe& recipe, std::string_view step,
                       const Recipe::Settings& settings, const ClusterOptions& clustering) {
  RecipeLevel level;
  within(recipe, step, "hierarchy", [&] {
    set(level, settings, hierarchy_settings);
    subintent::check(level.options.rules);
    refuse_if(level.options.rules.one_subtopic && !clustering.background, "recipe",
              "`one_subtopic` needs clusters with `background`",
              "add `background` to cluster=, or leave it out");
    if (level.options.compress) return;
    refuse_if(level.options.rules.bins != Bins(), "recipe",
              "`raw` means no compression, so there are no `bins`", "leave out one of the two");
    const auto is_other = [](const auto& setting) {
      return setting.first == "intent-weights" && setting.second != "uniform";
    };
    refuse_if(std::ranges::any_of(settings, is_other), "recipe",
              "`raw` means `intent_weights=uniform`", "leave out one of the two");
    level.options.intent_weights = IntentWeights::uniform;
  });
  return level;
}

// The recipe, if it is for what is given.
Recipe chosen(const RecipeOptions& options, const RecipeGiven& given) {
  using Documents = Recipe::Documents;
  const Documents kind = given.fingerprints ? Documents::fingerprints
                         : given.vectors    ? Documents::dense
                                            : Documents::vectors;
  Recipe recipe = options.recipe.value_or(recommended_recipe(kind));
  refuse_if(given.vectors ? recipe.documents != kind : recipe.documents == Documents::dense,
            given.name_of_vectors,
            fmt::format("recipe {} {} {}", recipe.name, given.vectors ? "is not for" : "needs",
                        given.fingerprints ? "fingerprints" : "dense vectors"),
            given.vectors ? "leave out `recipe` or `" + given.name_of_vectors + "`"
                          : "give `" + given.example_of_vectors + "`");
  refuse_if(given.titles && recipe.documents != Documents::vectors, "topics",
            "recipe " + recipe.name + " compares no terms, so titles change nothing",
            "leave out `topics`");
  return recipe;
}

// How documents are read, as settings of `tokenize`.
void add_settings(const CollectionOptions& collection, Recipe::Settings& settings) {
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) settings.emplace_back(name, value);
  };
  add("format", collection.format);
  add("docno", collection.docno);
  add("text", join(collection.text, ","));
  if (collection.html) settings.emplace_back("html", "");
}

}  // namespace

RecipePlan plan_recipe(const RecipeOptions& options, const RecipeGiven& given) {
  refuse_if(!given.documents && !given.vectors, given.name_of_documents, "no documents given",
            "give files of a collection, or `" + given.example_of_vectors + "`");
  RecipePlan plan{.recipe = chosen(options, given)};
  const bool fingerprints = plan.recipe.documents == Recipe::Documents::fingerprints;
  refuse_if(!options.stem.empty() && !given.documents, "stem", "`stem` is for texts of documents",
            "give files of a collection, or leave it out");
  if (!options.stem.empty()) plan.recipe.tokenize.emplace_back("stem", options.stem);
  add_settings(options.collection, plan.recipe.tokenize);
  if (given.documents) {
    check(TokenizeOptions{.collection = options.collection});
    within(plan.recipe, "tokenize", "tokenize", [&] {
      set(plan.tokenize, plan.recipe.tokenize, tokenize_settings);
      check(plan.tokenize);
      refuse_if(plan.tokenize.bits && !fingerprints, "recipe", "`bits` needs fingerprints",
                "leave it out");
    });
  }
  within(plan.recipe, "cluster", "cluster", [&] {
    plan.cluster.topic_pairs = !fingerprints;
    set(plan, plan.recipe.cluster, cluster_settings);
    if (plan.cluster.neighbours > 0) plan.cluster.topic_pairs = true;
    check_kind(plan);
  });
  const auto set_to = [](Recipe::Settings& settings, const char* name, std::string_view value) {
    std::erase_if(settings, [&](const auto& setting) { return setting.first == name; });
    settings.emplace_back(name, value);
  };
  if (options.weighting)
    for (Recipe::Settings* const settings : {&plan.recipe.topic, &plan.recipe.intent})
      set_to(*settings, "weights", find_choice(weightings, *options.weighting)->name);
  // How deep a tree became says little of what its intent is worth.
  const auto says_weights = [](const auto& setting) { return setting.first == "intent-weights"; };
  if (options.intent_weights || std::ranges::none_of(plan.recipe.intent, says_weights))
    set_to(plan.recipe.intent, "intent-weights", options.intent_weights.value_or("uniform"));
  plan.topic = plan_level(plan.recipe, "topic", plan.recipe.topic, plan.cluster);
  plan.intent = plan_level(plan.recipe, "intent", plan.recipe.intent, plan.cluster);
  check(SubtopicNumbers{options.subtopics, options.subtopics_of});
  plan.topic.options.subtopics_of = options.subtopics_of;
  plan.topic.options.subtopics = options.subtopics;
  if (!options.subtopics_of.empty() &&
      std::ranges::count(options.subtopics_of.begin()->first, '\t') > 0)
    plan.intent.options.subtopics_of = options.subtopics_of;
  plan.intent.options.subtopics = options.subtopics_of_intents;
  if (options.subtopics)
    plan.recipe.topic.emplace_back("subtopics", std::to_string(*options.subtopics));
  if (options.subtopics_of_intents) {
    refuse_if(*options.subtopics_of_intents == 0, "subtopics_of_intents",
              "subtopics_of_intents: not a positive whole number");
    refuse_if(!plan.intent.options.subtopics_of.empty(), "subtopics_of_intents",
              "intents have numbers of their own in `subtopics`", "leave out one of the two");
    plan.recipe.intent.emplace_back("subtopics", std::to_string(*options.subtopics_of_intents));
  }
  const bool needs_means = plan.topic.mean_delta || plan.intent.mean_delta;
  if (needs_means && !plan.cluster.topic_pairs) {
    plan.cluster.topic_pairs = true;
    plan.recipe.cluster.emplace_back("topic-mean", "");
  }
  return plan;
}

void check_subtopics(const RecipePlan& plan, bool has_intents, Warnings& notes) {
  const auto &of_topics = plan.topic.options, &of_intents = plan.intent.options;
  refuse_if(of_intents.subtopics && !has_intents, "subtopics_of_intents",
            "no topic has several intents", "use `subtopics`, which is of whole topics");
  if (!has_intents || of_intents.subtopics || !of_intents.subtopics_of.empty() ||
      (!of_topics.subtopics && of_topics.subtopics_of.empty()))
    return;
  add_warning(notes, "pruning-effect",
              "numbers of subtopics are those of whole topics; below intents "
              "there are as many as without them",
              "for these give `subtopics_of_intents`");
}

std::vector<std::string> RecipePlan::files() const {
  std::vector<std::string> files;
  if (!recipe.path.empty()) files.push_back(recipe.path);
  const std::string& stopwords = tokenize.stopwords;
  if (!stopwords.empty() && !has_stop_words(stopwords)) files.push_back(stopwords);
  for (const RecipeLevel* const level : {&topic, &intent}) {
    if (level->probabilities) files.push_back(*level->probabilities);
    if (level->labels) files.push_back(*level->labels);
    if (level->options.superintents) files.push_back(level->options.superintents->path());
  }
  return files;
}

void note_second_column(SecondColumn column, const std::string& qrels, const char* advice,
                        Warnings& notes, const char* on_judges) {
  const Location file{qrels, 0};
  if (names_other_things(column))
    add_warning(notes, "second-column", file,
                "its second column names no intents: one tree per topic", advice);
  if (may_be_judges(column))
    add_warning(notes, "second-column", file, reason_of(column), on_judges);
}

Qrels read_judged(const std::vector<Source>& qrels, std::optional<Judged> judged, Warnings& notes,
                  const char* advice) {
  Qrels read = read_qrels(qrels, QrelsKind::diversity, judged == Judged::intents);
  if (!judged) note_second_column(second_column(read), names_of(qrels), advice, notes);
  note_ungraded(read.ungraded, names_of(qrels), notes);
  const std::string unused = unused_columns(read.texts().first().bytes());
  if (!unused.empty()) add_warning(notes, "unused-columns", Location{names_of(qrels), 0}, unused);
  return judged == Judged::topics ? std::move(read) : as_judged(std::move(read), judged);
}

bool has_several_intents(const subintent::Judgments& judgments, Warnings& notes) {
  const Judgments& inside = Inside::of(judgments);
  if (inside.counted) {
    add_warning(notes, "second-column", Location{inside.qrels_name, 0},
                "the second column may name intents or rounds; there are hierarchies of both",
                "to evaluate runs without them by intents say `judged=intents`");
    return true;
  }
  note_second_column(inside.second_column, inside.qrels_name, "`judged=intents` makes others",
                     notes, "if so, say `judged=topics`");
  const bool are_said = inside.second_column == SecondColumn::intents &&
                        names_other_things(second_column(inside.diversity));
  if (are_said) return true;
  std::set<std::pair<std::string, std::string>> intents;  // with their topics
  std::set<std::string> topics;
  for (const subintent::Judgment& judgment : judgments.judgments()) {
    if (judgment.grade <= 0) continue;
    topics.insert(judgment.topic);
    intents.emplace(judgment.topic, judgment.intent);
  }
  if (intents.size() > topics.size()) return true;
  if (inside.has_intents() && names_intents(inside.second_column))
    add_warning(notes, "second-column", Location{inside.qrels_name, 0},
                "topics have one intent each: hierarchies are of whole topics",
                "`judged=intents` makes others");
  return false;
}

}  // namespace subintent::internal
