"""The newspaper's first design: nested divisions with floats, as sites were built around 2010."""

from __future__ import annotations

from html import escape

from pagestrata.demo.content import ADS, CULTURE, MOST_READ, STORIES, VERSES, SiteState

SECTIONS = ("Home", "Town", "Islands", "Culture", "Sport", "Weather")


def home(state: SiteState) -> str:
    """The front page."""
    blocks = {"lead": _lead, "latest": _latest, "culture": _culture, "market": _market}
    column = "\n".join(blocks[name](state) for name in state.blocks)
    return _frame(
        state, "The Aldermouth Post", f'<div id="column">{column}</div><div id="sidebar">{_sidebar(state)}</div>'
    )


def article(state: SiteState) -> str:
    """The lead story on a page of its own."""
    paragraphs = "".join(f"<p>{escape(text)}</p>" for text in state.lead_paragraphs)
    body = (
        f'<div id="column"><div class="box story"><h1>{escape(state.lead_title)}</h1>'
        f'<img src="/photo.png" width="480" height="270" alt="The old ferry pier">{paragraphs}</div></div>'
        f'<div id="sidebar">{_sidebar(state)}</div>'
    )
    return _frame(state, state.lead_title, body)


def shop(state: SiteState) -> str:
    """A page with a price."""
    body = f'<div id="column">{_market(state)}</div><div id="sidebar">{_sidebar(state)}</div>'
    return _frame(state, "Ferry tickets", body)


def fares(state: SiteState) -> str:
    """A page with a table."""
    rows = "".join(
        f"<tr><td>{name}</td><td>{single} €</td><td>{back} €</td></tr>" for name, single, back in state.fares
    )
    table = f'<table id="fares"><tr><th>Who</th><th>Single</th><th>Return</th></tr>{rows}</table>'
    return _frame(state, "Fares", f'<div id="column"><div class="box"><h1>Fares</h1>{table}</div></div>')


def talk(state: SiteState) -> str:
    """A page of stories, each with a comment counter next to an icon, without a label."""
    icon = '<svg width="14" height="12" viewBox="0 0 14 12"><path d="M0 0h14v9H6l-3 3V9H0z"/></svg>'
    pier = "The pier is closed until autumn." if state.closed_story else "The pier is open all summer."
    teasers = (pier, *("Read the whole story and what others think of it.",) * (len(STORIES) - 1))
    items = "".join(
        f'<li><a href="/talk/{number}">{escape(title)}</a><span>{escape(teaser)}</span> {icon} <b>{count}</b></li>'
        for number, (title, teaser, count) in enumerate(zip(STORIES, teasers, state.comments, strict=True), 1)
    )
    return _frame(state, "Readers talk", f'<div id="column"><div class="box latest"><ul>{items}</ul></div></div>')


def price(state: SiteState) -> str:
    return f"€ {state.price_cents // 100}.{state.price_cents % 100:02}"


def banner(state: SiteState) -> str:
    if not state.cookie_banner:
        return ""
    return (
        '<div id="cookies" role="dialog"><p>We and our 214 partners value your privacy.</p>'
        '<button type="button">Accept all</button> <button type="button">Settings</button></div>'
    )


def _frame(state: SiteState, title: str, body: str) -> str:
    links = "".join(f'<li><a href="/{name.lower() if name != "Home" else ""}">{name}</a></li>' for name in SECTIONS)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>
<link rel="stylesheet" href="/classic.css"></head><body>
<div id="page"><div id="header"><img src="/logo.svg" width="56" height="56" alt="Logo">
<div class="name">The Aldermouth Post</div><div class="clock">{state.clock:%A, %d %B %Y, %H:%M}</div></div>
<ul id="menu">{links}</ul>
<div id="content">{body}<div class="clear"></div></div>
<div id="footer"><p>© 2026 The Aldermouth Post · <a href="/imprint">Imprint</a> · <a href="/privacy">Privacy</a></p>
<p class="views">{state.views:,} page views today</p>{_verse(state)}</div></div>{banner(state)}
</body></html>
"""


def _lead(state: SiteState) -> str:
    paragraphs = "".join(f"<p>{escape(text)}</p>" for text in state.lead_paragraphs)
    return (
        f'<div class="box lead"><img src="/photo.png" width="480" height="270" alt="The old ferry pier">'
        f'<h1><a href="/article/ferry">{escape(state.lead_title)}</a></h1>{paragraphs}</div>'
    )


def _latest(state: SiteState) -> str:
    items = "".join(
        f'<li><a href="/article/{line.number}">{escape(line.title)}</a><span>{escape(line.teaser)}</span></li>'
        for line in state.headlines
    )
    return f'<div class="box latest"><h2>Latest news</h2><ul>{items}</ul></div>'


def _culture(_: SiteState) -> str:
    rows = "".join(f"<tr><th>{escape(kind)}</th><td>{escape(text)}</td></tr>" for kind, text in CULTURE)
    return f'<div class="box culture"><h2>What is on</h2><table>{rows}</table></div>'


def _market(state: SiteState) -> str:
    return (
        f'<div class="box market"><h2>Ferry tickets</h2><p>Day return, adults: <b class="price">{price(state)}</b></p>'
        f'<p><a href="/shop">Book a crossing</a></p></div>'
    )


def _sidebar(state: SiteState) -> str:
    name, _ = ADS[state.ad % len(ADS)]
    items = "".join(f'<li><a href="/read/{n}">{escape(text)}</a></li>' for n, text in enumerate(MOST_READ, 1))
    return (
        f'<div class="ad"><small>Advertisement</small><a href="/out/{state.ad % len(ADS)}">'
        f'<img src="/ads/{state.ad % len(ADS)}.svg" width="300" height="250" alt="{escape(name)}"></a></div>'
        f'<div class="box read"><h2>Most read</h2><ol>{items}</ol></div>'
    )


def _verse(state: SiteState) -> str:
    return "" if state.verse is None else f'<p class="verse">{VERSES[state.verse % len(VERSES)]}</p>'
