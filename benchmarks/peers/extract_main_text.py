"""The main text of pages as trafilatura, readability and jusText extract it, each with its defaults.

Run by the Python of an environment that has them (`content_extractors`), so nothing of this project is imported here. Reads
lines of JSON [name, file] and writes lines [extractor, name, text, seconds, error]; an extractor that fails on a page found
nothing there.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import time
from collections.abc import Callable


def trafilatura(markup: str) -> str:
    from trafilatura import extract

    return extract(markup) or ""


def readability(markup: str) -> str:
    from lxml.html import fromstring
    from readability import Document

    found = Document(markup).summary()
    return str(fromstring(found).text_content()) if found.strip() else ""


def justext(markup: str) -> str:
    from justext import get_stoplist, get_stoplists
    from justext import justext as paragraphs_of

    language = _LANGUAGES.get(_language(markup), "English")
    words = get_stoplist(language) if language in get_stoplists() else frozenset()
    return "\n".join(one.text for one in paragraphs_of(markup.encode(), words) if not one.is_boilerplate)


_LANGUAGES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "nl": "Dutch",
    "pt": "Portuguese",
}
_DECLARED = re.compile(r"<html[^>]*\blang=[\"']?([a-zA-Z]{2})")
EXTRACTORS: tuple[Callable[[str], str], ...] = (trafilatura, readability, justext)


def _language(markup: str) -> str:
    declared = _DECLARED.search(markup[:20_000])
    return declared[1].lower() if declared else "en"


def main() -> None:
    for line in sys.stdin:
        name, file = json.loads(line)
        with gzip.open(file) as opened:
            markup = opened.read().decode("utf-8", "replace")
        for extractor in EXTRACTORS:
            begin, error = time.process_time(), ""
            try:
                text = extractor(markup)
            except Exception as raised:
                text, error = "", f"{type(raised).__name__}: {raised}"
            said = [extractor.__name__, name, text, time.process_time() - begin, error]
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
