"""The redesign: the same content in semantic elements on a grid, other class names, other order in the source."""

from __future__ import annotations

from html import escape

from pagestrata.demo.classic import SECTIONS, banner, price
from pagestrata.demo.content import ADS, CULTURE, MOST_READ, SiteState


def home(state: SiteState) -> str:
    """The front page."""
    cards = {"lead": _hero, "latest": _stream, "culture": _events, "market": _offer}
    return _shell(state, "The Aldermouth Post", "\n".join(cards[name](state) for name in state.blocks))


def article(state: SiteState) -> str:
    """The lead story on a page of its own."""
    return _shell(state, state.lead_title, _hero(state))


def shop(state: SiteState) -> str:
    """A page with a price."""
    return _shell(state, "Ferry tickets", _offer(state))


def _shell(state: SiteState, title: str, main: str) -> str:
    links = "".join(f'<a href="/{name.lower() if name != "Home" else ""}">{name}</a>' for name in SECTIONS)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(title)}</title><link rel="stylesheet" href="/modern.css"></head><body>{banner(state)}
<header class="top"><a class="brand" href="/"><img src="/logo.svg" width="40" height="40" alt=""><span>The Aldermouth
Post</span></a><nav>{links}</nav>
<time datetime="{state.clock.isoformat()}">{state.clock:%d %b %Y · %H:%M}</time></header>
<div class="grid"><main>{main}</main><aside>{_rail(state)}</aside></div>
<footer class="bottom"><nav><a href="/imprint">Imprint</a><a href="/privacy">Privacy</a></nav>
<span>© 2026 The Aldermouth Post</span><span>{state.views:,} page views today</span></footer></body></html>
"""


def _hero(state: SiteState) -> str:
    text = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in state.lead_paragraphs)
    return (
        f'<article class="hero"><div><h1><a href="/article/ferry">{escape(state.lead_title)}</a></h1>{text}</div>'
        f'<figure><img src="/photo.png" width="480" height="270" alt="The old ferry pier"></figure></article>'
    )


def _stream(state: SiteState) -> str:
    cards = "".join(
        f'<article class="card"><h3><a href="/article/{line.number}">{escape(line.title)}</a></h3>'
        f"<p>{escape(line.teaser)}</p></article>"
        for line in state.headlines
    )
    return f'<section class="stream"><h2>Latest news</h2><div class="cards">{cards}</div></section>'


def _events(_: SiteState) -> str:
    rows = "".join(f"<dt>{escape(kind)}</dt><dd>{escape(text)}</dd>" for kind, text in CULTURE)
    return f'<section class="events"><h2>What is on</h2><dl>{rows}</dl></section>'


def _offer(state: SiteState) -> str:
    return (
        f'<section class="offer"><h2>Ferry tickets</h2><p>Day return, adults: <strong>{price(state)}</strong></p>'
        f'<a class="button" href="/shop">Book a crossing</a></section>'
    )


def _rail(state: SiteState) -> str:
    name, _ = ADS[state.ad % len(ADS)]
    items = "".join(f'<li><a href="/read/{n}">{escape(text)}</a></li>' for n, text in enumerate(MOST_READ, 1))
    return (
        f'<section class="popular"><h2>Most read</h2><ul>{items}</ul></section>'
        f'<section class="promo"><small>Advertisement</small><a href="/out/{state.ad % len(ADS)}">'
        f'<img src="/ads/{state.ad % len(ADS)}.svg" width="300" height="250" alt="{escape(name)}"></a></section>'
    )
