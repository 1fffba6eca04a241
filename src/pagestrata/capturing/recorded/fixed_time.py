"""The time and the chance that a recorded page meets.

Scripts of a recorded page still ask for the date ('3 hours ago') and roll dice (which advertisement to show). They are
told the time of the recording, going on from there as clocks do, and always the same dice, so that a recording shows the
same page every time and never one that did not exist then.
"""

from __future__ import annotations

from datetime import datetime

_SCRIPT = """(() => {
  const start = %d, origin = performance.now(), Real = Date;
  const now = () => Math.floor(start + performance.now() - origin);
  const Told = new Proxy(Real, {
    construct: (date, given, wanted) => Reflect.construct(date, given.length ? given : [now()], wanted),
    apply: () => new Real(now()).toString(),
    get: (date, name, told) => name === 'now' ? now : Reflect.get(date, name, told),
  });
  Real.prototype.constructor = Told;
  globalThis.Date = Told;
  let seed = 20240229;
  Math.random = () => {
    seed = (seed + 0x6D2B79F5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
})();"""


def fixed_time_script(recorded_at: datetime) -> str:
    """JavaScript to run in every frame before the page's own."""
    return _SCRIPT % round(recorded_at.timestamp() * 1000)
