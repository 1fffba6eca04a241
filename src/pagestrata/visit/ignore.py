"""What a person does not want to be looked at: elements by CSS selector, and texts by pattern.

Ignored elements are taken for invisible before the page is cut, so that no block holds anything of them; the archived
page itself stays whole. Ignored texts stay in their blocks and are left out only when two versions are judged. A pattern with
'!' before it is about all other lines: `!sold out` leaves out every line that does not say it.
Patterns are run by RE2: none of them can take longer than the text is long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pagestrata.errors import UsageError
from pagestrata.model.signs import moved_signs

if TYPE_CHECKING:
    from pagestrata.model.blocks import Block, BlockTree
    from pagestrata.model.snapshot import Snapshot

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).


OTHERS = "!"
"""Before a pattern: what does not match is left out."""
LONGEST_PATTERN = 1_000
"""Characters of one pattern."""


def without_elements(snapshot: Snapshot, selectors: Sequence[str]) -> Snapshot:
    """The page with these elements invisible. Raises UsageError for what is not a selector."""
    nodes = snapshot.nodes
    if nodes is None or not selectors:
        return snapshot
    from pagestrata.follow.select import rows_by_css

    rows = [row for selector in selectors for row in rows_by_css(snapshot, selector)]
    if not rows:
        return snapshot
    visible = nodes.visible.copy()
    for row in rows:
        visible[row : int(nodes.end[row])] = False
    return replace(snapshot, nodes=replace(nodes, visible=visible))


def check_selectors(selectors: Sequence[str]) -> None:
    """Raises UsageError for what is not a CSS selector."""
    if not selectors:
        return
    from pagestrata.follow.css_match import parsed_selectors

    for selector in selectors:
        try:
            parsed_selectors(selector)
        except UsageError as error:
            raise UsageError(f"--ignore {error}") from error


def check_patterns(patterns: Sequence[str]) -> None:
    """Raises UsageError for what is not a regular expression that RE2 can run."""
    for pattern in patterns:
        _compiled(pattern.removeprefix(OTHERS))


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Any:
    import re2

    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    if len(pattern) > LONGEST_PATTERN:
        raise UsageError(f"--ignore-text {pattern[:40]!r}… is longer than {LONGEST_PATTERN} characters; use several")
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        said = error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else error
        raise UsageError(
            f"--ignore-text {pattern!r} is not a regular expression that can be used ({said}); "
            "write for example '[0-9]+ people watching'"
        ) from error


def without_texts(tree: BlockTree, patterns: Sequence[str]) -> BlockTree:
    """The tree without the texts that these patterns match; the tree itself without patterns."""
    if not patterns:  # as of nearly every watch
        return tree
    gone = [_compiled(pattern) for pattern in patterns if not pattern.startswith(OTHERS)]
    wanted = [_compiled(pattern.removeprefix(OTHERS)) for pattern in patterns if pattern.startswith(OTHERS)]

    def rest(lined: str) -> str:
        text = " ".join(line for line in lined.split("\n") if all(pattern.search(line) for pattern in wanted))
        for pattern in gone:
            text = pattern.sub("", text)
        return text

    def own(block: Block) -> Block:
        children = tuple(own(child) for child in block.children)
        links = tuple(link._replace(name=rest(link.name)) for link in block.links)
        text = rest(block.lined_text)
        same = text == block.text and links == block.links and all(map(_is, children, block.children))
        if same:
            return block
        said = " ".join(text.split())
        signs = moved_signs(block.signs, block.text, said)
        return replace(block, text=said, line_ends=(), signs=signs, links=links, children=children)

    blocks = tuple(own(block) for block in tree.blocks)
    return tree if all(map(_is, blocks, tree.blocks)) else replace(tree, blocks=blocks)


def _is(first: object, second: object) -> bool:
    return first is second
