// trec_eval's measures by hand.
#include "evaluate/compat/tools.h"

#include <gtest/gtest.h>

#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

// Relevant: a (2), b (1), f (3, not found). In the list: unpooled u, unjudged x (-1), nonrelevant
// n.
class TrecEval : public testing::Test {
 protected:
  std::string print(const std::string& measures, TrecEvalOptions options = {}) {
    const TestFile qrels("1 0 a 2\n1 0 b 1\n1 0 f 3\n1 0 n 0\n1 0 x -1\n2 0 a 1\n");
    const TestFile run(
        "1 Q0 u 1 9 me\n1 Q0 a 2 8 me\n1 Q0 x 3 7 me\n1 Q0 n 4 6 me\n1 Q0 b 5 5 me\n");
    options.measures = parse_trec_eval_measures(std::vector{measures});
    return trec_eval_text(read_qrels(qrels.path(), QrelsKind::ad_hoc),
                          read_run(run.path(), RunOrder::score), options);
  }
};

TEST_F(TrecEval, BinaryPreferenceSkipsWhatIsNotJudged) {
  EXPECT_EQ(print("bpref"), "bpref                 \tall\t0.3333\n");  // (1 + (1 - 1/1)) / 3
}

TEST_F(TrecEval, InferredAveragePrecisionCountsTheUnjudgedPool) {
  // a: 1/2 + 1/2 x 0/1; b: 1/5 + 4/5 x 3/4 x 1/2.
  EXPECT_EQ(print("infAP"), "infAP                 \tall\t0.3333\n");
}

TEST(TrecEvalMeasures, UnknownOnesAndImpossibleNumbersAreWrongUsage) {
  for (const char* wrong : {"mop", "P.0", "P.2.5", "P.x", "map.3", "set_F.1,2"})
    EXPECT_THROW(parse_trec_eval_measures(std::vector{std::string(wrong)}), Error) << wrong;
}

}  // namespace
}  // namespace subintent::internal
