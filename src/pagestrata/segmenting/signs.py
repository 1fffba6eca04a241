"""Signs of blocks: what the page's author calls the elements around a leaf's text, in classes, ids, microdata and roles.

An element's sign holds for all text below it, up to the whole of several leaves. An element with most of the page's
text gives no sign.

Most names are English whatever the language of a page; German, French and Spanish ones are known, too. A name is read as words
('viewCount', 'view-count', 'post__view-count--large') and means what adjacent words in it mean; written as one word
('viewcount') it means the same. Machine-made names ('css-1ad3f', 'kAdPqR') mean nothing, nor do names of icons, nor names
that state an absence ('no-ads').

Names with two meanings are omitted, because a sign may silence: 'votes' may be those of an election, 'anzeigen' and
'anuncios' the small ads a page is there for, 'counter' the dead of an epidemic, 'sponsors' those of a conference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from operator import and_, or_

import numpy as np

from pagestrata.model.signs import SIGNS, Sign, Signs
from pagestrata.segmenting.layout import Ints, Layout

NAMING = ("class", "id", "itemprop", "data-testid")
MOST_OF_PAGE, FEW_CHARACTERS = 0.5, 200
"""An element with more than this share of the page's text, and more than this many characters, is the page itself."""

ALL_SIGNS = (1 << len(SIGNS)) - 1


class SignFinder:
    """Find the signs of one leaf at a time, computed for all rows at once: a number per row, with a bit for each sign."""

    def __init__(self, layout: Layout) -> None:
        self._held = _held_signs(layout)
        self._lengths = layout.chars

    def signs(self, rows: Sequence[int], texts: Sequence[int]) -> Signs:
        """The signs of a leaf of these rows, whose text is that of the text rows, joined by one space each."""
        held: list[int] = self._held[list(texts or rows)].tolist()
        of_any, of_all = reduce(or_, held, 0), reduce(and_, held, ALL_SIGNS if held else 0)
        if not (of_any if texts else of_all):
            return ()
        found: list[Sign] = []
        for place, name in enumerate(SIGNS):
            if of_all >> place & 1:
                found.append(Sign(name))
            elif texts and of_any >> place & 1:
                marked = [bool(one >> place & 1) for one in held]
                found += _stretches(name, marked, self._lengths[list(texts)].tolist())
        return tuple(found)


def _stretches(name: str, marked: Sequence[bool], lengths: Sequence[int]) -> Iterator[Sign]:
    """One sign for each run of marked texts of these lengths."""
    at, start = 0, -1
    for is_marked, length in zip(marked, lengths, strict=True):
        if is_marked and start < 0:
            start = at
        elif not is_marked and start >= 0:
            yield Sign(name, start, at - 1)
            start = -1
        at += length + 1
    if start >= 0:
        yield Sign(name, start, at - 1)


def _held_signs(layout: Layout) -> Ints:
    """Return the signs of each row as bits."""
    nodes = layout.nodes
    marked: dict[str, list[int]] = {}
    tags = [TAGS.get(tag, "") for tag in nodes.tags]
    for row, (code, attributes) in enumerate(zip(nodes.tag.tolist(), nodes.attributes, strict=True)):
        if attributes or tags[code]:
            for sign in {tags[code], *_signs_of(attributes)} - {""}:
                marked.setdefault(sign, []).append(row)
    held = np.zeros(len(nodes), np.int64)
    characters = layout.counts[:, 0]
    is_place = characters <= max(FEW_CHARACTERS, MOST_OF_PAGE * float(characters[0]))
    for sign, named in marked.items():
        rows = np.array(named, np.int64)
        rows = rows[is_place[rows]]
        steps = np.zeros(len(nodes) + 1, np.int64)
        np.add.at(steps, rows, 1)
        np.add.at(steps, nodes.end[rows], -1)
        held |= (np.cumsum(steps)[:-1] > 0).astype(np.int64) << SIGNS.index(sign)
    return held


def _signs_of(attributes: Mapping[str, str]) -> Iterator[str]:
    for name in NAMING:
        if name in attributes:
            yield from signs_in_names(attributes[name])
    if "aria-label" in attributes:
        yield from signs_in_label(attributes["aria-label"])
    if "role" in attributes:
        yield ROLES.get(attributes["role"].lower(), "")
    if "rel" in attributes:
        yield from (RELATIONS.get(word, "") for word in attributes["rel"].lower().split())


LONGEST_NAME, MOST_NAMES = 80, 24
MOST_LABEL_WORDS = 4
LONGEST_PHRASE = 4

_PHRASES: Mapping[str, str] = {
    "advert": "advert, adverts, advertisement, advertisements, advertising, ad, ads, ad slot, ad unit, ad banner, banner ad,"
    " ad container, ad wrapper, ad box, ad label, ad placeholder, ad block, adsense, ads by google, google ads, google ad,"
    " dfp, gpt ad, sponsored, sponsored content, sponsored link, sponsored links, sponsored post, promoted content,"
    " taboola, outbrain, werbung, werbe banner, werbe block, werbe flaeche, publicite, encart pub, bloc pub, publicidad,"
    " banner publicitario",
    "related": "related, related articles, related posts, related content, related stories, related products,"
    " recommended, recommendation, recommendations, recommended articles, you may also like, you might also like,"
    " also like, more stories, more articles, more from, most read, most popular, most viewed, most shared, popular posts,"
    " popular articles, trending, read next, read also, up next, suggested, suggestions, similar products,"
    " similar items, similar articles, also bought, also viewed, cross sell, up sell, recently viewed, tip of the day,"
    " quote of the day, did you know, verwandte artikel, verwandte themen, aehnliche artikel, aehnliche produkte,"
    " empfehlungen, meist gelesen, meist gelesene, mehr zum thema, weitere artikel, beliebte artikel, zitat des tages,"
    " articles similaires, articles lies, articles associes, recommandations, a lire aussi, lire aussi, plus lus,"
    " plus populaires, articulos relacionados, noticias relacionadas, contenido relacionado, relacionados, recomendados,"
    " mas leidas, mas leido, mas leidos, mas vistos, te puede interesar",
    "counter": "views, view count, views count, view counter, page views, page view count, post views, total views,"
    " video views, hits, hit count, hit counter, visitors, visitor count, visitor counter, visits, visit count,"
    " likes, like count, likes count, num likes, upvotes, upvote count, dislikes, favorites count, favourites count,"
    " favorite count, bookmark count, share count, shares count, num shares, retweets, retweet count, repost count,"
    " comment count, comments count, num comments, comments number, reply count, replies count, num replies,"
    " readers, reader count, read count, reads, followers, follower count, followers count, subscribers,"
    " subscriber count, play count, plays, watch count, listeners, listener count, viewers, viewer count, users online,"
    " online users, members online, online count, star count, stargazers, stargazers count, fork count, download count,"
    " downloads count, interaction count, user interaction count, answer count, answers count, watchers, aufrufe, zugriffe,"
    " besucher zaehler, besucher zahl, anzahl aufrufe, anzahl kommentare, klicks, gelesen zaehler, leser zahl, nb vues, vues,"
    " nombre vues, nombre de vues, compteur visites, compteur vues, nb commentaires, nb likes, nb visites, visitas,"
    " num visitas, numero visitas, contador visitas, contador de visitas, vistas, reproducciones, num comentarios,"
    " numero comentarios, lecturas, seguidores",
    "updated": "last updated, last update, last modified, last edited, last refreshed, last checked, updated at,"
    " updated on, update time, update date, updated time, updated date, date updated, time updated, modified time,"
    " date modified, modified date, time ago, relative time, current time, current date, todays date, today date,"
    " server time, now time, date now, refreshed at, generated at, letzte aktualisierung, zuletzt aktualisiert,"
    " aktualisiert am, letzte aenderung, heutiges datum, aktuelles datum, mise a jour, mis a jour, derniere mise a jour,"
    " date du jour, derniere modification, ultima actualizacion, actualizado, ultima modificacion, fecha actual,"
    " hora actual",
    "clock": "clock, live clock, digital clock, world clock, uhrzeit, uhr, horloge, reloj, timer, countdown, count down",
    "price": "price, sale price, current price, regular price, product price, item price, unit price, total price,"
    " low price, high price, preis, verkaufs preis, produkt preis, gesamt preis, prix, prix produit, precio,"
    " precio actual, precio producto",
    "availability": "availability, stock status, stock level, in stock, out of stock, sold out, inventory level,"
    " delivery time, verfuegbarkeit, lagerbestand, lager status, lieferzeit, disponibilite, en stock, rupture stock,"
    " disponibilidad, existencias, agotado",
    "published": "date published, published, publish date, published date, publication date, pub date, post date,"
    " posted on, entry date, date created, upload date, article date, byline date, veroeffentlicht, datum, erschienen,"
    " date publication, publie le, fecha publicacion, publicado, fecha",
    "byline": "byline, author, author name, authors, posted by, vcard, autor, verfasser, auteur, autora, redacteur",
    "rating": "rating, ratings, rating value, star rating, stars, review count, rating count, reviews, bewertung,"
    " bewertungen, sterne, notation, avis, valoracion, valoraciones, opiniones",
    "comments": "comments, comment list, comment thread, comments area, disqus, disqus thread, kommentare,"
    " kommentar liste, commentaires, comentarios, discussion, replies",
    "share": "share, share buttons, share bar, social, social share, social media, social links, sharing, add this,"
    " share this, teilen, soziale netzwerke, partager, reseaux sociaux, compartir, redes sociales",
    "breadcrumb": "breadcrumb, breadcrumbs, brotkrumen, fil ariane, fil d ariane, migas, migas de pan, you are here",
    "navigation": "nav, navigation, navbar, navi, menu, main menu, submenu, top nav, site nav, menue, hauptmenue,"
    " hauptnavigation, tabs, toc",
    "pagination": "pagination, pager, page numbers, paging, next prev, prev next, seiten zahlen, paginacion, blaettern",
    "login": "login, log in, sign in, signin, sign up, signup, register, logout, account menu, anmelden, anmeldung,"
    " connexion, inscription, iniciar sesion, acceso",
    "search": "search, search form, search box, search bar, searchbox, suche, such formular, recherche, buscar, busqueda,"
    " buscador",
    "cookie": "cookie, cookies, cookie banner, cookie consent, cookie notice, consent, gdpr, cookie hinweis",
    "poll": "poll, polls, survey, quiz, umfrage, sondage, encuesta",
    "weather": "weather, wetter, meteo, tiempo widget, clima, forecast widget",
    "ticker": "ticker, stock ticker, news ticker, stock quote, market data, boersenkurse, cours bourse, cotizaciones",
    "copyright": "copyright, copy right, colophon, impressum, legal, mentions legales, aviso legal, site info",
    "alert": "alert, alerts, warning, breaking, breaking news, emergency, incident, urgent, eilmeldung, warnung, warnhinweis,"
    " alerte, alerta, aviso urgente, ultima hora",
    "title": "title, headline, heading, entry title, post title, page title, article title, titel, ueberschrift, titre,"
    " titulo, titular",
    "logo": "logo, site logo, brand, branding, site title, site name, masthead",
    "header": "header, head, top bar, topbar, site header, page header, kopf, kopfzeile, entete, en tete, cabecera,"
    " encabezado",
    "footer": "footer, foot, site footer, page footer, bottom, fuss, fusszeile, pied, pied de page, pie, pie de pagina",
    "sidebar": "sidebar, side bar, aside, widget, widgets, left col, right col, left column, right column, col left,"
    " col right, rail, right rail, side, seitenleiste, randspalte, colonne droite, colonne gauche, barra lateral, lateral",
    "article": "article, article body, article text, post, post body, post content, entry, entry content, story,"
    " story body, main content, content body, body text, artikel, artikel text, inhalt, haupt inhalt, beitrag, contenu,"
    " contenu principal, articulo, contenido, noticia, cuerpo",
}
_SIGN_OF = {phrase.replace(" ", ""): sign for sign, said in _PHRASES.items() for phrase in said.split(", ")}
_LAST_WORDS = frozenset((
    "count", "counter", "number", "num", "nr", "total", "value", "val", "text", "txt", "label", "info", "meta",
    "wrapper", "wrap", "container", "box", "item", "stat", "stats", "badge", "span", "inner", "block", "small",
    "large", "sm", "md", "lg", "zahl", "anzahl", "zaehler", "nombre", "numero",
))  # fmt: skip
"""Words that may follow the name of a counter. Others may not: 'views-row' and 'visitors-guide' are no counters."""
_UNSAID = frozenset((
    "no", "not", "non", "without", "hide", "hidden", "has", "have", "with", "free", "icon", "icons", "ico", "fa",
    "fas", "far", "fab", "glyphicon", "mdi", "bi", "svg", "filter", "sort", "slider", "range", "toggle", "hoc",
))  # fmt: skip
"""Words in names that describe a look or an absence, not a content."""
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
_RUN = re.compile(r"[^\W_]+")
_PROPER_RUN = re.compile(r"[^\W\d_]+\d{0,3}")

ROLES = {
    "navigation": "navigation", "menubar": "navigation", "menu": "navigation", "search": "search", "alert": "alert",
    "timer": "clock", "banner": "header", "contentinfo": "footer", "complementary": "sidebar", "article": "article",
    "heading": "title",
}  # fmt: skip
TAGS = {
    "nav": "navigation", "search": "search", "header": "header", "footer": "footer", "aside": "sidebar", "article": "article",
    "h1": "title",
}  # fmt: skip
RELATIONS = {
    "sponsored": "advert", "author": "byline", "next": "pagination", "prev": "pagination", "license": "copyright",
    "search": "search",
}  # fmt: skip


@lru_cache(maxsize=8_192)  # a page repeats a few hundred names
def signs_in_names(names: str) -> frozenset[str]:
    """Return the signs of an element with these names, separated by white space as in a class attribute."""
    return frozenset(sign for name in names.split()[:MOST_NAMES] for sign in _signs_in_name(name))


@lru_cache(maxsize=1_024)
def signs_in_label(label: str) -> frozenset[str]:
    """Return the signs of an element with this label, such as an aria-label. Sentences have no sign."""
    words = label.split()
    return (
        frozenset(_signs_in_words([word.lower() for word in words])) if len(words) <= MOST_LABEL_WORDS else frozenset()
    )


def _signs_in_name(name: str) -> Iterator[str]:
    if len(name) > LONGEST_NAME:
        return
    runs = _RUN.findall(name)
    words = [word.lower() for run in runs if _PROPER_RUN.fullmatch(run) for word in _WORD.findall(run)]
    if not _is_machine_made(runs):
        yield from _signs_in_words(words)


def _is_machine_made(runs: list[str]) -> bool:
    """Return whether a part of a name is machine-made: it mixes letters and digits, or upper and lower case unlike words."""
    return any(
        (_PROPER_RUN.fullmatch(run) is None and not run.isdecimal()) or (not run.isupper() and _has_single_letters(run))
        for run in runs
    )


def _has_single_letters(run: str) -> bool:
    return len(run) > 2 and sum(len(word) < 3 for word in _WORD.findall(run)) > 1


def _signs_in_words(words: list[str]) -> Iterator[str]:
    """Return the sign of the longest phrase at each position; its words have no signs of their own."""
    if not _UNSAID.isdisjoint(words):
        return
    at = 0
    while at < len(words):
        sizes = range(min(LONGEST_PHRASE, len(words) - at), 0, -1)
        size = next((size for size in sizes if "".join(words[at : at + size]) in _SIGN_OF), 0)
        if size:
            sign = _SIGN_OF["".join(words[at : at + size])]
            if sign != "counter" or _LAST_WORDS.issuperset(words[at + size :]):
                yield sign
        at += size or 1
