from __future__ import annotations

import time
from dataclasses import replace

from laid_out_pages import Part, laid_out
from pagestrata.capturing.browser.hidden_words import CUT_SHORT, NOTE, hides_its_words, shows_nothing_yet, with_words
from pagestrata.model.snapshot import PageImage, Snapshot

WORDS = " ".join(f"word{number}" for number in range(100))
FULL = laid_out(Part("main", "", [WORDS]))
EMPTY = laid_out(Part("main", "", [""]))


def with_source(page: Snapshot, source: str) -> Snapshot:
    return replace(page, responses=(replace(page.responses[0], body=source.encode()),))


def test_a_page_with_words_hides_none() -> None:
    assert not hides_its_words(FULL)


def test_an_empty_page_with_words_in_its_source_does() -> None:
    assert hides_its_words(with_source(EMPTY, f"<body><noscript>{WORDS}</noscript>"))


def test_words_of_scripts_styles_and_comments_are_none() -> None:
    for source in (f"<script>{WORDS}</script>", f"<style>{WORDS}</style>", f"<!--{WORDS}-->", f"<head>{WORDS}<body>"):
        assert not hides_its_words(with_source(EMPTY, source))


def test_faults_and_documents_are_left_alone() -> None:
    hidden = with_source(EMPTY, f"<body><noscript>{WORDS}</noscript>")
    assert not hides_its_words(replace(hidden, status=404))
    assert not hides_its_words(replace(hidden, nodes=None))
    assert not hides_its_words(replace(hidden, responses=()))


def test_the_plain_rendering_is_taken_only_where_it_shows_more() -> None:
    assert with_words(EMPTY, FULL).notes == (NOTE,)
    assert with_words(EMPTY, EMPTY) is EMPTY


def test_a_page_that_was_cut_short_shows_nothing_yet_without_a_word_and_a_picture() -> None:
    notes = (f"{CUT_SHORT} of 30 s: some resources had not come",)
    empty, full = replace(EMPTY, notes=notes), replace(FULL, notes=notes)
    assert shows_nothing_yet(empty)
    assert not shows_nothing_yet(full)
    assert not shows_nothing_yet(EMPTY)
    assert not shows_nothing_yet(replace(empty, nodes=None))
    picture = PageImage(address="http://site.test/a.png", name="", kind="img")
    assert empty.nodes is not None
    seen = int(empty.nodes.visible.nonzero()[0][-1])
    assert not shows_nothing_yet(replace(empty, nodes=replace(empty.nodes, images={seen: picture})))
    assert hides_its_words(empty)
    assert with_words(empty, laid_out(Part("main", "", ["word"]))).notes == (NOTE,)
    assert with_words(empty, empty) is empty


def test_what_is_never_closed_is_read_once() -> None:
    """Searched for its end from each beginning, a megabyte of these took an hour that nothing could end."""
    begin = time.process_time()
    for unit in ("<!--", "<script>", "<style></styl", "<template "):
        hides_its_words(with_source(EMPTY, "<body>" + unit * 100_000))
    assert time.process_time() - begin < 5.0
    assert hides_its_words(with_source(EMPTY, f"<body>{WORDS}<!-- never closed"))
