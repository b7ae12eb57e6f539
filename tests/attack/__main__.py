"""python -m tests.attack [campaign ...]: attack the package for a bounded time, print findings.

python -m tests.attack                                  every campaign, ten minutes in all
python -m tests.attack operators --seconds 60 --seed 7
python -m tests.attack operators --seed 7 --number 123  that case alone: how a finding is replayed
"""

from __future__ import annotations

import argparse
import importlib
import secrets
import sys
from pathlib import Path

from .supervisor import ROOT, SANITIZED, Finding, Settings, Tally, run

# Each with its share of the time.
CAMPAIGNS = {
    "operators": 5, "readers": 2, "formats": 3, "states": 1, "mixed": 2, "saves": 1, "workers": 1,
}  # fmt: skip


def settings(campaign: str) -> Settings:
    limits = importlib.import_module(f"tests.attack.{campaign}").LIMITS
    assert isinstance(limits, Settings)
    return limits


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attack")
    parser.add_argument("campaigns", nargs="*", choices=[[], *CAMPAIGNS], metavar="campaign")
    parser.add_argument("--seconds", type=float, default=600, help="for all campaigns together")
    parser.add_argument("--seed", type=int, default=None, help="another one each time, printed")
    parser.add_argument("--number", type=int, help="this case alone")
    parser.add_argument("--cases", type=int, help="the first so many cases, however long they take")
    options = parser.parse_args()
    chosen = options.campaigns or list(CAMPAIGNS)
    seed = secrets.randbits(31) if options.seed is None else options.seed
    build = "with ASan and UBSan" if SANITIZED else "plain build"
    print(f"seed {seed}, {build}", flush=True)
    numbers = None
    if options.number is not None:
        numbers = range(options.number, options.number + 1)
    elif options.cases is not None:
        numbers = range(options.cases)
    shares = sum(CAMPAIGNS[c] for c in chosen)
    found: list[Finding] = []
    for campaign in chosen:
        seconds = options.seconds * CAMPAIGNS[campaign] / shares
        limits = settings(campaign)
        tally = run(campaign, seed, limits, seconds=seconds, numbers=numbers)
        plain = " (without the sanitizer: it forks)" if SANITIZED and limits.forks else ""
        print(line(campaign, tally) + plain, flush=True)
        found += tally.findings
        for finding in tally.findings:
            print(f"  {finding.what}\n    replay: {finding.replay}", flush=True)
            if options.number is not None:
                print(finding.detail)
    if found and options.number is None:
        print(f"details: {write(seed, found)}")
    return 1 if found else 0


def line(campaign: str, tally: Tally) -> str:
    refused = sum(n for name, n in tally.outcomes.items() if name[0].isupper())
    return (f"{campaign}: {tally.cases} cases in {tally.seconds:.0f} s, {refused} refused, "
            f"{len(tally.findings)} findings")  # fmt: skip


def write(seed: int, found: list[Finding]) -> Path:
    folder = ROOT / "build" / "attack"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"findings-{seed}.txt"
    path.write_text("\n\n".join(f.text() for f in found) + "\n")
    return path


if __name__ == "__main__":
    sys.exit(main())
