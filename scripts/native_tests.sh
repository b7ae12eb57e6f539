#!/bin/sh
# Builds the C++ tests, plain or under a sanitizer, and runs them: native_tests.sh plain|address|thread
#
# HEADRACE_MUTANTS says how many damaged files each image decoder meets; without it they are few.
set -eu
cd "$(dirname "$0")/.."
kind=${1:?plain, address or thread}

configure() {  # folder, build type, sanitizer
  cmake -S . -B "$1" -G Ninja -DCMAKE_BUILD_TYPE="$2" \
    -DHEADRACE_PYTHON=OFF -DHEADRACE_TESTS=ON -DHEADRACE_SANITIZE="$3" >/dev/null
  cmake --build "$1" --target headrace_native_tests
}
case $kind in
  plain) folder=build/native-tests; configure $folder Release "" ;;
  address) folder=build/address; sh scripts/build_address.sh headrace_native_tests ;;
  thread) folder=build/thread; configure $folder RelWithDebInfo thread ;;
  *) echo "native_tests.sh: unknown kind '$kind' (plain, address, thread)" >&2; exit 2 ;;
esac

# The first finding ends the test: a sanitizer that only prints is easily overlooked.
export ASAN_OPTIONS=halt_on_error=1:detect_stack_use_after_return=1:strict_string_checks=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1

# GCC's TSan cannot place its shadow memory under the address randomisation of newer kernels.
run=""
if [ "$kind" = thread ] && setarch "$(uname -m)" -R true 2>/dev/null; then
  run="setarch $(uname -m) -R"
fi
# shellcheck disable=SC2086  # a command and its words are meant
$run ctest --test-dir "$folder" --output-on-failure --no-tests=error --timeout 7200
