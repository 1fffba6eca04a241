"""Who may see archived content on its own port."""

from __future__ import annotations

from collections.abc import Callable

from pagestrata.replay.messages import ReplayRequest
from pagestrata.web.context import WebContext
from pagestrata.web.security.hosts import asks_for_another_site
from pagestrata.web.security.identify import trusts_everybody, users_are_asked
from pagestrata.web.security.peers import Peer, is_forwarded


class ReplayDoor:
    """Admits who has a ticket and, without users, programs of the user who runs the server.

    A ticket is also asked of a page of another site that loads archived content as a part of itself: that it loads, or not,
    would tell the site what is archived. Archived pages count as another site to their own parts, and have tickets.
    """

    def __init__(self, context: Callable[[], WebContext]) -> None:
        self._context = context

    def admits(self, ticket: str, request: ReplayRequest) -> bool:
        context = self._context()
        if trusts_everybody(context) or context.tickets.is_valid(ticket):
            return True
        if users_are_asked(context) or is_forwarded(request.headers) or asks_for_another_site(request.headers):
            return False
        return Peer(request.client, request.server).is_ours

    def new_ticket(self) -> str:
        return self._context().tickets.new()
