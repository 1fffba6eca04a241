"""`pagestrata log`: the versions of a page or of one of its blocks, or the archived pages."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from pagestrata.app.sentences import sentences_of
from pagestrata.cli.archive_options import (
    format_option,
    is_future,
    iso,
    open_existing,
    require_page,
    say,
    span_options,
    to_the_second,
)
from pagestrata.cli.options import SectionedCommand, Settings, with_settings
from pagestrata.cli.output import as_json, attributes, deliver
from pagestrata.errors import UsageError
from pagestrata.formats.urls import without_secrets
from pagestrata.model.plain_numbers import counted
from pagestrata.query.timeline import BlockMoment, PageMoment, block_timeline, page_timeline
from pagestrata.store.merkle_log.removals import removal_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pagestrata.model.deltas import Change
    from pagestrata.model.records import RecordedChange, Version, Visit
    from pagestrata.query.first_and_last_said import Said
    from pagestrata.store.archive import Archive

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.command(cls=SectionedCommand)
@click.argument("url", required=False)
@span_options
@click.option("--block", metavar="REF", help="History of one block, by its ref in the newest version.")
@click.option("--said", metavar="WORDS", help="Only the first and last version with these words.")
@click.option("--visits", is_flag=True, help="Include visits that kept no version.")
@click.option("--unwatched", is_flag=True, help="Without URL: only pages that are not watched.")
@format_option("text", "json", default="text")
@with_settings
def log(
    settings: Settings,
    /,
    url: str | None,
    since: datetime | None,
    until: datetime | None,
    block: str | None,
    said: str | None,
    visits: bool,
    unwatched: bool,
    form: str,
) -> int:
    """List the versions of a page and what changed in each, oldest first. Without URL, list the archived pages."""
    if url is None:
        if block is not None or said is not None or visits:
            raise UsageError("--block, --said and --visits need a page; give its URL")
        return _list_pages(settings, since, until, form, only_unwatched=unwatched)
    if unwatched:
        raise UsageError("--unwatched lists pages; omit the URL")
    with open_existing(settings) as archive:
        if not archive.versions.of(url):
            if not visits or not archive.visits.of(url, limit=1):
                require_page(archive, url)
            _deliver_history(form, page_history(archive, url, since, until, with_visits=True))
            return 1
        if said is not None:
            answer = saying(archive, url, said, block)
            deliver(as_json(answer) if form == "json" else saying_text(answer))
            return 0 if answer["first"] else 1
        if block is not None:
            answer = block_history(archive, url, block, since, until)
        else:
            answer = page_history(archive, url, since, until, with_visits=visits)
        if not answer["versions"]:
            every = archive.versions.of(url)
            span = f"{iso(every[0].captured_at)} to {iso(every[-1].captured_at)}"
            say(f"{url[:200]} has no version in this time range; it has {len(every)}, from {span}")
    _deliver_history(form, answer)
    return 0 if answer["versions"] else 1


def _deliver_history(form: str, answer: dict[str, Any]) -> None:
    deliver(as_json(answer) if form == "json" else history_text(answer))


def _list_pages(
    settings: Settings, since: datetime | None, until: datetime | None, form: str, *, only_unwatched: bool
) -> int:
    with open_existing(settings) as archive:
        answer = page_list(archive, since, until, only_unwatched=only_unwatched)
        if not answer:
            known = len(archive.versions.pages())
            unwatched = "is unwatched and " if only_unwatched else ""
            held = (
                f"none of its {known} pages {unwatched}has a version in this time range"
                if known
                else "it contains no page yet"
            )
            say(
                f"nothing to list in {without_secrets(settings.archive_address)}: {held}; `pagestrata visit URL` archives a page"
            )
    deliver(as_json(answer) if form == "json" else page_list_text(answer))
    return 0 if answer else 1


_TEXT_CHARACTERS = 300
PAGES_AT_A_TIME = 500


def page_list(
    archive: Archive, since: datetime | None, until: datetime | None, *, only_unwatched: bool = False
) -> list[dict[str, Any]]:
    """Return the pages with a version in this period, or the unwatched ones: number of versions, first and last.

    If rules removed versions in this period, their number and the rule are included.
    """
    found: list[dict[str, Any]] = []
    gone = archive.versions.all_removed()
    for url in unwatched_pages(archive) if only_unwatched else archive.versions.pages():
        versions = archive.versions.of(url, since=since, until=until)
        if versions:
            first, last = iso(versions[0].captured_at), iso(versions[-1].captured_at)
            found.append({"url": url, "versions": len(versions), "first": first, "last": last})
            if removed := [each for each in gone.get(url, ()) if _is_within(each.captured_at, since, until)]:
                found[-1] |= {"removed": len(removed), "removed_by": removal_words(removed)}
    return found


def unwatched_pages(archive: Archive) -> Iterator[str]:
    """Yield the addresses of archived pages that are not watched, oldest first."""
    place = 0
    while pages := archive.listings.pages(after=place, limit=PAGES_AT_A_TIME, only_unwatched=True):
        yield from (page.url for page in pages)
        place = pages[-1].number


def page_list_text(pages: list[dict[str, Any]]) -> str:
    return "".join(
        f"{page['versions']:>6} {'version ' if page['versions'] == 1 else 'versions'}"
        f"  {to_the_second(page['first'])} to {to_the_second(page['last'])}  {page['url']}{_removed_words(page)}\n"
        for page in pages
    )


def _is_within(moment: datetime, since: datetime | None, until: datetime | None) -> bool:
    return (since is None or moment >= since) and (until is None or moment <= until)


def _removed_words(page: dict[str, Any]) -> str:
    return f"  ({page['removed_by']})" if page.get("removed_by") else ""


def page_history(
    archive: Archive, url: str, since: datetime | None, until: datetime | None, *, with_visits: bool
) -> dict[str, Any]:
    """Return all versions with their changes, and the visits if `with_visits`."""
    moments = page_timeline(archive, url, since=since, until=until)
    sentences = sentences_of(archive, [moment.version for moment in moments])
    answer: dict[str, Any] = {
        "url": moments[0].version.url if moments else url,
        "versions": [
            {**describe(moment.version), "sentence": sentences[moment.version.id], "blocks": _blocks(moment)}
            for moment in moments
        ],
    }
    if removed := archive.versions.removed(url, since=since, until=until):
        answer["removed"] = [
            {
                "version": gone.name,
                "time": iso(gone.captured_at),
                "rule": gone.removal.rule,
                "removed_at": gone.removal.at,
                "entry": gone.removal.place,
                "sentence": str(gone.removal),
            }
            for gone in removed
        ]
    if with_visits:
        statuses = {version.id: version.status for version in archive.versions.of(url)}
        visits = list(reversed(archive.visits.of(url)))
        cost = _rendering_seconds(visits)
        answer["visits"] = [{**_visit(visit, cost), "status": statuses.get(visit.version or "")} for visit in visits]
    return answer


def describe(version: Version) -> dict[str, Any]:
    """A version as JSON answers name it."""
    return {
        "version": version.id,
        "url": version.url,
        "time": iso(version.captured_at),
        **attributes(
            version, "status", "title", "importance", "probability", "changes", "digest", "etag", "last_modified"
        ),
        "future": is_future(version.captured_at),
        "depth_px": version.depth_px,
    }


def _blocks(moment: PageMoment) -> dict[str, dict[str, int]]:
    return {ref: _operations(changes) for ref, changes in moment.changes.items()}


def _operations(changes: Iterable[Change | RecordedChange]) -> dict[str, int]:
    return dict(Counter(f"{change.op} {change.element}" for change in changes))


def _rendering_seconds(visits: Iterable[Visit]) -> float | None:
    """Return the median duration of the visits that rendered the page; None if no visit did."""
    taken = [sum(visit.seconds.values()) for visit in visits if visit.stage == "render" and "render" in visit.seconds]
    if not taken:
        return None
    import statistics

    return statistics.median(taken)


def _visit(visit: Visit, rendering_seconds: float | None) -> dict[str, Any]:
    cheap = visit.stage != "render" and rendering_seconds is not None
    saved = round(max(0.0, (rendering_seconds or 0.0) - sum(visit.seconds.values())), 3) if cheap else None
    return {
        "time": iso(visit.visited_at),
        **attributes(visit, "stage", "version", "kept", "importance", "probability", "skipped", "changes"),
        "reasons": list(visit.reasons),
        **attributes(visit, "fault", "error"),
        "seconds": dict(visit.seconds),
        "check": visit.check,
        "saved_seconds": saved,
    }


def block_history(
    archive: Archive, url: str, block: str, since: datetime | None, until: datetime | None
) -> dict[str, Any]:
    """One block through the versions of its page."""
    moments = block_timeline(archive, url, block, since=since, until=until)
    return {
        "url": moments[0].version.url if moments else url,
        "block": block,
        "versions": [_block_moment(moment) for moment in moments],
    }


def _block_moment(moment: BlockMoment) -> dict[str, Any]:
    return {
        "version": moment.version.id,
        "time": iso(moment.version.captured_at),
        "block": moment.ref,
        "changed": moment.changed,
        "operations": _operations(moment.changes),
        "text": _text_of(moment),
    }


def _text_of(moment: BlockMoment) -> str | None:
    if moment.block is None:
        return None
    return " ".join(block.text for block in moment.block.walk() if block.text)


def saying(archive: Archive, url: str, phrase: str, block: str | None) -> dict[str, Any]:
    """Return when a phrase was first and last on the page."""
    from pagestrata.query.first_and_last_said import first_and_last

    found = first_and_last(archive, url, phrase, block=block)
    return {
        "url": archive.versions.at(url, "latest").url,
        "block": block,
        "said": phrase,
        "first": _said(found.first),
        "last": _said(found.last),
        **attributes(found, "versions", "of_versions", "interrupted", "still"),
        "unsaid_since": iso(found.unsaid_since),
    }


def _said(said: Said | None) -> dict[str, Any] | None:
    if said is None:
        return None
    return {
        "version": said.version.id,
        "time": iso(said.version.captured_at),
        "block": said.block,
        "text": said.text[:_TEXT_CHARACTERS],
    }


def history_text(answer: dict[str, Any]) -> str:
    """Return the history as text, one line per version, including removed ones."""
    timed = [(version["time"], _line(version)) for version in answer["versions"]]
    timed += [_removed_line(gone) for gone in answer.get("removed", ())]
    lines = [line for _, line in sorted(timed, key=lambda pair: str(pair[0]))]
    lines += [_visit_line(visit) for visit in answer.get("visits", ())]
    return "".join(f"{line}\n" for line in lines)


def _removed_line(gone: dict[str, Any]) -> tuple[str, str]:
    return gone["time"], f"{gone['version']}  {gone['time']}  {gone['sentence']}"


def _visit_line(visit: dict[str, Any]) -> str:
    """One visit as a line: time, stage, outcome, reasons and the duration of each stage."""
    kept = "kept" if visit["kept"] else "not kept"
    outcome = f"fault ({visit['fault']}), {kept}" if visit["fault"] else kept
    if visit["error"]:
        kind = f" ({visit['fault']})" if visit["fault"] else ""
        outcome = f"failed{kind}: {visit['error']}"
    parts = [
        f"visit {to_the_second(visit['time'])}",
        str(visit["status"] or "-"),
        f"{visit['stage']}, {outcome}{_saved(visit)}",
    ]
    parts += ["; ".join(visit["reasons"])] if visit["reasons"] else []
    parts += [f"[show it as: {visit['skipped']}]"] if visit["skipped"] else []
    seconds = ", ".join(f"{name} {number:.2f}" for name, number in visit["seconds"].items() if number >= 0.005)
    return "  ".join([*parts, f"({seconds} s)"] if seconds else parts)


def _saved(visit: dict[str, Any]) -> str:
    saved = f", saved {visit['saved_seconds']:.1f} s" if visit["saved_seconds"] else ""
    return f"{saved}, cheap stages {visit['check']}" if visit["check"] else saved


def _line(version: dict[str, Any]) -> str:
    time = to_the_second(version["time"])
    if "operations" in version:
        operations = ", ".join(f"{number} × {name}" for name, number in version["operations"].items())
        state = "missing" if version["block"] is None else operations or ("changed" if version["changed"] else "same")
        return f"{version['version']}  {time}  {version['block'] or '-'}  {state}"
    time = f"{time} (in the future)" if version["future"] else time
    depth = f", first {version['depth_px']:,} px only" if version["depth_px"] else ""
    words = version["sentence"] or version["title"]
    return f"{version['version']}  {time}  {version['status']}  {_what(version)}{depth}  {words}"


def _what(version: dict[str, Any]) -> str:
    """What a version changed. A version without an importance was not compared with an earlier one."""
    if not version["blocks"]:
        changes = "no changes" if version["importance"] is not None else "first version"
    else:
        changes = f"{counted(version['changes'], 'change')} in {counted(len(version['blocks']), 'block')}"
    if version["importance"] is None:
        return changes
    number = version["probability"]
    return f"{changes}, {'not judged' if number is None else f'matters with probability {number:.2f}'}"


def saying_text(answer: dict[str, Any]) -> str:
    """When a phrase was on the page, as lines of text."""
    where = f"block {answer['block']}" if answer["block"] else "the page"
    if not answer["first"]:
        return f"{where} never contained {answer['said']!r} in {answer['of_versions']} versions\n"
    first, last = answer["first"], answer["last"]
    ending = "still there" if answer["still"] else f"gone since {answer['unsaid_since']}"
    gap = ", with interruptions" if answer["interrupted"] else ""
    return (
        f"first {first['time']}  block {first['block']}  {first['text'][:80]}\n"
        f"last  {last['time']}  block {last['block']}  {last['text'][:80]}\n"
        f"{answer['versions']} of {answer['of_versions']} versions{gap}; {ending}\n"
    )
