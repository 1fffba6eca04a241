"""The report of a proof, for people: the page, the time, the signer, and how to check it by hand."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

HOW_TO_CHECK = (
    "Unpack the zip file and open a terminal in its folder.",
    "Run sh check.sh. It makes all the checks below with openssl and sha256sum, as pagestrata check FILE.zip does.",
    "sha256sum -c SHA256SUMS: no file was altered.",
    "openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig (Ed25519), or "
    "openssl dgst -sha256 -verify key.pem -signature SHA256SUMS.sig SHA256SUMS (ECDSA): the key signed this list.",
    "Check head.txt with head.sig in the same way: the key signed the head of the log.",
    "Ask the author of the proof for the fingerprint of the key through another channel. Compare it with that of check.sh.",
    "The leaf is the SHA-256 of a zero byte followed by statement.json. For each line of path.txt, compute the SHA-256 of a "
    "one byte followed by both hashes, the given hash on the side that the line names. The last result, in base64, must be "
    "line 3 of head.txt.",
    "sha256sum page.bin must give the page_sha256 of statement.json.",
    "openssl ts -verify -data head.note -in stamps/1.tsr -CAfile stamps/1.pem: the head existed at that time. For a file "
    "stamps/N.ots: ots verify -f head.note stamps/N.ots, with the OpenTimestamps client and a Bitcoin node.",
    "Open captures.wacz in a player such as ReplayWeb.page to see the page as it was.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenVersion:
    """One version as the report shows it."""

    name: str
    url: str
    title: str
    captured_at: str
    status: int
    place: int
    page_sha256: str
    picture_png: bytes | None
    headers: Sequence[tuple[str, str]]
    server_address: str
    certificates: Sequence[str]
    software: str
    facts: Mapping[str, str]

    @property
    def picture(self) -> str:
        return _data_address(self.picture_png) if self.picture_png is not None else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofFacts:
    """What the report says besides its versions."""

    made_at: str
    software: str
    log: str
    size: int
    root: str
    head_at: str
    key_name: str
    key_kind: str
    fingerprint: str
    stamps: Sequence[str]
    has_time: bool
    block_ref: str = ""
    block_text: str = ""
    change_text: str = ""
    change_png: bytes | None = None

    @property
    def change_picture(self) -> str:
        return _data_address(self.change_png) if self.change_png is not None else ""


def proof_html(versions: Sequence[ProvenVersion], facts: ProofFacts) -> str:
    """Return the report as one HTML document that loads nothing and runs nothing."""
    template = (files("pagestrata.report") / "templates" / "proof.html.j2").read_text("utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(template).render(versions=versions, facts=facts, steps=HOW_TO_CHECK)


def _data_address(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"
