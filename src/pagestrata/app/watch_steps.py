"""The steps of a watched page: list, set, and replay them with a picture after each.

A secret is typed as a text and stored outside the archive. When steps are set again with an empty text, the step on the same
element keeps its secret.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pagestrata.app.kept_secrets import kept_secrets
from pagestrata.app.watches import change_watch
from pagestrata.capturing.browser.live import LivePage
from pagestrata.capturing.kept_steps import NOT_KEPT_YET, Step, in_words, steps_from_json, steps_to_json
from pagestrata.errors import PagestrataError, UsageError

if TYPE_CHECKING:
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.model.records import Watch
    from pagestrata.store.archive import Archive


def steps_of(watch: Watch) -> tuple[Step, ...]:
    """The stored steps of a page; secrets by their names."""
    return steps_from_json(watch.settings.capture.get("steps", []))


def set_steps(archive: Archive, watch: Watch, steps: Sequence[Step]) -> Watch:
    """Replace the steps of a page. New secrets are stored outside the archive, for the page's origin.

    Raises UsageError for invalid steps, and for a secret without a text if no step on its element had one.
    """
    checked = steps_from_json(steps_to_json(steps))
    known = {step.selector: step for step in steps_of(watch) if step.secret}
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(watch.url))
    _check_secrets(checked, known)
    return store_steps(archive, watch, [_kept(step, known, origin) for step in checked])


def _check_secrets(steps: Sequence[Step], known: dict[str, Step]) -> None:
    for number, step in enumerate(steps, 1):
        if step.secret == NOT_KEPT_YET and not step.text and step.selector not in known:
            raise UsageError(
                f"step {number}: the secret has no text, and no step on {step.selector[:80]!r} had one before"
            )


def _kept(step: Step, known: dict[str, Step], origin: str) -> Step:
    if step.secret != NOT_KEPT_YET:
        return step
    if not step.text:
        return known[step.selector]
    return replace(
        step, text="", secret=kept_secrets().keep(step.text, step.origin or origin), origin=step.origin or origin
    )


def store_steps(archive: Archive, watch: Watch, kept: Sequence[Step]) -> Watch:
    """Store steps whose secrets are stored already, and delete the secrets of removed steps."""
    before = steps_of(watch)
    changed = change_watch(archive, watch, {"capture": {"steps": steps_to_json(kept) or None}})
    gone = {step.secret for step in before} - {step.secret for step in kept} - {""}
    if gone:
        kept_secrets().forget(frozenset(gone))
    return changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A replayed step: what it does, the page after it, and why it failed ('' if it did not)."""

    words: str
    picture: bytes
    problem: str = ""

    @property
    def picture_base64(self) -> str:
        return base64.b64encode(self.picture).decode()

    @property
    def picture_address(self) -> str:
        """The picture as a data URL, for a response that is not stored."""
        return f"data:image/jpeg;base64,{self.picture_base64}"


def live_page(watch: Watch, options: CaptureOptions, *, executable: str | None = None) -> LivePage:
    """The page, opened with the guard, rules and limits of a visit, but without its steps."""
    return LivePage(watch.url, replace(options, steps=()), executable=executable)


def replay_steps(page: LivePage, steps: Sequence[Step]) -> list[Replayed]:
    """Open the page, take the steps with a picture after each until one fails, and close the page."""
    done: list[Replayed] = []
    try:
        page.open()
        done.append(Replayed(words="open the page", picture=page.picture()))
        for step in steps:
            problem = ""
            try:
                page.take(step)
            except PagestrataError as error:
                problem = str(error)
            done.append(Replayed(words=in_words(step), picture=page.picture(), problem=problem))
            if problem:
                break
    finally:
        page.close()
    return done
