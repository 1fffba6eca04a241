from dataclasses import replace

import pytest
import sqlalchemy as sql

from archives import MemoryBlobs, keep, texts_of
from captures import capture, pixels, visit_of
from pagestrata.errors import ArchiveError, NotFoundError
from pagestrata.judging.context import pair_blocks
from pagestrata.judging.findings import findings_of
from pagestrata.model.blocks import Block
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import object_, version
from pagestrata.store.history.contents import Contents
from pagestrata.store.objects.stored_bytes import digest_of

URL = "http://site.test/"


def test_responses_are_found_by_any_spelling_of_their_address(archive: Archive) -> None:
    style = Response(url="http://site.test/a.css?b=1", status=404, headers=(("X", "y"),), body=b"gone")
    kept = keep(archive, "one", resources=(style,))
    assert archive.contents.response(kept, "HTTP://SITE.test:80/a.css?b=1") == style
    assert archive.contents.resources(kept) == [style.url]
    with pytest.raises(NotFoundError, match=r"was stored without a response for http://site.test/b.css; see its list"):
        archive.contents.response(kept, "http://site.test/b.css")


def test_all_responses_of_a_version_are_read_at_once(archive: Archive) -> None:
    style = Response(url="http://site.test/a.css", status=200, headers=(), body=b"a {}")
    again = replace(style, status=404, body=b"gone")
    kept = keep(archive, "one", resources=(style, again))
    page = archive.contents.response(kept)
    assert dict(archive.contents.responses(kept)) == {None: page, style.url: style}
    with archive._catalog.writing() as connection:
        lost = object_.c.digest == digest_of(style.body)
        connection.execute(sql.update(object_).where(lost).values(digest=digest_of(b"another")))
    assert list(archive.contents.responses(kept)) == [None]


def test_a_page_that_is_not_html_has_no_document_and_no_picture(archive: Archive) -> None:
    kept = keep(archive, dom="", nodes=None)
    with pytest.raises(NotFoundError, match="was stored without a rendered document; its bytes are the response's"):
        archive.contents.dom(kept)
    assert archive.contents.screenshot(kept) is None
    assert texts_of(archive, kept) == [""]


def test_trees_and_deltas_carry_the_names_of_their_versions(archive: Archive) -> None:
    delta = Delta(changes=(Change(op="update", element="text", block="1.1", old="one", new="two"),))
    first, second = keep(archive, "one"), keep(archive, "two", hours=1, delta=delta)
    assert (archive.contents.tree(second).version, archive.contents.tree(second).captured_at) == (
        second.id,
        second.captured_at,
    )
    found = archive.contents.delta(second)
    assert found is not None
    assert (found.from_version, found.to_version, found.changes) == (first.id, second.id, delta.changes)
    assert archive.contents.delta(first) is None


def _lined(block: Block, ends: tuple[int, ...]) -> Block:
    children = tuple(_lined(child, ends) for child in block.children)
    return replace(block, children=children, line_ends=() if children else ends)


def test_two_archived_versions_are_read_line_by_line_as_the_visit_read_them(archive: Archive) -> None:
    said = ("All quiet on the coast", "Mayor resigns\nShe leaves soon\nAll quiet on the coast")
    rendered, stored = [], []
    for hour, text in enumerate(said):
        taken, tree = capture([text.replace("\n", " ")], hours=hour, picture=False)
        ends = tuple(at for at, sign in enumerate(text) if sign == "\n")
        rendered.append(replace(tree, blocks=tuple(_lined(block, ends) for block in tree.blocks)))
        stored.append(archive.append(taken, rendered[-1], None, visit=visit_of(taken)))
    archived = [archive.contents.tree(version) for version in stored]
    at_the_visit, afterwards = (
        [finding.new for finding in findings_of(old, new, pair_blocks(old, new))] for old, new in (rendered, archived)
    )
    assert at_the_visit == afterwards
    assert {"Mayor resigns", "She leaves soon"} <= set(afterwards)


def test_a_picture_that_is_no_png_comes_back_as_it_was(archive: Archive) -> None:
    odd = keep(archive, "one", screenshot_png=b"GIF89a and so on")
    assert archive.contents.screenshot(odd) == b"GIF89a and so on"
    taken, tree = capture(["two"], hours=1)
    drawn = archive.append(taken, tree, None, visit=visit_of(taken))
    assert pixels(archive.contents.screenshot(drawn)) == pixels(taken.screenshot_png)


def test_a_version_of_another_archive_is_not_mistaken_for_one_of_this(archive: Archive) -> None:
    kept = keep(archive, "one")
    foreign = replace(kept, id="20200101000000-1")
    with pytest.raises(NotFoundError, match=r"version 20200101000000-1 of .* is no longer in the archive; see"):
        archive.contents.tree(foreign)


@pytest.mark.parametrize("forged", [b"\x80", b"\xff" * 12 + b"\x01", b"\x7f"])
def test_damaged_lists_of_parts_are_archive_errors(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, forged: bytes
) -> None:
    kept = keep(archive, "one", picture=True)
    with catalog.writing() as connection:
        connection.execute(sql.update(version).values(pieces=forged, slices=forged))
    with pytest.raises(ArchiveError, match="run `pagestrata verify"):
        Contents(catalog, blobs).picture(kept)
    with pytest.raises(ArchiveError, match="run `pagestrata verify"):
        Contents(catalog, blobs).dom(kept)


def test_what_a_page_loaded_from_no_address_hides_nothing(archive: Archive) -> None:
    loaded = [
        Response(url=url, status=200, headers=(), body=url.encode()) for url in ("http://[::1", "http://a:b/", "x")
    ]
    taken, tree = capture(["text"], resources=loaded, picture=False)
    kept = archive.append(taken, tree, None, visit=visit_of(taken))
    assert [archive.contents.response(kept, found.url).body for found in loaded] == [found.body for found in loaded]
    assert archive.contents.response(kept, "http://SITE.test/#part") == taken.responses[0]
    with pytest.raises(NotFoundError, match="was stored without a response for http://other"):
        archive.contents.response(kept, "http://other.test/")
