"""Whether the pictures of a page are still what they were: behind an old address there may be another one, and no source tells.

The picture that the last version holds is asked for again, with its validators: 'not modified' or the same bytes are the
same picture. A page with more pictures than are asked for, or one whose pictures are not stored, goes to the browser.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from pagestrata.errors import PagestrataError
from pagestrata.model.blocks import BlockTree
from pagestrata.model.page_state import PageState
from pagestrata.model.snapshot import Response
from pagestrata.visit.feeds import FEED

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

IsSamePicture = Callable[[Response], bool]
"""Whether the server still sends this picture; False where it cannot be asked."""

LEAST_PICTURE_AREA_PX = 10_000
"""Of a block with a picture: smaller ones hold icons."""
MOST_PICTURES = 20
"""Pictures of one page that are asked for."""
MOST_SECONDS = 10.0
"""Time that asking for the pictures of one page may take."""


def shown_pictures(tree: BlockTree) -> list[str]:
    """The addresses of the pictures that matter; drawings and pictures in the source itself are compared with it."""
    found = (
        image.address
        for leaf in tree.leaves()
        if leaf.images and leaf.role != "ad" and leaf.box.area >= LEAST_PICTURE_AREA_PX
        for image in leaf.images
    )
    return [address for address in dict.fromkeys(found) if address.startswith(("http:", "https:"))]


def pictures_are_same(archive: Archive, state: PageState, ask: IsSamePicture | None) -> bool:
    """Whether every picture that the last version shows is still the same; False where that cannot be said."""
    is_page = state.tree is not None and state.tree.segmenter != FEED  # a feed only names its pictures
    addresses = shown_pictures(state.tree) if state.tree is not None and is_page else []
    if not addresses:
        return True
    if ask is None or state.last is None or len(addresses) > MOST_PICTURES:
        return False
    until = time.monotonic() + MOST_SECONDS
    for address in addresses:
        try:
            response = archive.contents.response(state.last, address)
        except PagestrataError:
            return False
        if time.monotonic() > until or not ask(response):
            return False
    return True
