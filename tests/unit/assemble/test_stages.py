from __future__ import annotations

from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from pagestrata.assemble.stages import compare_sides, cut, decide_sides, not_modified, weigh_sides, with_importance
from pagestrata.capture.options import CaptureOptions
from pagestrata.demo.site import ChangingSite
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.records import Version
from pagestrata.pipeline import Sides
from trees import leaf, page, tree


def version(**fields: Any) -> Version:
    return Version(
        id="1", url="http://site.test/", captured_at=datetime(2026, 1, 1, tzinfo=UTC), status=200, title="", **fields
    )


LOCAL = CaptureOptions(allow_private=True)


def test_a_server_that_says_not_modified_is_believed(changing_site: ChangingSite) -> None:
    import httpx

    answer = httpx.get(changing_site.url)
    last = version(etag=answer.headers["etag"], last_modified=answer.headers.get("last-modified"))
    assert not_modified(changing_site.url, last, LOCAL)
    changing_site.apply("new headline")
    assert not not_modified(changing_site.url, last, LOCAL)


def test_a_page_behind_steps_or_cookies_is_always_rendered(changing_site: ChangingSite) -> None:
    import httpx

    last = version(etag=httpx.get(changing_site.url).headers["etag"])
    options = CaptureOptions(allow_private=True, cookies=({"name": "a", "value": "b", "url": changing_site.url},))
    assert not not_modified(changing_site.url, last, options)


def test_a_failing_request_goes_to_the_browser() -> None:
    assert not not_modified("http://127.0.0.1:9/", version(), LOCAL)


@pytest.mark.parametrize(("body", "unchanged"), [(b"<p>static", True), (b"<script>1</script>", False)])
def test_the_same_bytes_count_unless_a_script_may_show_something_new(body: bytes, unchanged: bool) -> None:
    import hashlib

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        last = version(digest=hashlib.sha256(body).hexdigest())
        assert not_modified(f"http://127.0.0.1:{server.server_port}/", last, LOCAL) is unchanged
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_inner_blocks_weigh_what_their_leaves_do() -> None:
    weighed = with_importance(
        tree(Block(ref="1", children=(leaf("1.1", "a"), leaf("1.2", "b")))), {"1.1": 0.75, "1.2": 0.25}
    )
    assert [block.importance for block in weighed.walk()] == [1.0, 0.75, 0.25]


def sides(old: str, new: str) -> Sides:
    before, after = (page(leaf("1.1", "A standing headline"), leaf("1.2", text)) for text in (old, new))
    return Sides(old=before, new=after, old_picture=None, new_picture=None, history=())


def test_two_trees_go_through_comparison_weights_and_decision() -> None:
    found = sides("the council voted for the bridge", "the council voted against the bridge on Monday night")
    delta = compare_sides(found)
    weights = weigh_sides(found, delta)
    decision = decide_sides(found, delta, weights)
    assert [(change.op, change.element, change.block) for change in delta.changes] == [("update", "text", "1.2")]
    assert 0 < weights.total <= 1
    assert decision.reasons


def test_nothing_changed_is_similar() -> None:
    found = sides("the same text", "the same text")
    delta = compare_sides(found)
    decision = decide_sides(found, delta, weigh_sides(found, delta))
    assert not delta.changes
    assert decision.similar


def test_a_page_without_nodes_has_no_blocks() -> None:
    from dataclasses import replace

    from captures import capture

    empty = cut(replace(capture(["x"])[0], nodes=None, dom=""))
    assert list(empty.walk()) == []


def test_the_importance_of_all_blocks_together_is_at_most_one() -> None:
    leaves = tuple(Block(ref=f"1.{number}", text="x") for number in range(30))
    tree = BlockTree(blocks=(Block(ref="1", children=leaves),))
    weighed = with_importance(tree, {leaf.ref: 0.0333337 for leaf in leaves})
    assert weighed.blocks[0].importance == 1.0
