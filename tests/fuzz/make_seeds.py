#!/usr/bin/env python3
"""make_seeds.py OUT [FOLDER]: inputs for the fuzz targets to start from, in OUT/TARGET/.

They are made of data/ and, where it is given, of what lies below FOLDER: collections (*.FORMAT, *.FORMAT.gz) and the
cases of html5lib (*.test, *.dat). Large files are cut. Each target of a collection format begins with its own example, too, and
those of judgments and runs with what the unit tests of the formats read.
"""
import gzip
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zlib

LIMIT = 1 << 14
source = pathlib.Path(__file__).parents[2]
data = source / "data"
formats = re.search(r"set\(SUBINTENT_COLLECTION_FORMATS ([^)]*)\)", (source / "CMakeLists.txt").read_text())[1].split()
out = pathlib.Path(sys.argv[1])
shared = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else data


def save(targets, content):
    content = content if isinstance(content, bytes) else content.encode()
    for target in targets.split():
        folder = out / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{len(list(folder.iterdir())):04}").write_bytes(content[:LIMIT])


def texts_of_formats(kind):
    """The literals of the unit test that reads every format, of "QrelsFormats" or "RunFormats"."""
    tests = (source / "tests/core/collection/formats_test.cpp").read_text(encoding="utf-8")
    body = re.search(rf"^TEST\({kind}, AreReadAsThoseOfTrec\).*?^}}", tests, re.M | re.S)[0]
    text, end = b"", 0
    for literal in re.finditer(r'R"\((.*?)\)"|"((?:[^"\\]|\\.)*)"', body, re.S):
        if text and body[end:literal.start()].strip():  # else the two are one
            yield text
            text = b""
        raw, plain = literal.groups()
        text += plain.encode().decode("unicode_escape").encode("latin-1") if raw is None else raw.encode()
        end = literal.end()
    yield text


def decompressed(path):
    """As much of a file as can be read."""
    if path.suffix != ".gz":
        return path.read_bytes()
    content = b""
    try:
        with gzip.open(path) as file:
            while part := file.read(1 << 16):
                content += part
    except (OSError, EOFError):
        pass
    return content


def save_collection(target, content):
    for start in range(0, min(len(content), 200 * LIMIT), LIMIT):
        save(target, content[start:start + LIMIT])
    save("compressed", content)
    save("compressed", gzip.compress(content[:2000]) + gzip.compress(content[2000:4000]))
    save("compressed", zstd(content[:4000]))
    save_with_dictionary(content)


def zstd(content, *arguments):
    return subprocess.run(["zstd", "-qc", *arguments], input=content, stdout=subprocess.PIPE, check=True).stdout


def save_with_dictionary(content):
    """Frames behind the dictionary that they need, as it is and compressed."""
    pieces = [content[i:i + 200] for i in range(0, 20000, 200)]
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, str(i)) for i in range(len(pieces))]
        for path, piece in zip(paths, pieces):
            path.write_bytes(piece)
        dictionary = pathlib.Path(folder, "dictionary")
        trained = subprocess.run(["zstd", "-q", "--train", *paths, "--maxdict=1000", "-o", dictionary], stderr=subprocess.DEVNULL)
        if trained.returncode != 0:
            return  # too little to learn from
        frames = b"".join(zstd(piece, "-D", dictionary) for piece in pieces[:5])
        for stored in dictionary.read_bytes(), zstd(dictionary.read_bytes()):
            save("compressed", b"\x5d\x2a\x4d\x18" + struct.pack("<I", len(stored)) + stored + frames)


def save_page(page):
    save("html words", page)
    raw = zlib.compressobj(wbits=-15)
    part = page[:2000]
    for kind, coded in enumerate((gzip.compress(part), raw.compress(part) + raw.flush(), part, zstd(part))):
        save("content_coding", bytes([kind]) + coded)
    for encoding in 0, 17, 30, 33, 35, 38:
        save("charset", bytes([encoding]) + page[:2000])


for name in "probabilities qrels topics".split():
    for path in data.glob(f"{name}*.*"):
        save(name, path.read_bytes())
for path in (data / "runs").iterdir():
    save("run", path.read_bytes())
for target, kind in (("qrels", "QrelsFormats"), ("run", "RunFormats")):
    for text in texts_of_formats(kind):
        save(target, text)
save("qrels", "docno,qid,label,iteration,subtopic_id\n#1,\"#t \"\"\",1,0,2\n")
head = "# ir_metadata.start\n# tag: t\n# actor:\n#   team: \"x\"\n# - a\n# ir_metadata.end\n"
save("qrels", '{"id":"1","docid":"a","rating":[0,3,null]}\n{"id":2,"docid":"b\\n","rating":[5]}\n')
save("qrels", '{"1":[{"docno":"a","label":"yes"}],"2":{"i":["a","b"]}}')
save("qrels", '"topic" "docno" "label"\n"1" "1" "a" "Not Relevant"\n')
save("run", '{"topic_id":"1","run_id":"r","answer":"x [1-2] \u30103\u3011","references":["a","b","c"]}\n')
save("run", head + "1\td1\t1\n1\td2\t2\n2\td1\t1\n")
save("scores", "run\ttopic\tmeasure\tvalue\na\t1\tP@5\t0.5\na\tall\tP@5\t0.5\n")
save("scores", "runid,topic,ERR-IA@5\na,1,0.5\na,amean,0.5\n")
save("scores", "topic,a,\"b, c\"\n1,0.5,1\n2,0,1e-3\nmean,.25,1\n")
save("scores", ",topic,a\n0,1,0.5\n")
save("scores", "run\ttopic\tmeasure\tvalue\n\"\"\"a \"\t1\tP@5\t0.5\n a \tAverage\tP@5\t0.5\n")
save("scores", '[\n {"run": "a", "topic": "1", "scores": {"AP": 0.5}},\n {"run": "a", "topic": "all", "scores": {"AP": 0.5}}\n]\n')
save("scores", "name,qid,measure,value\nbm25,1,map,0.5\n")
save("scores", '{"topic_id":1,"run_id":"a","sentences":[{"citations":[{"support":"2"},{"support":-1}]}]}\n')
save("scores", '{"qid":"1","run_id":"a","criteria":[{"weight":-2.5,"verdict":"Partially Satisfied"},{"weight":1,"verdict":"satisfied"}]}\n')
save("scores", "map  \t1\t0.5\nmap  \tall\t0.5\nrunid\tall\tx\n")
save("scores", "1\tAP@5\t0.5\nall\tAP@5\t0.5\n")
save("scores", "a 1 AP@5 0.5\nb 1 AP@5 0.5\n")
save("scores", '{"query_id": "1", "measure": "AP", "value": 0.5}\n{"query_id": "all", "measure": "AP", "value": 0.5}\n')
save("scores", " 1 AP= 0.5\n1 SUMp= 1 IA-Q@0010= .5\n1 # syslen=1\n")
save("scores", '"topic" "mine"\n"1" "1" 0,5\n')
save("scores", "run   topic    RR\na     1     0.5000\n\n\u2022 the best mean of a measure\n")
save("scores", '{"a": {"1": {"AP": 0.5}}, "b": {"1": {"AP": 1}}}')
save("scores", '{"a": {"1": 0.5, "2": 1}, "b": {"1": 1}}')
save("dense_lines", '{"docid": "a", "contents": "", "vector": [1, -2.5e-3]}\n{"id": "b", "vector": [0, 1]}\n')
for names in ("ERR-IA@20,alpha-nDCG(alpha=0.5)@10", "D#-nDCG@5,P+Q(gamma=0.1)@3,AP-IA", "map,ndcg_cut.5"):
    save("measures", names)
save("dendrograms", '{"topic":"1","intent":"2","docs":["a","b","c"],"merges":[[0,1,0.5,2],[2,3,0.25,3]]}\n')
save("hierarchies", '{"topic":"1","layers":2,"nodes":[{"id":0,"parent":null,"layer":1,"intent":"1","weight":1,"similarity":0.5,"dummy":false,'
                    '"docs":["a","b"]},{"id":1,"parent":0,"layer":2,"intent":"1","weight":1,"similarity":null,"dummy":true,"docs":["a","b"]}]}\n')
for path in sorted((data / "nuggets").glob("*.jsonl")):
    save("nuggets", path.read_bytes())
save("nuggets", '{"qid":1,"nuggets":[{"text":"a","importance":"vital","mapped_sub_narrative":"\\"W\\""}]}\n{"qid":"1","docid":"d","nuggets":[{"text":"a","assignment":"support"}]}\n')
save("nuggets", '{"qid":"1","docid":"d","nuggets":[{"text":"a","claims":[{"text":"b","assignment":"support"},{"text":"c","assignment":"not_support"}]}]}\n'
     '{"qid":"1","nuggets":[{"text":"a","mapped_sub_narrative":"S","claims":[{"text":"b"},{"text":"c"}]}]}\n')
save("features", "item\tfeatures\ni1\t10\tFilm noir\n# c\ni2\ni1\t11\n")
save("features", "docno feature\ni1 10 11\ni2 11\n")
save("nuggets", '[{"id":"q-a1","weight":3,"aspect":"t","supporting_docs":["a"]}]')
save("topics", "1 1 Who pays?\n1\t2\tWhen\n")
save("topics", "7\tcats and dogs\n8\tcars\n")
save("topics", 'qid,query,description\n7,"cats, ""dogs""",pets\n8,cars,\n')
save("topics", '{"topic_id": 7, "query": "cats"}\n{"topic_id": "8", "query": "cars", "description": "d"}\n')
save("topics", '{"7": "cats", "8": "cars"}')
save("small_files", "1\t3\n2 4.0\n")
save("small_files", "1 pets cat\n1 pets dog\n1 all pets\n")
save("small_files", "#documents\t3\ncat\t2\ndog\t1\n")
save("small_files", "d1\t00000000000000ff\nd2\tff00000000000000\n")
save("small_files", "d1\nd2\n")
save("small_files", "tokenize=\ncluster=--linkage average\ntopic=--delta mean\nintent=\n")
save("nuggets", '{"metadata":{"topic_id":"1"},"nugget_bank":[{"question":"Q","aggregator_type":"AND","answers":[{"answer":"A","references":["a"]}]}]}\n')
save("nuggets", '{"query_id":4,"items":[{"question_text":"Q","info":{"importance":2},"gold_answers":["A",{"answer":"B","citations":["a"]}]}]}')
save("nuggets", '[{"query_id":"9","nuggets":[{"_id":"9_0","text":"n","relevant_corpus_ids":["a"],"non_relevant_corpus_ids":["b"]}]}]')
save("nuggets", '{"query_to_nuggets":{"9":["9_0","9_1"]},"nuggets":{"9_0":"n"},"qrels_nuggets":{"9_0":{"a":1,"b":0}}}')
save("nuggets", '{"Who?":["AND",{"She":["a"],"He":["b"]}],"When?":["OR",{"Then":[]}]}')
save("nuggets", '{"nugget_list":[["Who?",{"She":["a"]}]],"group_assignment":{"Who?":"g"}}')
for table in ("model,question_id,nugget_text,covered,importance\nx,1,a,1,3\n", "topic;run;criterion;verdict;weight\n1;r;a;yes;0,5\n"):
    save("nuggets", table)
for rubric in ('{"qid":"1","run_id":"r","criteria":[{"text":"a","weight":2,"axis":"x","tier":"optional","verdict":"satisfied"},{"text":"b","weight":-1,"verdict":"failed"}]}',
               '{"qid":"1","rubrics":[{"criterion":"a","weight":2,"axis":"x"},{"criterion":"b","weight":1}]}\n{"qid":"1","docid":"d","criteria":[{"text":"b","weight":1,"verdict":"Partially Satisfied"}]}',
               '{"idx":1,"content":{"rubric":{"x":["a","b"]}}}\n{"idx":1,"model":"m","result":{"scores":{"x":{"a":{"score":1},"b":{"score":-1}}}}}',
               '{"sample_id":"1","rubric_title":"a","weight":1.5,"verdict":"Satisfied","model":"m"}'):
    save("nuggets", rubric)
save("qrels", '{"_source":{"judgmentRatings":[{"query":"a b","ratings":[{"docId":"d","rating":"1.000"},{"docId":2,"rating":0}]}]}}')
save("preferences", '{"qid":"1","pair":["x","y"],"assistant_a_run_id":"y","judge_verdict":"A","preferred_run_id":"y","status":"completed","model":"m"}')
save("slices", "1\tdomain\tSTEM\n2\tdomain\tLaw\n2\tdomain\tSTEM\n")
save("slices", "qid\tdomain\tlong\n1\tSTEM\tyes\n2\t\tno\n")
save("slices", '{"qid":1,"domain":"STEM","tags":["a","b"],"long":true}\n{"qid":2,"domain":"STEM","tags":["a"],"long":true}\n')
save("profile", "1 Q0 shard_1_1 1 2 r\n1 Q0 shard_1_1 1 3 s\n")
save("profile", '{"metadata":{"team_id":"t","narrative_id":"1","narrative":"x","run_id":"r","run_desc":"d"},"references":["shard_1_1"],"answer":[{"text":"a\\u3000b","citations":[0,"shard_1_1",2]}]}\n')
save("profile", "format run\nranks dense\ncolumns 6\ndocno a#\n")
save("duplicates", "group\tdocno\na\ta\na\tb\nc\tc\nc\td\n")
save("duplicates", "a\tb\t2\nb\tc\t0\n")
for attribute in "language", "length":
    files = [(data / "groups" / f"{attribute}.{kind}").read_text()[:2000].rpartition("\n")[0] for kind in ("txt", "targets.txt")]
    save("groups", "\n=\n".join(files))
save("groups", "1 d 0.5 0.5\n1 e 1 0\n=\n0.25\n0.75\n")
save("groups", "1 d 0.333333 0.333333 0.333333\n2 d 0 1 0\n")
save("groups", "1 d a/b 1\n1 e a/c .5\n1 e d 0.5\n=\n* a/b 0.5\n* a/c 0.5\n1 d 1\n")
save("intent_scores", "01 1 a 2\n1 1 b -1.5e3\n2 x a .5\n")
save("intent_scores", '0{"1": {"1": {"a": 2, "b\\u00e9": -1.5e3}}, "2-x": {"a": 0.5}}')
save("intent_scores", "0qid,docno,score\n1-1,a,2\n1-1,\"b \"\"c\"\"\",.5\n")
save("intent_scores", "1" + "1\ta\t1\n1\tb\t2\n")
save("intent_scores", "020-5 Q0 a 1 2.5 t\n20:x Q0 b 2 1\n")
save("intent_scores", "120 Q0 a 1 2.5 t\n# b\n20 Q0 b 2 1 t\n")
save("preferences", "1\ta\tb\tp1\t<\n1\tb\ta\tp2\t=\n")
save("preferences", '{"question_id":81,"model_a":"x","model_b":"y","winner":"tie (bothbad)","judge":"gpt","turn":1}\n')
save("preferences", "topic\trun1\trun2\tparticipant\tpreference\tleft\tseconds\tquestion\ttime\trepeat\n"
     "15\tbm25\tmmr\tp01\t<\tmmr\t31.4\tq1\t2026-11-22T10:00:00Z\t0\n15\tmmr\tbm25\tp01\t>\t\t\tq1\t\t1\n")
for battle in ('"model_1":"x","model_2":"y","g1_winner":"error","g2_winner":"model_1","judge":["gpt","pair-v2"]',
               '"model_a":"x","model_b":"y","win_1":"model_a","win_2":"tie"', '"model":"y","games":[{"score":"A>>B"},{"score":null}]'):
    save("preferences", f'{{"question_id":"1",{battle}}}\n')
save("preferences", '{"qid":"1","pair":["x","y"],"judge_verdict":"A","preferred_run_id":"x","status":"completed"}\n'
     '{"qid":"2","pair":["y","x"],"judge_verdict":null,"preferred_run_id":null,"status":"failed"}\n')
save("preferences", "task_id,participant,winner,loser,vote\n1,p,x,y,\n2,p,,,A>B\n")
save("preferences", "model_a,model_b,winner_model_a,winner_model_b,winner_tie,prompt\nx,y,1,0,0,q\n")
save("list_pairs", "topic\trun1\trun2\tpool\n1\ta\tb\trandom\n2\tb\ta\tnear:P@5\n")
save("labels", "1\t2\tA label\n1\tgroup\tcaf\u00e9\n")
save("texts", "d1\tA title\thttp://example.org/\tThe first words\nd2\t\t\tcaf\u00e9\r\n\n")
task = '{"id":"%s","session":1,"item":1,"swapped":%s,"repeat":%s}'
head = '{"study":"s","version":1,"kind":"%s","title":"","instructions":"","questions":[%s],"cutoff":2,"relevant_only":true,"seed":1}\n' \
       '{"document":"d1","title":"","url":"","excerpt":""}\n{"topic":"1","query":"","description":""%s}\n'
participant = '{"participant":"p1","token":"AAAAAAAAAAAAAAAAAAAAAA","tasks":[%s]}\n'
save("study", head % ("preferences", '"?"', "") + '{"list":"a","of":"1","documents":["d1"]}\n{"list":"b","of":"1","documents":[]}\n'
     '{"pair":["a","b"],"of":"1","pool":"random"}\n' + participant % (task % ("t1", "false", "false") + "," + task % ("t2", "true", "true")))
save("study", head % ("intents", "", ',"cards":[{"intent":"1","label":"","terms":["a"],"documents":["d1"]},{"intent":"2","label":"",'
                      '"terms":[],"documents":[]}]') + participant % '{"id":"t1","session":1,"item":1}')
answer = '"id":"a","task":"t2",%s"revision":2,"value":%s,"seconds":1.5,"time":"2026-11-22T10:00:00.000Z","comment":"\\"\\u00e9"}'
for number, question, values in ((1, '"question":"q1",', ('"left"', "null")),
                                 (2, "", ('{"groups":[{"name":"x","cards":["c2","c1"]}],"labels":{"c1":"L"},"done":true}', "null"))):
    for value in values:
        save("answers", '{"events":[{' + answer % (question, value) + "]}")
        save("answers", f'{{"study":"study-{number}","participant":"p1","received":"2026-11-22T10:00:01Z",' + answer % (question, value) + "\n")
for method, path, more in (("GET", "/?a", ""), ("POST", "/answers", "http://localhost:80\nsame-origin\napplication/json"), ("HEAD", "", "")):
    save("site", f"{method}\n/AAAAAAAAAAAAAAAAAAAAAA{path}\nlocalhost:80\n{more}")
header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }".ljust(117) + "\n"
save("npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + header.encode() + struct.pack("<6f", 1, 0, 0, 1, 1, 1))
save("vectors", '{"id": "a", "vector": {"b": 1, "caf\\u00e9": 2.5e-3}}\n{"id": "b", "vector": {}}\n')
save("jsonl", '[\n{"_id":"a","title":"T","text":"w"},\n{"id":7,"contents":["v",{"content":"w"}]}]\n')
save("jsonl", '{\n "docid": "a#1",\n "segment": "<p>w</p>"\n}\n{"pid":1,"passage":"\\ud83d\\ude00"}\n')
save("csv", 'docno,title,text\r\na,"T, ""U""","two\nlines"\r\n')
save("tsv", "docid\ttext\na\tcaf\u00e9\nb\t<html><body>w</body></html>\n")
save("tsv", "a\tw\nb\t\n")
save("text", "# Heading\n\nWords, *more* words.\n")
save("text", "<!DOCTYPE html><title>T</title><noframes>v</noframes><p>w")
save("trec", '<?xml version="1.0"?>\n<docs>\n<DOC id="a" type="story">\n<HEADLINE>T</HEADLINE>\n<TEXT><P>w</P></TEXT>\n</DOC>\n</docs>\n')
save("trec", "<DOC>\n<DOCNO> b </DOCNO>\n<TEXT>\nw\n</TEXT>\n</DOC>\n")
for path in sorted((data / "pages").iterdir()):
    save_page(path.read_bytes())
for path in sorted(shared.rglob("*")):
    suffix = path.name.removesuffix(".gz").rpartition(".")[2]
    if suffix in formats and path.is_file():
        save_collection(suffix, decompressed(path)[:1 << 20])
    elif path.suffix == ".dat":
        for case in path.read_bytes().split(b"#data\n"):
            save("html charset", b"&" + case.split(b"\n#encoding")[0])
    elif path.suffix == ".test":
        for case in json.loads(path.read_text()).get("tests", []):
            save("html words", case["input"].encode(errors="replace"))
