"""The document as it is written, where it differs from the flat tree of a DOM snapshot: templates and shadow roots."""

from __future__ import annotations

from typing import Any

MOST_TEMPLATES = 1000


def needs_true_tree(document: dict[str, Any], strings: list[str]) -> bool:
    """Whether the snapshot's nodes are not the whole document."""
    nodes = document["nodes"]
    return bool(nodes["shadowRootType"]["index"]) or any(strings[i] == "TEMPLATE" for i in set(nodes["nodeName"]))


def tree_depth(document: dict[str, Any]) -> int:
    """Depth of the deepest node."""
    depths: list[int] = []
    for parent in document["nodes"]["parentIndex"]:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    return max(depths)


async def read_true_tree(session: Any) -> dict[str, Any]:
    """The whole document as nested nodes, white space and the content of templates included."""
    await session.send("DOM.enable", {"includeWhitespace": "all"})
    answer = await session.send("DOM.getDocument", {"depth": -1, "pierce": True})
    root: dict[str, Any] = answer["root"]
    fragments = _template_fragments(root)
    for _ in range(MOST_TEMPLATES):
        if not fragments:
            break
        fragment = fragments.pop()  # the browser leaves them empty until asked for each
        found = await session.send(
            "DOM.describeNode", {"backendNodeId": fragment["backendNodeId"], "depth": -1, "pierce": True}
        )
        fragment["children"] = found["node"].get("children", [])
        fragments += _template_fragments(fragment)
    await session.send("DOM.disable")
    return root


def _template_fragments(root: dict[str, Any]) -> list[dict[str, Any]]:
    fragments: list[dict[str, Any]] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if "templateContent" in node:
            fragments.append(node["templateContent"])
        stack += node.get("children", [])
        stack += node.get("shadowRoots", [])
    return fragments
