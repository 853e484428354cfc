#include "core/collection/run.h"

#include <gtest/gtest.h>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

using Metadata = std::vector<RunMetadatum>;

TEST(RunMetadata, IsReadOfCommentsBeforeTheRun) {
  const std::string head =
      "# ir_metadata.start\n"
      "# tag: bm25+rm3\n"
      "# actor:\n"
      "#   name: \"A: B\"\n"
      "#   team: 'x'\n"
      "# method:\n"
      "#   automatic: true\n"
      "#   retrieval:\n"
      "#     - name: bm25\n"
      "#       b: 0.4\n"
      "#     - name: http://x\n"
      "# data:\n"
      "#   test collections:\n"
      "#   - one\n"
      "#   - two\n"
      "# ir_metadata.end\n"
      "# tag: not this\n";
  const Metadata expected = {{"tag", "bm25+rm3"},
                             {"actor.name", "A: B"},
                             {"actor.team", "x"},
                             {"method.automatic", "true"},
                             {"method.retrieval.name", "bm25"},
                             {"method.retrieval.b", "0.4"},
                             {"method.retrieval.name", "http://x"},
                             {"data.test collections", "one, two"}};
  EXPECT_EQ(read_run_metadata(head + "1 Q0 a 1 1 t\n"), expected);
  for (const char* run : {"1 Q0 a 1 1 t\n", "1 a 1\n", "qid,docno,score\n1,a,2\n"}) {
    const auto read = read_run(Source::memory(head + run, "f"));
    EXPECT_EQ(read.metadata, expected) << run;
    EXPECT_EQ(read.topics[0].docnos[0], "a") << run;
  }
}

TEST(RunMetadata, AnythingElseIsNoReasonToStop) {
  EXPECT_EQ(read_run_metadata("1 Q0 a 1 1 t\n# ir_metadata.start\n# a: b\n"), Metadata());
  EXPECT_EQ(read_run_metadata("# a: b\n"), Metadata());
  EXPECT_EQ(read_run_metadata("# ir_metadata.start\n# a: b\n# c: d"),
            (Metadata{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(read_run_metadata("#ir_metadata.start\r\n# value\n#\n# : x\n# a:\n# - - : \n#   text\n"
                              "#     more: \n# ---\n#end"),
            (Metadata{{"a", ":, text"}, {"a.more", "end"}}));
}

}  // namespace
}  // namespace subintent::internal
