"""`pagestrata prove` and `check`: proofs of versions for readers who do not trust the archive."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagestrata.app.sources import parse_source
from pagestrata.cli.archive_options import format_option, open_existing, output_option
from pagestrata.cli.options import FILE_PATH, FOLDER_PATH, SectionedCommand, Settings, shared_options, with_settings
from pagestrata.cli.output import deliver, deliver_as
from pagestrata.errors import InputError, UsageError

if TYPE_CHECKING:
    from pagestrata.model.records import Version
    from pagestrata.proof.keys import PublicKey
    from pagestrata.store.archive import Archive

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.command(cls=SectionedCommand)
@click.argument("source", metavar="[URL@TIME]", required=False)
@click.option("--block", metavar="REF", default="", help="Show the text of this block, by its ref in the version.")
@click.option(
    "--between",
    nargs=2,
    metavar="A B",
    help="Prove two versions and the changes between them; A and B are times as for `show`.",
)
@click.option("--head", is_flag=True, help="Write only the signed head of the log, for someone else to keep.")
@click.option("--to", "channel", metavar="CHANNEL", help="With --head: also send it to this channel; see `notify add`.")
@click.option("--git", "repository", type=FOLDER_PATH, help="With --head: also commit it to this git repository.")
@click.option(
    "--feed", "feed_file", type=FILE_PATH, help="With --head: also write an Atom feed of all published heads."
)
@click.option("--no-pdf", is_flag=True, help="Omit the PDF; making it needs a browser.")
@output_option
@format_option("text", "json")
@with_settings
def prove(
    settings: Settings,
    /,
    source: str | None,
    block: str,
    between: tuple[str, str] | None,
    head: bool,
    channel: str | None,
    repository: Path | None,
    feed_file: Path | None,
    no_pdf: bool,
    output: Path | None,
    form: str | None,
) -> None:
    """Write a proof of a version that anyone can check without the archive or Pagestrata.

    The zip file contains a report, the page, the version's entry in the signed log with its time stamps, and a script
    that checks all of it with openssl and sha256sum.

    With --head, write only the signed head of the log. Anyone who keeps it can later detect rewritten history with
    `verify --against`.
    """
    if head:
        if source is not None or block or between:
            raise UsageError("--head covers the whole log; omit the page, --block and --between")
        _publish_head(settings, output, channel, repository, feed_file)
        return
    if channel or repository or feed_file:
        raise UsageError("--to, --git and --feed publish the head of the log; add --head")
    if source is None:
        raise UsageError("name the version to prove: `pagestrata prove URL@TIME -o proof.zip`, or give --head")
    if output is None:
        raise UsageError("name the file to write: -o proof.zip")
    _prove(settings, source, block, between, output, form, with_pdf=not no_pdf)


def _publish_head(
    settings: Settings, output: Path | None, channel: str | None, repository: Path | None, feed_file: Path | None
) -> None:
    from pagestrata.app.proving.witnesses import commit_head, head_feed, send_head

    now = datetime.now(UTC)
    with open_existing(settings, writing=True) as archive:
        pinned = archive.proof.pinned(now=now)
        if repository is not None:
            commit_head(pinned, repository)
        if feed_file is not None:
            deliver(head_feed(archive), feed_file)
        if channel is not None:
            send_head(archive, pinned, channel, now=now)
    if output is not None or not (channel or repository or feed_file):
        deliver(pinned, output)


def _prove(
    settings: Settings,
    source: str,
    block: str,
    between: tuple[str, str] | None,
    output: Path,
    form: str | None,
    *,
    with_pdf: bool,
) -> None:
    from pagestrata.app.proving.make_proof import ProofRequest, make_proof
    from pagestrata.capturing.browser.print_pdf import print_pdf

    with open_existing(settings) as archive:
        versions = _versions(archive, source, between)
        printing = partial(print_pdf, executable=settings.browser) if with_pdf else None
        made = make_proof(
            archive, ProofRequest(versions=versions, block=block), now=datetime.now(UTC), print_pdf=printing
        )
    deliver(made, output)
    deliver_as(form, {"file": str(output), "versions": [version.id for version in versions], "bytes": len(made)})


def _versions(archive: Archive, source: str, between: tuple[str, str] | None) -> tuple[Version, ...]:
    found = parse_source(source)
    if found.kind not in {"archived", "live"}:
        raise UsageError(f"{source} is a file; `prove` takes an archived page: URL@TIME")
    if between is None:
        return (archive.versions.at(found.place, found.time or "latest"),)
    versions = [archive.versions.at(found.place, time) for time in between]
    return tuple(sorted(versions, key=lambda version: version.captured_at))


@click.command(cls=SectionedCommand)
@click.argument("file", type=FILE_PATH)
@click.option("--key", "key_file", type=FILE_PATH, help="Public key (PEM) that must have signed the file.")
@click.option(
    "--authority",
    "authorities",
    type=FILE_PATH,
    multiple=True,
    help="Root certificate (PEM) for the time stamps. Repeatable.",
)
@click.option(
    "--crl",
    "revocations",
    type=FILE_PATH,
    multiple=True,
    help="Certificate revocation list of a time authority (PEM or DER). Repeatable.",
)
@click.option(
    "--bitcoin-header",
    "block_headers",
    type=FILE_PATH,
    multiple=True,
    help="Header of the Bitcoin block that an OpenTimestamps file names: 80 bytes, or hex. Repeatable.",
)
@format_option("text", "json", default="text")
@shared_options
def check(
    file: Path,
    key_file: Path | None,
    authorities: tuple[Path, ...],
    revocations: tuple[Path, ...],
    block_headers: tuple[Path, ...],
    form: str,
) -> int:
    """Check a proof or a signed WACZ package, without archive or network. Exit 1 if the check fails."""
    from pagestrata.proof.keys import require_cryptography

    require_cryptography()
    if file.suffix == ".wacz":
        return _check_package(file, form)
    from pagestrata.app.proving.check_proof import check_proof

    key = _public_key(key_file) if key_file is not None else None
    roots, lists = [_content(path) for path in authorities], [_content(path) for path in revocations]
    headers = [_block_header(path) for path in block_headers]
    report = check_proof(file, roots=roots, key=key, revocations=lists, block_headers=headers)
    if form == "json":
        versions = [dict(version) for version in report.versions]
        answer = {"valid": report.is_valid, "problems": report.problems, "shows": report.shown, "versions": versions}
        deliver_as("json", answer)
    else:
        lines = [f"broken: {problem}" for problem in report.problems] or report.shown
        deliver("".join(f"{line}\n" for line in [*lines, "proof valid" if report.is_valid else "proof NOT valid"]))
    return 0 if report.is_valid else 1


def _check_package(file: Path, form: str) -> int:

    from pagestrata.app.proving.wacz_signatures import judge_wacz

    found = judge_wacz(file)
    deliver_as(form, asdict(found))
    return 0 if found.verdict == "valid" else 1


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {file} ({error.strerror}); check its name") from error


def _block_header(file: Path) -> bytes:
    from pagestrata.proof.open_timestamps import read_header

    header = _content(file)
    read_header(header)  # an odd one is no fault of the proof
    return header


def _public_key(file: Path) -> PublicKey:
    from pagestrata.proof.keys import PublicKey

    try:
        key = PublicKey(name="", pem=file.read_text(encoding="ascii"))
        assert key.algorithm
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {file} ({error}); give a public key in PEM") from error
    return key


@click.command(cls=SectionedCommand)
@format_option("text", "json")
@with_settings
def stamp(settings: Settings, /, form: str | None) -> int:
    """Have the configured time authorities stamp the signed head of the log now. `run` does so regularly.

    OpenTimestamps calendars are asked again for stamps that are not yet in Bitcoin. Exit 1 if no authority stamped the head.
    """
    from pagestrata.app.proving.stamping import complete_stamps, stamp_head

    with open_existing(settings, writing=True) as archive:
        complete_stamps(archive)
        done = stamp_head(archive, now=datetime.now(UTC))
    answers = [
        {"authority": stamp.authority, "stamped_at": stamp.at, "state": stamp.state, "problem": stamp.problem}
        for stamp in done
    ]
    deliver_as(form, answers)
    return 0 if any(not stamp.problem for stamp in done) else 1
