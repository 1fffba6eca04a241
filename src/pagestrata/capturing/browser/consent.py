"""Walls before a page: consent dialogs are answered with no, and what still covers the page is taken away.

DuckDuckGo's Autoconsent knows how hundreds of consent dialogs are refused; it runs in our own corner of the page, and only
where something fixed lies over the page that may be such a dialog. A wall that it does not know, which covers a good part
of the window and speaks of consent or locks the page, is hidden and the page unlocked: nothing was agreed to, and the page
can be seen. A dialog that stays after it was answered is hidden for the picture.
A mere notice is acknowledged; where a page offers nothing but to agree, that is not pressed. What holds most of
the page's text is the page itself, fixed or not, and stays. All of it is said.
"""

from __future__ import annotations

import asyncio
from functools import cache
from importlib import resources
from typing import Any, Final

from pagestrata.capturing.browser.isolated_world import World
from pagestrata.errors import CaptureError

DETECT_SECONDS = 1.5
ANSWER_SECONDS = 6.0
STAYING_SECONDS = 1.5
"""How long a dialog may take to go after it was answered: many fade out."""
_UNNAMED = "HEURISTIC"
_NOTICE = "HEURISTIC-TIER1"
"""What Autoconsent calls a dialog it does not know that asks for nothing: 'OK', 'Got it'."""
_AGREEING, _NOT_AGREEING = 'heuristicMode: "tier2"', 'heuristicMode: "tier1"'
"""By default it presses 'Accept' where there is no other button."""
LARGE_SHARE = 0.4  # of the window: more than a bar at its edge
_PAUSE_SECONDS = 0.05
_UNDECIDED: Final = frozenset({"loading", "initialized", "waitingForInitResponse", "started"})
_AT_WORK: Final = frozenset({"cmpDetected", "openPopupDetected", "runningOptOut"})
_WORDS = (
    r"cookie|consent|gdpr|rgpd|dsgvo|privacy|datenschutz|einwillig|zustimm|confidentialit|privacidad|protección de datos|"
    r"samtykke|samtycke|evästee|zgod|souhlas|súhlas|hozzájárul|rıza|consenso|toestemming|integritet|персональн|"
    r"同意|クッキー|쿠키|개인정보"
)
_WALL = f"""(shallHide) => {{
  const words = /{_WORDS}/i, found = new Map(), root = document.documentElement;
  const above = (e) => e.parentElement || (e.getRootNode() instanceof ShadowRoot ? e.getRootNode().host : null);
  const shown = document.body ? (document.body.innerText || '').length : 0;
  const isPage = (e) => (e.innerText || '').length * 2 > shown;
  let points = 0;
  for (const x of [.1, .3, .5, .7, .9]) for (const y of [.04, .25, .5, .75, .96]) {{
    points++;
    let fixed = null;
    for (let e = document.elementFromPoint(innerWidth * x, innerHeight * y); e && e !== root; e = above(e))
      if (e !== document.body && (getComputedStyle(e).position === 'fixed' || (e.matches && e.matches('dialog:modal'))))
        fixed = e;
    if (fixed && !isPage(fixed)) found.set(fixed, (found.get(fixed) || 0) + 1);
  }}
  const speaks = (e) => e.tagName === 'IFRAME' || e.querySelector('iframe') || e.shadowRoot ||
    words.test(e.id + ' ' + e.className + ' ' + e.textContent.slice(0, 5000));
  const share = [...found.values()].reduce((a, b) => a + b, 0) / points;
  const locks = [root, document.body].some(e => e && ['hidden', 'clip'].includes(getComputedStyle(e).overflowY))
    || (document.body && getComputedStyle(document.body).position === 'fixed');
  const suspects = [...found.keys()].filter(speaks);
  if (shallHide) {{
    for (const e of found.keys()) if (speaks(e) || locks) e.style.setProperty('display', 'none', 'important');
    for (const e of [root, document.body]) if (e) {{
      e.style.setProperty('overflow', 'visible', 'important');
      if (getComputedStyle(e).position === 'fixed') e.style.setProperty('position', 'static', 'important'); }}
  }}
  return {{share, locks: !!locks, speaks: suspects.length > 0}}; }}"""
_STAYED = f"""(shallHide) => {{
  const words = /{_WORDS}/i, found = new Set();
  for (const x of [.1, .3, .5, .7, .9]) for (const y of [.04, .25, .5, .75, .96]) {{
    let fixed = null;
    for (let e = document.elementFromPoint(innerWidth * x, innerHeight * y); e && e !== document.body; e = e.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(e).position)) fixed = e;
    if (fixed) found.add(fixed);
  }}
  const stayed = [...found].filter(e => words.test(e.textContent) && e.querySelector('button, [role=button], input, a') &&
    !e.matches('header, nav, [role=banner], [role=navigation]') && !e.querySelector('nav, [role=navigation], h1') &&
    e.textContent.length * 2 < document.body.textContent.length);
  if (shallHide) for (const e of stayed) e.style.setProperty('display', 'none', 'important');
  return stayed.length; }}"""
_STATE = """() => { const made = window.autoconsentStandalone; if (!made) return ['nothingDetected', ''];
  const cmp = made.messages.map(m => m.cmp).filter(Boolean).pop() || '';
  return [made.instance.state.lifecycle, cmp]; }"""

_TAKE_TRACES_AWAY = (
    "() => { for (const e of document.querySelectorAll('style[id^=autoconsent]')) e.remove(); return null; }"
)


async def pass_walls(world: World) -> list[str]:
    """Refuse consent and take away what still covers the page. Gives what a person should know; never fails a capture."""
    try:
        return await _pass_walls(world)
    except CaptureError as error:
        return [f"what covers the page could not be taken away ({error})"]


async def _pass_walls(world: World) -> list[str]:
    wall = await world.evaluate(_WALL, False)
    if not (wall["speaks"] or _is_wall(wall)):
        return []
    notes = []
    answered = await _refuse_consent(world)
    await world.evaluate(_TAKE_TRACES_AWAY)  # the archived page is the page's own
    if answered:
        said = "a cookie notice was acknowledged" if answered == _NOTICE else "a consent dialog was answered with no"
        name = "" if answered.startswith(_UNNAMED) else f" ({answered})"
        notes.append(f"{said}{name}{', but stayed: it was hidden' if await _hide_what_stayed(world) else ''}")
    if _is_wall(await world.evaluate(_WALL, False)):
        await world.evaluate(_WALL, True)
        notes.append("an overlay that covered the page was taken away")
    return notes


def _is_wall(found: dict[str, Any]) -> bool:
    return bool(found["share"] >= LARGE_SHARE and (found["speaks"] or found["locks"]))


async def _hide_what_stayed(world: World) -> bool:
    """Whether a dialog is still there a while after it was answered; it is hidden then."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + STAYING_SECONDS
    while await world.evaluate(_STAYED, False):
        if clock() >= deadline:
            return bool(await world.evaluate(_STAYED, True))
        await asyncio.sleep(_PAUSE_SECONDS)
    return False


async def _refuse_consent(world: World) -> str:
    """The dialog that was refused, '' where none was found."""
    await world.evaluate("() => {" + _script() + "; return null; }")
    state, _ = await _state_after(world, _UNDECIDED, DETECT_SECONDS)
    if state not in _UNDECIDED:
        state, dialog = await _state_after(world, _AT_WORK, ANSWER_SECONDS)
        return dialog if state in {"done", "optOutSucceeded"} else ""
    return ""


async def _state_after(world: World, passing: frozenset[str], seconds: float) -> tuple[str, str]:
    """The first state that is none of the passing ones, or the last one, and the dialog it is about."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + seconds
    state, dialog = await world.evaluate(_STATE)
    while state in passing and clock() < deadline:
        await asyncio.sleep(_PAUSE_SECONDS)
        state, dialog = await world.evaluate(_STATE)
    return str(state), str(dialog)


@cache
def _script() -> str:
    folder = resources.files("pagestrata.capturing.browser").joinpath("autoconsent")
    script = folder.joinpath("autoconsent.standalone.js").read_text(encoding="utf-8")
    if _AGREEING not in script:
        raise RuntimeError("this Autoconsent is set up otherwise: see that it agrees to nothing, and mend consent.py")
    return script.replace(_AGREEING, _NOT_AGREEING)
