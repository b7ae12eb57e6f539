"""Makes ops.json from the full facts of DALI's operators: python tests/coverage/freeze.py FACTS."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def reduced(facts: dict[str, Any]) -> dict[str, Any]:
    """Only what the registry is compared with; fields that say nothing are left out."""
    ops = []
    for op in facts["ops"]:
        gone = set(op.get("dynamic_removed_args") or ("bytes_per_sample_hint", "preserve"))
        ops.append({
            "name": op["dynamic"] or f"fn.{op['fn']}",
            "family": op["family"],
            "devices": op["devices"],
            "inputs": [op["min_inputs"], op["max_inputs"]],
            "random": op["random"],
            "sequences": op["allows_sequences"],
            "args": [_argument(a) for a in op["args"] if a["name"] not in gone],
        })  # fmt: skip
    return {
        "source": facts["source"],
        "math": facts["dynamic_non_schema_functions"]["math.*"],
        "ops": sorted(ops, key=lambda op: op["name"]),
    }


def _argument(a: dict[str, Any]) -> dict[str, Any]:
    kept = {"name": a["name"], "type": a["type"], "default": a["default"]}
    kept.update({k: True for k in ("required", "accepts_tensor", "per_frame") if a[k]})
    if a.get("choices"):
        kept["choices"] = a["choices"]
    if a.get("deprecated"):
        kept["renamed_to"] = a["deprecated"]["renamed_to"]
    return kept


def text(frozen: dict[str, Any]) -> str:
    """One line an argument, so that a change shows as one."""
    lines = [
        f'{{"source": {json.dumps(frozen["source"])},',
        f'"math": {json.dumps(frozen["math"])},',
        '"ops": [',
    ]
    for k, op in enumerate(frozen["ops"]):
        head = json.dumps({k: v for k, v in op.items() if k != "args"})
        args = ",\n".join("  " + json.dumps(a, separators=(",", ":")) for a in op["args"])
        lines.append(
            f'{head[:-1]}, "args": [\n{args}]}}' + ("," if k + 1 < len(frozen["ops"]) else "")
        )
    return "\n".join([*lines, "]}\n"])


if __name__ == "__main__":
    (HERE / "ops.json").write_text(text(reduced(json.loads(Path(sys.argv[1]).read_text()))))
