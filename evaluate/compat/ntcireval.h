// The output of NTCIREVAL, NTCIR's evaluation tool: the files of its diversity scripts, as far as
// the measures go.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "evaluate/scorer.h"

namespace subintent::internal {

// A file of NTCIREVAL's: *.Dnev, *.DINnev, *.nevIA2, *.PQsharp.nev.
enum class NtcirevalFile { D, DIN, IA, PQ };

// The file of a name such as "Dnev". Throws Error::argument for others.
NtcirevalFile parse_ntcireval_file(const std::string& name);

struct NtcirevalOptions {
  std::vector<NtcirevalFile> files;
  std::uint32_t cutoff = 10;
};

// The measures behind the lines of the files, one file after the other. The lists must be cut at
// the cutoff, as the tool does.
std::vector<Measure> ntcireval_measures(const NtcirevalOptions& options);

// The files of one run, one after the other, each with the lines of all judged topics, in the order
// of their bytes. values[m][t]: scores of ntcireval_measures() by topic.
std::string ntcireval_text(const std::vector<TopicData>& topics,
                           std::span<const std::vector<double>> values,
                           const NtcirevalOptions& options);

}  // namespace subintent::internal
