#!/bin/sh
# Fuzzes the native parsers with libFuzzer for a bounded time and prints the lines reached:
# fuzz.sh [target ...]
#
#   SECONDS_EACH=60 sh scripts/fuzz.sh png tar     those two alone, a minute each
#   SEED=7 sh scripts/fuzz.sh                      the same random numbers again
#
# Inputs that found something stay in build/fuzz/findings, with the command that replays them.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
each=${SECONDS_EACH:-20}
seed=${SEED:-0}  # 0: another one each time; libFuzzer prints it
folder=build/fuzz

missing=""
command -v clang++ >/dev/null 2>&1 || missing="$missing clang"
command -v llvm-cov >/dev/null 2>&1 && command -v llvm-profdata >/dev/null 2>&1 || missing="$missing llvm"
printf 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
  clang++ -x c++ -fsanitize=fuzzer - -o /dev/null 2>/dev/null || missing="$missing libclang-rt-dev"
if [ -n "$missing" ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing$missing"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    # Debian's libclang-rt has its version in its name.
    version=$(apt-cache show clang | sed -n 's/^Depends:.*clang-\([0-9]*\).*/\1/p' | head -n 1)
    # shellcheck disable=SC2046,SC2086  # a list of words is meant
    apt-get install -y -qq --no-install-recommends \
      $(echo "$missing" | sed "s/libclang-rt-dev/libclang-rt-$version-dev/") >/dev/null
  else
    echo "The fuzzers need$missing (Debian: apt-get install clang llvm libclang-rt-14-dev)" >&2
    exit 1
  fi
fi

cmake -S native/fuzz -B "$folder" -G Ninja -DCMAKE_CXX_COMPILER=clang++ >/dev/null
cmake --build "$folder"
rm -rf "$folder/seeds"
"$python" -m tests.attack.seeds "$folder/seeds"

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:max_allocation_size_mb=2048
export UBSAN_OPTIONS=print_stacktrace=1
[ $# -gt 0 ] || set -- $(ls native/fuzz | sed -n 's/^fuzz_\(.*\)\.cc$/\1/p')
status=0
for target; do
  mkdir -p "$folder/corpus/$target" "$folder/findings"
  log=$folder/$target.log
  if ! LLVM_PROFILE_FILE=$folder/$target.profraw "$folder/fuzz_$target" -seed="$seed" \
    -max_total_time="$each" -timeout=30 -rss_limit_mb=3000 -max_len=70000 -print_final_stats=1 \
    -artifact_prefix="$folder/findings/$target-" \
    "$folder/corpus/$target" "$folder/seeds/$target" >"$log" 2>&1; then
    status=1
    grep -E "ERROR|SUMMARY|broken|runtime error" "$log" | head -n 3
    echo "  replay: $folder/fuzz_$target $(ls -t "$folder"/findings/"$target"-* | head -n 1)"
  fi
  sed -n 's/^stat::number_of_executed_units: */'"$target"': inputs /p; s/^INFO: Seed: /'"$target"': seed /p' "$log"
done

# What the corpus reaches, all targets together, file by file.
profiles=""
objects=""
for target; do
  corpus="$folder/corpus/$target $folder/seeds/$target"
  # shellcheck disable=SC2086  # two folders
  LLVM_PROFILE_FILE=$folder/$target.profraw "$folder/fuzz_$target" -runs=0 -rss_limit_mb=3000 $corpus \
    >/dev/null 2>&1 || true
  [ -e "$folder/$target.profraw" ] || continue
  profiles="$profiles $folder/$target.profraw"
  objects="$objects -object $folder/fuzz_$target"
done
# shellcheck disable=SC2086  # lists of words
llvm-profdata merge -sparse $profiles -o "$folder/all.profdata"
# shellcheck disable=SC2086
llvm-cov export -summary-only -instr-profile="$folder/all.profdata" $objects \
  -ignore-filename-regex='\.h$|native/fuzz|/usr/' >"$folder/coverage.json"
"$python" - "$folder/coverage.json" <<'END'
import json
import pathlib
import sys

print("lines reached:")
for file in json.loads(pathlib.Path(sys.argv[1]).read_text())["data"][0]["files"]:
    lines = file["summary"]["lines"]
    name = "/".join(pathlib.Path(file["filename"]).parts[-2:])
    print(f"  {name:32} {lines['covered']:5} of {lines['count']:5}  {lines['percent']:5.1f} %")
END
exit $status
