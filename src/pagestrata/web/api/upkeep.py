"""The archive itself: its settings, what it holds, whether it is well."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field

from pagestrata import __version__
from pagestrata.app.web_address import checked_web_address
from pagestrata.schedule.budget import read_budget
from pagestrata.store.archive import Archive
from pagestrata.store.upkeep.retention import Rule
from pagestrata.web.api.route import CHANGING, Text, router
from pagestrata.web.api.shapes import HealthShape, SettingsShape, StatsShape
from pagestrata.web.dependencies import Admin, Context, Viewer
from pagestrata.web.views.retention import retention_view

upkeep = router("archive itself")


RuleText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=200,
        description="Versions to keep: 'thin 7d:1d 30d:7d', 'important 0.3 after 90d', 'all'. `run` drops the others "
        "once a day without asking; look first with GET /retention.",
    ),
]


class ThinnedPageShape(BaseModel):
    """A page that would lose versions, the oldest first; of many, the first 50."""

    url: Text
    drops: int
    versions: list[str]


class RetentionShape(BaseModel):
    """What a rule would drop today."""

    rule: Text
    drops: int = Field(description="Versions of all pages.")
    is_whole: bool = Field(
        description="False where the archive has more versions than were looked at: it may drop more."
    )
    pages: list[ThinnedPageShape] = Field(description="The most affected pages, at most 50.")
    more_pages: int


class ChangedSettings(BaseModel):
    """Settings that hold for all pages; null takes one away, what is not named stays."""

    model_config = ConfigDict(extra="forbid", strict=True)

    skipped_days: Annotated[float, Field(ge=0, le=36_500)] | None = None
    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    budget: Annotated[str, Field(min_length=1, max_length=40, description="Like 60/hour or 20min/hour.")] | None = None
    keep: RuleText | None = None
    web_address: (
        Annotated[str, Field(max_length=300, description="Of this application, for links in messages.")] | None
    ) = None


@upkeep.get("/settings")
def show_settings(ctx: Context, viewer: Viewer) -> SettingsShape:
    """What holds for all pages."""
    return _settings(ctx.archive)


def _settings(archive: Archive) -> SettingsShape:
    found = archive.settings.all()
    return SettingsShape(**{name: found.get(name) for name in SettingsShape.model_fields})


@upkeep.patch("/settings", responses=CHANGING)
def change_settings(ctx: Context, admin: Admin, asked: ChangedSettings) -> SettingsShape:
    """Change what holds for all pages."""
    if asked.budget is not None:
        read_budget(asked.budget)
    if asked.keep is not None:
        Rule.parse(asked.keep)
    if asked.web_address is not None:
        asked.web_address = checked_web_address(asked.web_address)
    for name, value in asked.model_dump(exclude_unset=True).items():
        ctx.archive.settings.set(name, value)
    return _settings(ctx.archive)


@upkeep.get("/retention")
def try_retention(
    ctx: Context, admin: Admin, rule: Annotated[str, Query(min_length=1, max_length=200)]
) -> RetentionShape:
    """What a rule of retention would drop today; nothing is dropped. PATCH /settings with `keep` lets it hold."""
    shown = retention_view(ctx.archive, rule, now=ctx.clock())
    pages = [
        ThinnedPageShape(url=page.url, drops=len(page.versions), versions=[each.id for each in page.versions[:50]])
        for page in shown.pages
    ]
    return RetentionShape(
        rule=rule, drops=shown.drops, is_whole=shown.is_whole, pages=pages, more_pages=shown.more_pages
    )


@upkeep.get("/stats")
def show_stats(ctx: Context, viewer: Viewer) -> StatsShape:
    """What the archive holds, in rows and in bytes."""
    return StatsShape.model_validate(ctx.archive.upkeep.stats())


@upkeep.get("/health")
def show_health(ctx: Context, viewer: Viewer) -> HealthShape:
    """Whether the archive can be used, and what waits."""
    return HealthShape(
        alive=True,
        version=__version__,
        watches_due=ctx.archive.due.overdue(now=ctx.clock()),
        unsent_messages=ctx.archive.outbox.unsent(),
    )
