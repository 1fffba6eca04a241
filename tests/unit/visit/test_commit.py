from __future__ import annotations

import contextlib
import json
from datetime import timedelta

import pytest

from captures import START, capture
from dying import Died, DyingCatalog
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.app.notifications import add_rule
from pagestrata.model.visit_result import VisitResult
from pagestrata.store.archive import Archive
from pagestrata.visit.commit import commit
from pagestrata.visit.examine import examine
from pagestrata.visit.load import load
from pagestrata.visit.plan import VisitRequest, plan_visit
from visits import visit_page

URL = "http://site.test/"
TEXTS = ["Rain is expected in the north", "Boots cost 99 crowns today", "Imprint and contact of the paper"]
CHEAPER = [TEXTS[0], "Boots cost 79 crowns today", TEXTS[2]]


def findings(archive: Archive) -> VisitResult:
    """A page with a followed price and a rule about it; the price fell."""
    taken, _ = capture(TEXTS)
    kept = visit_page(archive, taken)
    trail = add_trail(archive, taken, Choice(text="Boots"), url=URL, version=kept.version)
    add_rule(archive, trail.id, channel="terminal", now=START)
    plan = plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=1))
    return examine(plan, load(archive, plan), capture(CHEAPER, hours=1)[0])


def stored(archive: Archive) -> tuple[int, int, int, int]:
    (trail,) = archive.trails.of(URL)
    entries = archive.trails.entries(trail.id)
    return len(archive.versions.of(URL)), len(archive.visits.of(URL)), len(entries), len(archive.outbox.deliveries())


def test_a_commit_stores_version_visit_trail_and_message(archive: Archive) -> None:
    found = findings(archive)
    assert stored(archive) == (1, 1, 1, 0)
    outcome = commit(archive, found)
    assert stored(archive) == (2, 2, 2, 1)
    (trail,) = archive.trails.of(URL)
    assert archive.trails.entries(trail.id)[-1].version == outcome.version == archive.versions.latest(URL).id
    assert trail.state == json.loads(json.dumps(dict(found.trails[0].trail.state)))
    assert outcome.seconds.keys() >= {"segment", "compare", "weigh", "follow", "store"}
    assert archive.visits.of(outcome.url)[0].seconds.keys() == outcome.seconds.keys()  # as `log --visits` shows them
    assert archive.upkeep.verify().is_sound


@pytest.mark.parametrize("behind", [False, True])
@pytest.mark.parametrize("transaction", range(5))
def test_a_program_that_dies_leaves_all_of_a_visit_or_nothing(archive: Archive, transaction: int, behind: bool) -> None:
    found = findings(archive)
    dying = Archive(DyingCatalog(archive._catalog, transaction, behind=behind), archive._blobs)
    with contextlib.suppress(Died):
        commit(dying, found)
    assert stored(archive) in {(1, 1, 1, 0), (2, 2, 2, 1)}
    commit(archive, found)
    assert stored(archive)[0] == 2
    assert stored(archive)[3] == 1
