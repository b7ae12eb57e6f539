#!/bin/sh
# Installs the Debian packages that the build needs: only those missing, only as root.
#
# What is missing is found by trying (does this header compile?), not by asking the package
# database, so that other distributions and hand-made installations pass as they are.
set -eu
python=${PYTHON:-python3}
missing=""

want() { missing="$missing $1"; }
has_header() { printf '#include <stdio.h>\n#include <%s>\n' "$1" | g++ -E -x c++ - >/dev/null 2>&1; }
python_has() { "$python" -c "$1" >/dev/null 2>&1; }

if ! command -v g++ >/dev/null 2>&1; then
  want g++
  # No compiler to ask: name them all, the package manager skips those that are there.
  want libjpeg-dev; want libpng-dev; want libwebp-dev
else
  has_header jpeglib.h || want libjpeg-dev
  has_header png.h || want libpng-dev
  has_header webp/decode.h || want libwebp-dev
fi

if ! command -v "$python" >/dev/null 2>&1; then
  want python3; want python3-venv; want python3-dev
else
  # Debian splits the interpreter: pip for new environments and the headers come separately.
  python_has 'import ensurepip' || want python3-venv
  python_has 'import os, sysconfig
assert os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))' || want python3-dev
fi

[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing$missing"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  # shellcheck disable=SC2086  # a list of words is meant
  apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
  echo "These packages are needed, or what your system calls them:$missing" >&2
  echo "On Debian or Ubuntu:  sudo apt-get install$missing" >&2
  exit 1
fi
