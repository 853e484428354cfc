"""The retrieval models behind the runs of this collection. They see the pages' texts, the queries, and xquad and pm2 the
intents' questions; never the judgments."""

import math
import re

CANDIDATES = 60  # documents that are re-ranked


def words(text):
    return re.findall(r"[a-z]+", text.lower())


def best(scores, count):
    """The docnos with the highest scores, ties by docno; scores are rounded so that all machines agree."""
    return sorted((d for d in scores if scores[d] > 0), key=lambda d: (-round(scores[d], 6), d))[:count]


class Index:
    """Term frequencies of all pages."""

    def __init__(self, topics):
        self.frequencies, self.length, self.postings = {}, {}, {}
        for topic in topics:
            for page in topic["pages"]:
                terms = words(page["title"] + " " + " ".join(page["body"]))
                counts = {}
                for term in terms:
                    counts[term] = counts.get(term, 0) + 1
                self.frequencies[page["docno"]] = counts
                self.length[page["docno"]] = len(terms)
                for term in counts:
                    self.postings.setdefault(term, []).append(page["docno"])
        self.mean_length = sum(self.length.values()) / len(self.length)

    def idf(self, term):
        found = len(self.postings.get(term, []))
        return math.log(1 + (len(self.length) - found + 0.5) / (found + 0.5))

    def bm25(self, query, k1=1.2, b=0.75):
        """{docno: score} for a query {term: weight}."""
        scores = {}
        for term, weight in query.items():
            for docno in self.postings.get(term, []):
                frequency = self.frequencies[docno][term]
                norm = k1 * (1 - b + b * self.length[docno] / self.mean_length)
                scores[docno] = scores.get(docno, 0) + weight * self.idf(term) * frequency * (k1 + 1) / (frequency + norm)
        return scores

    def vector(self, docno):
        weights = {term: count * self.idf(term) for term, count in self.frequencies[docno].items()}
        norm = math.sqrt(sum(weight * weight for weight in weights.values()))
        return {term: weight / norm for term, weight in weights.items()}

    def expanded(self, query, feedback, terms=15):
        """The query with the strongest terms of the documents in `feedback`."""
        added = {}
        for docno in feedback:
            for term, weight in self.vector(docno).items():
                added[term] = added.get(term, 0) + weight / len(feedback)
        return {**{term: added[term] for term in best(added, terms)}, **query}


def scaled(scores, candidates):
    top = max((scores.get(docno, 0) for docno in candidates), default=0) or 1
    return {docno: scores.get(docno, 0) / top for docno in candidates}


def greedy(candidates, count, value, taken):
    """Takes the document of the highest value again and again; `taken` hears of each."""
    left, ranking = list(candidates), []
    while left and len(ranking) < count:
        docno = best({d: value(d) + 10 for d in left}, 1)[0]
        left.remove(docno)
        ranking.append(docno)
        taken(docno)
    return ranking


def mmr(index, scores, share, count):
    """Maximal marginal relevance [Carbonell and Goldstein 1998]; `share` is the weight of relevance."""
    candidates = best(scores, CANDIDATES)
    relevance = scaled(scores, candidates)
    vectors = {docno: index.vector(docno) for docno in candidates}
    nearest = dict.fromkeys(candidates, 0.0)

    def taken(docno):
        chosen = vectors[docno]
        for other in candidates:
            cosine = sum(weight * chosen.get(term, 0) for term, weight in vectors[other].items())
            nearest[other] = max(nearest[other], cosine)

    return greedy(candidates, count, lambda d: share * relevance[d] - (1 - share) * nearest[d], taken)


def intent_relevance(index, scores, intents):
    """(candidates, relevance to the query, relevance to each intent)."""
    candidates = best(scores, CANDIDATES)
    per_intent = [scaled(index.bm25(dict.fromkeys(words(i["name"] + " " + i["question"]), 1)), candidates) for i in intents]
    return candidates, scaled(scores, candidates), per_intent


def xquad(index, scores, intents, share, count):
    """xQuAD [Santos et al. 2010] with uniform intents; `share` is the weight of diversity."""
    candidates, relevance, per_intent = intent_relevance(index, scores, intents)
    missing = [1.0] * len(intents)

    def value(docno):
        novel = sum(m * p[docno] for m, p in zip(missing, per_intent)) / len(intents)
        return (1 - share) * relevance[docno] + share * novel

    def taken(docno):
        for k, p in enumerate(per_intent):
            missing[k] *= 1 - p[docno]

    return greedy(candidates, count, value, taken)


def pm2(index, scores, intents, share, count):
    """PM-2 [Dang and Croft 2012] with uniform intents."""
    candidates, _, per_intent = intent_relevance(index, scores, intents)
    seats, quotients = [0.0] * len(intents), [0.0] * len(intents)

    def value(docno):
        quotients[:] = [1 / (2 * s + 1) for s in seats]
        leading = quotients.index(max(quotients))
        return sum((share if k == leading else 1 - share) * quotients[k] * p[docno] for k, p in enumerate(per_intent))

    def taken(docno):
        total = sum(p[docno] for p in per_intent)
        for k, p in enumerate(per_intent):
            seats[k] += p[docno] / total if total else 0

    return greedy(candidates, count, value, taken)


def all_runs(random, topics, count):
    """{run: [ranking of docnos for each topic]}."""
    index = Index(topics)
    runs = {}
    for topic in topics:
        intents = topic["intents"]
        short = {topic["query"]: 1.0}
        long = {**dict.fromkeys(words(intents[0]["question"]), 0.3), **short}
        plain = index.bm25(short)
        fed_back = index.bm25(index.expanded(short, best(plain, 3)))
        rankings = {
            "bm25": best(plain, count),
            "bm25-k3b0": best(index.bm25(short, k1=3.0, b=0.0), count),
            "bm25-desc": best(index.bm25(long), count),
            "feedback": best(fed_back, count),
            "mmr-03": mmr(index, plain, 0.3, count),
            "mmr-07": mmr(index, plain, 0.7, count),
            "mmr-feedback": mmr(index, fed_back, 0.5, count),
            "xquad-05": xquad(index, plain, intents, 0.5, count),
            "xquad-09": xquad(index, plain, intents, 0.9, count),
            "pm2": pm2(index, plain, intents, 0.5, count),
            "noisy": best({d: s * (20 + random.below(180)) for d, s in sorted(plain.items())}, count),
            "random": random.sample(sorted(plain), count),
        }
        for name, ranking in rankings.items():
            runs.setdefault(name, []).append(ranking)
    return runs
