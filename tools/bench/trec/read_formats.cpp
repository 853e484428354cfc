// read_formats [MB] [THREADS] [TURNS] [FORMAT]: the time to read the same run and the same
// judgments in each format, beside those of TREC, or in that format alone ("run JSON", or "run" for
// all formats of runs). MB are those of the file of TREC. Least of TURNS (5), in turns.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <malloc.h>

#include <tbb/global_control.h>

#include "core/collection/groups.h"
#include "core/collection/qrels.h"
#include "core/collection/run.h"
#include "core/collection/scores.h"
#include "subintent/basics.h"

namespace {

using subintent::Source;

struct Times {
  double wall = 1e9, processor = 1e9;
};

struct Format {
  std::string name, text;
  Times least = {};
};

// Calls write(topic, rank, docno, score) for 1,000 documents of each topic.
template <typename Write>
void for_each_document(int topics, Write write) {
  char docno[32];
  for (int topic = 1; topic <= topics; ++topic) {
    for (int rank = 1; rank <= 1000; ++rank) {
      const unsigned page = static_cast<unsigned>(topic * 7919 + rank * 104729);
      std::snprintf(docno, sizeof docno, "clueweb09-en%04u-%02u-%05d", page % 10000, page % 97,
                    rank);
      write(topic, rank, docno, 30 - rank * 0.0271);
    }
  }
}

template <typename... Values>
void append(std::string& text, const char* format, Values... values) {
  char line[160];
  text.append(line, static_cast<std::size_t>(std::snprintf(line, sizeof line, format, values...)));
}

// `line` has the values of a line; `first` is what comes before a topic's documents and `next` what
// comes between them.
std::vector<Format> runs(int topics) {
  std::vector<Format> made = {{"TREC", {}},
                              {"MS MARCO", {}},
                              {"PyTerrier", "qid,docno,score,rank\n"},
                              {"JSON", "{"},
                              {"JSON with an escape", "{"},
                              {"JSON with escapes", "{"},
                              {"JSON lists", "{"},
                              {"answers", {}}};
  for_each_document(topics, [&](int topic, int rank, const char* docno, double score) {
    append(made[0].text, "%d Q0 %s %d %.6f tag\n", topic, docno, rank, score);
    append(made[1].text, "%d\t%s\t%d\n", topic, docno, rank);
    append(made[2].text, "%d,%s,%.6f,%d\n", topic, docno, score, rank - 1);
    for (std::size_t i : {3, 4, 5}) {
      if (rank == 1) append(made[i].text, topic == 1 ? "\"%d\": {" : "}, \"%d\": {", topic);
      append(made[i].text, rank == 1 ? "\"%s%s\": %.6f" : ", \"%s%s\": %.6f", docno,
             i == 5 ? "\\u00e9" : "", score);
    }
    if (rank == 1) append(made[6].text, topic == 1 ? "\"%d\": [" : "], \"%d\": [", topic);
    append(made[6].text, rank == 1 ? "\"%s\"" : ", \"%s\"", docno);
    if (rank == 1)
      append(made[7].text, "{\"metadata\": {\"narrative_id\": \"%d\"}, \"references\": [", topic);
    append(made[7].text, rank == 1 ? "\"%s\"" : ", \"%s\"", docno);
    if (rank < 1000) return;
    made[7].text += "], \"answer\": [";
    for (int sentence = 0; sentence < 500; ++sentence) {
      append(made[7].text, "%s{\"text\": \"What it says, %d.\", \"citations\": [%d, %d]}",
             sentence == 0 ? "" : ", ", sentence, 2 * sentence, 2 * sentence + 1);
    }
    made[7].text += "]}\n";
  });
  made[3].text += "}}";
  made[4].text += ", \"caf\\u00e9\": 1}}";
  made[5].text += "}}";
  made[6].text += "]}";
  return made;
}

std::vector<Format> judgments(int topics) {
  std::vector<Format> made = {{"TREC", {}},
                              {"BEIR", "query-id\tcorpus-id\tscore\n"},
                              {"PyTerrier", "qid,docno,label,iteration\n"},
                              {"JSON, two levels", "{"},
                              {"JSON, three levels", "{"},
                              {"six columns", {}},
                              {"NTCIR", {}},
                              {"users and items", "user_id\titem_id\trating\n"}};
  for_each_document(topics, [&](int topic, int rank, const char* docno, double) {
    const int grade = rank % 4;
    append(made[0].text, "%d 0 %s %d\n", topic, docno, grade);
    append(made[1].text, "%d\t%s\t%d\n", topic, docno, grade);
    append(made[2].text, "%d,%s,%d,0\n", topic, docno, grade);
    append(made[5].text, "%d 0 %s %d 0.%d judge\n", topic, docno, grade, rank % 10);
    append(made[6].text, "%d %s L%d\n", topic, docno, grade);
    append(made[7].text, "%d\t%s\t%d\n", topic, docno, grade);
    if (rank == 1) append(made[3].text, topic == 1 ? "\"%d\": {" : "}, \"%d\": {", topic);
    if (rank == 1)
      append(made[4].text, topic == 1 ? "\"%d\": {\"0\": {" : "}}, \"%d\": {\"0\": {", topic);
    for (std::size_t i : {3, 4}) {
      append(made[i].text, rank == 1 ? "\"%s\": %d" : ", \"%s\": %d", docno, grade);
    }
  });
  made[3].text += "}}";
  made[4].text += "}}}";
  return made;
}

std::vector<Format> memberships(int topics) {
  std::vector<Format> made = {{"judgments of TREC", {}}, {"rows", {}}, {"NTCIREVAL", {}}};
  for_each_document(topics, [&](int topic, int rank, const char* docno, double) {
    append(made[0].text, "%d 0 %s %d\n", topic, docno, rank % 4);
    append(made[1].text, "%d %s group%d 1\n", topic, docno, rank % 4);
    append(made[2].text, "%d %s %s\n", topic, docno, rank % 2 == 0 ? "1 0 0" : "0.5 0.5 0");
  });
  return made;
}

// Judgments of 20 documents for 20 nuggets of each topic, beside the lines of TREC that they are.
std::vector<Format> nuggets(int topics) {
  constexpr int documents = 20, nuggets = 20;
  const std::string passage(500, 'x');
  std::vector<Format> made = {{"judgments of TREC", {}}, {"nuggetizer", {}},  {"ARGUE", {}},
                              {"FreshStack", {}},        {"BRIGHT-Pro", "["}, {"CRUX", {}}};
  for (int topic = 1; topic <= topics; ++topic) {
    for (int document = 1; document <= documents; ++document) {
      append(made[5].text, "{\"id\": \"%d\", \"docid\": \"clueweb09-en%04d-%05d\", \"rating\": [",
             topic, topic, document);
      for (int nugget = 1; nugget <= nuggets; ++nugget)
        append(made[5].text, nugget == 1 ? "%d" : ", %d", (document + nugget) % 6);
      made[5].text += "]}\n";
      append(
          made[1].text,
          "{\"query\": \"a question %d\", \"qid\": \"%d\", \"docid\": \"clueweb09-en%04d-%05d\", ",
          topic, topic, topic, document);
      made[1].text += "\"candidate_text\": \"" + passage + "\", \"nuggets\": [";
      for (int nugget = 1; nugget <= nuggets; ++nugget) {
        append(made[1].text,
               "%s{\"text\": \"what a good answer to it should say, %d\", \"importance\": \"%s\", "
               "\"assignment\": \"%s\"}",
               nugget == 1 ? "" : ", ", nugget, nugget % 3 == 0 ? "okay" : "vital",
               (document + nugget) % 3 == 0 ? "support" : "not_support");
      }
      made[1].text += "]}\n";
    }
    append(made[2].text,
           "{\"query_id\": \"%d\", \"title_query\": \"a question\", \"nugget_bank\": {", topic);
    append(made[3].text, "{\"query_id\": \"%d\", \"query_title\": \"a question\", \"nuggets\": [",
           topic);
    for (int nugget = 1; nugget <= nuggets; ++nugget) {
      append(made[2].text, "%s\"Which part is it, %d?\": {\"query_id\": \"%d\", \"question\": ",
             nugget == 1 ? "" : ", ", nugget, topic);
      append(made[2].text, "\"Which part is it, %d?\", \"answers\": {\"It is this\": ", nugget);
      made[2].text += "{\"answer\": \"It is this\", \"references\": [";
      append(made[3].text,
             "%s{\"_id\": \"%d_nugget_%d\", \"text\": \"what a good answer to it should say\", ",
             nugget == 1 ? "" : ", ", topic, nugget);
      made[3].text += "\"relevant_corpus_ids\": [";
      append(made[4].text,
             "%s{\"id\": \"%d-a%d\", \"weight\": %d, \"aspect\": \"what a good answer says\", "
             "\"supporting_docs\": [",
             topic == 1 && nugget == 1 ? "" : ", ", topic, nugget, nugget % 3 + 1);
      for (int document = 1; document <= documents; ++document) {
        append(made[0].text, "%d %d clueweb09-en%04d-%05d 1\n", topic, nugget, topic, document);
        append(made[2].text, "%s{\"doc_id\": \"clueweb09-en%04d-%05d\"}", document == 1 ? "" : ", ",
               topic, document);
        for (std::size_t i : {3, 4}) {
          append(made[i].text, "%s\"clueweb09-en%04d-%05d\"", document == 1 ? "" : ", ", topic,
                 document);
        }
      }
      made[2].text += "]}}}";
      made[3].text += "]}";
      made[4].text += "]}";
    }
    made[2].text += "}}\n";
    made[3].text += "]}\n";
  }
  made[4].text += "]";
  return made;
}

// Scores of a run by 20 measures.
std::vector<Format> scores(int topics) {
  std::vector<Format> made = {{"trec_eval", {}},
                              {"ir_measures", {}},
                              {"four columns", {}},
                              {"PyTerrier", "name,qid,measure,value\n"},
                              {"JSON lines", {}}};
  for (int topic = 1; topic <= topics; ++topic) {
    for (int i = 1; i <= 20; ++i) {
      const double score = topic * 7919 % 10000 / 10007.0;
      append(made[0].text, "ndcg_cut_%-13d\t%d\t%.4f\n", i, topic, score);
      append(made[1].text, "%d\tnDCG@%d\t%.4f\n", topic, i, score);
      append(made[2].text, "my-run\t%d\tnDCG@%d\t%.4f\n", topic, i, score);
      append(made[3].text, "my-run,%d,nDCG@%d,%.4f\n", topic, i, score);
      append(made[4].text, "{\"query_id\": \"%d\", \"measure\": \"nDCG@%d\", \"value\": %.16g}\n",
             topic, i, score);
    }
  }
  return made;
}

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Times time_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  const double before = processor_seconds();
  work();
  const double processor = processor_seconds() - before;
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
          processor};
}

void measure(const char* what, int turns, std::vector<Format> formats,
             const std::function<void(const Source&)>& read) {
  if (formats.empty()) return;
  std::vector<Source> sources;
  for (const Format& format : formats) sources.push_back(Source::memory(format.text, format.name));
  for (int turn = 0; turn < turns; ++turn) {
    for (std::size_t i = 0; i < formats.size(); ++i) {
      Format& format = formats[i];
      const Times times = time_of([&] { read(sources[i]); });
      format.least.wall = std::min(format.least.wall, times.wall);
      format.least.processor = std::min(format.least.processor, times.processor);
    }
  }
  const Format& trec = formats[0];
  const double trec_per_byte = trec.least.processor / static_cast<double>(trec.text.size());
  for (const Format& format : formats) {
    const auto size = static_cast<double>(format.text.size());
    std::printf(
        "%-10s %-20s %7.1f MB %7.3f s %7.3f s processor %5.2f ns per byte %5.2f of TREC per byte "
        "%5.2f per line\n",
        what, format.name.c_str(), size / 1e6, format.least.wall, format.least.processor,
        format.least.processor / size * 1e9, format.least.processor / size / trec_per_byte,
        format.least.processor / trec.least.processor);
  }
}

}  // namespace

int main(int argc, char** argv) {
  // Memory that was used before, for all formats: pages that the system must clear take as long as
  // to read what is put there, and which of them it has to varies from turn to turn.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  const int megabytes = argc > 1 ? std::atoi(argv[1]) : 100;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  argc > 2 ? static_cast<std::size_t>(std::atoi(argv[2])) : 1);
  const int turns = argc > 3 ? std::atoi(argv[3]) : 5;
  const std::string format = argc > 4 ? argv[4] : "";
  const auto measure_wanted = [&](const std::string& what, std::vector<Format> (*make)(int),
                                  int topics, const std::function<void(const Source&)>& read) {
    if (!format.empty() && !format.starts_with(what)) return;
    std::vector<Format> all = make(topics);
    std::erase_if(all, [&](const Format& one) {
      return !format.empty() && format != what && format != what + " " + one.name;
    });
    measure(what.c_str(), turns, std::move(all), read);
  };
  measure_wanted("run", runs, megabytes * 20,
                 [](const Source& source) { subintent::internal::read_run(source); });
  measure_wanted("judgments", judgments, megabytes * 32,
                 [](const Source& source) { subintent::internal::read_qrels(source); });
  measure_wanted("groups", memberships, megabytes * 32, [](const Source& source) {
    if (source.name().starts_with("judgments"))
      return void(subintent::internal::read_qrels(source));
    subintent::internal::read_groups({source, {}, false}, "groups");
  });
  measure_wanted("nuggets", nuggets, megabytes * 80,
                 [](const Source& source) { subintent::internal::read_qrels(source); });
  measure_wanted("scores", scores, megabytes * 400,
                 [](const Source& source) { subintent::internal::read_scores({source}); });
}
