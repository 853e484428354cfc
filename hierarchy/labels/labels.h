// Labels of nodes, made of the texts of their documents.
#pragma once

#include <vector>

#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Gives nodes a label: up to three words or short phrases, the best first, separated by ", "; if
// these are in less than half of its documents, up to five, and behind them "..." (one character)
// if they still are. Left as they are: nodes that have one, and those at which an official intent
// or a superintent begins, which have descriptions of their own. A node with the documents of its
// parent takes its label.
//
// A phrase that occurs in a node of n documents scores
//   p ln(1 + s / q) g sqrt(g (1 - t)) f,
// or, from five documents on, where what covers the node counts more than what is rare,
//   p sqrt(ln(1 + s / q)) g sqrt(1 - t) f,
// where p is the mean of its weights in these documents (LabelPhrase), s its share of them and q
// its share of the documents of the node's siblings, each with half a document for what was not
// seen; g is its specificity (LabelBackground) and t its share of the documents of the topic. f is
// 1.5 for several words, or 1.2 if only one document of the topic has them, in lower case; 0.7 /
// sqrt(n) times that (0.7 / n from five on) if only one of several documents has it; 0.6 times that
// for lower-case words that only one document of the topic has, and once more if the first of them
// is an adjective or the like that says nothing ("simple parser"). Phrases that score half of the
// best may be chosen, and those with less (a quarter, or a tenth as long as less than half of the
// documents have one) that other documents have; those come first whose documents the phrases
// before them do not have. From five documents on, half of the documents of a further phrase are
// without those before it, or it is in a quarter of all. If the phrases chosen are together in less
// than half of the documents, or each is in one of three or more, the best one that half of them
// have is added. If they still are in less than half, those are chosen that cover most documents,
// whoever else is labelled with them, and which two documents have, or one of six or less: one
// after the other, the phrase with the greatest product of the number of documents that it adds and
//   w sqrt(g ln(1 + s / q)) h,
// where w is the mean of its weights in its documents and h 1.5 for several words; s is at least 2
// q. Phrases that are in less than two of three documents are followed by such that add 15 %.
//
// Left out are parts of names that only one document has ("Tour" of "Tour de France"), words that
// most documents of the siblings have, general words (Collocations) that more than a tenth of the
// siblings' other documents have, too, what the whole collection is about
// (LabelBackground::is_theme), unless three of four documents have it and s is at least 2 q, rare
// words that are probably misspelt (Spellings), agencies (Datelines), words that half of the
// documents have only within longer phrases (of names, three of four), phrases that are part of the
// same longer one in three of five documents, the first phrases of ancestors' labels and those of
// siblings' labels, and what a better phrase of the label says in much the same words. Where
// nothing else is there, the best of them is taken all the same. But a node with nine of ten
// documents of its parent may say what the parent says, and one of five or more what three of four
// of its documents have if no other phrase is in half of them. Forms of a phrase count together;
// the inflection is that which is most frequent in the documents of the node. For Japanese, see
// japanese_words.h.
//
// All hierarchies are taken for those of one collection. Warns where documents have no text. The
// same for any number of threads. Time linear in the sizes of texts and hierarchies, but for
// sorting.
void make_labels(std::vector<Hierarchy>& hierarchies, const Texts& texts, Warnings& warnings);

}  // namespace subintent::internal
