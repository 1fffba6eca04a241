"""Text of pages made safe for terminals: it must not move the cursor, set the title, write the clipboard or reverse words.

Terminals obey control characters (C0 and C1, the introducers of every escape sequence among them), and show text in
another order behind bidirectional controls. They are written as JSON writes them, so that JSON stays JSON. Files and
pipes get every byte as it is: this is for terminals only.
"""

from __future__ import annotations

import re

from pagestrata.model.patterns import pattern

_OBEYED = pattern(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 without tab and line feed, DEL, C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional marks, embeddings, overrides and isolates
    "\u2028\u2029\ufff9-\ufffb\ud800-\udfff]"  # separators, annotations, halves of characters
    "|[\U000e0000-\U000e007f]"  # invisible tags
)


def terminal_text(text: str) -> str:
    """The text with everything that a terminal would obey made visible."""
    return _OBEYED.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    raw = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{raw[at]:02x}{raw[at + 1]:02x}" for at in range(0, len(raw), 2))
