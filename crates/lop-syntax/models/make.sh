#!/bin/sh
# Makes the model of a language, from the corpus to the file beside this script: make.sh LANGUAGE FOLDER QUESTIONS
#
# FOLDER keeps corpus and data; the same command with more QUESTIONS goes on from there.
set -eu
language=$1 folder=$2 questions=$3
here=$(cd "$(dirname "$0")" && pwd)
[ -d "$folder/corpus/$language" ] || "$here/corpus.sh" "$language" "$folder/corpus/$language"
lop train collect --language "$language" --questions "$questions" -o "$folder/$language.data" "$folder/corpus/$language"
lop train fit "$folder/$language.data" -o "$here/$language.model"
