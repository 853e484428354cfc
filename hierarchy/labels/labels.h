// Labels of nodes, made of the texts of their documents.
#pragma once

#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Gives nodes a label: up to three words or phrases of their documents (phrases.h), the best first,
// separated by ", ", but for nodes that have one, and those at which an official intent or a
// superintent begins. A node with the documents of its parent takes its label, and one of a single
// document the first words that say more than the title of the topic does (phrases.h).
//
// A phrase that is in the share s of a node's documents, and in the share q of the other documents
// of its siblings (each with half a document for what was not seen), scores
//   sqrt(c d) m (1 - .7 t^2) (1 + e) / 2,
// where c is w ln(1 + s / q), w the mean of its weights in the node's documents (1 near the
// beginning of the text, .5 behind it, 0 without it), d the mean c of its words, t the least share
// of the other topics that have one of its words, and e how often its last word ends a phrase. m is
// i a n for one word and 2 sqrt(i a n) for several, where i is the inverse document frequency of
// its rarest word, from 0 to 1, and a and n how well its last word stands alone and how much it is
// like a noun (phrases.h). Candidates are 1.5 times as frequent in the node as in its siblings; in
// two documents, if it has more than one, or else made of words that are, of which one is in .4 of
// them and none in the title; no part of a longer candidate with most of its documents and .7 of
// its score; no single word of a below .4 or t above .55; and not cut out of other phrases unless
// many documents share them. A document counts as one with the phrase if it has half of its words,
// by v = i ln(1 + s / q). Further phrases count more for documents that have none yet, and a third
// is chosen only where two have less than a third of them. Where fewer than half of the documents
// have a phrase, a second is added that is in siblings or, of fewer than twelve documents, in one;
// if there is none at all, parts of phrases. A word that .75 of three documents or more have comes
// first, if no phrase has one of as many and it is five times as frequent as in siblings. What
// siblings say is not said again, nor just what the parent says, nor what is in the title of the
// topic alone.
//
// Of short sentences (phrases.h), a phrase scores v p (1 + e) sqrt(a n) / (2 + k), .4 of it for one
// word: v is the sum for words of such candidates, times (x - .85) / (n - .85) for x of n; p is how
// well it is cut from its text, and k counts words, twice those of one document or without v. It is
// in two documents by v; a further one has .3 of the best score, where .3 have none.
//
// Phrases are written as they mostly are, without the capital of a sentence.
// All hierarchies are taken for those of one collection. `titles` are those of topics, if known.
// Warns where documents have no text. The same for any number of threads. Time linear in sizes.
void make_labels(std::vector<Hierarchy>& hierarchies, const Texts& texts,
                 const std::map<std::string, std::string>& titles, Warnings& warnings);

}  // namespace subintent::internal
