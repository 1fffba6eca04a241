"""What the first reader of a new server would wait for, done before somebody comes: half a second of loading and compiling.

Templates are compiled, and two small versions are compared, weighed and judged: that loads the model, the grammar of noise and
the libraries that nothing else needs.
"""

from __future__ import annotations

import contextlib
import gc
import importlib

from fastapi import FastAPI

from pagestrata.deciding.features.pair_features import heard_pair
from pagestrata.deciding.sides import Side
from pagestrata.errors import PagestrataError
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.report.diff_groups import groups_of
from pagestrata.visit.judge import AS_LEARNED, judge
from pagestrata.visit.shown.shown_record import key_of
from pagestrata.web.templating import environment
from pagestrata.web.views.dashboard import Asked, dashboard
from pagestrata.weighing.history.volatility import Volatility


def warm_up(app: FastAPI | None = None) -> None:
    """Load what screens need. Does the same again where it is called again, in less time.

    Of an application the routes are made ready, and its list of pages is read once: its statements are compiled then.
    """
    for name in (
        "pagestrata.store.history.contents",
        "PIL.WebPImagePlugin",
    ):  # the last makes the small pictures on the list
        importlib.import_module(name)
    if app is not None:
        make_routes_ready(app)
        with contextlib.suppress(PagestrataError):  # said to who asks for it
            dashboard(app.state.context.archive, Asked(), now=app.state.context.clock())
    for name in environment().list_templates():
        environment().get_template(name)
    old, new = _side("Updated 3 minutes ago: 12 boats left"), _side("Updated 5 minutes ago: 14 ships left the harbour")
    verdict = judge(old, new)
    heard_pair(old, new, verdict.delta, history=Volatility(), importance={})
    groups_of(old.tree, new.tree, verdict.delta, verdict.weights)
    key_of(AS_LEARNED)
    keep_out_of_collections()


def keep_out_of_collections() -> None:
    """What is loaded by now stays: looking for garbage in it again and again takes a tenth of a second each time."""
    gc.collect()
    gc.freeze()


def make_routes_ready(app: FastAPI) -> None:
    """FastAPI reads the parameters of a router's routes when a request first comes by them, for half a second in all, while
    nobody else is answered: an address that is nobody's comes by them all."""
    nobodys = {"type": "http", "method": "GET", "path": "/nobody's", "root_path": "", "headers": [], "app": app}
    for route in app.routes:
        route.matches(nobodys)


def _side(text: str) -> Side:
    block = Block(ref="1", text=text, role="article", box=Box(0, 0, 400, 100), importance=1.0)
    return Side(tree=BlockTree(blocks=(block,), page_size=(400.0, 100.0)))
