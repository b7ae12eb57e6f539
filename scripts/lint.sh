#!/bin/sh
# Checks style and types, or repairs what can be repaired: lint.sh check|fix
set -eu
cd "$(dirname "$0")/.."
mode=${1:-check}

sources=""
for folder in src tests bench docs examples scripts; do
  [ ! -d "$folder" ] || sources="$sources $folder"
done
native_files() {
  find native -type f \( -name '*.h' -o -name '*.cc' -o -name '*.cu' -o -name '*.cuh' \) -print0
}
failed=0
# Runs all checks before it fails: one run shows everything that is to be done.
step() {
  echo "· $1"
  shift
  "$@" || failed=1
}
clang_format() { native_files | xargs -0 -r clang-format "$@"; }
# clang-format shows every place; the names of the files are enough, `make format` does the rest.
unformatted() {
  found=$(clang_format --dry-run 2>&1 | sed -n 's/^\([^: ]*\):[0-9].*/\1/p' | sort -u)
  [ -z "$found" ] || { echo "would be reformatted:" $found; return 1; }
}

# shellcheck disable=SC2086  # lists of words are meant
case $mode in
  fix)
    python scripts/make_stubs.py
    python scripts/folder_readmes.py
    ruff check --quiet --fix $sources || true
    ruff format --quiet $sources
    clang_format -i
    ;;
  check)
    step "ruff check" ruff check --quiet --output-format concise $sources
    step "ruff format" ruff format --check --output-format concise $sources
    step "type stubs" python scripts/make_stubs.py --check
    step "mypy" mypy src/headrace scripts docs
    [ ! -d native ] || step "clang-format" unformatted
    ;;
  *) echo "lint.sh: unknown mode '$mode' (check, fix)" >&2; exit 2 ;;
esac
exit $failed
