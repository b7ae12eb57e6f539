"""Why the tests should do without torch here: a sentence, or nothing where torch is welcome.

PyPI's torch for Linux is the CUDA build of several GB, of which the tests need nothing. Pip is
asked what it would install, without doing so: it reads the metadata of torch alone, from the
index, or where that has none from the end of the wheel.

    python scripts/torch_choice.py requirements.txt
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from pip._vendor.packaging.requirements import Requirement

# What torch's CUDA build requires, and its CPU build does not.
CUDA = ("nvidia-", "cuda-", "triton")
ADVICE = (
    "`make test TORCH=yes` installs it all the same; where PIP_EXTRA_INDEX_URL or PIP_FIND_LINKS "
    "names a place with PyTorch's small CPU build, pip takes that."
)


def cuda_packages(report: dict[str, Any]) -> list[str]:
    """Packages of CUDA that the packages of pip's report would bring with them."""
    found = []
    for item in report["install"]:
        for line in item["metadata"].get("requires_dist", []):
            need = Requirement(line)
            wanted = need.marker is None or need.marker.evaluate({"extra": ""})
            if wanted and need.name.lower().replace("_", "-").startswith(CUDA):
                found.append(str(need.name))
    return found


def dry_run(requirements: str) -> subprocess.CompletedProcess[str]:
    """Pip's report of what it would install of these, what they require apart."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
    asked = ["install", "--no-deps", "--dry-run", "--report", "-", "--requirement", requirements]
    # The end of a wheel is read by a feature that pip calls experimental; another pip may lack it.
    for feature in (["--use-feature=fast-deps"], []):
        done = subprocess.run([*pip, *asked, *feature], capture_output=True, text=True, check=False)
        if done.returncode != 2:  # a mistake in the command line
            break
    return done


def why_not(asked: subprocess.CompletedProcess[str]) -> str:
    """The sentence, from what pip answered; empty: install torch."""
    if asked.returncode:
        why = (asked.stderr.strip() or "it does not say why").splitlines()[-1]
        return f"The tests run without PyTorch: pip finds none here ({why})."
    if not cuda_packages(json.loads(asked.stdout)):
        return ""
    return (
        "The tests run without PyTorch: here pip would fetch its CUDA build, of several GB; "
        + ADVICE
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    if text := why_not(dry_run(sys.argv[1])):
        print(text)
