"""A proof as a set of files, and how to check it without the archive and without a network.

SHA256SUMS, SHA256SUMS.sig         hashes of all other files, signed by the key
key.pem                            the public key
head.note, head.txt, head.sig      the signed head of the log: as a signed note, and its parts for openssl
stamps/N.tsr, stamps/N.pem         time stamps of head.note, and the certificates of who made them
stamps/N.ots                       OpenTimestamps files of head.note
versions/NAME/statement.json       what the log says of a version: its leaf
versions/NAME/path.txt             the way from the leaf to the root, one step a line
versions/NAME/page.bin             the raw page, whose SHA-256 the statement names
versions/NAME/server.pem           the certificates that the server showed, as the list of responses has them
versions/NAME/objects/DIGEST       headers, blocks, changes, screenshot, as the archive keeps them
proof.json                         which versions these are, and where the log has them
report.html, report.pdf, captures.wacz, check.sh, README.txt
"""

from __future__ import annotations

import base64
import hashlib
import json
import ssl
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pagestrata.errors import InputError
from pagestrata.proof.keys import PublicKey, find_key
from pagestrata.proof.library import x509
from pagestrata.proof.merkle import HASH_BYTES, leaf_hash, root_from_inclusion
from pagestrata.proof.open_timestamps import check_file
from pagestrata.proof.signed_note import SignedNote, read_note
from pagestrata.proof.time_stamps import Stamp, check_stamp

FORM = "pagestrata-proof/1"
SUMS, SUMS_SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
OBJECT_BYTES = 20
OPEN_TIMESTAMPS = ".ots"


@dataclass(slots=True, kw_only=True)
class BundleReport:
    """The result of checking a proof. `open_ends`: claims that the proof does not establish by itself."""

    problems: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    stamps: list[Stamp] = field(default_factory=list)
    open_ends: list[str] = field(default_factory=list)
    versions: list[Mapping[str, Any]] = field(default_factory=list)
    key: PublicKey | None = None

    @property
    def is_valid(self) -> bool:
        return not self.problems


def path_lines(place: int, size: int, path: Sequence[bytes]) -> str:
    """Return the steps from a leaf to the root, each with the side of the sibling hash."""
    lines = []
    number, last = place, size - 1
    for step in path:
        is_left = bool(number & 1) or number == last
        lines.append(f"{'left' if is_left else 'right'} {base64.b64encode(step).decode()}\n")
        while is_left and number and not number & 1:
            number, last = number >> 1, last >> 1
        number, last = number >> 1, last >> 1
    return "".join(lines)


def sums_of(files: Mapping[str, bytes]) -> bytes:
    """Return the hashes of files as `sha256sum` writes them."""
    return "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)).encode()


def check_bundle(
    files: Mapping[str, bytes],
    *,
    roots: Sequence[bytes] = (),
    key: PublicKey | None = None,
    revocations: Sequence[bytes] = (),
    block_headers: Sequence[bytes] = (),
) -> BundleReport:
    """Check a proof. `roots`: certificates in PEM to trust for time stamps; `key`: the one that must have signed;
    `revocations`: lists of certificates that authorities revoked; `block_headers`: those of Bitcoin blocks to trust.
    """
    report = BundleReport()
    try:
        _check(files, report, key)
        _check_stamps(files, report, roots, revocations, block_headers)
        report.shown += _sentences(report, read_note(files["head.note"].decode()))
    except (InputError, KeyError, ValueError, TypeError, AttributeError, IndexError, RecursionError) as error:
        problem = f"the file {error} is missing" if isinstance(error, KeyError) else str(error)
        report.problems.append(f"the proof cannot be read to its end: {problem}"[:500])
    return report


def _check(files: Mapping[str, bytes], report: BundleReport, key: PublicKey | None) -> None:
    facts = json.loads(files["proof.json"])
    if facts["format"] != FORM:
        raise InputError(f"its format is {facts['format']!r}, not {FORM!r}; upgrade Pagestrata to read it")
    found = PublicKey(name=str(facts["key"]["name"]), pem=files["key.pem"].decode())
    report.key = found
    if key is not None and key.fingerprint != found.fingerprint:
        report.problems.append("it is signed by another key than the one you gave")
    report.problems += _sums_problems(files, found)
    note = read_note(files["head.note"].decode())
    report.problems += _head_problems(files, note, found)
    for version in facts["versions"]:
        report.problems += _version_problems(files, version, note)
        report.versions.append(version)
    if not facts["versions"]:
        report.problems.append("it holds no version")


def _sums_problems(files: Mapping[str, bytes], key: PublicKey) -> Iterator[str]:
    others = {name: data for name, data in files.items() if name not in {SUMS, SUMS_SIGNATURE}}
    if not key.verifies(files[SUMS], files[SUMS_SIGNATURE]):
        yield f"{SUMS} was not signed by this key"
    if files[SUMS] != sums_of(others):
        listed = dict(line.split("  ", 1)[::-1] for line in files[SUMS].decode().splitlines())
        wrong = [name for name, data in others.items() if listed.get(name) != hashlib.sha256(data).hexdigest()]
        wrong += [name for name in listed if name not in others]
        yield f"these files were changed, added or removed: {', '.join(sorted(wrong)[:10]) or SUMS}"


def _head_problems(files: Mapping[str, bytes], note: SignedNote, key: PublicKey) -> Iterator[str]:
    signatures = [s for s in note.signatures if find_key([key], s) is not None]
    if not any(key.verifies(note.text.encode(), s.signature) for s in signatures):
        yield "the head of the log was not signed by this key"
    elif files["head.sig"] not in [s.signature for s in signatures] or files["head.txt"] != note.text.encode():
        yield "head.txt and head.sig are not those of head.note"


def _version_problems(files: Mapping[str, bytes], version: Mapping[str, Any], note: SignedNote) -> Iterator[str]:
    name, folder = str(version["version"]), f"versions/{version['version']}"
    written = files[f"{folder}/statement.json"]
    statement = json.loads(written)
    place, lines = int(version["place"]), files[f"{folder}/path.txt"].decode().splitlines()
    path = [base64.b64decode(line.split(" ")[1], validate=True) for line in lines]
    if statement["version"] != name or statement["page"] != version["page"]:
        yield f"{name}: the statement is about another version"
    if any(len(step) != HASH_BYTES for step in path) or path_lines(place, note.head.size, path) != "".join(
        f"{line}\n" for line in lines
    ):
        yield f"{name}: its path is not one of a log of {note.head.size} entries"
    elif root_from_inclusion(leaf_hash(written), place, note.head.size, path) != note.head.root:
        yield f"{name}: its statement is not in the log"
    if hashlib.sha256(files[f"{folder}/page.bin"]).hexdigest() != statement["page_sha256"]:
        yield f"{name}: page.bin is not the page that the log names"
    yield from _object_problems(files, f"{folder}/objects/", name, statement)


def _object_problems(files: Mapping[str, bytes], folder: str, name: str, statement: Mapping[str, Any]) -> Iterator[str]:
    singles = ("responses_object", "blocks_object", "screenshot_object", "delta_object")
    wanted = {str(statement[part]) for part in singles if statement.get(part)} | set(statement["screenshot_parts"])
    for digest in sorted(wanted):
        data = files.get(folder + digest)
        if data is None:
            yield f"{name}: the object {digest[:12]} that the log names is missing"
        elif hashlib.blake2b(data, digest_size=OBJECT_BYTES).hexdigest() != digest:
            yield f"{name}: the object {digest[:12]} is not the one that the log names"


def _check_stamps(
    files: Mapping[str, bytes],
    report: BundleReport,
    roots: Sequence[bytes],
    revocations: Sequence[bytes],
    block_headers: Sequence[bytes],
) -> None:
    for named in json.loads(files["proof.json"]).get("stamps", ()):
        name, note = str(named["file"]), files["head.note"]
        try:
            if name.endswith(OPEN_TIMESTAMPS):
                stamps, open_ends = check_file(files[name], note, block_headers)
                report.stamps += stamps
                report.open_ends += open_ends
                continue
            chain = files.get(name.removesuffix(".tsr") + ".pem", b"")
            report.stamps.append(check_stamp(files[name], note, roots=roots, chain=chain, revocations=revocations))
        except InputError as error:
            report.problems.append(f"the time stamp of {str(named.get('authority'))[:200]}: {error}")


def _sentences(report: BundleReport, note: SignedNote) -> Iterator[str]:
    key = report.key
    assert key is not None
    for version in report.versions:
        yield f"{version['version']} of {version['page']} is entry {version['place']} of {note.head.size} in {note.head.log}"
    signed = f"{note.head.at:%Y-%m-%d %H:%M:%S} UTC by its own clock"
    yield f"signed by {key.name} ({key.algorithm}, {key.fingerprint[:16]}…) on {signed}"
    if not report.stamps:
        yield "no time stamp: the time is only claimed by the owner of the key"
    for stamp in report.stamps:
        trust = (
            "checked against the certificate or header you gave"
            if stamp.is_trusted
            else "by its own certificate, which you must trust"
        )
        yield f"existed no later than {stamp.at:%Y-%m-%d %H:%M:%S} UTC, says {stamp.authority} ({trust})"
    yield from report.open_ends


def chain_pem(certificates: Sequence[bytes]) -> bytes:
    """Return certificates in PEM, the server's own first."""
    return "".join(map(ssl.DER_cert_to_PEM_cert, certificates)).encode()


def certificate_lines(certificates: Sequence[bytes]) -> list[str]:
    """Return a line per certificate: subject, issuer, validity and SHA-256; for an unreadable one only the SHA-256."""

    lines = []
    for der in certificates:
        digest = f"SHA-256 {hashlib.sha256(der).hexdigest()}"
        try:
            found = x509.load_der_x509_certificate(der)
            dates = f"{found.not_valid_before_utc:%Y-%m-%d} to {found.not_valid_after_utc:%Y-%m-%d}"
            names = f"{found.subject.rfc4514_string()}, issued by {found.issuer.rfc4514_string()}"
            lines.append(f"{names}, valid from {dates}, {digest}")
        except ValueError:
            lines.append(digest)
    return lines
