import pytest

from histories import URL, history, leaf, tree
from pagestrata.comparing.vidiff import compare
from pagestrata.errors import NotFoundError
from pagestrata.query.trace import ref_after, ref_before, trace

NEWS = "Rain is expected in the north all through the week and the rivers rise"
MENU = "Home Sports Weather Contact Imprint and all the other pages"
ADVERT = "Buy two of these wonderful chairs and get a third one for nothing at all"


def test_blocks_keep_their_refs_where_nothing_says_otherwise():
    delta = compare(tree(leaf("1.1", MENU), leaf("1.2", NEWS)), tree(leaf("1.1", MENU), leaf("1.2", NEWS + " fast")))
    assert ref_after(delta, "1.2") == ref_before(delta, "1.2") == "1.2"


def test_a_block_inserted_before_renumbers_the_ones_behind():
    old = tree(leaf("1.1", MENU), leaf("1.2", NEWS))
    new = tree(leaf("1.1", MENU), leaf("1.2", ADVERT), leaf("1.3", NEWS))
    delta = compare(old, new)
    assert ref_after(delta, "1.2") == "1.3"
    assert ref_before(delta, "1.3") == "1.2"
    assert ref_before(delta, "1.2") is None
    back = compare(new, old)
    assert ref_after(back, "1.2") is None
    assert ref_after(back, "1.3") == "1.2"


def test_a_block_is_traced_to_both_ends_and_stays_gone():
    archive = history(
        [
            tree(leaf("1.1", MENU)),
            tree(leaf("1.1", MENU), leaf("1.2", NEWS)),
            tree(leaf("1.1", MENU), leaf("1.2", ADVERT), leaf("1.3", NEWS)),
            tree(leaf("1.1", MENU), leaf("1.2", ADVERT)),
            tree(leaf("1.1", MENU), leaf("1.2", ADVERT)),
        ]
    )
    versions = archive.versions.of(URL)
    steps = trace(archive, versions, "1.3", versions[2])
    assert [ref for _, ref in steps] == [None, "1.2", "1.3", None, None]
    assert [version for version, _ in steps] == list(versions)


def test_an_unknown_block_is_named_with_those_there_are():
    archive = history([tree(leaf("1.1", MENU))])
    version = archive.versions.of(URL)[0]
    with pytest.raises(NotFoundError, match=r"has no block '9' at 2026-01-01 00:00:00; its blocks are 1, 1\.1"):
        trace(archive, [version], "9", version)
