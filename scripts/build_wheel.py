"""Build a wheel that carries its libraries, and prove that it works where nothing else is.

For each interpreter: build in isolation, let auditwheel copy the codec libraries into it and find
the true manylinux tag, compare what it carries with licenses/bundled.json, install it into a
clean environment, run scripts/smoke_test.py there, and hold it to its sizes.

    python scripts/build_wheel.py [--interpreter python3.12 ...]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WHEEL_LIMIT = 10_000_000
INSTALLED_LIMIT = 130_000_000


def run(*command: str | Path, **options: Any) -> str:
    """Run a command quietly; when it fails, show what it said and stop."""
    words = [str(word) for word in command]
    print("  $", " ".join(words).replace(f"{ROOT}/", ""))
    done = subprocess.run(
        words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **options
    )
    said = str(done.stdout)
    if done.returncode:
        raise SystemExit(f"{said}\n{words[0]} failed with status {done.returncode}")
    return said


def fresh_environment(interpreter: str, folder: Path) -> Path:
    """A new virtual environment; returns its Python."""
    shutil.rmtree(folder, ignore_errors=True)
    run(interpreter, "-m", "venv", folder)
    return folder / "bin/python"


def build(python: Path, work: Path) -> Path:
    """The wheel as the build backend makes it, with a plain linux tag."""
    raw = work / "raw"
    run(
        python, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", raw,
        f"--config-settings=build-dir={work / 'cmake'}", ROOT,
    )  # fmt: skip
    return only(raw)


def repair(wheel: Path, work: Path) -> Path:
    """The same wheel with the libraries inside and the tag that is true; goes to dist/."""
    repaired = work / "repaired"
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", repaired, wheel)
    (ROOT / "dist").mkdir(exist_ok=True)
    return Path(shutil.copy(only(repaired), ROOT / "dist"))


def only(folder: Path) -> Path:
    """The one wheel in a folder."""
    (wheel,) = folder.glob("*.whl")
    return wheel


def carried(wheel: Path) -> list[tuple[str, str, str]]:
    """(file, project, licence) of everything third-party inside; stops at what is not known."""
    table = json.loads((ROOT / "licenses/bundled.json").read_text(encoding="utf-8"))
    names = zipfile.ZipFile(wheel).namelist()
    found = []
    for file in sorted(n.split("/")[-1] for n in names if "headrace.libs/lib" in n):
        entry = next((e for e in table["bundled"] if e["library"] == file.split("-")[0]), None)
        if entry is None:
            raise SystemExit(f"{wheel.name} carries {file}, which licenses/bundled.json lacks")
        found.append((file, entry["project"], entry["licence"]))
    found += [
        ("compiled in", entry["project"], entry["licence"])
        for entry in table["bundled"]
        if entry["library"] is None
    ]
    for entry in table["bundled"]:
        if not any(name.endswith(f"licenses/{entry['text']}") for name in names):
            raise SystemExit(f"{wheel.name} lacks the licence text {entry['text']}")
    for _, project, licence in found:
        if any(word in licence.split() for word in table["forbidden"]):
            raise SystemExit(f"{project} is under {licence}: not in an Apache-2.0 wheel")
    return found


def size_of(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def try_out(interpreter: str, wheel: Path, work: Path) -> int:
    """Install into an empty environment and run the smoke test; returns the installed bytes."""
    python = fresh_environment(interpreter, work / "clean")
    before = size_of(work / "clean")
    run(python, "-m", "pip", "install", wheel)
    installed = size_of(work / "clean") - before
    # From an empty folder and without this project's paths: only what the wheel brought.
    away = work / "elsewhere"
    away.mkdir(exist_ok=True)
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "LD_LIBRARY_PATH")}
    print(run(python, "-I", ROOT / "scripts/smoke_test.py", cwd=away, env=clean).rstrip())
    return installed


def make(interpreter: str) -> None:
    """One interpreter's wheel, from sources to proof."""
    version = run(interpreter, "-c", "import sys; print('%d%d' % sys.version_info[:2])").strip()
    work = ROOT / "build/wheel" / f"py{version}"
    shutil.rmtree(work, ignore_errors=True)
    builder = fresh_environment(interpreter, work / "builder")
    wheel = repair(build(builder, work), work)
    rows = carried(wheel)
    installed = try_out(interpreter, wheel, work)
    print(f"\n{wheel.name}")
    for file, project, licence in rows:
        print(f"  carries {project:14} {licence:32} {file}")
    limits = [("wheel", wheel.stat().st_size, WHEEL_LIMIT),
              ("installed with its dependencies", installed, INSTALLED_LIMIT)]  # fmt: skip
    for what, size, limit in limits:
        print(f"  {size / 1e6:6.1f} MB {what} (limit {limit / 1e6:.0f} MB)")
    if any(size > limit for _, size, limit in limits):
        raise SystemExit("too large")


def main() -> None:
    parser = argparse.ArgumentParser(description="Build and check wheels.")
    parser.add_argument("--interpreter", action="append", help="a Python to build for (python3)")
    wanted = parser.parse_args().interpreter or ["python3"]
    usable = [name for name in wanted if works(name)]
    for name in wanted:
        print(f"{name}: {'building' if name in usable else 'not found here, left out'}")
    if not usable:
        raise SystemExit("no interpreter to build for")
    for name in usable:
        make(name)


def works(interpreter: str) -> bool:
    """Whether an interpreter of that name runs (a version manager's shim may not)."""
    try:
        return not subprocess.run([interpreter, "-c", ""], capture_output=True).returncode
    except OSError:
        return False


if __name__ == "__main__":
    main()
