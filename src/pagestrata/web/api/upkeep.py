"""The archive itself: its settings, contents and health."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, Field

from pagestrata import __version__
from pagestrata.notify.answer_links import checked_web_address
from pagestrata.schedule.budget import read_budget
from pagestrata.store.archive import Archive
from pagestrata.store.upkeep.retention import Rule
from pagestrata.web.api.route import CHANGING, Text, router
from pagestrata.web.api.shapes import Body, HealthShape, SettingsShape, StatsShape
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
    """A page that would lose versions, with the oldest 50 of them."""

    url: Text
    drops: int
    versions: list[str]


class RetentionShape(BaseModel):
    """The versions that a retention rule would drop today."""

    rule: Text
    drops: int = Field(description="Number of versions, over all pages.")
    is_whole: bool = Field(
        description="False if only a part of the archive was examined, so that more versions may be dropped."
    )
    pages: list[ThinnedPageShape] = Field(description="The most affected pages (at most 50).")
    more_pages: int


class ChangedSettings(Body):
    """Changes of the settings for all pages. Null resets a setting; omitted settings stay as they are."""

    skipped_days: Annotated[float, Field(ge=0, le=36_500)] | None = None
    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    budget: (
        Annotated[str, Field(min_length=1, max_length=40, description="Budget, for example 60/hour or 20min/hour.")]
        | None
    ) = None
    keep: RuleText | None = None
    web_address: (
        Annotated[str, Field(max_length=300, description="Address of this application, for links in messages.")] | None
    ) = None


@upkeep.get("/settings")
def show_settings(ctx: Context, viewer: Viewer) -> SettingsShape:
    """Return the settings for all pages."""
    return _settings(ctx.archive)


def _settings(archive: Archive) -> SettingsShape:
    found = archive.settings.all()
    return SettingsShape(**{name: found.get(name) for name in SettingsShape.model_fields})


@upkeep.patch("/settings", responses=CHANGING)
def change_settings(ctx: Context, admin: Admin, body: ChangedSettings) -> SettingsShape:
    """Change the settings for all pages. Null resets a setting; omitted settings stay as they are."""
    if body.budget is not None:
        read_budget(body.budget)
    if body.keep is not None:
        Rule.parse(body.keep)
    if body.web_address is not None:
        body.web_address = checked_web_address(body.web_address)
    for name, value in body.model_dump(exclude_unset=True).items():
        ctx.archive.settings.set(name, value)
    return _settings(ctx.archive)


@upkeep.get("/retention")
def try_retention(
    ctx: Context, admin: Admin, rule: Annotated[str, Query(min_length=1, max_length=200)]
) -> RetentionShape:
    """Preview which versions a retention rule would drop today. Drops nothing; PATCH /settings with `keep` applies the rule."""
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
    """Return the contents of the archive in rows and bytes."""
    return StatsShape.model_validate(ctx.archive.upkeep.stats())


@upkeep.get("/health")
def show_health(ctx: Context, viewer: Viewer) -> HealthShape:
    """Report whether the archive is usable, and the length of its queues."""
    return HealthShape(
        alive=True,
        version=__version__,
        watches_due=ctx.archive.due.overdue(now=ctx.clock()),
        unsent_messages=ctx.archive.outbox.unsent(),
    )
