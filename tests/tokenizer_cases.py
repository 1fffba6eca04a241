"""html5lib's tokenizer tests, read from its source package.

`make unit` downloads the package and does not install it; the tests that use it are skipped where it is not there.
"""

from __future__ import annotations

import hashlib
import json
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = Path(__file__).parents[1] / ".html5lib" / "html5lib-1.1.tar.gz"
SHA256 = "b2e5b40261e20f354d198eae92afc10d750afb487ed5e50f9c4eaf07c184146f"
FOLDER = "html5lib-1.1/html5lib/tests/testdata/tokenizer/"
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


class Case(NamedTuple):
    """A source, what stands before it, and the tokens that browsers make of the source."""

    file: str
    description: str
    before: str  # markup of one tag that leads to the state the source is read in; '' for the beginning of a page
    source: str
    tokens: list[Any]


def read_cases() -> list[Case]:
    """All cases; none where the package was not fetched."""
    if not PACKAGE.is_file():
        return []
    assert hashlib.sha256(PACKAGE.read_bytes()).hexdigest() == SHA256, f"{PACKAGE} is another file; remove it"
    with tarfile.open(PACKAGE) as package:
        names = [name for name in package.getnames() if name.startswith(FOLDER) and name.endswith(".test")]
        files = [(name.removeprefix(FOLDER), json.load(package.extractfile(name) or package)) for name in names]
    return [case for name, content in files for test in content.get("tests", ()) for case in _cases(name, test)]


def _cases(file: str, test: dict[str, Any]) -> Iterator[Case]:
    source, tokens = test["input"], test["output"]
    if test.get("doubleEscaped"):
        source, tokens = _unescaped(source), _unescaped(tokens)
    for state in test.get("initialStates", ["Data state"]):
        before = _before(state, test.get("lastStartTag", ""))
        if before is not None:
            yield Case(file, test["description"], before, source, tokens)


def _before(state: str, last_tag: str) -> str | None:
    """What leads to a state; None for one that no page leads to, like raw text behind a <textarea>."""
    if state == "Data state":
        return ""
    if state == "CDATA section state":
        return "<svg><![CDATA["
    tags = {
        "PLAINTEXT state": ("plaintext",),
        "Script data state": ("script",),
        "RCDATA state": ("title", "textarea"),
        "RAWTEXT state": ("style", "xmp", "iframe", "noembed", "noframes"),
    }[state]
    if last_tag and last_tag not in tags and state != "PLAINTEXT state":
        return None
    return f"<{last_tag if last_tag in tags else tags[0]}>"


def _unescaped(value: Any) -> Any:
    if isinstance(value, str):
        text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), value)
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    if isinstance(value, list):
        return [_unescaped(part) for part in value]
    if isinstance(value, dict):
        return {_unescaped(key): _unescaped(part) for key, part in value.items()}
    return value
