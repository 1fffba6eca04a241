from datetime import UTC, datetime

from histories import URL, history, leaf, tree
from pagestrata.query.timeline import block_timeline, page_timeline

MENU = "Home Sports Weather Contact Imprint and all the other pages"
NEWS = "Rain is expected in the north all through the week and the rivers rise"


def archive():
    return history(
        [
            tree(leaf("1.1", MENU), leaf("1.2", NEWS)),
            tree(leaf("1.1", MENU), leaf("1.2", NEWS + " fast")),
            tree(leaf("1.1", MENU), leaf("1.2", NEWS + " fast")),
            tree(leaf("1.1", MENU, "new"), leaf("1.2", NEWS + " faster")),
        ]
    )


def test_every_version_of_a_page_says_what_changed_where():
    moments = page_timeline(archive(), URL)
    assert [sorted(moment.changes) for moment in moments] == [[], ["1.2"], [], ["1.1", "1.2"]]
    assert [moment.number for moment in moments] == [0, 1, 0, 2]
    (update,) = moments[1].changes["1.2"]
    assert (update.op, update.element, update.new) == ("update", "text", NEWS + " fast")


def test_a_span_of_time_is_cut_out():
    moments = page_timeline(
        archive(), URL, since=datetime(2026, 1, 2, tzinfo=UTC), until=datetime(2026, 1, 3, tzinfo=UTC)
    )
    assert [moment.version.captured_at.day for moment in moments] == [2, 3]


def test_a_block_says_when_it_changed():
    moments = block_timeline(archive(), URL, "1.2")
    assert [moment.changed for moment in moments] == [False, True, False, True]
    assert [moment.block.text.split()[-1] for moment in moments if moment.block] == ["rise", "fast", "fast", "faster"]
    assert [[change.element for change in moment.changes] for moment in moments] == [[], ["text"], [], ["text"]]
    menu = block_timeline(archive(), URL, "1.1", since=datetime(2026, 1, 4, tzinfo=UTC))
    assert [(moment.changed, [c.element for c in moment.changes]) for moment in menu] == [(True, ["link"])]


def test_a_block_around_others_changes_with_them():
    assert [moment.changed for moment in block_timeline(archive(), URL, "1")] == [False, True, False, True]
    assert [len(moment.changes) for moment in block_timeline(archive(), URL, "1")] == [0, 1, 0, 2]


def test_a_block_that_comes_and_goes_changed_then():
    found = history(
        [tree(leaf("1.1", MENU)), tree(leaf("1.1", MENU), leaf("1.2", NEWS)), tree(leaf("1.1", MENU))],
    )
    moments = block_timeline(found, URL, "1.2", at="20260102000000")
    assert [(moment.ref, moment.changed) for moment in moments] == [(None, False), ("1.2", True), (None, True)]
    assert [[change.op for change in moment.changes] for moment in moments] == [[], ["insert"], ["delete"]]
