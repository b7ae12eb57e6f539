"""Why the tests should do without torch here: a sentence, or nothing where torch is welcome.

PyPI's torch for Linux is the CUDA build of several GB, of which the tests need nothing. Pip is
asked what it would install; it reads metadata and fetches no package (from pip 23.3 on).

    python scripts/torch_choice.py requirements.txt
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

# What torch's CUDA build requires, and its CPU build does not.
CUDA = ("nvidia-", "cuda-", "triton")
ADVICE = (
    "`make test TORCH=yes` installs it all the same; with "
    "PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu pip finds the small CPU build."
)


def cuda_packages(report: dict[str, Any]) -> list[str]:
    """Packages of CUDA among those that pip's report would install."""
    names = [str(item["metadata"]["name"]) for item in report["install"]]
    return [name for name in names if name.lower().replace("_", "-").startswith(CUDA)]


def dry_run(requirements: str) -> subprocess.CompletedProcess[str]:
    """Pip's report of what it would install."""
    return subprocess.run(
        [
            sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input",
            "install", "--dry-run", "--report", "-", "--requirement", requirements,
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def why_not(asked: subprocess.CompletedProcess[str]) -> str:
    """The sentence, from what pip answered; empty: install torch."""
    if asked.returncode:
        why = (asked.stderr.strip() or "it does not say why").splitlines()[-1]
        return f"The tests run without PyTorch: pip finds none here ({why})."
    found = cuda_packages(json.loads(asked.stdout))
    if not found:
        return ""
    return (
        "The tests run without PyTorch: here pip would fetch its CUDA build, "
        f"{len(found)} packages more and several GB; {ADVICE}"
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    if text := why_not(dry_run(sys.argv[1])):
        print(text)
