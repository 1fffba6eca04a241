"""Watches. A change names the state it is based on, so that no other change is lost."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import Header, Path, Query, Response
from pydantic import BaseModel, Field

from pagestrata.app.watches import check_settings, edit_watch, remove_watch, watch_id, watch_with_id
from pagestrata.formats.urls import web_address
from pagestrata.model.only_if import LONGEST_WISH
from pagestrata.model.records import Watch
from pagestrata.web.api.route import (
    CHANGING,
    LONGEST_URL,
    LONGEST_WORDS,
    NAME,
    PREFIX,
    WHOLE,
    AfterId,
    Limit,
    Text,
    harmless,
    refusal,
    router,
)
from pagestrata.web.api.shapes import Body, Page, listed
from pagestrata.web.dependencies import Context, Editor, Viewer
from pagestrata.web.file_answers import etag_of, names_etag

watches = router("watches")

WatchId = Annotated[str, Path(pattern=NAME)]
IfMatch = Annotated[
    str | None, Header(max_length=200, description="ETag of the watch that you change, or * to overwrite any state.")
]
Share = Annotated[float, Field(ge=0, le=1)]
Word = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[str, Field(pattern=r"^[0-9A-Za-z_.:-]{1,100}$")]
NO_OTHERS: dict[str, Any] = {"additionalProperties": False}
HeaderText = Annotated[str, Field(min_length=1, max_length=300, pattern=r"^[ -~]+$")]
MOST_OF_A_KIND = 100
NamedShares = Annotated[dict[Name, Share], Field(max_length=MOST_OF_A_KIND, json_schema_extra=NO_OTHERS)]


class CaptureShape(Body):
    """How a page is opened. Null uses the setting for all pages. Settings with secrets are set on the command line only."""

    wait_for: (
        Annotated[str, Field(min_length=1, max_length=500, description="CSS selector of an element to wait for.")]
        | None
    ) = None
    refuse_consent: bool | None = None
    javascript: bool | None = None
    second_look: bool | None = None
    viewport: (
        Annotated[list[Annotated[int, Field(ge=100, le=10_000), WHOLE]], Field(min_length=2, max_length=2)] | None
    ) = None
    user_agent: HeaderText | None = None
    contact: HeaderText | None = None
    blocked_resource_types: (
        Annotated[list[Literal["image", "media", "font", "stylesheet", "script"]], Field(max_length=5)] | None
    ) = None
    height_cap_px: Annotated[int, Field(ge=100, le=200_000), WHOLE] | None = None
    max_scroll_px: Annotated[int, Field(ge=100, le=200_000), WHOLE] | None = None
    page_seconds: Annotated[float, Field(ge=1, le=3600)] | None = None


class WatchSettingsShape(Body):
    """The settings of a watched page. Null uses the setting for all pages."""

    title: Annotated[str, Field(max_length=500)] | None = None
    tags: Annotated[list[Word], Field(max_length=MOST_OF_A_KIND)] | None = None
    interval_seconds: Annotated[int, Field(ge=3, le=366 * 86_400), WHOLE] | None = None
    paused: bool | None = None
    window: Annotated[str, Field(max_length=200)] | None = None
    robots: Literal["obey", "ignore"] | None = None
    page_weight: Annotated[float, Field(ge=0, le=1000)] | None = None
    threshold: Share | None = None
    leaning: Literal["strict", "relaxed"] | None = None
    judge: Literal["paper1", "paper4", "evidence"] | None = None
    only_if: Annotated[str, Field(max_length=LONGEST_WISH)] | None = None
    only_if_overrules: bool | None = None
    importance: NamedShares | None = None
    operation_weights: NamedShares | None = None
    ignore: Annotated[list[Word], Field(max_length=MOST_OF_A_KIND)] | None = None
    ignore_text: Annotated[list[Word], Field(max_length=MOST_OF_A_KIND)] | None = None
    render_every_visits: Annotated[int, Field(ge=1, le=100_000), WHOLE] | None = None
    render_every_hours: Annotated[float, Field(gt=0, le=100_000)] | None = None
    skipped_days: Annotated[float, Field(ge=0, le=36_500)] | None = None
    keep_errors: bool | None = None
    failures_reported: Annotated[int, Field(ge=1, le=50), WHOLE] | None = None
    capture: CaptureShape | None = None


class NewWatch(WatchSettingsShape):
    """A page to watch."""

    url: Annotated[str, Field(min_length=1, max_length=LONGEST_URL)]


class WatchShape(BaseModel):
    """A watched page. `other` has the settings that only the command line changes, without values that may be secret."""

    id: str
    url: Text
    settings: dict[str, Any]
    other: list[str]

    @classmethod
    def of(cls, watch: Watch) -> WatchShape:
        stored = harmless(watch.settings.to_json())
        own = {name: value for name, value in stored.items() if name in WatchSettingsShape.model_fields}
        other = sorted(set(stored) - set(own))
        if "capture" in own:
            known = {name: value for name, value in own["capture"].items() if name in CaptureShape.model_fields}
            other = sorted([*other, *(f"capture.{name}" for name in own["capture"] if name not in known)])
            own |= {"capture": known}
        return cls(id=watch.id, url=watch.url, settings=own, other=other)


def etag_of_watch(watch: Watch) -> str:
    """The name of a watch as it is now."""
    return etag_of(watch.id, watch.url, json.dumps(watch.settings.to_json(), sort_keys=True))


@watches.get("/watches")
def list_watches(
    ctx: Context,
    viewer: Viewer,
    q: Annotated[str | None, Query(max_length=LONGEST_WORDS, description="Part of the address.")] = None,
    tag: Annotated[str | None, Query(max_length=200)] = None,
    after: AfterId = None,
    limit: Limit = 50,
) -> Page[WatchShape]:
    """List the watched pages, ordered by id."""
    found = ctx.archive.listings.watches(after=after or "", limit=limit + 1, words=q, tag=tag or None)
    return listed(found, limit, WatchShape.of, lambda watch: watch.id)


@watches.post("/watches", status_code=201, responses=CHANGING)
def add_watch(ctx: Context, editor: Editor, body: NewWatch, response: Response) -> Any:
    """Watch a page. Answers 409 if it is watched already."""
    address = web_address(body.url)
    known = ctx.archive.watches.of(address)
    if known is not None:
        return refusal(409, f"{address[:200]} is watched already as {known.id}")
    settings = body.model_dump(exclude={"url"}, exclude_none=True)
    watch = check_settings(Watch(id=watch_id(address), url=address), settings)
    ctx.archive.watches.save(watch)
    response.headers["etag"] = etag_of_watch(watch)
    response.headers["location"] = f"{PREFIX}/watches/{watch.id}"
    return WatchShape.of(watch)


@watches.get("/watches/{watch_id}")
def show_watch(ctx: Context, viewer: Viewer, watch_id: WatchId, response: Response) -> WatchShape:
    """Return a watch. A change needs its ETag in If-Match."""
    found = watch_with_id(ctx.archive, watch_id)
    response.headers["etag"] = etag_of_watch(found)
    return WatchShape.of(found)


@watches.patch("/watches/{watch_id}", responses=CHANGING, response_model=WatchShape)
def change_watch(
    ctx: Context,
    editor: Editor,
    watch_id: WatchId,
    body: WatchSettingsShape,
    response: Response,
    if_match: IfMatch = None,
) -> Any:
    """Change settings of a watch. Null resets a setting; omitted settings stay as they are."""
    seen = watch_with_id(ctx.archive, watch_id)
    if (refused := unless_seen(seen, if_match)) is not None:
        return refused
    changed = edit_watch(ctx.archive, seen, body.model_dump(exclude_unset=True))
    if changed is None:
        return refusal(412, "this watch was changed a moment ago; read it again")
    response.headers["etag"] = etag_of_watch(changed)
    return WatchShape.of(changed)


@watches.delete("/watches/{watch_id}", status_code=204, responses=CHANGING)
def delete_watch(ctx: Context, editor: Editor, watch_id: WatchId, if_match: IfMatch = None) -> Response:
    """Delete a watch and its rules. The versions of the page stay."""
    seen = watch_with_id(ctx.archive, watch_id)
    if (refused := unless_seen(seen, if_match)) is not None:
        return refused
    remove_watch(ctx.archive, seen)
    return Response(status_code=204)


def unless_seen(watch: Watch, if_match: str | None) -> Response | None:
    """Return the refusal of a change that is not based on the current state of the watch; None if it is."""
    if if_match is None:
        return refusal(428, "send the ETag of the watch you saw in If-Match, so that no change of another is lost")
    if not names_etag(if_match, etag_of_watch(watch)):
        return refusal(412, "this watch was changed since you read it; read it again")
    return None
