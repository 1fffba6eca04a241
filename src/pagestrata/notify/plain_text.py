"""A message without markup: what mail shows where HTML is off, what webhooks and terminals get."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from pagestrata.notify.messages import PICTURE_PLACE, Message

_BLOCKS = frozenset({"p", "div", "h1", "h2", "h3", "ul", "ol", "li", "table", "tr", "pre", "blockquote"})
_MARKS = {"del": ("[-", "-]"), "ins": ("[+", "+]")}


def plain_text(message: Message) -> str:
    """The body as people read it without markup; removed words as [-old-], new ones as [+new+], links with their address."""
    body = message.body.replace(PICTURE_PLACE, "")
    if not message.is_html:
        return body.strip() + "\n"
    reader = _Reader()
    reader.feed(body)
    reader.close()
    lines = [re.sub(r"[ \t]+", " ", line).strip() for line in "".join(reader.parts).splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


class _Reader(HTMLParser):
    """Collects the words of markup that we, or a template of a person, wrote."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._link = ""
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"style", "script", "head"}:
            self._hidden += 1
        elif tag == "a":
            self._link = dict(attrs).get("href") or ""
            self._begin = len(self.parts)
        elif tag in _MARKS:
            self.parts.append(_MARKS[tag][0])
        elif tag == "li":
            self.parts.append("\n- ")
        elif tag == "br":
            self.parts.append("\n")
        elif tag in _BLOCKS:
            self.parts.append("\n\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"style", "script", "head"}:
            self._hidden = max(0, self._hidden - 1)
        elif tag == "a" and self._link:
            said = "".join(self.parts[self._begin :]).strip()
            if said != self._link:
                self.parts.append(f": {self._link}")
            self._link = ""
        elif tag in _MARKS:
            self.parts.append(_MARKS[tag][1])
        elif tag in _BLOCKS and tag != "li":
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(re.sub(r"\s+", " ", data))
