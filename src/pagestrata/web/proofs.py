"""Proofs to take along from the screens, with the PDF where this server has a browser."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from pagestrata.app.proving.make_proof import ProofRequest, make_proof
from pagestrata.model.records import Version

if TYPE_CHECKING:
    from pagestrata.web.context import WebContext

_PRINTING = threading.Lock()


def proof_of(ctx: WebContext, *versions: Version) -> bytes:
    """Return the proof of one version, or of two and what changed between them. One browser prints at a time."""
    session = ctx.session

    def print_pdf(document: str) -> bytes:
        assert session is not None
        with _PRINTING:
            return session.print_pdf(document)

    request = ProofRequest(versions=versions)
    return make_proof(ctx.archive, request, now=ctx.clock(), print_pdf=print_pdf if session is not None else None)
