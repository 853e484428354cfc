// Makes judgments and runs of any size, the same for the same arguments:
// generate_evaluation FOLDER SEED RUNS TOPICS DOCUMENTS JUDGMENTS
// writes FOLDER/qrels, FOLDER/hierarchies.jsonl, FOLDER/fingerprints.tsv, FOLDER/runs/run001, ...
// JUDGMENTS is the number for each topic: a fifth as many documents, each judged for five intents,
// one judgment in ten relevant.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr unsigned intents = 5;

using Random = std::mt19937_64;

unsigned below(Random& random, std::size_t limit) {
  return static_cast<unsigned>(random() % limit);
}

// A docno as ClueWeb09 has them; pool documents come first, those of other topics never collide.
std::string docno(unsigned topic, unsigned document) {
  char text[32];
  std::snprintf(text, sizeof text, "clueweb09-en%04u-%02u-%05u", topic, document / 100000 % 100,
                document % 100000);
  return text;
}

// A hierarchy of two layers: the intents, and half of each intent's documents below it.
std::string hierarchy(unsigned topic, const std::vector<std::vector<std::string>>& relevant) {
  std::string nodes;
  unsigned id = 0;
  const auto add = [&](const std::string& parent, unsigned layer, unsigned intent, double weight,
                       const std::string* begin, const std::string* end) {
    if (!nodes.empty()) nodes += ",";
    nodes += "{\"id\":" + std::to_string(id++) + ",\"parent\":" + parent +
             ",\"layer\":" + std::to_string(layer) + ",\"intent\":\"" + std::to_string(intent + 1) +
             "\",\"weight\":" + std::to_string(weight) +
             ",\"similarity\":null,\"dummy\":false,\"docs\":[";
    for (const std::string* d = begin; d != end; ++d)
      nodes += (d == begin ? "\"" : ",\"") + *d + "\"";
    nodes += "]}";
  };
  for (unsigned i = 0; i < intents; ++i) {
    const std::string* const docs = relevant[i].data();
    const std::size_t size = relevant[i].size();
    if (size < 2) continue;
    const std::string parent = std::to_string(id);
    add("null", 1, i, 1.0 / intents, docs, docs + size);
    add(parent, 2, i, 0.5 / intents, docs, docs + size / 2);
    add(parent, 2, i, 0.5 / intents, docs + size / 2, docs + size);
  }
  return "{\"topic\":\"" + std::to_string(topic) + "\",\"layers\":2,\"nodes\":[" + nodes + "]}\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) {
    std::fputs("usage: generate_evaluation FOLDER SEED RUNS TOPICS DOCUMENTS JUDGMENTS\n", stderr);
    return 2;
  }
  const std::filesystem::path folder(argv[1]);
  const auto number = [&](int i) {
    return static_cast<unsigned>(std::strtoul(argv[i], nullptr, 10));
  };
  const unsigned seed = number(2), runs = number(3), topics = number(4), depth = number(5);
  const unsigned judged = std::max(1u, number(6) / intents), pool = std::max(2 * judged, 2 * depth);
  std::filesystem::create_directories(folder / "runs");
  Random random(seed);

  std::ofstream qrels(folder / "qrels"), hierarchies(folder / "hierarchies.jsonl"),
      fingerprints(folder / "fingerprints.tsv");
  for (unsigned topic = 1; topic <= topics; ++topic) {
    std::vector<std::vector<std::string>> relevant(intents);
    for (unsigned d = 0; d < judged; ++d) {
      const std::string name = docno(topic, 2 * d);
      for (unsigned i = 0; i < intents; ++i) {
        const unsigned grade = below(random, 10) == 0 ? 1 + below(random, 3) : 0;
        if (grade > 0) relevant[i].push_back(name);
        qrels << topic << ' ' << i + 1 << ' ' << name << ' ' << grade << '\n';
      }
      char hex[17];
      std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(random()));
      fingerprints << name << '\t' << hex << '\n';
    }
    hierarchies << hierarchy(topic, relevant);
  }

  std::vector<unsigned> documents(pool);
  for (unsigned run = 1; run <= runs; ++run) {
    char name[16];
    std::snprintf(name, sizeof name, "run%03u", run);
    std::ofstream out(folder / "runs" / name);
    for (unsigned topic = 1; topic <= topics; ++topic) {
      std::iota(documents.begin(), documents.end(), 0u);
      double score = 30;
      for (unsigned rank = 1; rank <= depth; ++rank) {
        std::swap(documents[rank - 1], documents[rank - 1 + below(random, pool - rank + 1)]);
        score -= static_cast<double>(below(random, 1000)) * 1e-5;
        char line[96];
        std::snprintf(line, sizeof line, "%u Q0 %s %u %.6f %s\n", topic,
                      docno(topic, documents[rank - 1]).c_str(), rank, score, name);
        out << line;
      }
    }
  }
  return 0;
}
