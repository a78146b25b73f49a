#!/bin/bash

# Count words and print a small table.
shopt -s nullglob extglob

empty=()
fruits=(apple "red cherry" banana 'dried fig')
matrix=(
  "1 2 3"
  "4 5 6"
)
total=0
export LC_ALL=C

count_words() {
  local -A counts
  local word line
  while read -r line || [ -n "$line" ]; do
    for word in $line; do
      word=${word,,}
      word=${word//[^a-z]/}
      [[ -z $word ]] && continue
      counts[$word]=$((${counts[$word]:-0} + 1))
    done
  done
  for word in "${!counts[@]}"; do
    printf '%5d %s\n' "${counts[$word]}" "$word"
  done | sort -rn
}

factorial() {
  local n=$1
  if ((n <= 1)); then
    echo 1
    return 0
  fi
  echo $((n * $(factorial $((n - 1)))))
}

is_number() { [[ $1 =~ ^-?[0-9]+$ ]]; }

kind() {
  case $1 in
    '') echo empty ;;
    [0-9]*) echo number ;;
    *.txt | *.md) echo text ;;
    "quoted text") echo quoted ;;
    ?) echo single ;;
    *)
      echo other
      ;;
  esac
}

count_words <<'TEXT'
The cat and the dog; the bird's $HOME is `here`.
And the end.
TEXT

count_words <<< "one two two three"

for row in "${matrix[@]}"; do
  for cell in $row; do
    ((total += cell, total % 2 == 0)) && echo -n "$total "
  done
done
echo

i=0
while [ "$i" -lt 10 ]; do
  i=$((i + 1))
  if [ $i -eq 3 ] || [ $i -eq 5 ]; then continue; fi
  if test $i -gt 7; then
    break
  fi
  let "total = total + i"
done

select_first() { echo "${1:?missing}"; }
first=$(select_first "${fruits[0]}") || exit 1
echo "${#fruits[@]} fruits, first $first, slice ${fruits[*]:1:2}, length ${#first}"
echo "upper ${first^^} cut ${first#a} ${first%e} default ${unset_name:-none} ${empty[*]}"
echo "backtick `echo nested` and $(echo "inner $(echo deep)") cost \$5 \"q\""
echo 'single $no' $'tab\there' {1..5} {a,b}.txt ~ $? $$ $# "$@" $'\n'

for name in apple 12 notes.md x ''; do
  echo "$name: $(kind "$name")"
done

if is_number "$total" && ! is_number abc; then
  echo "total is $total, 5! is $(factorial 5)"
elif [[ $total < 3 || ( -f /etc/hosts && -r /etc/hosts ) ]]; then
  echo "small"
else
  : nothing
fi

diff <(printf '%s\n' "${fruits[@]}") <(printf '%s\n' "${fruits[@]}" | sort) > /dev/null 2>&1 || echo differ
(
  cd / || exit
  pwd
) | cat &
wait
{ echo grouped; echo twice; } >> /dev/null
unset total
exit 0
