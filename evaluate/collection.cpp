#include "evaluate/collection.h"

#include "trec/topics.h"

namespace subintent {

Collection::Collection(const CollectionPaths& paths)
    : diversity_(read_qrels(paths.qrels)),
      topic_level_(paths.adhoc_qrels ? read_qrels(*paths.adhoc_qrels, QrelsKind::ad_hoc)
                                     : topic_level(diversity_, paths.topic_grade)) {
  judgments_.diversity = &diversity_;
  judgments_.topic_level = &topic_level_;
  if (paths.topics) {
    judgments_.intents = read_topics_xml(*paths.topics);
    judgments_.intents_path = *paths.topics;
  } else if (paths.probabilities) {
    judgments_.intents = read_probabilities(*paths.probabilities);
    judgments_.intents_path = *paths.probabilities;
  }
}

}  // namespace subintent
