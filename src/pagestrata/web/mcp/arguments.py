"""The arguments of each tool. These classes check names, types and limits, and describe them to the client."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

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
    """Parse a moment; a day without a time means its last moment."""
    found = _moment(value)
    is_day = isinstance(value, str) and re.fullmatch(r"\d{4}-?\d\d-?\d\d", value.strip()) is not None
    return found + timedelta(days=1, microseconds=-1) if is_day else found


Url = Annotated[str, Field(min_length=1, max_length=8192, description="Address of a page.")]
Words = Annotated[str, Field(min_length=1, max_length=500)]
Version = Annotated[
    str,
    Field(
        pattern=r"^(pagestrata://versions/)?[0-9]{14}-s?[0-9]{1,18}(/[a-z]+)?$",
        description="Id of a version, or its `source`.",
    ),
]
Block = Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,20}(\.[0-9A-Za-z]{1,20}){0,60}$", description="Ref of a block.")]
Since = Annotated[
    AwareDatetime, BeforeValidator(_moment), Field(description="Start of the period (ISO 8601, inclusive).")
]
Until = Annotated[
    AwareDatetime, BeforeValidator(_last_moment), Field(description="End of the period (ISO 8601, inclusive).")
]
Limit = Annotated[int, Field(ge=1, le=MOST_ITEMS, description="Maximum number of items.")]
After = Annotated[str, Field(max_length=40, description="`next` of the previous answer.")]
AfterNumber = Annotated[int, Field(ge=0, le=2**53, description="`next` of the previous answer.")]


class Arguments(BaseModel):
    """The arguments of a tool. Unknown names and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)

    def query(self) -> dict[str, Any]:
        """The arguments that are set, as a query of the API, which calls words `q`."""
        values = self.model_dump(mode="json", exclude_none=True)
        return {"q" if name == "words" else name: value for name, value in values.items()}


class SearchArguments(Arguments):
    words: Annotated[
        Words, Field(description='Words that one block must contain. Use "…" for a phrase and * for any ending.')
    ]
    url: Url | None = None
    since: Since | None = None
    until: Until | None = None
    changed: Annotated[bool, Field(description="Only blocks that appeared, or got this text, in the period.")] = False
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
    words: Annotated[Words, Field(description="Phrase in the changed text.")] | None = None
    since: Since | None = None
    until: Until | None = None
    probability: (
        Annotated[float, Field(ge=0, le=1, description="Minimum probability that a person would keep the version.")]
        | None
    ) = None
    silenced: Annotated[
        bool, Field(description="Also list pictures and links in advertisements and in boxes that keep changing.")
    ] = False
    limit: Limit = 20
    after: After | None = None


class AskArguments(Arguments):
    question: Annotated[Words, Field(description="Question, for example: price changes since October on tag boats.")]
    limit: Limit = 20
    after: After | None = None


class CompareArguments(Arguments):
    new: Version
    old: (
        Annotated[Version, Field(description="Id of the earlier version. Default: the version before `new`.")] | None
    ) = None
    limit: Limit = 20
    after: AfterNumber | None = None


class ShowArguments(Arguments):
    version: Version
    part: Annotated[
        Literal["text", "main", "blocks", "picture"],
        Field(
            description="What to show: the text, that of the main content, blocks, or a picture of the version or a block."
        ),
    ] = "text"
    block: Block | None = None
    after: AfterNumber | None = None


class TrailArguments(Arguments):
    trail: Annotated[str, Field(pattern="^[0-9A-Za-z_-]{1,64}$", description="Id of a followed block.")] | None = None
    url: Url | None = None
    limit: Limit = 20
    after: Annotated[str | int, Field(description="`next` of the previous answer.")] | None = None


class PlanArguments(Arguments):
    budget: Annotated[float, Field(gt=0, le=100_000, description="Visits per hour.")] = 60.0
    limit: Limit = 10
    after: AfterNumber | None = None


class WhenSaidArguments(Arguments):
    url: Url
    words: Annotated[Words, Field(description="Exact phrase. Case, accents and white space are ignored.")]
    block: Block | None = None


class WatchAddArguments(Arguments):
    url: Url
    title: Annotated[str, Field(max_length=500)] | None = None
    tags: Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(max_length=100)] | None = None
    interval_seconds: Annotated[int, Field(ge=3, le=366 * 86_400)] | None = None


class VisitNowArguments(Arguments):
    url: Url
