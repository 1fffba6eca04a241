from pathlib import Path

from compared_pages import URL, visited_archive
from pagestrata.model.blocks import Block, Image, Link
from pagestrata.web.views.version import citation, neighbours_of, text_of, title_of, version_view


def test_a_version_is_shown_with_its_blocks_and_neighbours(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=3) as archive:
        first, second, third = archive.versions.of(URL)
        view = version_view(archive, second)
        assert (view.before, view.after) == (first, third)
        assert view.replay_path == f"/web/20260103030405/{URL}"
        assert [(row.depth, row.title[:14]) for row in view.blocks][:3] == [
            (0, "5 blocks"), (1, "Bridge stays c"), (1, "The town counc")
        ]  # fmt: skip
        assert view.blocks[1].parent == view.blocks[0].ref
        assert view.pane.has_picture
        assert view.reasons[0].startswith("Kept: ")


def test_blocks_are_named_by_what_they_hold() -> None:
    assert title_of(Block(ref="1", links=(Link("Home", "/"), Link("News", "/n")))) == "Home News"
    assert title_of(Block(ref="1", images=(Image("", "/a.png"),))) == "1 picture"
    assert title_of(Block(ref="1")) == "no text"
    inner = (Block(ref="1.1", text="one"), Block(ref="1.2", links=(Link("two", "/"),)))
    assert text_of(Block(ref="1", children=inner)) == "one two"


def test_a_citation_says_what_where_when_and_proves_it(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=1) as archive:
        version = archive.versions.of(URL)[0]
        said = citation(version, "http://127.0.0.1/versions/x")
        assert said.startswith(
            f"“The Harbour Herald”. {URL} (archived 2 January 2026, 03:04:05 UTC, version {version.id})."
        )
        assert said.endswith(f"http://127.0.0.1/versions/x. SHA-256 of the page: {version.digest}.")


def test_the_pairs_before_and_after_and_all_choices(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        first, second, third, last = archive.versions.of(URL)
        around = neighbours_of(archive, second, third)
        assert (around.earlier, around.later) == ((first, second), (third, last))
        assert list(around.choices) == [last, third, second, first]
        ends = neighbours_of(archive, first, last)
        assert (ends.earlier, ends.later) == (None, None)
