"""The archive itself: its settings, what it holds, whether it is well."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from pagestrata import __version__
from pagestrata.schedule.budget import read_budget
from pagestrata.store.archive import Archive
from pagestrata.web.api.route import CHANGING, router
from pagestrata.web.api.shapes import HealthShape, SettingsShape, StatsShape
from pagestrata.web.dependencies import Admin, Context, Viewer

upkeep = router("archive itself")


class ChangedSettings(BaseModel):
    """Settings that hold for all pages; null takes one away, what is not named stays."""

    model_config = ConfigDict(extra="forbid", strict=True)

    skipped_days: Annotated[float, Field(ge=0, le=36_500)] | None = None
    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    budget: Annotated[str, Field(min_length=1, max_length=40, description="Like 60/hour or 20min/hour.")] | None = None


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
    for name, value in asked.model_dump(exclude_unset=True).items():
        ctx.archive.settings.set(name, value)
    return _settings(ctx.archive)


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
