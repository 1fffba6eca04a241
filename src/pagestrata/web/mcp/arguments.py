"""What each tool takes. Names, types and limits are checked here and described to the client by the same classes."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field

from pagestrata.errors import InputError
from pagestrata.formats.urls import parse_time
from pagestrata.model.change_question import ChangeKind

MOST_ITEMS = 50


def _moment(value: object) -> datetime:
    """A day or a moment in ISO 8601."""
    if not isinstance(value, str):
        raise ValueError("write a time like 2026-01-31 or 2026-01-31T12:00:00Z")
    try:
        return parse_time(value)
    except InputError as error:
        raise ValueError(str(error)) from error


def _last_moment(value: object) -> object:
    """A moment, or the last one of a day that was given without a time."""
    found = _moment(value)
    is_day = isinstance(value, str) and re.fullmatch(r"\d{4}-?\d\d-?\d\d", value.strip()) is not None
    return found + timedelta(days=1, microseconds=-1) if is_day else found


Url = Annotated[str, Field(min_length=1, max_length=8192, description="The address of a page.")]
Words = Annotated[str, Field(min_length=1, max_length=500)]
Version = Annotated[
    str,
    Field(
        pattern=r"^(pagestrata://versions/)?[0-9]{14}-s?[0-9]{1,18}(/[a-z]+)?$",
        description="The id of a version, or its `source`.",
    ),
]
Block = Annotated[
    str, Field(pattern=r"^[0-9A-Za-z]{1,20}(\.[0-9A-Za-z]{1,20}){0,60}$", description="The ref of a block.")
]
Since = Annotated[AwareDatetime, BeforeValidator(_moment), Field(description="From this day or time on (ISO 8601).")]
Until = Annotated[AwareDatetime, BeforeValidator(_last_moment), Field(description="Up to this day or time (ISO 8601).")]
Limit = Annotated[int, Field(ge=1, le=MOST_ITEMS, description="At most so many.")]
After = Annotated[str, Field(max_length=40, description="The `next` of the answer before.")]
AfterNumber = Annotated[int, Field(ge=0, le=2**53, description="The `next` of the answer before.")]


class Arguments(BaseModel):
    """The arguments of a tool: nothing else is taken, and no type for another."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SearchArguments(Arguments):
    words: Annotated[Words, Field(description='All of these words in one block; "…" is a phrase, a * any ending.')]
    url: Url | None = None
    since: Since | None = None
    until: Until | None = None
    changed: Annotated[bool, Field(description="Only blocks that came, or got this text, in that time.")] = False
    limit: Limit = 10
    after: AfterNumber | None = None


class HistoryArguments(Arguments):
    url: Url
    since: Since | None = None
    until: Until | None = None
    limit: Limit = 20
    after: After | None = None


class ChangesArguments(Arguments):
    url: Url | None = None
    tag: Annotated[str, Field(min_length=1, max_length=200, description="Only watched pages with this tag.")] | None = (
        None
    )
    block: Block | None = None
    kind: Annotated[ChangeKind, Field(description="Only changes of this kind.")] | None = None
    words: Annotated[Words, Field(description="A phrase in what changed.")] | None = None
    since: Since | None = None
    until: Until | None = None
    probability: Annotated[float, Field(ge=0, le=1, description="That a person would keep it, at least.")] | None = None
    silenced: Annotated[
        bool, Field(description="Pictures and links in advertisements and boxes that keep changing too.")
    ] = False
    limit: Limit = 20
    after: After | None = None


class AskArguments(Arguments):
    question: Annotated[Words, Field(description="Like: price changes since October on tag boats.")]
    limit: Limit = 20
    after: After | None = None


class CompareArguments(Arguments):
    new: Version
    old: (
        Annotated[Version, Field(description="The id of the earlier version; the one before `new` if not given.")]
        | None
    ) = None
    limit: Limit = 20
    after: AfterNumber | None = None


class ShowArguments(Arguments):
    version: Version
    part: Annotated[
        Literal["text", "blocks", "picture"],
        Field(description="Its text, its blocks, or a picture of it or of one block."),
    ] = "text"
    block: Block | None = None
    after: AfterNumber | None = None


class TrailArguments(Arguments):
    trail: Annotated[str, Field(pattern="^[0-9A-Za-z_-]{1,64}$", description="The id of a followed block.")] | None = (
        None
    )
    url: Url | None = None
    limit: Limit = 20
    after: Annotated[str | int, Field(description="The `next` of the answer before.")] | None = None


class PlanArguments(Arguments):
    budget: Annotated[float, Field(gt=0, le=100_000, description="Visits an hour.")] = 60.0
    limit: Limit = 10
    after: AfterNumber | None = None


class WhenSaidArguments(Arguments):
    url: Url
    words: Annotated[Words, Field(description="The exact words on the page; case, accents and spaces are ignored.")]
    block: Block | None = None


class WatchAddArguments(Arguments):
    url: Url
    title: Annotated[str, Field(max_length=500)] | None = None
    tags: Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(max_length=100)] | None = None
    interval_seconds: Annotated[int, Field(ge=3, le=366 * 86_400)] | None = None


class VisitNowArguments(Arguments):
    url: Url
