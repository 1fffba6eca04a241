"""Programs that are no monitors by themselves: a fetcher and a differ, called at every version as a script of a person would."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from benchmarks.peers.monitors.environments import Environment
from benchmarks.peers.monitors.rival import KEPT, run_command

_AS_XML = """
import sys, urllib.request
from lxml import etree, html
root = html.document_fromstring(urllib.request.urlopen(sys.argv[1], timeout=60).read())
etree.strip_tags(root, etree.Comment, etree.ProcessingInstruction)
for element in root.iter(etree.Element):  # HTML has no namespaces: a prefix would be one that nobody declared
    element.tag = element.tag.replace(':', '_')
    for name in [name for name in element.attrib if ':' in name]:
        element.set(name.replace(':', '_'), element.attrib.pop(name))
open(sys.argv[2], 'wb').write(etree.tostring(root, method='xml', encoding='utf-8'))
"""


@dataclass(slots=True, kw_only=True)
class ScraplingExtract:
    """`scrapling extract get`: the page as Markdown; an alarm is another text, to be read as a unified diff."""

    environment: Environment
    _folder: Path = Path()
    _url: str = ""
    _texts: tuple[str, str] = ("", "")

    def begin(self, folder: Path, url: str) -> None:
        self._folder, self._url = folder, url

    def check(self) -> bool:
        run_command(
            [self.environment.program("scrapling"), "extract", "get", self._url, f"{KEPT}/page.md"], cwd=self._folder
        )
        self._texts = (self._texts[1], (self._folder / KEPT / "page.md").read_text())
        return bool(self._texts[0]) and self._texts[0] != self._texts[1]

    def settle(self) -> None:
        """A command that ended has done its work."""

    def reading(self) -> str:
        before, after = (text.splitlines() for text in self._texts)
        return "\n".join(unified_diff(before, after, lineterm=""))

    def end(self) -> None:
        """Nothing is left running."""


@dataclass(slots=True, kw_only=True)
class XmlDiff:
    """`xmldiff OLD NEW` on the page as XML (its own parser takes no HTML); an alarm is an edit script that is not empty."""

    environment: Environment
    _folder: Path = Path()
    _url: str = ""
    _said: str = ""

    def begin(self, folder: Path, url: str) -> None:
        self._folder, self._url = folder, url

    def check(self) -> bool:
        old, new = self._folder / KEPT / "old.xml", self._folder / KEPT / "new.xml"
        is_first = not new.is_file()
        if not is_first:
            new.replace(old)
        run_command([self.environment.program("python"), "-c", _AS_XML, self._url, new], cwd=self._folder)
        self._said = "" if is_first else run_command([self.environment.program("xmldiff"), old, new], cwd=self._folder)
        return bool(self._said.strip())

    def settle(self) -> None:
        """A command that ended has done its work."""

    def reading(self) -> str:
        return self._said

    def end(self) -> None:
        """Nothing is left running."""
