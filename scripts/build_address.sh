#!/bin/sh
# Builds a target under ASan and UBSan in build/address: build_address.sh _native | headrace_native_tests
#
# The Python module and the C++ tests share one folder, so that the core is compiled once for both.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
command -v "$python" >/dev/null || { echo "build_address.sh: no $python" >&2; exit 2; }

# O1: half the time to compile, and findings point at lines.
cmake -S . -B build/address -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1 -DNDEBUG" \
  -DHEADRACE_PYTHON=ON -DHEADRACE_TESTS=ON -DHEADRACE_SANITIZE=address \
  -DPython_EXECUTABLE="$("$python" -c 'import sys; print(sys.executable)')" >/dev/null
cmake --build build/address --target "${1:?a target}"
