"""Every key that commands write as JSON, collected by calling each of them: one story without a browser.

    python tests/json_keys.py tests/guards/data/public_surface.json

writes them into the record of what is public, under "JSON". A feed and a recorded page stand for pages, so that no browser is
needed: their answers have the keys of any other.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import click
from click.testing import CliRunner

from archived_site import URL, archived_site
from captures import capture, visit_of
from memory_archive import response
from pagestrata.cli.main import cli
from pagestrata.comparing.vidiff import compare
from pagestrata.formats.snapshots import write_snapshot
from pagestrata.model.visit_result import VisitResult
from recorded_pages import record_pages
from scripted_model import scripted_model
from time_authority import TimeAuthority
from tools.public_surface import OF_ANSWERS

LINKING = "http://site.test/linking"
NOT_CALLED = {"browser check", "browser install"}
"""They start or download a browser."""
NAMED_BY_DATA = {"seconds", "stages", "importance", "operation_weights", "operations", "blocks"}
"""Keys whose value is a table by names that the data bring, not the program."""
DEPRECATED: frozenset[str] = frozenset()
"""Keys that go away with the next major version, as `log: versions[].id`; until then the program writes them."""


def commands_with_json() -> set[str]:
    """The commands that answer in JSON, as they are called."""
    with click.Context(cli) as context:
        return set(_below(cli, "", context))


def _below(command: click.Command, called: str, context: click.Context) -> Iterator[str]:
    choices = [parameter.type.choices for parameter in command.params if isinstance(parameter.type, click.Choice)]
    if any("json" in each for each in choices):
        yield called
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from _below(found, f"{called} {name}".strip(), context)


def keys_in(value: Any, above: str = "") -> Iterator[str]:
    """The way to every key: `versions[].id`. Names that the data bring are `*`."""
    if isinstance(value, list):
        for item in value:
            yield from keys_in(item, f"{above}[]")
    elif isinstance(value, Mapping):
        for name, part in value.items():
            way = f"{above}.{'*' if ' ' in name else name}".removeprefix(".")  # `update text` is an operation
            yield way
            if name in NAMED_BY_DATA and isinstance(part, Mapping):
                for value_of_data in part.values():
                    yield from keys_in(value_of_data, f"{way}.*")
            else:
                yield from keys_in(part, way)


def json_keys() -> dict[str, dict[str, bool]]:
    """The keys of every command that is called, `{"log: versions[].id": False}`, for the record of what is public."""
    found: set[str] = set()
    with ExitStack() as closing:
        folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        closing.enter_context(_surroundings(folder))
        for called, answer in _Story(folder, closing).answers():
            found |= {f"{called}: {way}" for way in keys_in(answer)}
    return {OF_ANSWERS: {way: way in DEPRECATED for way in sorted(found)}}


@contextmanager
def _surroundings(folder: Path) -> Iterator[None]:
    """Nothing of the person who runs this is read or written."""
    before = dict(os.environ)
    os.environ |= {
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "PAGESTRATA_CHANNELS": str(folder / "channels.json"),
        "PAGESTRATA_ARCHIVE": str(folder / "archive"),
        "PAGESTRATA_BROWSER": str(folder / "no-browser"),
    }
    here = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(before)


class _Feed:
    """A feed on a server of its own."""

    def __init__(self) -> None:
        self.prices = [6, 7]
        feed = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = feed.body()
                self.send_response(200)
                self.send_header("Content-Type", "application/rss+xml")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/feed.xml"

    def body(self) -> bytes:
        items = "".join(
            f"<item><guid>g{n}</guid><title>Offer {n}</title><link>http://shop.test/{n}</link>"
            f"<description>It costs {price} crowns</description></item>"
            for n, price in enumerate(self.prices)
        )
        return f"<rss version='2.0'><channel><title>Offers</title>{items}</channel></rss>".encode()

    @contextmanager
    def serving(self) -> Iterator[None]:
        thread = Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield
        finally:
            self.server.shutdown()
            thread.join()
            self.server.server_close()


def _repeated(messages: list[dict[str, str]]) -> str:
    """The answer of a model that repeats what it was told of the first change."""
    first = json.loads(messages[1]["content"])[0]
    return json.dumps({"sentences": [{"text": first["change"].splitlines()[2], "source": first["id"]}]})


class _Story:
    """Calls every command in an order in which each has something to say."""

    def __init__(self, folder: Path, closing: ExitStack) -> None:
        self.folder = folder
        self.feed = _Feed()
        closing.enter_context(self.feed.serving())
        self.closing = closing
        self.called: set[str] = set()

    def answer(self, called: str, *words: object) -> tuple[str, Any]:
        """What a command answers, and the command."""
        self.called.add(called)
        asked = ["--allow-private", *called.split(), *map(str, words), "--json"]
        done = CliRunner().invoke(cli, asked)
        try:
            return called, json.loads(done.stdout)
        except ValueError as error:
            raise AssertionError(f"{asked} does not answer in JSON: {done.output[-600:]} {done.exception!r}") from error

    def answers(self) -> Iterator[tuple[str, Any]]:
        self._fill()
        yield from self._visits()
        yield from self._followed()
        yield from self._archive()
        yield from self._proofs()
        yield from self._files()
        yield from self._end()
        missing = commands_with_json() - self.called - NOT_CALLED
        assert not missing, f"tests/json_keys.py does not call {sorted(missing)}"

    def _fill(self) -> None:
        """Three versions of a page with pictures, and a skipped visit."""
        with archived_site(self.folder / "archive") as archive:
            taken, tree = capture(["the harbour is closed", "boats leave at noon"], url=URL, hours=96)
            before = archive.contents.tree(archive.versions.of(URL)[-1])
            visit = visit_of(taken, kept=False, reasons=("a detail",), probability=0.2)
            archive.commit(VisitResult(visit=visit, snapshot=taken, tree=tree, delta=compare(before, tree)))
            linking = response(
                LINKING, b"<link rel=alternate type=application/rss+xml href=/feed.xml title=F>", "text/html"
            )
            taken, tree = capture(["a page that links to its feed"], url=LINKING, responses=(linking,))
            archive.append(taken, tree, None, visit=visit_of(taken))

    def _visits(self) -> Iterator[tuple[str, Any]]:
        url = self.feed.url
        yield self.answer("visit", url)
        yield self.answer("watch add", url, "--title", "Offers", "--tag", "llm", "--importance", "sidebar=0")
        yield self.answer("watch add", URL, "--interval", "1h")
        self.feed.prices = [7, 7, 9]
        yield self.answer("visit", url)
        yield self.answer("visit", url)
        yield self.answer("watch edit", url, "--threshold", "0.2")
        steps = self.folder / "steps.yaml"
        steps.write_text("- click: '#more'\n- wait: 2\n")
        yield self.answer("watch steps", URL, "--set", steps)
        for name in ("watch list", "watch export"):
            yield self.answer(name)
        yield self.answer("watch show", url)
        yield self.answer("watch pause", URL)
        self.answer("watch add", LINKING)
        yield self.answer("watch feeds", LINKING)
        listed = self.folder / "list.txt"
        listed.write_text("https://example.org/\n")
        yield self.answer("watch import", listed)
        yield self.answer("plan")
        yield self.answer("plan", "--explain")

    def _followed(self) -> Iterator[tuple[str, Any]]:
        url = self.feed.url
        yield self.answer("follow look", url, "--text", "9 crowns")
        added = self.answer("follow add", url, "--text", "9 crowns", "--name", "Nine")
        yield added
        trail = added[1]["id"]
        yield self.answer("follow list")
        rule = self.answer("notify add", trail, "--to", "file:block.txt", "--above", "1")
        yield rule
        yield self.answer("notify add", url, "--to", "file:page.txt")
        self.feed.prices = [7, 7, 11, 12]
        yield self.answer("run", "--once")
        yield self.answer("visit", url)
        for name in ("follow show", "follow history"):
            yield self.answer(name, trail)
        yield self.answer("follow replay", f"{url}@first", "--text", "6 crowns")
        yield self.answer("follow correct", trail, "--text", "12 crowns")
        yield self.answer("notify list")
        yield self.answer("notify test", rule[1]["id"])
        yield self.answer("notify send")
        yield self.answer("notify log")
        yield self.answer("notify mail-server", "smtps://a:b@mail.test?from=a@mail.test")
        yield self.answer("notify remove", rule[1]["id"])
        yield self.answer("follow remove", trail)

    def _archive(self) -> Iterator[tuple[str, Any]]:
        url = self.feed.url
        for words in (
            (),
            (url,),
            (url, "--visits"),
            (url, "--said", "crowns"),
            (URL, "--block", "1.1"),
            (URL, "--visits"),
        ):
            yield self.answer("log", *words)
        yield self.answer("show", f"{url}@latest")
        yield self.answer("show", f"{URL}@latest")
        yield self.answer("diff", f"{URL}@first", f"{URL}@latest")
        yield self.answer("ask", "changes", "since", "2026-01-01")
        model = self.closing.enter_context(scripted_model(_repeated))
        os.environ |= {"PAGESTRATA_LLM_URL": model.address, "PAGESTRATA_LLM_MODEL": "scripted"}
        yield self.answer("summary", "changes", "since", "2026-01-01")
        yield self.answer("summary", "changes", "since", "2026-01-01", "--show-prompt")
        yield self.answer("search", "harbour")
        yield self.answer("feed")
        yield self.answer("keep", f"{URL}@skipped")
        yield self.answer("mark", f"{URL}@first", f"{URL}@latest", "mattered")
        yield self.answer("train", "--feedback")
        yield self.answer("settings", "--threshold", "0.4")
        yield self.answer("stats")
        yield self.answer("stats", url)
        yield self.answer("verify")
        yield self.answer("doctor")

    def _proofs(self) -> Iterator[tuple[str, Any]]:
        yield self.answer("key create", "--name", "example.org")
        yield self.answer("key show")
        authority = TimeAuthority(self.folder / "authority")
        address = self.closing.enter_context(authority.serving())
        self.answer("settings", "--time-authority", address, "--time-certificates", authority.folder / "root.pem")
        yield self.answer("stamp")
        file = self.folder / "proof.zip"
        yield self.answer("prove", f"{URL}@latest", "--no-pdf", "-o", file)
        yield self.answer("check", file)
        yield self.answer("key rotate")
        yield self.answer("key revoke", "--reason", "stolen")

    def _files(self) -> Iterator[tuple[str, Any]]:
        page = self.folder / "page.snapshot"
        page.write_bytes(write_snapshot(capture(["First paragraph", "Second paragraph"])[0]))
        yield self.answer("capture", page)
        yield self.answer("segment", page)
        yield self.answer("segment", f"{URL}@latest")
        CliRunner().invoke(cli, ["show", f"{URL}@latest", "--format", "vixml", "-o", "page.vixml"])
        yield self.answer("simulate", "page.vixml", "-o", "simulated")
        yield self.answer("query", "//Page/@url/string()")
        for name, text in (("old.html", "nine"), ("new.html", "ten")):
            (self.folder / name).write_text(f"<html><body><h1>Boats</h1><p>They leave at {text}.</p></body></html>")
        yield self.answer("quick", "old.html", "new.html")
        yield self.answer("export", URL, "-o", self.folder / "out.wacz")
        yield self.answer("check", self.folder / "out.wacz")
        yield self.answer("import", self.folder / "list.txt")
        record_pages(self.folder / "recorded")
        yield self.answer("analyse", self.folder / "recorded", "-o", self.folder / "tables", "--workers", 1)

    def _end(self) -> Iterator[tuple[str, Any]]:
        yield self.answer("gc", "--keep", "thin 1d:7d", "--dry-run")
        yield self.answer("gc")
        yield self.answer("watch remove", self.feed.url)


def main() -> None:
    file = Path(sys.argv[1])
    record = json.loads(file.read_text())
    file.write_text(json.dumps(record | json_keys(), indent=0, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
