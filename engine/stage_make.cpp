#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>

#include "core/base/strings.h"
#include "core/base/warning.h"
#include "core/collection/qrels.h"
#include "core/io/input_file.h"
#include "engine/recipe_plan.h"
#include "subintent/stages.h"

namespace subintent {
namespace {

using internal::RecipeLevel;
using internal::RecipePlan;
using Words = std::vector<std::string>;

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void append_each(Words& words, const std::string& option, const Words& values) {
  for (const std::string& value : values) append(words, {option, value});
}

Words words_of(const Recipe::Settings& settings) {
  Words words;
  for (const auto& [option, value] : settings) {
    words.push_back("--" + option);
    if (!value.empty()) words.push_back(value);
  }
  return words;
}

// Titles of topics are read from a file of our own.
Recipe::Settings settings_of_titles(const Recipe& recipe) {
  Recipe::Settings settings = recipe.tokenize;
  std::erase_if(settings, [](const auto& setting) {
    const std::string& name = setting.first;
    return name == "format" || name == "html" || name == "docno" || name == "text";
  });
  return settings;
}

std::string advice_on_docnos(const RecipeFiles& files) {
  std::set<std::string> judged;
  for (const Words& each : {files.qrels, files.adhoc_qrels})
    for (const std::string& file : each) {
      const internal::Qrels qrels = internal::read_qrels(file);
      for (const auto& topic : qrels.topics())
        judged.insert(topic.docnos.begin(), topic.docnos.end());
    }
  return internal::advice_on_docnos({judged.begin(), judged.end()}, Source(files.inputs[0]));
}

RecipePlan plan_of(const RecipeFiles& files, const RecipeOptions& options) {
  refuse_if(files.qrels.empty() && files.adhoc_qrels.empty(), "qrels", "qrels: none given");
  refuse_if(files.output.empty(), "output", "output: no folder given");
  refuse_if(files.output == "-", "output", "output is a folder, not standard output",
            "give a folder");
  refuse_if(files.docnos && !files.dense, "docnos", "docnos needs `dense`",
            "give both, or leave it out");
  const auto refuse_standard_input = [](const char* argument, const Words& paths) {
    const auto is_read_once = [](const std::string& path) {
      std::error_code ignored;
      return path == "-" || std::filesystem::is_fifo(path, ignored);
    };
    if (std::ranges::none_of(paths, is_read_once)) return;
    throw Error::argument(argument,
                          "judgments are read by several steps, and standard input only once",
                          "give a file");
  };
  refuse_standard_input("qrels", files.qrels);
  refuse_standard_input("adhoc_qrels", files.adhoc_qrels);
  return internal::plan_recipe(options, {.documents = !files.inputs.empty(),
                                         .vectors = files.dense.has_value(),
                                         .titles = files.topics.has_value(),
                                         .name_of_documents = "inputs",
                                         .name_of_vectors = "dense",
                                         .example_of_vectors = "dense=VECTORS"});
}

// Files in a folder of documents that are none.
Words no_documents(const RecipeFiles& files) {
  RecipeFiles others = files;
  others.inputs.clear();
  Words paths = others.paths();
  std::error_code ignored;
  if (files.topics && std::filesystem::is_regular_file(files.topics->name(), ignored))
    paths.push_back(files.topics->name());  // it may be in memory already
  paths.push_back(files.output);
  return paths;
}

// The files of an earlier recipe, out of the way while others take their places. Those that a
// program set aside which was then killed come back first.
class EarlierFiles {
 public:
  explicit EarlierFiles(const std::string& folder) : aside_(folder + "/.earlier-XXXXXX") {
    namespace fs = std::filesystem;
    std::error_code ignored;
    Words left;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(".earlier-") && fs::is_directory(entry.symlink_status(ignored)))
        left.push_back(entry.path());
    }
    for (const std::string& kept : left) {
      for (const fs::directory_entry& entry : fs::directory_iterator(kept, ignored))
        fs::rename(entry.path(), fs::path(folder) / entry.path().filename(), ignored);
      fs::remove(kept, ignored);
    }
  }

  // False where the file cannot be moved.
  bool set_aside(const std::string& path) {
    if (!has_folder_) has_folder_ = mkdtemp(aside_.data()) != nullptr;
    std::string kept = aside_ + "/" + std::filesystem::path(path).filename().string();
    std::error_code failed;
    std::filesystem::rename(path, kept, failed);
    if (failed) return false;
    moved_.emplace_back(std::move(kept), path);
    return true;
  }

  void restore() const {
    std::error_code ignored;
    for (const auto& [kept, path] : moved_) std::filesystem::rename(kept, path, ignored);
    if (has_folder_) std::filesystem::remove(aside_, ignored);
  }

  void remove() const {
    std::error_code ignored;
    if (has_folder_) std::filesystem::remove_all(aside_, ignored);
  }

 private:
  std::string aside_;
  bool has_folder_ = false;
  std::vector<std::pair<std::string, std::string>> moved_;  // where they are, and were
};

// Says nothing twice, as the levels would.
RemarksCallback once(const RemarksCallback& say) {
  if (!say) return {};
  return [say, told = std::make_shared<std::set<std::string>>()](Remarks remarks) {
    for (Warnings* some : {&remarks.warnings, &remarks.notes})
      std::erase_if(*some, [&](const Warning& one) { return !told->insert(one.what()).second; });
    say(remarks);
  };
}

// Carries out the steps of a recipe.
class Maker {
 public:
  Maker(const RecipeFiles& files, const RecipeOptions& options, const RemarksCallback& say,
        const ProgressCallback& progress)
      : files_(files),
        plan_(plan_of(files, options)),
        has_intents_(have_intents(files, say)),
        say_(say),
        progress_(progress) {
    Warnings warnings;
    internal::check_subtopics(plan_, has_intents_, warnings);
    internal::tell(say, warnings);
    if (files.qrels.empty()) std::swap(files_.qrels, files_.adhoc_qrels);
    if (of_terms()) {
      similarity_.vectors = {file("vectors.jsonl.gz")};
      compared_by_ = {"--vectors", similarity_.vectors[0]};
    } else if (plan_.recipe.documents == Recipe::Documents::fingerprints) {
      similarity_.fingerprints = file("fingerprints.tsv.gz");
      compared_by_ = {"--fingerprints", *similarity_.fingerprints};
    } else {
      similarity_.dense = files.dense;
      similarity_.docnos = files.docnos;
      compared_by_ = {"--dense", *files.dense};
      if (files.docnos) append(compared_by_, {"--docnos", *files.docnos});
    }
    similarity_.kind = plan_.similarity;
  }

  Words outputs() const {
    Words words;
    if (!files_.inputs.empty()) words.push_back(texts());
    if (of_terms()) append(words, {terms(), statistics(), similarity_.vectors[0]});
    if (files_.topics) append(words, {titles(), title_terms()});
    if (similarity_.fingerprints) words.push_back(*similarity_.fingerprints);
    for (const std::string level : {"topic", "intent"})
      if (level == "topic" || has_intents_) append(words, {dendrograms(level), hierarchies(level)});
    words.push_back(steps());
    return words;
  }

  void make() const {
    Words inputs = files_read(files_);
    for (const std::string& path : plan_.files()) {
      inputs.push_back(path);
      std::error_code ignored;
      if (!std::filesystem::exists(path, ignored)) {
        throw Error(Error::Kind::system, {path, 0}, "cannot be opened: No such file or directory",
                    "the recipe names it: check the name");
      }
    }
    require_different_files(inputs, outputs());
    std::error_code failed;
    const bool is_new = std::filesystem::create_directories(files_.output, failed);
    if (failed) {
      throw Error(Error::Kind::system, {files_.output, 0},
                  "cannot make the folder: " + failed.message(), "give another one with `output`");
    }
    EarlierFiles earlier(files_.output);
    const Words others = set_aside(inputs, earlier);
    try {
      make_all();
    } catch (...) {
      for (const std::string& path : outputs()) std::filesystem::remove(path, failed);
      earlier.restore();
      if (is_new) std::filesystem::remove(files_.output, failed);  // where nothing is in it
      throw;
    }
    earlier.remove();
    if (others.empty()) return;
    internal::tell(
        say_, {},
        {internal::make_warning("removed-files",
                                fmt::format("removed from {}: {}, of an earlier recipe",
                                            printable(files_.output), join(others, ", ")))});
  }

 private:
  static bool have_intents(const RecipeFiles& files, const RemarksCallback& say) {
    if (files.qrels.empty()) return false;
    JudgmentInputs inputs{.qrels = sources(files.qrels), .judged = files.judged};
    Warnings notes;
    const bool have = internal::has_several_intents(Judgments::read(std::move(inputs)), notes);
    internal::tell(say, {}, notes);
    return have || files.judged == Judged::intents;
  }

  void make_all() const {
    if (files_.topics) write_titles();
    if (!files_.inputs.empty()) tokenize();
    if (of_terms()) weigh();
    make_level("topic", plan_.topic);
    if (has_intents_) make_level("intent", plan_.intent);
    OutputFile output(steps());
    output.write(commands_);
    output.close();
    note_weights(has_intents_ ? plan_.intent : plan_.topic);
  }

  std::string file(const std::string& name) const {
    return (std::filesystem::path(files_.output) / name).string();
  }
  std::string texts() const { return file("texts.tsv.gz"); }
  std::string terms() const { return file("terms.jsonl.gz"); }
  std::string statistics() const { return file("statistics.tsv.gz"); }
  std::string steps() const { return file("steps.sh"); }
  std::string titles() const { return file("titles.jsonl"); }
  std::string title_terms() const { return file("title-terms.jsonl"); }
  std::string dendrograms(const std::string& level) const {
    return file(level + "-dendrograms.jsonl");
  }
  std::string hierarchies(const std::string& level) const { return file(level + ".jsonl"); }

  // Sets aside files of an earlier recipe, so that nobody takes them and new ones for parts of one
  // collection. Inputs stay. Returns the names of files that this recipe does not write.
  Words set_aside(const Words& inputs, EarlierFiles& earlier) const {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const auto is_input = [&](const std::string& path) {
      return std::ranges::any_of(inputs, [&](const std::string& input) {
        std::error_code none;
        return fs::equivalent(input, path, none);
      });
    };
    Words all = {texts(), terms(),  statistics(),  file("vectors.jsonl.gz"),
                 steps(), titles(), title_terms(), file("fingerprints.tsv.gz")};
    for (const std::string level : {"topic", "intent"})
      append(all, {dendrograms(level), hierarchies(level)});
    const Words written = outputs();
    Words others;
    for (const std::string& path : all) {
      const fs::file_status status = fs::symlink_status(path, ignored);
      if (!(fs::is_regular_file(status) || fs::is_symlink(status)) || is_input(path)) continue;
      if (earlier.set_aside(path) && std::ranges::count(written, path) == 0)
        others.push_back(fs::path(path).filename().string());
    }
    return others;
  }

  bool of_terms() const { return plan_.recipe.documents == Recipe::Documents::vectors; }

  void add_step(const std::string& command, const Words& words) const {
    commands_ += command_line_text(command, words) + '\n';
  }

  // Tells about a level to those who did not choose its settings.
  RemarksCallback say_of_level(const std::string& level) const {
    if (!say_) return {};
    return [this, level](Remarks remarks) {
      std::erase_if(remarks.notes, [](const Warning& note) {
        return note.code == "delta-from-data" || note.code == "flat-hierarchies";
      });
      for (Warning& note : remarks.notes) {
        if (note.code != "pruning-effect") continue;
        note.location = Location{hierarchies(level), 0};
        if (level == "intent") note.advice.clear();  // which is on topics
      }
      say_(remarks);
    };
  }

  Words judgments(bool with_adhoc) const {
    Words words;
    append_each(words, "--qrels", files_.qrels);
    if (with_adhoc) append_each(words, "--adhoc-qrels", files_.adhoc_qrels);
    return words;
  }

  // Texts for labels, and what documents are compared by.
  void tokenize() const {
    TokenizeFiles to{files_.inputs};
    TokenizeOptions options = plan_.tokenize;
    to.qrels = files_.qrels;
    append(to.qrels, files_.adhoc_qrels);
    to.texts = texts();
    to.fingerprints = similarity_.fingerprints;
    to.no_documents = no_documents(files_);
    Words words = words_of(plan_.recipe.tokenize);
    append_each(words, "--qrels", to.qrels);
    append(words, {"--texts", *to.texts});
    if (of_terms()) {
      to.vectors = terms();
      to.statistics = statistics();
      options.temporary_folder = OutputPath(*to.statistics).folder();
      append(words, {"-o", *to.vectors, "--statistics", *to.statistics});
    } else if (to.fingerprints) {
      append(words, {"--fingerprints", *to.fingerprints});
    }
    append(words, files_.inputs);
    add_step("tokenize", words);
    const TokenizedFiles files = tokenize_files(to, options, say_, progress_);
    if (files.wanted == 0) {
      throw Error(Location{files_.inputs[0], 0},
                  "has none of the relevant documents (first: " + files.missing + ")",
                  advice_on_docnos(files_));
    }
  }

  // The titles of topics as documents.
  void write_titles() const {
    OutputFile output(titles());
    for (const auto& [topic, caption] : read_topic_captions(*files_.topics)) {
      std::string line = R"({"id":)";
      append_json_string(line, topic);
      line += R"(,"contents":)";
      append_json_string(line, caption.query);
      output.write(line + "}\n");
    }
    output.close();
  }

  // The terms of titles, as those of documents.
  void tokenize_titles() const {
    Words words = words_of(settings_of_titles(plan_.recipe));
    append(words, {"-o", title_terms(), titles()});
    add_step("tokenize", words);
    TokenizeFiles to{{titles()}};
    to.vectors = title_terms();
    TokenizeOptions options = plan_.tokenize;
    options.collection = {};
    tokenize_files(to, options, say_, progress_);
  }

  void weigh() const {
    if (files_.topics) tokenize_titles();
    Words words = {"--statistics", statistics(), terms()};
    Words judged = files_.qrels;
    append(judged, files_.adhoc_qrels);
    if (files_.topics) {
      append(words, {"--titles", title_terms()});
      append_each(words, "--qrels", judged);
    }
    append(words, {"-o", similarity_.vectors[0]});
    add_step("tfidf", words);
    OutputFile output(similarity_.vectors[0]);
    TermsByDocument without;
    if (files_.topics)
      without = terms_of_titles(Judgments::read({.qrels = sources(judged)}), title_terms());
    Warnings warnings;
    Statistics::read(statistics())
        .weigh_vectors(
            {terms()}, [&](std::string_view text) { output.write(text); }, progress_, &warnings,
            without);
    internal::tell(say_, warnings);
    output.close();
  }

  void make_level(const std::string& level, const RecipeLevel& plan) const {
    const bool of_topics = level == "topic";
    cluster(level, of_topics);
    Words words = judgments(of_topics);
    append(words, words_of(of_topics ? plan_.recipe.topic : plan_.recipe.intent));
    HierarchyFiles from{sources(files_.qrels)};
    if (of_topics) from.adhoc_qrels = sources(files_.adhoc_qrels);
    from.dendrograms = dendrograms(level);
    if (plan.probabilities) from.probabilities = *plan.probabilities;
    const MakingOptions options{.hierarchies = plan.options};
    if (files_.subtopics && !plan.options.subtopics_of.empty())
      append(words, {"--subtopics", *files_.subtopics});
    if (plan.labels) from.labels.given = *plan.labels;
    if (!files_.inputs.empty()) {
      from.labels.texts = {texts()};
      append(words, {"--make-labels", texts()});
      if (files_.topics) {
        from.labels.topics = *files_.topics;
        append(words, {"--label-topics", files_.topics->name()});
      }
    }
    append(words, {dendrograms(level), "-o", hierarchies(level)});
    add_step("hierarchy", words);
    OutputFile output(hierarchies(level));
    HierarchyOutput to{plan.options.delta, [&](std::string_view text) { output.write(text); }};
    if (plan.mean_delta) to.delta.reset();
    make_hierarchies(from, options, {to}, say_of_level(level));
    output.close();
  }

  void cluster(const std::string& level, bool of_topics) const {
    Words words = judgments(of_topics);
    append(words, compared_by_);
    append(words, {"--level", level});
    append(words, words_of(plan_.recipe.cluster));
    append(words, {"-o", dendrograms(level)});
    add_step("cluster", words);
    ClusterFiles from{sources(files_.qrels)};
    if (of_topics)
      from.adhoc_qrels = sources(files_.adhoc_qrels);
    else
      from.judged = Judged::intents;
    from.similarity = similarity_;
    ClusterOptions options = plan_.cluster;
    options.topic_level = of_topics;
    OutputFile output(dendrograms(level));
    cluster_files(
        from, options, [&](std::string_view text) { output.write(text); }, say_, progress_);
    output.close();
  }

  void note_weights(const RecipeLevel& level) const {
    std::string text = fmt::format("weights of subintents: by {}",
                                   find_choice(weightings, level.options.weighting)->meaning);
    if (has_intents_) {
      const auto* const known = find_choice(intent_weightings, level.options.intent_weights);
      text += fmt::format("; of intents: {}", level.probabilities
                                                  ? "as " + *level.probabilities + " has them"
                                                  : std::string(known->meaning));
    }
    internal::tell(
        say_, {},
        {internal::make_warning(
            "weights-of-nodes", text,
            "for others: `weights`" + std::string(has_intents_ ? ", `intent_weights`" : ""))});
  }

  RecipeFiles files_;
  RecipePlan plan_;
  bool has_intents_;
  RemarksCallback say_;
  ProgressCallback progress_;
  SimilarityFiles similarity_;  // what documents are compared by
  Words compared_by_;           // the same as options
  mutable std::string commands_;
};

}  // namespace

std::vector<std::string> RecipeFiles::paths() const {
  Words all = inputs;
  append(all, qrels);
  append(all, adhoc_qrels);
  if (topics && !topics->is_memory()) all.push_back(topics->path());
  for (const auto& path : {subtopics, dense, docnos})
    if (path) all.push_back(*path);
  return all;
}

std::vector<std::string> files_read(const RecipeFiles& files) {
  RecipeFiles others = files;
  others.inputs.clear();
  Words paths = files.inputs;
  if (!paths.empty()) paths = files_of_inputs(paths, no_documents(files));
  append(paths, others.paths());
  return paths;
}

void check(const RecipeFiles& files, const RecipeOptions& options) {
  plan_of(files, options);
}

std::vector<std::string> outputs_of(const RecipeFiles& files, const RecipeOptions& options) {
  return Maker(files, options, {}, {}).outputs();
}

void make_files(const RecipeFiles& files, const RecipeOptions& options, const RemarksCallback& say,
                const ProgressCallback& progress) {
  RecipeOptions with_numbers = options;
  if (files.subtopics && options.subtopics_of.empty())
    with_numbers.subtopics_of = read_subtopics(*files.subtopics);
  RecipeFiles read = files;  // topics may come from a pipe, and two steps read them
  if (read.topics) read.topics = loaded(*read.topics);
  Maker(read, with_numbers, once(say), progress).make();
}

}  // namespace subintent
