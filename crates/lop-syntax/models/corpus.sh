#!/bin/sh
# Makes the corpus of a language for `lop train collect`, from what is installed:
#
#     corpus.sh LANGUAGE FOLDER [COUNT]
#
# COUNT is how many random programs there are, for C, C++ and SMT-LIB, and how many files at most for the others. The
# checker has the last word about what is valid, so a corpus may hold files that are not.
set -eu
language=$1 folder=$2 count=${3:-160}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
cd "$folder"

# Random programs as csmith makes them, small, middle and large: every fourth with all its headers, the others with the
# few lines of csmith.h beside this script.
random_programs() { # OPTIONS COMPILER SUFFIX
    for seed in $(seq 1 "$count"); do
        size=$((seed % 3)) math=--no-safe-math headers=$here
        if [ $((seed % 4)) = 0 ]; then
            math=--safe-math headers=/usr/include/csmith
        fi
        csmith --seed "$seed" $1 $math --max-funcs $((2 + 3 * size)) --max-block-depth $((2 + size)) |
            $2 -E -P -w -I"$headers" - >"$seed.$3"
    done
    rm -f platform.info
}

# Copies files whose paths it reads: as many as wanted, spread over all.
copied() { # SUFFIX
    sort >paths
    step=$(($(wc -l <paths) / count + 1)) number=0
    awk "NR % $step == 0" paths | while read -r path; do
        number=$((number + 1))
        cp "$path" "$number.$1"
    done
    rm paths
}

case $language in
c) random_programs "" "gcc -xc" c ;;
cpp) random_programs "--lang-cpp --cpp11" "g++ -xc++" cpp ;;
go) # Packages of one file, of the library and the tools.
    find "$(go env GOROOT)/src/" -name '*.go' ! -name '*_test.go' ! -path '*/testdata/*' ! -path '*/vendor/*' \
        -size +1k -size -60k | awk -F/ '{ name = $NF; sub("/[^/]*$", ""); files[$0]++; last[$0] = name }
            END { for (folder in files) if (files[folder] == 1) print folder "/" last[folder] }' | copied go
    ;;
java) # The library's classes, in a package of their own.
    sources=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")/lib/src.zip
    unzip -q -o -d unpacked "$sources" 'java.base/java/util/*' 'java.base/java/text/*' 'java.base/java/time/*' \
        'java.base/java/io/*' 'java.base/java/net/*' 'java.desktop/javax/swing/*.java'
    find unpacked -name '*.java' -size +1k -size -60k ! -name 'package-info.java' | sort >paths
    step=$(($(wc -l <paths) / count + 1))
    awk "NR % $step == 0" paths | while read -r path; do
        sed -E 's/^package ([a-z.]*);/package corpus; import \1.*;/' "$path" >"$(basename "$path")"
    done
    rm -r unpacked paths
    ;;
javascript) # What npm is made of.
    find "$(npm root -g)/npm" -name '*.js' -size +1k -size -40k | copied js
    ;;
typescript) # Packages that come with their sources.
    mkdir -p packages
    (cd packages && npm install --silent --no-audit --no-fund rxjs@7 immer@10 redux@5 zod@3 type-fest@4 effect@3)
    find packages -path '*/src/*' -name '*.ts' ! -name '*.d.ts' -size +1k -size -40k | copied ts
    rm -r packages
    ;;
python) # The library.
    find "$(python3 -c 'import os; print(os.path.dirname(os.__file__))')" -name '*.py' -size +2k -size -40k \
        ! -path '*/site-packages/*' ! -path '*/lib2to3/tests/*' ! -path '*/test/bad*' | copied py
    ;;
rust) # Sources of crates that need nothing but the standard library.
    find "${CARGO_HOME:-$HOME/.cargo}/registry/src" -name '*.rs' -size +1k -size -40k ! -name build.rs |
        xargs grep -LE '^ *(pub )?mod [a-z_0-9]+;|crate::|super::super|extern crate|\$crate|^#!\[feature|include!' |
        xargs grep -lE '^(pub )?(fn|struct|enum|trait|impl)' | copied rs
    ;;
json) # Settings, lists and grammars.
    find "$(npm root -g)" "${CARGO_HOME:-$HOME/.cargo}/registry/src" -name '*.json' -size +1k -size -40k | copied json
    ;;
smtlib) python3 "$here/random_smtlib.py" "$count" ;;
*)
    echo "corpus.sh knows no corpus for $language" >&2
    exit 2
    ;;
esac
