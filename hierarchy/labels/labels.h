// Labels of nodes, made of the texts of their documents.
#pragma once

#include <vector>

#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Gives nodes a label: up to three words or short phrases, the best first, separated by ", ". Left
// as they are: nodes that have one, and those at which an official intent or a superintent begins,
// which have descriptions of their own. A node with the documents of its parent takes its label.
//
// A phrase that occurs in a node of n documents scores
//   p ln(1 + s / q) g sqrt(g (1 - t)) f
// where p is the mean of its weights in these documents (LabelPhrase), s its share of them and q
// its share of the documents of the node's siblings, each with half a document for what was not
// seen; g is its specificity (LabelBackground) and t its share of the documents of the topic. f is
// 1.5 for several words, or 1.2 if only one document of the topic has them, in lower case; 0.7 /
// sqrt(n) times that if only one of several documents has it; 0.6 times that for lower-case
// words that only one document of the topic has, and once more if the first of them is an adjective
// or the like that says nothing ("simple parser"). Phrases that score half of the best may be
// chosen, and those with less (a quarter, or a tenth as long as less than half of the documents
// have one) that other documents have; those come first whose documents the phrases before them do
// not have. If the phrases chosen are together in less than half of the documents, or each is in
// one of three or more, the best one that half of them have is added.
//
// Left out are words that most documents of the siblings have, general words (Collocations) that
// more than a tenth of the siblings' other documents have, too, words that half of the documents
// have only within longer phrases (of names, three of four), phrases that nearly always are part of
// the same longer one, the first phrases of ancestors' labels (but not that of the parent for a
// node with nine of ten of its documents), those of siblings' labels, and what a better phrase of
// the label says in much the same words. Forms of a phrase count together; the inflection is that
// which is most frequent in the documents of the node. For Japanese, see japanese_words.h.
//
// All hierarchies are taken for those of one collection. Warns where documents have no text. The
// same for any number of threads. Time linear in the sizes of texts and hierarchies, but for
// sorting.
void make_labels(std::vector<Hierarchy>& hierarchies, const Texts& texts, Warnings& warnings);

}  // namespace subintent::internal
