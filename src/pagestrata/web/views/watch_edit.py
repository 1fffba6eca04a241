"""What stands around the edit form of a page: its name, what is followed on it, who is told, and what a threshold would mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagestrata.app.telling.notifications import mail_server
from pagestrata.deciding.decide import threshold_of
from pagestrata.errors import UsageError
from pagestrata.model.records import Version, Watch
from pagestrata.visit.news import name_of_trail
from pagestrata.web.api.watches import WatchShape
from pagestrata.web.views.alert_form import KINDS, RHYTHMS, ShownAlert, alerts_about
from pagestrata.web.views.watch_form import SECTIONS, FormSection

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

LOOKED_BACK = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class EditView:
    """A watched page to be edited."""

    watch: Watch
    name: str
    latest: Version | None
    blocks: Sequence[tuple[str, str]]  # followed ones: id and name
    alerts: Sequence[ShownAlert]
    probabilities: Sequence[float]  # of the last visits at which something was judged
    usual_threshold: float
    other: Sequence[str]  # names of settings that are changed elsewhere
    has_mail_server: bool
    sections: tuple[FormSection, ...] = SECTIONS
    kinds: tuple[tuple[str, str, str], ...] = KINDS
    rhythms: tuple[tuple[str, str], ...] = RHYTHMS


def edit_view(archive: Archive, watch: Watch) -> EditView:
    """The page as it is now."""
    trails = archive.trails.of(watch.url)
    latest = archive.versions.latest(watch.url)
    visits = archive.visits.of(watch.url, limit=LOOKED_BACK)
    return EditView(
        watch=watch,
        name=watch.settings.title or (latest.title if latest else "") or watch.url,
        latest=latest,
        blocks=[(trail.id, name_of_trail(trail)) for trail in trails],
        alerts=alerts_about(archive, watch, trails),
        probabilities=[round(visit.probability, 3) for visit in visits if visit.probability is not None],
        usual_threshold=threshold_of(archive.settings.all().get("threshold")),
        other=WatchShape.of(watch).other,
        has_mail_server=has_mail_server(),
    )


def has_mail_server() -> bool:
    """Whether mail can be sent from this machine."""
    try:
        return mail_server() is not None
    except UsageError:
        return False
