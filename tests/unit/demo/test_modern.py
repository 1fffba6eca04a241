from pagestrata.demo import classic, modern
from pagestrata.demo.content import SiteState


def test_a_redesign_keeps_the_content() -> None:
    state = SiteState(cookie_banner=True)
    old, new = classic.home(state), modern.home(state)
    told = [state.lead_title, *state.lead_paragraphs, "€ 18.50", "18,204 page views", "214 partners"]
    told += [line.title for line in state.headlines]
    for text in told:
        assert text.replace("'", "&#x27;") in old
        assert text.replace("'", "&#x27;") in new
    assert 'class="hero"' in new
    assert 'class="hero"' not in old


def test_other_pages_are_dressed_alike() -> None:
    state = SiteState()
    assert state.lead_paragraphs[2] in modern.article(state)
    assert "€ 18.50" in modern.shop(state)
    assert "/modern.css" in modern.article(state)
