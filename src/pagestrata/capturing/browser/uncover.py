"""Layers over the page are taken off its picture: bars, chat bubbles and boxes that stay in the window while a person scrolls.

A picture of the whole page has one place for each of them, and there they would cover what the page says. Only what lies over
words or pictures goes: a header above the page covers nothing and stays, and so does one over a large picture at the top, which
is how the page is meant to look. What holds most of the page's text is the page itself. The DOM and the blocks were read before;
only the picture is without the layers.
"""

from __future__ import annotations

from pagestrata.capturing.browser.isolated_world import World

COLUMNS, ROWS = 24, 36
"""Points of the window that are looked at, so close that a bar or a bubble of 60 px is met."""
_UNCOVER = """(columns, rows) => {
  const body = document.body, hidden = new Set();
  if (!body) return 0;
  const shown = (body.innerText || '').length;
  const isFixed = e => getComputedStyle(e).position === 'fixed' || e.matches('dialog:modal');
  const layerOf = e => {
    let found = null;
    for (; e && e !== body; e = e.parentElement) if (isFixed(e)) found = e;
    return found;
  };
  const speaks = (e, layer) =>
    (e.matches('img, picture, video, canvas, svg') && layer.getBoundingClientRect().top > 1) ||
    [...e.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  for (let column = 0; column < columns; column++) for (let row = 0; row < rows; row++) {
    const x = Math.floor(innerWidth * (column + .5) / columns), y = Math.floor(innerHeight * (row + .5) / rows);
    const stack = document.elementsFromPoint(x, y);
    const layer = stack.length ? layerOf(stack[0]) : null;
    if (!layer || hidden.has(layer) || (layer.innerText || '').length * 2 > shown) continue;
    if (stack.some(e => !layer.contains(e) && !e.contains(layer) && !layerOf(e) && speaks(e, layer))) hidden.add(layer);
  }
  for (const layer of hidden) {
    layer.style.setProperty('transition', 'none', 'important');
    layer.style.setProperty('animation', 'none', 'important');
    layer.style.setProperty('opacity', '0', 'important');
  }
  return hidden.size; }"""


async def uncover(world: World) -> list[str]:
    """Make the layers that cover a part of the page invisible; what a person should know of it."""
    count = await world.evaluate(_UNCOVER, COLUMNS, ROWS)
    return ["what lay over the page was taken off its picture"] if count else []
