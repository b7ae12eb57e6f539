#!/bin/sh
# Builds the Python module with ASan and UBSan beside the sources, and runs a command with it:
# sanitized_python.sh [command ...]
#
#   sh scripts/sanitized_python.sh .venv/bin/python -m tests.attack operators --seconds 60
#
# The folder build/address/path comes first on PYTHONPATH. It holds a package `headrace` of links
# to src/headrace and the sanitized module, and a sitecustomize.py that keeps an editable install
# from answering for it. Without a command it builds alone.
set -eu
cd "$(dirname "$0")/.."
folder=build/address
sh scripts/build_address.sh _native

path=$PWD/$folder/path
rm -rf "$path"
mkdir -p "$path/headrace"
for entry in src/headrace/*; do
  ln -s "$PWD/$entry" "$path/headrace/"
done
ln -s "$PWD"/native "$path/headrace/include"
for module in "$folder"/_native.*.so; do
  ln -s "$PWD/$module" "$path/headrace/"
done
cat >"$path/sitecustomize.py" <<'END'
"""Takes the finders of editable installs away: the package beside this file is meant."""
import sys

sys.meta_path[:] = [f for f in sys.meta_path if "Editable" not in repr(f) and "ScikitBuild" not in repr(f)]
END

[ $# -gt 0 ] || exit 0
# Python is not linked with the sanitizer, so its library comes first; and libstdc++, or exceptions
# that are thrown before something else loads it end the process.
LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so.6)"
ASAN_OPTIONS=detect_leaks=0:halt_on_error=1:abort_on_error=1:allow_user_segv_handler=0:allocator_may_return_null=1:max_allocation_size_mb=${HEADRACE_ATTACK_MB:-2048}:soft_rss_limit_mb=${HEADRACE_ATTACK_MB:-2048}:detect_odr_violation=0:quarantine_size_mb=64:${ASAN_OPTIONS:-}
UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1:print_stacktrace=1
PYTHONPATH=$path${PYTHONPATH:+:$PYTHONPATH}
HEADRACE_SANITIZED=1
export LD_PRELOAD ASAN_OPTIONS UBSAN_OPTIONS PYTHONPATH HEADRACE_SANITIZED
exec "$@"
