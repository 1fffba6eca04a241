"""`python -m tools.layers_picture FILE`: the layers of the code as a picture, drawn from the contract that a test enforces."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[1]
WIDTH, ROW, GAP, PER_ROW = 860, 34, 10, 7


def layers(pyproject: str) -> list[list[str]]:
    """The packages of each layer, highest first, by the first contract of import-linter."""
    contract = tomllib.loads(pyproject)["tool"]["importlinter"]["contracts"][0]
    return [[name.strip().removeprefix("pagestrata.") for name in layer.split("|")] for layer in contract["layers"]]


def picture(rows: list[list[str]]) -> str:
    """The layers from top to bottom, those that may not import each other side by side."""
    parts, y = [], GAP
    for row in rows:
        lines = [row[start : start + PER_ROW] for start in range(0, len(row), PER_ROW)]
        height = len(lines) * (ROW + GAP) + GAP
        parts.append(f'<rect class="layer" x="{GAP}" y="{y}" width="{WIDTH - 2 * GAP}" height="{height}" rx="6"/>')
        for number, line in enumerate(lines):
            parts += _boxes(line, y + GAP + number * (ROW + GAP))
        y += height + GAP
    style = (
        "text{font:14px sans-serif;text-anchor:middle;fill:#1b1b1b}"
        ".layer{fill:#eef2f6;stroke:#8a97a5}.package{fill:#fff;stroke:#4a5a6a}"
    )
    title = "Layers of the code: a package imports only from the layers below it"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img">'
        f"<title>{title}</title><style>{style}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def _boxes(names: list[str], y: int) -> list[str]:
    inner = WIDTH - 4 * GAP
    width = (inner - GAP * (len(names) - 1)) // len(names)
    found = []
    for number, name in enumerate(names):
        x = 2 * GAP + number * (width + GAP)
        found.append(f'<rect class="package" x="{x}" y="{y}" width="{width}" height="{ROW}" rx="4"/>')
        found.append(f'<text x="{x + width // 2}" y="{y + 22}">{escape(name)}</text>')
    return found


def main() -> None:
    Path(sys.argv[1]).write_text(picture(layers((ROOT / "pyproject.toml").read_text())))


if __name__ == "__main__":
    main()
