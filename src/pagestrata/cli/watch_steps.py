"""`pagestrata watch steps`: the steps that are taken on a page before it is captured, such as logging in."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from pagestrata.capturing.kept_steps import in_words
from pagestrata.cli.archive_options import format_option, open_existing
from pagestrata.cli.options import EXISTING_FILE, FOLDER_PATH, Settings, with_settings
from pagestrata.cli.output import as_json, attributes, deliver
from pagestrata.errors import UsageError

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.command()
@click.argument("which", metavar="WATCH|URL")
@click.option(
    "--set",
    "file",
    type=EXISTING_FILE,
    help="Replace the steps with those in this YAML file. Secrets are stored outside the archive.",
)
@click.option("--none", "clear", is_flag=True, help="Remove all steps and delete their secrets.")
@click.option("--replay", "replays", is_flag=True, help="Open the page and take the steps now. Exit 1 if one fails.")
@click.option("--pictures", type=FOLDER_PATH, help="With --replay: save a screenshot after each step to this folder.")
@format_option("text", "json", default="text")
@with_settings
def steps(
    settings: Settings, /, which: str, file: Path | None, clear: bool, replays: bool, pictures: Path | None, form: str
) -> int:
    """List, set or replay the steps that a visit takes on a page.

    To record steps by clicking, open the web application: Edit, Steps and login. A file has one step per line:
    `- click: CSS`, `- type: {selector: CSS, text: WORDS}`, with `secret: true` for a password, `- wait: CSS or SECONDS`,
    `- scroll: CSS or end`. A secret without text keeps the stored value for its element. Exit 1 if the page has no steps.
    """
    if sum((file is not None, clear)) > 1:
        raise UsageError("--set and --none exclude each other; give one of them")
    if pictures is not None and not replays:
        raise UsageError("--pictures needs --replay; add it")
    if file is not None or clear:
        _set(settings, which, file)
    return _replay(settings, which, pictures, form) if replays else _list(settings, which, form)


def _set(settings: Settings, which: str, file: Path | None) -> None:
    from pagestrata.app.watch_steps import set_steps
    from pagestrata.app.watches import find_watch
    from pagestrata.capturing.browser.steps import read_steps

    steps = read_steps(file.read_bytes()) if file is not None else ()
    with open_existing(settings, writing=True) as archive:
        set_steps(archive, find_watch(archive, which), steps)


def _list(settings: Settings, which: str, form: str) -> int:
    from pagestrata.app.watch_steps import steps_of
    from pagestrata.app.watches import find_watch

    with open_existing(settings) as archive:
        kept = steps_of(find_watch(archive, which))
    rows: list[dict[str, Any]] = [
        {
            **attributes(step, "action", "selector"),
            "text": "" if step.secret else step.text,
            "seconds": step.seconds,
            "is_secret": bool(step.secret),
            "words": in_words(step),
        }
        for step in kept
    ]
    lines = "".join(f"{number}. {row['words']}\n" for number, row in enumerate(rows, 1))
    deliver(as_json(rows) if form == "json" else lines)
    return 0 if rows else 1


def _replay(settings: Settings, which: str, pictures: Path | None, form: str) -> int:
    from pagestrata.app.session import Session
    from pagestrata.app.watch_steps import live_page, replay_steps
    from pagestrata.app.watches import find_watch

    with Session(
        archive=settings.archive_address,
        browser=settings.browser,
        allow_private=settings.allow_private,
        creates_archive=False,
    ) as session:
        watch = find_watch(session.archive, which)
        options = session.options_of(watch)
        done = replay_steps(live_page(watch, options, executable=settings.browser), options.steps)
    files = _written([step.picture for step in done], pictures)
    rows = [
        {"words": step.words, "problem": step.problem or None, "picture": name}
        for step, name in zip(done, files, strict=True)
    ]
    lines = "".join(
        f"{number}. {row['words']}{': ' + row['problem'] if row['problem'] else ''}\n"
        for number, row in enumerate(rows)
    )
    deliver(as_json(rows) if form == "json" else lines)
    return 1 if any(step.problem for step in done) else 0


def _written(found: list[bytes], folder: Path | None) -> list[str | None]:
    """The files that the pictures were written to, None for each where there is no folder for them."""
    if folder is None:
        return [None] * len(found)
    try:
        with suppress(FileExistsError):
            folder.mkdir(parents=True)
        names = [folder / f"step-{number:02}.jpg" for number in range(len(found))]
        for name, picture in zip(names, found, strict=True):
            name.write_bytes(picture)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written ({error.strerror or error}); give another --pictures") from error
    return [str(name) for name in names]
