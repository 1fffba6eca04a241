"""Make a proof: a zip file with one version, or two and their changes, and everything needed to check it."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files

from pagestrata.app.comparisons import compared_sides
from pagestrata.app.proving.wacz_signatures import package_signer
from pagestrata.app.version_files import SOFTWARE
from pagestrata.errors import BrowserError, NotFoundError, UsageError
from pagestrata.model.records import Version
from pagestrata.proof.bundle import (
    FORM,
    OPEN_TIMESTAMPS,
    SUMS,
    SUMS_SIGNATURE,
    certificate_lines,
    chain_pem,
    path_lines,
    sums_of,
)
from pagestrata.proof.keys import Signer, find_key
from pagestrata.proof.signed_note import SignedNote
from pagestrata.replay.export_wacz import export_wacz
from pagestrata.report.diff_png import diff_png
from pagestrata.report.diff_text import diff_text
from pagestrata.report.proof_report import HOW_TO_CHECK, ProofFacts, ProvenVersion, proof_html
from pagestrata.store.archive import Archive
from pagestrata.store.merkle_log.proof_log import Inclusion
from pagestrata.store.merkle_log.stamps import KeptStamp

Print = Callable[[str], bytes]  # turns an HTML document into PDF
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofRequest:
    """The versions to prove, the older first, and the block to show."""

    versions: tuple[Version, ...]
    block: str = ""

    def __post_init__(self) -> None:
        if len(self.versions) not in {1, 2}:
            raise UsageError("give one version, or two versions and the changes between them")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Material:
    """What a proof is made from: the request, and the log entries, signed head and stamps that support it."""

    archive: Archive
    request: ProofRequest
    found: Mapping[str, Inclusion]
    note: SignedNote
    signer: Signer
    stamps: Sequence[KeptStamp]
    now: datetime


def make_proof(archive: Archive, request: ProofRequest, *, now: datetime, print_pdf: Print | None = None) -> bytes:
    """Return the zip file. Raises UsageError if the archive has no key; without `print_pdf` it has no PDF."""
    signer = archive.proof.signer()
    note = archive.proof.proving_head(request.versions) if signer is not None else None
    if signer is None or note is None:
        raise UsageError("a proof must be signed, and the archive has no key; create one with `pagestrata key create`")
    found = {version.id: archive.proof.inclusion(version, size=note.head.size) for version in request.versions}
    stamps = archive.proof.stamps(note.head.size)
    proof = _Material(archive=archive, request=request, found=found, note=note, signer=signer, stamps=stamps, now=now)
    made: dict[str, bytes] = {}
    for version in request.versions:
        made |= _version_files(archive, version, found[version.id])
    made |= _head_files(signer, note, stamps)
    made |= _reports(proof, print_pdf)
    made["captures.wacz"] = _package(archive, request.versions, now)
    made["proof.json"] = _described(proof)
    made["check.sh"] = (files("pagestrata.app.proving") / "check.sh").read_bytes()
    made["README.txt"] = "".join(f"{n}. {line}\n" for n, line in enumerate(HOW_TO_CHECK, start=1)).encode()
    made[SUMS] = sums_of(made)
    made[SUMS_SIGNATURE] = signer.sign(made[SUMS])
    return _zipped(made, now)


def _version_files(archive: Archive, version: Version, found: Inclusion) -> dict[str, bytes]:
    folder, contents = f"versions/{version.id}", archive.contents
    made = {
        f"{folder}/statement.json": found.statement,
        f"{folder}/path.txt": path_lines(found.place, found.size, found.path).encode(),
        f"{folder}/page.bin": contents.response(version).body,
    }
    if certificates := contents.response(version).certificates:
        made[f"{folder}/server.pem"] = chain_pem(certificates)
    made |= {f"{folder}/objects/{digest}": data for digest, data in contents.named_objects(version).items()}
    picture = contents.screenshot(version)
    return made | ({f"{folder}/screenshot.png": picture} if picture is not None else {})


def _head_files(signer: Signer, note: SignedNote, stamps: Sequence[KeptStamp]) -> dict[str, bytes]:
    signature = next(s for s in note.signatures if find_key([signer.public], s) is not None)
    made = {
        "key.pem": signer.public.pem.encode(),
        "head.note": note.written().encode(),
        "head.txt": note.text.encode(),
        "head.sig": signature.signature,
    }
    for number, stamp in enumerate(stamps, start=1):
        made[_stamp_file(number, stamp)] = stamp.token
        if stamp.says_time:
            made[f"stamps/{number}.pem"] = stamp.certificates
    return made


def _stamp_file(number: int, stamp: KeptStamp) -> str:
    return f"stamps/{number}{'.tsr' if stamp.says_time else OPEN_TIMESTAMPS}"


def _described(proof: _Material) -> bytes:
    key, request = proof.signer.public, proof.request
    facts = {
        "format": FORM,
        "made_at": _iso(proof.now),
        "software": SOFTWARE,
        "log": proof.note.head.log,
        "key": {"name": key.name, "kind": key.algorithm, "fingerprint": key.fingerprint},
        "versions": [{"version": v.id, "page": v.url, "place": proof.found[v.id].place} for v in request.versions],
        "block": request.block,
        "stamps": [
            {
                "file": _stamp_file(number, stamp),
                "authority": stamp.authority,
                "at" if stamp.says_time else "asked_at": _iso(stamp.at),
            }
            for number, stamp in enumerate(proof.stamps, start=1)
        ],
    }
    return json.dumps(facts, indent=1, ensure_ascii=False).encode()


def _reports(proof: _Material, print_pdf: Print | None) -> dict[str, bytes]:
    key, archive, request, note = proof.signer.public, proof.archive, proof.request, proof.note
    text, picture = _what_changed(archive, request)
    facts = ProofFacts(
        made_at=_iso(proof.now),
        software=SOFTWARE,
        log=note.head.log,
        size=note.head.size,
        root=note.text.splitlines()[2],
        head_at=_iso(note.head.at),
        key_name=key.name,
        key_kind=key.algorithm,
        fingerprint=key.fingerprint,
        stamps=[_stamp_line(number, stamp) for number, stamp in enumerate(proof.stamps, start=1)],
        has_time=any(stamp.says_time for stamp in proof.stamps),
        block_ref=request.block,
        block_text=_block_text(archive, request),
        change_text=text,
        change_png=picture,
    )
    document = proof_html([_proven(archive, version, proof.found[version.id]) for version in request.versions], facts)
    made = {"report.html": document.encode()}
    if print_pdf is not None:
        try:
            made["report.pdf"] = print_pdf(document)
        except BrowserError as error:
            log.warning("the proof has no PDF: %s", error)
    return made


def _stamp_line(number: int, stamp: KeptStamp) -> str:
    if stamp.says_time:
        return f"{_iso(stamp.at)} by {stamp.authority}"
    return f"OpenTimestamps file {_stamp_file(number, stamp)} of {stamp.authority}: {stamp.state}"


def _what_changed(archive: Archive, request: ProofRequest) -> tuple[str, bytes | None]:
    if len(request.versions) < 2:
        return "", None
    old, new = request.versions
    before, after, delta, _ = compared_sides(archive, old, new)
    first, second = archive.contents.screenshot(old), archive.contents.screenshot(new)
    picture = diff_png(before.tree, after.tree, delta, old_png=first, new_png=second)
    return diff_text(before.tree, after.tree, delta), picture


def _block_text(archive: Archive, request: ProofRequest) -> str:
    if not request.block:
        return ""
    version = request.versions[-1]
    block = archive.contents.tree(version).by_ref().get(request.block)
    if block is None:
        raise NotFoundError(
            f"version {version.id} has no block {request.block[:40]!r}; `pagestrata show` lists its blocks"
        )
    return "\n".join(leaf.text for leaf in block.walk() if leaf.text)


def _proven(archive: Archive, version: Version, found: Inclusion) -> ProvenVersion:
    page = archive.contents.response(version)
    statement = json.loads(found.statement)
    facts = {name: json.dumps(value) for name, value in statement["facts"].items() if name != "software"}
    return ProvenVersion(
        name=version.id,
        url=version.url,
        title=version.title,
        captured_at=_iso(version.captured_at),
        status=version.status,
        place=found.place,
        page_sha256=version.digest,
        picture_png=archive.contents.screenshot(version),
        headers=page.headers,
        server_address=page.server_address,
        certificates=certificate_lines(page.certificates),
        software=str(statement["facts"].get("software", "")),
        facts=facts,
    )


def _package(archive: Archive, versions: Sequence[Version], now: datetime) -> bytes:
    target = io.BytesIO()
    sign = package_signer(archive, software=SOFTWARE, created=now)
    export_wacz(archive, versions, target, software=SOFTWARE, created=now, sign=sign)
    return target.getvalue()


def _zipped(made: Mapping[str, bytes], now: datetime) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for name in sorted(made):
            entry = zipfile.ZipInfo(name, now.astimezone(UTC).timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            package.writestr(entry, made[name])
    return target.getvalue()


def _iso(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
