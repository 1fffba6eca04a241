"""The prose of the page of results: everything on it that is not a figure of the run."""

from __future__ import annotations

SHOWN = {
    "Pagestrata": "Pagestrata (command)",
    "Pagestrata, its server": "Pagestrata (server)",
    "changedetection.io, plain": "changedetection.io (plain)",
    "changedetection.io with Chrome": "changedetection.io (Chrome)",
    "Scrapling's extract and diff": "Scrapling (extract and diff)",
}
"""Names that read better in a sentence than those of the command line."""


def shown(name: str) -> str:
    return SHOWN.get(name, name)


LABELS_WERE_SEEN = """**Read the alarm counts of Pagestrata with care.** Its judging was trained with labels of
these same pages. Figures from pages left out of training are on the page about [what was measured](measured.md)."""

WITHOUT_BROWSER = """urlwatch, webchanges, plain changedetection.io, Scrapling as used here and xmldiff work without
a browser. They read the source of a page: what scripts and style sheets make of it is not seen, and no picture is
kept."""

COSTS = """Means over all checks except the first of each history, unless the heading says otherwise. *Received*
counts the bodies that the page's server sent. *Memory* is that of all processes of a program, browsers included:
before the first check (median), and the most at any time. *Until the alarm* counts from the start of a check. *To
read* is the length of what a program shows at an alarm: its report of the difference."""

KEPT = """These programs do not keep the same things. Pagestrata keeps pictures, documents, blocks and a search
index, but only of versions that differ in something that matters. warcio, `wacz` and pywb keep the source of every
version, without the files that belong to the page. ArchiveBox keeps, of every version, a copy made by wget with its
WARC, the rendered document, its text, a PDF and a picture; extractors that need the network (archive.org, icons,
media) or programs that are not on PyPI (SingleFile, Readability, Mercury) are switched off. It is the newest
release for the interpreter of this run. The other monitors keep texts; changedetection.io also keeps the last
source and picture."""

FOLLOWED = """All of these elements are still on the later page. *Scrapling* is its adaptive match with the default
threshold. *Similo* is its scorer with the published weights; it always names an element. Pagestrata judges each
site with a model that was trained without it."""
SIMILO = "[Similo](https://github.com/wuhonglei/Similo2-JS)"

METHOD = """A server on loopback shows one version at a time to one program after the other, history by history.
There is no other network. Each program is driven by its own command or server and set up as its documentation
recommends: where a monitor has a filter that turns pages into text, it is used. Processor time includes every
process that a check needs. The first check of a history raises no alarm and is left out. Servers are given time to
come to rest before their first check.

Pagestrata appears twice: as a command, which starts Python and, where it has to render, a browser at every check,
and as a server that keeps them, as changedetection.io does. xmldiff and Scrapling are not monitors: a script calls
them at every version, and any difference is an alarm."""

TRIED = """Before the run, every program passes a trial on a slow server: it fails where a check ends before the
page was sent, where an alarm is false, and where one is missing. A program that hangs, crashes, changes its
interface or fills the disk fails on that history, and the run goes on."""
NOT_TRIED = "The trial of every program on a slow server was left out in this run (`--no-trial`)."

SEVERAL_COMMANDS = """The first command began the run. Later ones went on with it, measured other histories at the same
time, or measured single programs again. The raw figures have the time of each row. """

ELSEWHERE = """Comparisons with libraries and published algorithms rather than programs are on the pages about
[comparing](comparison.md), [following](following.md), [segmentation](segmentation.md) and the
[main content](importance-model-card.md), each with its own command."""
