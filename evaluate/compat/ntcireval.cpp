#include "evaluate/compat/tools.h"

#include <fmt/format.h>

#include <numeric>

#include "subintent/program.h"

namespace subintent::internal {
namespace {

// A label of NTCIREVAL and our name of the measure; {0} is the cutoff, {1} what stands for D.
using Line = std::pair<std::string_view, std::string_view>;

constexpr Line d_lines[] = {
    Line{"RR=", "{1}-RR"},
    Line{"P-plus=", "{1}-P+"},
    Line{"AP=", "{1}-AP"},
    Line{"Q-measure=", "{1}-Q"},
    Line{"AP@{0:04}=", "{1}-aAP@{0}"},
    Line{"Q@{0:04}=", "{1}-Q@{0}"},
    Line{"nDCG@{0:04}=", "{1}-nDCG(discount=jk)@{0}"},
    Line{"MSnDCG@{0:04}=", "{1}-nDCG@{0}"},
    Line{"P@{0:04}=", "{1}-P@{0}"},
    Line{"I-rec@{0:04}=", "I-rec@{0}"},
    Line{"{1}#-Q@{0:04}=", "{1}#-Q@{0}"},
    Line{"{1}#-nDCG@{0:04}=", "{1}#-nDCG@{0}"},
};
constexpr Line ia_lines[] = {
    Line{"IA-MSnDCG@{0:04}=", "nDCG-IA@{0}"},
    Line{"IA-Q@{0:04}=", "Q-IA@{0}"},
};
constexpr Line pq_lines[] = {
    Line{"PplusQ@{0:04}=", "P+Q@{0}"},
    Line{"PplusQ#@{0:04}=", "P+Q#@{0}"},
};

std::span<const Line> lines_of(NtcirevalFile file) {
  if (file == NtcirevalFile::IA) return ia_lines;
  if (file == NtcirevalFile::PQ) return pq_lines;
  return d_lines;
}

std::string filled(std::string_view text, std::uint32_t cutoff, NtcirevalFile file) {
  return fmt::format(fmt::runtime(text), cutoff, file == NtcirevalFile::DIN ? "DIN" : "D");
}

std::string text_of_file(NtcirevalFile file, std::uint32_t cutoff,
                         const std::vector<TopicData>& topics,
                         std::span<const std::vector<double>> values) {
  const auto lines = lines_of(file);
  std::string text;
  std::vector<std::size_t> order(topics.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return topics[a].topic < topics[b].topic; });
  for (const std::size_t t : order) {
    const TopicData& topic = topics[t];
    const Layer& intents = topic.layers.at(1).intents;
    for (std::size_t m = 0; m < lines.size(); ++m) {
      const std::string label = filled(lines[m].first, cutoff, file);
      if (file == NtcirevalFile::IA) {
        const double sum = total_of(intents.nodes(), &LayerNode::weight);
        text += fmt::format("{} SUMp= {:.4f} {} {:.4f}\n", topic.topic, sum, label, values[m][t]);
      } else if (file == NtcirevalFile::PQ) {
        text += fmt::format("{} {}\t{:.4f}\n", topic.topic, label, values[m][t]);
      } else {
        if (label.starts_with("I-rec"))
          text += fmt::format("{} #intent_num={}\n", topic.topic, intents.nodes().size());
        text += fmt::format("{} {:<21}{:.4f}\n", topic.topic, label, values[m][t]);
      }
    }
  }
  return text;
}

}  // namespace

NtcirevalFile parse_ntcireval_file(const std::string& name) {
  if (name == "Dnev") return NtcirevalFile::D;
  if (name == "DINnev") return NtcirevalFile::DIN;
  if (name == "nevIA2") return NtcirevalFile::IA;
  if (name == "PQsharp.nev") return NtcirevalFile::PQ;
  throw Error::argument("m", "m: '" + printable(name) + "' is not a known file of NTCIREVAL",
                        "use Dnev, DINnev, nevIA2 or PQsharp.nev");
}

std::vector<Measure> ntcireval_measures(const NtcirevalOptions& options) {
  std::vector<Measure> measures;
  for (const NtcirevalFile file : options.files) {
    for (const Line& line : lines_of(file)) {
      const auto parsed = parse_measures(filled(line.second, options.cutoff, file), {});
      measures.insert(measures.end(), parsed.begin(), parsed.end());
    }
  }
  return measures;
}

std::string ntcireval_text(const std::vector<TopicData>& topics,
                           std::span<const std::vector<double>> values,
                           const NtcirevalOptions& options) {
  std::string text;
  for (const NtcirevalFile file : options.files) {
    const std::size_t count = lines_of(file).size();
    text += text_of_file(file, options.cutoff, topics, values.first(count));
    values = values.subspan(count);
  }
  return text;
}

}  // namespace subintent::internal
