import re

from pagestrata.demo import classic
from pagestrata.demo.content import CHANGES, Headline, SiteState


def test_the_front_page_shows_the_state() -> None:
    page = classic.home(SiteState(views=1234567, price_cents=1905))
    assert "Monday, 02 March 2026, 09:00" in page
    assert "1,234,567 page views" in page
    assert "€ 19.05" in page
    assert "/ads/0.svg" in page


def test_blocks_stand_in_the_order_of_the_state() -> None:
    state = SiteState()
    CHANGES["moved block"](state)
    shown = re.findall(r'class="box (lead|latest|culture|market)"', classic.home(state))
    assert shown == ["lead", "market", "latest", "culture"]


def test_texts_are_escaped() -> None:
    state = SiteState(headlines=[Headline(number=1, title="<script>", teaser="a & b")], lead_title="<b>")
    page = classic.home(state)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "a &amp; b" in page
    assert "&lt;b&gt;" in classic.article(state)


def test_the_banner_is_there_on_command_only() -> None:
    assert classic.banner(SiteState()) == ""
    assert 'role="dialog"' in classic.home(SiteState(cookie_banner=True))


def test_other_pages_hold_what_they_promise() -> None:
    state = SiteState()
    assert all(paragraph in classic.article(state) for paragraph in state.lead_paragraphs)
    assert "€ 18.50" in classic.shop(state)
