from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from compared_pages import URL, visited_archive
from pagestrata.app.comparisons import compare_archived
from pagestrata.model.blocks import Block, BlockStyle
from pagestrata.model.deltas import Change
from pagestrata.report.diff_groups import Line, Piece
from pagestrata.store.archive import Archive
from pagestrata.visit.shown.shown_changes import short_line, shown_changes, silenced_by


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with visited_archive(tmp_path) as opened:
        yield opened


def test_a_version_that_was_kept_shows_what_weighs_most_though_two_versions_alone_do_not_tell_why(
    archive: Archive,
) -> None:
    versions = archive.versions.of(URL)
    found = compare_archived(archive, versions[2], versions[3])
    clock = [finding for finding in found.findings if finding.is_noise]
    silent = replace(
        found,
        findings=tuple(clock),
        delta=replace(
            found.delta, changes=tuple(c for c in found.delta.changes if c.block in {f.old_ref for f in clock})
        ),
    )
    kept = shown_changes(replace(silent, decision=replace(found.decision, similar=False)))
    skipped = shown_changes(replace(silent, decision=replace(found.decision, similar=True)))
    assert [change.group.folded for change in kept.changes] == [False]
    assert [change.group.folded for change in skipped.changes] == [True]


def as_advertisement(block: Block, begins: str) -> Block:
    children = tuple(as_advertisement(child, begins) for child in block.children)
    return replace(block, children=children, role="ad" if block.text.startswith(begins) else block.role)


def test_an_advertisement_in_which_nothing_matters_is_folded(archive: Archive) -> None:
    versions = archive.versions.of(URL)
    found = compare_archived(archive, versions[2], versions[3])
    tree = found.before.tree
    ads = replace(tree, blocks=tuple(as_advertisement(block, "Ferry ticket") for block in tree.blocks))
    silent = replace(found, before=replace(found.before, tree=ads), findings=())
    advertisement = next(change for change in shown_changes(silent).changes if change.group.role == "ad")
    assert advertisement.group.folded
    assert advertisement.why_folded == "an advertisement without anything worth keeping"


def test_a_restyled_block_is_a_kind_of_its_own_and_long_texts_are_cut(archive: Archive) -> None:
    found = compare_archived(archive, *archive.versions.of(URL)[:2])
    leaf = next(found.before.tree.leaves())
    style = Change(
        op="update", element="style", block=leaf.ref, old=BlockStyle(font_size=14), new=BlockStyle(font_size=18)
    )
    delta = replace(found.delta, changes=(style,))
    weights = replace(found.weights, change_importance=(0.1,))
    changes = shown_changes(replace(found, delta=delta, weights=weights, findings=())).changes
    assert [(change.kind, change.lines[0].pieces[0].text) for change in changes] == [
        ("restyle", "text grew from 14 to 18 px")
    ]
    line, is_cut = short_line(Line(op="insert", element="text", pieces=(Piece(kind="new", text="word " * 1_000_000),)))
    assert is_cut
    assert len(line.pieces[0].text) < 4_000


def test_moves_splits_and_merges_are_drawn_as_arrows(archive: Archive) -> None:
    found = compare_archived(archive, *archive.versions.of(URL)[:2])
    first, second, *_ = found.before.tree.leaves()
    move = Change(op="move", element="block", block=first.ref, to_block=second.ref)
    delta = replace(found.delta, changes=(move,))
    shown = shown_changes(
        replace(found, delta=delta, weights=replace(found.weights, change_importance=(0.2,)), findings=())
    )
    assert [(arrow.change, arrow.kind) for arrow in shown.arrows] == [(1, "move")]
    assert shown.arrows[0].path.startswith("M800 50C")


def test_noise_is_named_by_block(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=2) as archive:
        old, new = archive.versions.of(URL)
        found = compare_archived(archive, old, new)
        clock = next(leaf for leaf in found.after.tree.leaves() if leaf.text.startswith("Local time"))
        assert silenced_by(found.findings) == {clock.ref: ("clock",)}


def test_the_likelier_change_comes_first_where_words_tell_the_difference(archive: Archive) -> None:
    versions = archive.versions.of(URL)
    found = compare_archived(archive, versions[2], versions[3])
    places = [change.place for change in shown_changes(found).changes]
    assert places[:2] == ["the second story", "the price box"]  # both almost surely; the story weighs more

    larger = shown_changes(found).changes[0].block
    doubted = tuple(replace(one, chance=0.7) if one.block.ref == larger else one for one in found.findings)
    assert [change.place for change in shown_changes(replace(found, findings=doubted)).changes] == [
        "the price box", "the second story", *places[2:],
    ]  # fmt: skip
