"""`pagestrata import`: recordings of other tools, and lists of the pages that they watch."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pagestrata.cli.archive_options import format_option, is_future
from pagestrata.cli.capture_options import capture_options, open_session
from pagestrata.cli.engine_options import check_reach, engine_options, open_engine
from pagestrata.cli.options import SectionedCommand, Settings, rarely_needed, with_settings
from pagestrata.cli.output import complain, deliver_as, progress
from pagestrata.engine.dispatch import dispatch
from pagestrata.errors import InputError, UsageError
from pagestrata.store.objects.bucket_files import is_in_bucket

if TYPE_CHECKING:
    from pagestrata.app.recordings.imports import Imported
    from pagestrata.app.session import Session
    from pagestrata.capturing.options import CaptureOptions

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

RECORDINGS = (".warc", ".warc.gz", ".wacz")


@click.command("import", cls=SectionedCommand)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--url", metavar="URL", help="Import only this page from WARC and WACZ files.")
@click.option("--only-important", is_flag=True, help="Keep only the versions in which something that matters changed.")
@rarely_needed(engine_options)
@rarely_needed(capture_options)
@format_option("text", "json")
@with_settings
def import_(
    settings: Settings,
    /,
    files: tuple[str, ...],
    url: str | None,
    only_important: bool,
    engine: str,
    address: str | None,
    workers: int | None,
    form: str | None,
    page: CaptureOptions,
) -> int:
    """Import recordings and lists of pages.

    Each capture of a page in a WARC or WACZ file becomes a version. The pages of address lists, sitemaps,
    changedetection.io's url-watches.json (or backup) and urlwatch's urls.yaml are watched.

    If parts of a recording cannot be read, the command imports the rest, reports them and exits with 1. It also
    reports captures dated in the future.
    """
    from pagestrata.app.recordings.imports import LocalCopies

    _check_files(files)
    settings.say_archive()
    spread = Spread(engine, address, workers)
    with open_session(settings, page) as session, LocalCopies(most=len(files)) as copies:
        here = {file: copies.path(file) for file in files}
        found = _spread(settings, session, here, spread, url, only_important)
        answers = [
            _imported(session, file, path, url=url, only_important=only_important, found=found)
            for file, path in here.items()
        ]
    deliver_as(form, {"files": answers})
    found_something = any(answer["captures"] or answer["watches"] or answer["known"] for answer in answers)
    lost_something = any(answer["problems"] for answer in answers if answer["kind"] in {"warc", "wacz"})
    return 0 if found_something and not lost_something else 1


def _check_files(files: tuple[str, ...]) -> None:
    for file in files:
        if not is_in_bucket(file) and not Path(file).is_file():
            raise InputError(f"file {file[:300]!r} not found; check the path")


class Spread(NamedTuple):
    """The engine and number of workers that the options name."""

    engine: str
    address: str | None
    workers: int | None


def _spread(
    settings: Settings, session: Session, here: dict[str, Path], spread: Spread, url: str | None, only_important: bool
) -> dict[str, list[Imported]] | None:
    """Import the pages of recordings on an engine; the outcomes of the captures of each. None without an engine."""
    from pagestrata.app.recordings.collection import read_collection
    from pagestrata.app.recordings.imports import PageImport

    recordings = [file for file, path in here.items() if _is_recording(path)]
    if not recordings or spread == ("local", None, None):
        return None
    archive = str(settings.archive_address)
    check_reach(spread.engine, archive)
    _ = session.archive  # made once, before many open it
    work = PageImport(archive=archive, browser=settings.browser, options=session.options, only_important=only_important)
    # Workers elsewhere bring what is in a bucket to where they are.
    sources = {file if is_in_bucket(file) else str(Path(file).resolve()): file for file in recordings}
    found: dict[str, list[Imported]] = {file: [] for file in recordings}
    with open_engine(*spread) as places:
        collection = read_collection(places, list(sources))
        pages = [page for page in collection.pages if url is None or page.url == url]
        for done in progress(dispatch(places, work, pages), total=len(pages), what="pages"):
            if done.error is not None:
                raise done.error
            for source, imported in done.result:
                found[sources[source]].append(imported)
    return found


def _imported(
    session: Session,
    file: str,
    path: Path,
    *,
    url: str | None,
    only_important: bool,
    found: dict[str, list[Imported]] | None = None,
) -> dict[str, Any]:
    from pagestrata.app.recordings.imports import import_recording

    answer: dict[str, Any] = {
        "file": file,
        "kind": "",
        "captures": 0,
        "versions": 0,
        "watches": 0,
        "known": 0,
        "future": [],
        "problems": [],
    }
    if _is_recording(path):
        captures = (
            found[file]
            if found is not None
            else import_recording(session, path, url=url, only_important=only_important)
        )
        _count_recording(path, captures, answer, url=url)
    else:
        _import_list(session, path, answer)
    for sentence in [*answer["problems"], *answer["future"]]:
        complain(f"{file}: {sentence}")
    return answer


def _is_recording(file: Path) -> bool:
    if file.name.lower().endswith(RECORDINGS):
        return True
    with file.open("rb") as opened:
        return opened.read(5) == b"WARC/"


def _count_recording(file: Path, captures: Iterable[Imported], answer: dict[str, Any], *, url: str | None) -> None:
    from pagestrata.app.recordings.imports import package_verdict, recording_damages

    signature = package_verdict(file)
    if signature is not None:
        answer["signature"] = {"verdict": signature.verdict, "by": signature.by, "reason": signature.reason}
        if signature.verdict == "broken":
            complain(f"{file}: its signature is invalid: {signature.reason}; the imported versions record this")
    answer["kind"] = "wacz" if file.suffix.lower() == ".wacz" else "warc"
    answer["problems"] += [
        f"{damage}; the rest is imported; import an undamaged copy for this part" for damage in recording_damages(file)
    ]
    for found in captures:
        if is_future(found.captured_at):
            answer["future"].append(
                f"{found.url[:200]} is dated in the future ({found.captured_at.isoformat()}); "
                "it is kept under that date, and visits before it are not compared with it"
            )
        if found.is_known:
            answer["known"] += 1
            continue
        if found.visit is None:
            answer["problems"].append(f"{found.url[:200]} at {found.captured_at.isoformat()}: {found.problem}")
            continue
        answer["captures"] += 1
        answer["versions"] += found.visit.kept
    if not answer["captures"] and not answer["known"]:
        wanted = f"no capture of {url[:200]}" if url else "no page (HTML response)"
        answer["problems"].append(f"it contains {wanted}; nothing was imported")


def _import_list(session: Session, file: Path, answer: dict[str, Any]) -> None:
    """Watch the pages of a list. An existing watch keeps its settings and gets the missing ones."""
    from pagestrata.app.watches import import_watch, usable_page
    from pagestrata.formats.watch_lists import read_watch_list

    found = read_watch_list(file)
    answer["kind"], answer["problems"] = found.kind, list(found.left_out)
    for listed in found.pages:
        page, problems = usable_page(listed)
        answer["problems"] += problems
        try:
            is_known = session.archive.watches.of(page.url) is not None
            import_watch(session.archive, page, source=found.kind)
        except (InputError, UsageError) as error:
            answer["problems"].append(f"{page.url[:200]}: {error}")
        else:
            answer["watches"] += 1
            answer["known"] += is_known
