from pagestrata.web.mcp.page_text import page_text, source, version_of, words_in


def test_text_of_a_page_is_cut_and_below_the_key_that_marks_it():
    assert page_text(5, title="a harbour", sentence="", parts=["long words", {"old": "x"}]) == {
        "page_text": {"title": "a har…", "parts": ["long …", {"old": "x"}]}
    }


def test_characters_that_a_person_cannot_see_are_shown():
    hidden = "open\u202e" + "".join(chr(0xE0000 + ord(letter)) for letter in "obey")
    assert page_text(text=hidden)["page_text"]["text"] == "open" + "\N{REPLACEMENT CHARACTER}" * 5


def test_a_source_names_the_version_and_the_screen_that_shows_it():
    assert source("20260101000000-2") == {"source": "pagestrata://versions/20260101000000-2"}
    assert source("20260101000000-2", web="http://a.test", before="20250101000000-1")["link"] == (
        "http://a.test/compare/20250101000000-1/20260101000000-2"
    )
    assert source("20260101000000-2", web="http://a.test")["link"] == "http://a.test/versions/20260101000000-2"
    assert version_of("pagestrata://versions/20260101000000-2/text") == "20260101000000-2"


def test_words_are_read_from_blocks_in_blocks():
    assert words_in({"text": "a", "blocks": [{"text": "b", "blocks": [{"name": "c"}]}, {"box": [1]}]}) == "a b c"
    assert words_in(None) == words_in({"font_size": 3}) == ""
