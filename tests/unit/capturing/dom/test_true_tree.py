from __future__ import annotations

import pytest

from pagestrata.capturing.dom.true_tree import needs_true_tree, tree_depth


def document(names: list[int], shadow: list[int] | None = None) -> dict[str, object]:
    parents = [-1, *range(len(names) - 1)]
    return {"nodes": {"nodeName": names, "parentIndex": parents, "shadowRootType": {"index": shadow or []}}}


def test_only_templates_and_shadow_roots_need_the_true_tree() -> None:
    strings = ["#document", "HTML", "TEMPLATE"]
    assert not needs_true_tree(document([0, 1]), strings)
    assert needs_true_tree(document([0, 1, 2]), strings)
    assert needs_true_tree(document([0, 1], shadow=[1]), strings)


def test_depth() -> None:
    assert tree_depth(document([0, 1, 1, 1])) == 3


@pytest.mark.browser
def test_the_content_of_templates_is_read_at_every_level(render) -> None:
    dom = render("<template id=a>1<template id=b>2<template id=c>3</template></template></template><p>x").dom
    assert '<template id="a">1<template id="b">2<template id="c">3</template></template></template>' in dom


@pytest.mark.browser
def test_a_page_too_deep_to_be_read_says_so(render) -> None:
    found = render("<template>lost</template>" + "<div>" * 300 + "deep")
    assert any("without its templates" in note for note in found.notes)
    assert "deep" in found.dom
