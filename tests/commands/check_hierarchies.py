#!/usr/bin/env python3
"""check_hierarchies.py QRELS HIERARCHIES: what must hold of every hierarchy, whatever made it.

In every layer the weights add up to 1, and every relevant document lies once under each intent it is relevant to
(dendrograms of whole topics: once). All leaves lie in the last layer. A node's weight is the sum of its children's and
its documents are theirs; a dummy has one child and all it holds. Prints what was checked, or the faults and exit code 1.
"""
import collections
import json
import math
import sys


def relevant_documents(path):
    relevant = collections.defaultdict(lambda: collections.defaultdict(set))
    for line in open(path, encoding="utf-8"):
        topic, intent, docno, grade = line.split()
        if int(grade) > 0:
            relevant[topic][intent].add(docno)
    return relevant


def faults_of(hierarchy, intents):
    nodes, last = hierarchy["nodes"], hierarchy["layers"]
    everything = set().union(*intents.values())
    if any(node["intent"] == "*" for node in nodes):
        intents = {"*": everything}
    children = collections.defaultdict(list)
    layers = collections.defaultdict(list)
    by_id = {node["id"]: node for node in nodes}
    for node in nodes:
        layers[node["layer"]].append(node)
        if node["parent"] is not None:
            children[node["parent"]].append(node)
            if by_id[node["parent"]]["layer"] != node["layer"] - 1:
                yield f"node {node['id']} is not one layer below its parent"
        elif node["layer"] != 1:
            yield f"node {node['id']} has no parent, but lies in layer {node['layer']}"
    if sorted(layers) != list(range(1, last + 1)):
        yield f"the layers are {sorted(layers)}, not 1 to {last}"
    for number, layer in layers.items():
        total = math.fsum(node["weight"] for node in layer)
        if abs(total - 1) > 1e-12:
            yield f"the weights of layer {number} add up to {total}"
        found = collections.Counter((node["intent"], docno) for node in layer for docno in node["docs"])
        wanted = {(intent, docno) for intent, docnos in intents.items() for docno in docnos if any(node["intent"] == intent for node in layer)}
        if any(times != 1 for times in found.values()):
            yield f"layer {number} has a document twice under one intent"
        if not wanted <= set(found):
            yield f"layer {number} lacks {sorted(wanted - set(found))[:3]}"
        if {docno for _, docno in found} != everything:
            yield f"layer {number} holds other documents than the relevant ones"
        if any(intent in intents and (intent, docno) not in wanted for intent, docno in found):
            yield f"layer {number} has a document under an intent it is not relevant to"
    for node in nodes:
        below = children[node["id"]]
        if not below:
            if node["layer"] != last:
                yield f"node {node['id']} is a leaf in layer {node['layer']}"
            continue
        if abs(math.fsum(child["weight"] for child in below) - node["weight"]) > 1e-12:
            yield f"the weight of node {node['id']} is not the sum of its children's"
        if set(node["docs"]) != set().union(*(child["docs"] for child in below)):
            yield f"node {node['id']} has other documents than its children"
        if node["dummy"] and len(below) != 1:
            yield f"dummy {node['id']} has {len(below)} children"


def main():
    relevant = relevant_documents(sys.argv[1])
    hierarchies = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
    faults = [f"topic {h['topic']}: {fault}" for h in hierarchies for fault in faults_of(h, relevant[h["topic"]])]
    if sorted(h["topic"] for h in hierarchies) != sorted(t for t in relevant if relevant[t]):
        faults.append("the topics are not those with relevant documents")
    print("\n".join(faults[:20]) or f"{len(hierarchies)} topics, {sum(len(h['nodes']) for h in hierarchies)} nodes: good")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
