"""A chart of bench/images.py's figures: CPU time per image, by job and candidate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

COLORS = {
    "headrace eager": "#0b6e99",
    "headrace deferred": "#3f9bc1",
    "headrace prefetch": "#86c5de",
    "DALI pipeline": "#76b900",
    "DALI dynamic": "#b5d96b",
    "OpenCV threads": "#c9a227",
    "PIL DataLoader": "#b0b0b0",
}


def draw(figures: dict[str, Any], texts: dict[str, str], base: str, path: Path) -> None:
    """Bars of CPU time relative to `base`; each carries its milliseconds."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    jobs = list(figures)
    figure, axes = pyplot.subplots(
        1, len(jobs), figsize=(3.1 * len(jobs), 3.6), sharey=True, layout="constrained"
    )
    for axis, job in zip(axes if len(jobs) > 1 else [axes], jobs, strict=True):
        result = figures[job]
        reference = result.get(base, next(iter(result.values())))["cpu_ms_per_image"]
        names = list(result)[::-1]
        lengths = [result[n]["cpu_ms_per_image"] / reference for n in names]
        axis.barh(names, lengths, color=[COLORS.get(n, "#888888") for n in names])
        axis.axvline(1, color="#444444", linewidth=0.8)
        for k, n in enumerate(names):
            label = f"{result[n]['cpu_ms_per_image']:.2f} ms"
            inside = lengths[k] > 2.2
            place = min(lengths[k], 2.6) + (-0.04 if inside else 0.04)
            axis.text(
                place,
                k,
                label,
                va="center",
                ha="right" if inside else "left",
                fontsize=8,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.8},
            )
        axis.set_xlim(0, 2.6)
        axis.set_title(job, fontsize=11)
        axis.set_xlabel(_wrapped(texts[job]), fontsize=7.5)
        axis.spines[["top", "right"]].set_visible(False)
    figure.suptitle(f"CPU time per image, relative to {base} (less is better)", fontsize=12)
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def _wrapped(text: str, width: int = 38) -> str:
    import textwrap

    return "\n".join(textwrap.wrap(text, width))
