#!/bin/sh
# unseen.sh SOURCES OUT
#
# Makes the collections of docs/validity.md on which recipes 2 and 3 were run once, and OUT/collections.txt, a line NAME LANGUAGE for
# each. SOURCES has
#   CoarseWSD-20/           data/CoarseWSD-20 of danlou/bert-disambiguation
#   clustrec_covid.jsonl    Benchmarks/CLUSTREC COVID of katzurik/Knowledge_Navigator
#   apis.md, cpp.md, go.md, rust.md, selfhosted.md, mac.md, mac-ja.md   README.md of public-apis/public-apis, fffaraz/awesome-cpp,
#     avelino/awesome-go, rust-unofficial/awesome-rust, awesome-selfhosted/awesome-selfhosted, jaywcjlove/awesome-mac; README-ja.md of the last
#   java.md, ruby.md, sysadmin.md   README_SOURCE.md of akullpp/awesome-java, README.md of markets/awesome-ruby and awesome-foss/awesome-sysadmin
#   bbc/                    dataset/data_files of suraj-deshmukh/BBC-Dataset-News-Classification
#   banking77.csv           banking_data/test.csv of PolyAI-LDN/task-specific-datasets
#   covidq.csv              final_master_dataset.csv of JerryWeiAI/COVID-Q
#   hwu64.txt, hwu64_label.txt      Datasets/HWU64/test/seq.in and label of jianguoz/Few-Shot-Intent-Detection
# and, of those whose labels alone were read,
#   nodejs.md, docker.md, php.md, python.md, ml.md, vue.md   readme.md of sindresorhus/awesome-nodejs; README.md of veggiemonk/awesome-docker,
#     ziadoz/awesome-php, vinta/awesome-python, josephmisiti/awesome-machine-learning, vuejs/awesome-vue
#   snips.txt, snips_label.txt, atis.txt, atis_label.txt   as hwu64, of SNIPS and ATIS
#   elixir.md, dotnet.md   README.md of h4cc/awesome-elixir, quozd/awesome-dotnet
#   sofmattress.csv         train/sofmattress_train.csv and test/sofmattress_test.csv of dataset/v2 of hellohaptik/HINT3, one below the other
#   articles.csv            UniqueArticles.csv of knkcse/News-Classification
#   ios.md, shell.md        README.md of vsouza/awesome-ios, alebcay/awesome-shell
#   curekart.csv            train/curekart_train.csv and test/curekart_test.csv of dataset/v2 of hellohaptik/HINT3, one below the other
#   react.md                README.md of enaqx/awesome-react
#   powerplay11.csv         as curekart.csv, of powerplay11
#   trecq.csv               a line "text,class" and data/train_5500.label of architrathore/QueClassifier in UTF-8: what is behind
#                           the first blank of each line, and what is before it
#   agnews.csv              a line "class,title,text" and data/ag_news_csv/test.csv of mhjabreel/CharCnn_Keras
#   security.md, datascience.md   README.md of sbilly/awesome-security, academic/awesome-datascience
#   nlu.csv                 a line "text,class" and the sentences of AskUbuntuCorpus.json, WebApplicationsCorpus.json and ChatbotCorpus.json of
#                           sebischair/NLU-Evaluation-Corpora, with the name of the corpus and the intent, if there is one
#   inshorts.csv            a line "text,class" and the different articles of inshort_news_data-1.csv and 3 to 7 of
#                           Programmer-RD/News-Classification-Predictions that have one category
#   microservices.md, bigdata.md, react-native.md, haskell.md   README.md of mfornos/awesome-microservices, onurakpolat/awesome-bigdata,
#                           jondot/awesome-react-native, krispo/awesome-haskell
#   android.md, freefordev.md, cliapps.md, flutter.md   README.md of JStumpp/awesome-android, ripienaar/free-for-dev, Solido/awesome-flutter,
#                           readme.md of agarrharr/awesome-cli-apps
#   games.md, data-engineering.md, iosapps.md, electron.md   README.md of leereilly/games, igorbarinov/awesome-data-engineering,
#                           dkhamsing/open-source-ios-apps (with " - " for ":" behind addresses), readme.md of sindresorhus/awesome-electron
#   design-tools.md, jupyter.md, pentest.md, macapps.md   README.md of goabstract/Awesome-Design-Tools, markusschanta/awesome-jupyter,
#                           enaqx/awesome-pentest, serhii-londar/open-source-mac-os-apps
#   geospatial.md, bioinformatics.md, django.md, javascript.md   README.md of sacridini/Awesome-Geospatial,
#                           danielecook/Awesome-Bioinformatics, wsvincent/awesome-django, sorrycc/awesome-javascript
#   devops.md, iam.md, claude-code.md, terminals.md   README.md of wmariuss/awesome-devops, hesreallyhim/awesome-claude-code,
#                           readme.md of kdeldycke/awesome-iam, k4m4/terminals-are-sexy
. "$(dirname "$0")/collections.sh"

# make NAME LANGUAGE ARGUMENT... : the arguments of develop.py, but for its output
make() {
    echo "$1 $2" >> "$out/collections.txt"
    name=$1
    shift 2
    python3 "$here/develop.py" "$@" -- "$out/$name"
}

make words english natural contexts "$sources/CoarseWSD-20" --count 100
make covid english one-level papers "$sources/clustrec_covid.jsonl" --sizes 6 10 14 20 30
for directory in apis cpp go; do
    make $directory english one-level entries "$sources/$directory.md" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
done
for directory in rust selfhosted mac; do
    make $directory english two-levels entries "$sources/$directory.md" --topics 10
done
make mac-ja none two-levels entries "$sources/mac-ja.md" --topics 10
make java english one-level entries "$sources/java.md" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
make bbc english one-level folders "$sources/bbc" --topics 10 --classes 5 --sizes 6 10 14 20 30
make banking77 english one-level table "$sources/banking77.csv,text,category" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
make covidq english one-level table "$sources/covidq.csv,Question,Question ID" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
make ruby english one-level entries "$sources/ruby.md" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
make sysadmin english one-level entries "$sources/sysadmin.md" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
make hwu64 english one-level lines "$sources/hwu64.txt" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
# On these recipe 3 was run once, and recipe 2 beside it: with dominant subtopics.
make domcovid english --seed 8 dominant papers "$sources/clustrec_covid.jsonl" --topics 40
make dombanking english --seed 8 dominant table "$sources/banking77.csv,text,category" --topics 40
make domcpp english --seed 8 dominant entries "$sources/cpp.md" --topics 40
for directory in nodejs docker php python ml vue elixir dotnet; do
    make $directory english one-level entries "$sources/$directory.md" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
done
make snips english one-level lines "$sources/snips.txt" --topics 10 --classes 7 --sizes 4 6 8 10 12 18
make atis english one-level lines "$sources/atis.txt" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
make sofmattress english one-level table "$sources/sofmattress.csv,sentence,label" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
make articles english one-level table "$sources/articles.csv,news,type" --topics 10 --classes 5 --sizes 6 10 14 20 30
for directory in ios shell; do
    make $directory english one-level entries "$sources/$directory.md" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
done
make curekart english one-level table "$sources/curekart.csv,sentence,label" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
make agnews english one-level table "$sources/agnews.csv,text,class" --topics 10 --classes 4 --sizes 6 10 14 20 30
make react english one-level entries "$sources/react.md" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
make powerplay11 english one-level table "$sources/powerplay11.csv,sentence,label" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
make trecq english one-level table "$sources/trecq.csv,text,class" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
for directory in security datascience microservices bigdata react-native haskell android freefordev cliapps flutter games data-engineering iosapps \
    design-tools jupyter pentest macapps geospatial bioinformatics django javascript devops iam claude-code terminals; do
    make $directory english one-level entries "$sources/$directory.md" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
done
make nlu english one-level table "$sources/nlu.csv,text,class" --topics 10 --classes 9 --sizes 4 6 8 10 12 18
make inshorts english one-level table "$sources/inshorts.csv,text,class" --topics 10 --classes 5 --sizes 6 10 14 20 30
make electron english one-level entries "$sources/electron.md" --topics 6 --classes 5 --sizes 4 6 8 10
