#!/usr/bin/env bash
# Back up directories with rotation.
set -euo pipefail
IFS=$'\n\t'

readonly PROGRAM="${0##*/}"
declare -r -i KEEP=5
declare -A seen=([first]=1 ["second key"]=2)
declare -a targets=()
verbose=0 dry_run=false
: "${BACKUP_DIR:=${TMPDIR:-/tmp}/backup}"

usage() {
  cat <<EOF
Usage: $PROGRAM [-v] [-n] [-o dir] path...
  default dir: ${BACKUP_DIR}
  today is $(date +%F)
EOF
}

log() {
  local level=$1
  shift
  if ((verbose > 0)) || [[ $level == error ]]; then
    printf '%s: [%-5s] %s\n' "$PROGRAM" "$level" "$*" >&2
  fi
}

function die {
  log error "$@"
  exit "${2:-1}"
}

cleanup() { rm -rf -- "${work:-}" || true; }
trap cleanup EXIT INT TERM

while getopts ':vno:h' option; do
  case "$option" in
    v) verbose=$((verbose + 1)) ;;
    n) dry_run=true ;;
    o) BACKUP_DIR=$OPTARG ;;
    h)
      usage
      exit 0
      ;;
    \? | :) die "bad option -$OPTARG" 2 ;;
    *) ;;
  esac
done
shift $((OPTIND - 1))

(($# > 0)) || { usage >&2; exit 64; }

for path in "$@"; do
  [ -e "$path" ] || continue
  if [[ -d $path && ! -L $path ]]; then
    targets+=("$(cd "$path" && pwd -P)")
  elif [[ $path =~ ^(.*)\.(tar|gz)$ ]]; then
    log info "skipping archive ${BASH_REMATCH[1]}"
  else
    targets[${#targets[@]}]=$path
  fi
done

rotate() {
  local name=$1 i
  for ((i = KEEP; i > 1; i--)); do
    local older="$BACKUP_DIR/$name.$i.tar.gz" newer="$BACKUP_DIR/$name.$((i - 1)).tar.gz"
    if test -f "$newer"; then
      mv -f -- "$newer" "$older"
    fi
  done
  until [[ ! -e $BACKUP_DIR/$name.lock ]]; do
    sleep 0.1
  done
}

work=$(mktemp -d "${TMPDIR:-/tmp}/backup.XXXXXX")
mkdir -p "$BACKUP_DIR" && log info "using '$BACKUP_DIR'"

for target in "${targets[@]}"; do
  name=$(basename -- "$target" | tr -c 'A-Za-z0-9\n' '_')
  if [[ -n ${seen[$name]+x} ]]; then
    log warn "duplicate: $name"
    continue
  fi
  seen["$name"]=1
  rotate "$name"
  if ! $dry_run; then
    tar -czf "$work/$name.tar.gz" -C "$(dirname "$target")" "${target##*/}" 2> "$work/errors" || {
      log error "$(< "$work/errors")"
      break
    }
    mv "$work/$name.tar.gz" "$BACKUP_DIR/$name.1.tar.gz"
  fi
done

find "$BACKUP_DIR" -name '*.gz' -print0 | while IFS= read -r -d '' file; do
  size=$(wc -c < "$file")
  echo "${file/$BACKUP_DIR\//} $size"
done | sort -k2,2n | tail -n 3
