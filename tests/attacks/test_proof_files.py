"""Malicious proof files: each is refused or judged in time, and nothing is written."""

from __future__ import annotations

import hashlib
import json
import random
import struct
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pagestrata.app.proving import check_proof as checking
from pagestrata.app.proving.check_proof import check_proof
from pagestrata.errors import InputError
from pagestrata.proof.bundle import FORM, SUMS, SUMS_SIGNATURE, sums_of
from pagestrata.proof.keys import FileSigner, create_key, note_signature
from pagestrata.proof.merkle import leaf_hash
from pagestrata.proof.open_timestamps import MAGIC
from pagestrata.proof.signed_note import Head, write_note
from pagestrata.proof.time_stamps import certificate_chain, check_stamp, stamp_request
from time_authority import TimeAuthority

NAME, URL = "20260102030405-1", "http://site.test/"
FOLDER = f"versions/{NAME}"
SECONDS = 10.0
"""Seconds for one check of a small file, on a busy machine."""
Files = dict[str, bytes]


@pytest.fixture(scope="module")
def attacker(tmp_path_factory: pytest.TempPathFactory) -> FileSigner:
    """A key of their own: whatever they write, they can sign."""
    file = tmp_path_factory.mktemp("key") / "key.pem"
    create_key(file)
    return FileSigner(file, "attacker.test")


def digest_of(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def forged(
    signer: FileSigner, *, statement: dict[str, Any] | None = None, objects: tuple[bytes, ...] = (), **files: bytes
) -> Files:
    """A proof of one version with a valid head and valid sums, and whatever else somebody wants in it."""
    said = {
        "version": NAME,
        "page": URL,
        "page_sha256": hashlib.sha256(b"page").hexdigest(),
        "screenshot_parts": [],
        "screenshot_object": None,
        "responses_object": None,
        "facts": {},
    }
    written = json.dumps({name: value for name, value in {**said, **(statement or {})}.items() if value != "left out"})
    head = Head(log="attacker.test/log", size=1, root=leaf_hash(written.encode()), at=datetime(2026, 1, 2, tzinfo=UTC))
    signature = note_signature(signer, head.text())
    facts = {"format": FORM, "key": {"name": signer.public.name}, "stamps": []}
    made = {
        "proof.json": json.dumps({**facts, "versions": [{"version": NAME, "page": URL, "place": 0}]}).encode(),
        "key.pem": signer.public.pem.encode(),
        "head.note": write_note(head.text(), (signature,)).encode(),
        "head.txt": head.text().encode(),
        "head.sig": signature.signature,
        f"{FOLDER}/statement.json": written.encode(),
        f"{FOLDER}/path.txt": b"",
        f"{FOLDER}/page.bin": b"page",
        **{f"{FOLDER}/objects/{digest_of(data)}": data for data in objects},
        **files,
    }
    sums = sums_of(made)
    return {**made, SUMS: sums, SUMS_SIGNATURE: signer.sign(sums)}


def zipped(files: Files, file: Path, kind: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(file, "w", kind) as package:
        for name, data in files.items():
            package.writestr(name, data)
    return file


def stamped(signer: FileSigner, stamp: bytes, chain: bytes = b"", *, name: str = "stamps/1.tsr") -> Files:
    facts = {
        "format": FORM,
        "key": {"name": signer.public.name},
        "versions": [{"version": NAME, "page": URL, "place": 0}],
        "stamps": [{"file": name, "authority": "http://time.test/"}],
    }
    return forged(signer, **{"proof.json": json.dumps(facts).encode(), name: stamp, "stamps/1.pem": chain})


def huge_picture() -> bytes:
    """A PNG of a few hundred bytes that says it has 60,000 x 60,000 pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(99))) + chunk(b"IEND", b"")


def with_picture(signer: FileSigner, shown: bytes, recipe: bytes, *parts: bytes) -> Files:
    statement = {"screenshot_object": digest_of(recipe), "screenshot_parts": [digest_of(part) for part in parts]}
    return forged(signer, statement=statement, objects=(recipe, *parts), **{f"{FOLDER}/screenshot.png": shown})


def with_responses(signer: FileSigner, written: bytes) -> Files:
    return forged(signer, statement={"responses_object": digest_of(written)}, objects=(written,))


ODD_VALUES = ("left out", None, 7, [], {}, "x", ["x"], [[]], {"a": 1})


def check(files: Files, folder: Path) -> list[str]:
    begin = time.process_time()
    found = check_proof(zipped(files, folder / "proof.zip"))
    assert time.process_time() - begin < SECONDS
    assert found.problems
    return found.problems


@pytest.mark.parametrize(
    "part", ["facts", "screenshot_object", "screenshot_parts", "responses_object", "page", "page_sha256", "version"]
)
def test_no_odd_statement_ends_in_anything_but_a_problem(attacker: FileSigner, tmp_path: Path, part: str) -> None:
    for value in ODD_VALUES:
        check(forged(attacker, statement={part: value}, **{f"{FOLDER}/screenshot.png": b"x"}), tmp_path)


@pytest.mark.parametrize("shown", [b"x", huge_picture()], ids=["no picture", "huge"])
@pytest.mark.parametrize("kept", [b"x", huge_picture()], ids=["no picture", "huge"])
def test_no_picture_takes_all_memory(attacker: FileSigner, tmp_path: Path, shown: bytes, kept: bytes) -> None:
    shown = shown + b" "  # another file than the one that is kept, so that pixels are compared
    check(with_picture(attacker, shown, b"png", kept), tmp_path)


def test_no_recipe_of_a_picture_ends_in_anything_but_a_problem(attacker: FileSigner, tmp_path: Path) -> None:
    import zstandard

    for recipe in (b"", b"{}", b"[]", b"\x00" * 99, zstandard.compress(bytes(50_000_000)), b"[" * 100_000):
        check(with_picture(attacker, b"x", recipe, b"part"), tmp_path)


@pytest.mark.parametrize(
    "written",
    [b"{}", b"[" * 100_000, b"[1]", b'["u", 1, "GET", "k", "zz", []]', b'["u",1,"GET","k","",[["a","b"]],"",[],["=="]]',
     b'["u",1,"GET","k","",[["a","b"]],"",[],["bm8gY2VydGlmaWNhdGU="]]', b'["u",1,"GET","k","",[1]]', b"\xff"],
)  # fmt: skip
def test_no_list_of_responses_ends_in_anything_but_a_problem(
    attacker: FileSigner, tmp_path: Path, written: bytes
) -> None:
    check(with_responses(attacker, written), tmp_path)


@pytest.mark.parametrize("package", [None, b"", b"PK", b"x" * 99])
def test_no_package_inside_ends_in_anything_but_a_problem(
    attacker: FileSigner, tmp_path: Path, package: bytes | None
) -> None:
    check(forged(attacker, **({} if package is None else {"captures.wacz": package})), tmp_path)


@pytest.mark.parametrize("written", [b"[" * 1_000_000, b'{"a":' * 500_000, b"9" * 4_000_000, b"\xff\xfe", b"null"])
@pytest.mark.parametrize("name", ["proof.json", f"{FOLDER}/statement.json"])
def test_no_json_ends_in_anything_but_a_problem(
    attacker: FileSigner, tmp_path: Path, written: bytes, name: str
) -> None:
    check(forged(attacker, **{name: written}), tmp_path)


def test_json_of_many_small_values_is_not_read(attacker: FileSigner, tmp_path: Path) -> None:
    """Each `[],` of three bytes takes sixty in memory: a file of 1 GB would take all there is."""
    files = forged(attacker, **{"proof.json": b"[" + b"[]," * 2_000_000 + b"[]]"})
    with pytest.raises(InputError, match="larger than any such file"):
        check_proof(zipped(files, tmp_path / "proof.zip"))


def test_a_bomb_is_refused_before_it_is_unpacked(
    attacker: FileSigner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "MOST_BYTES", 1_000_000)
    files = forged(attacker, **{f"{FOLDER}/objects/{number}": bytes(500_000) for number in range(3)})
    with pytest.raises(InputError, match="too large"):
        check_proof(zipped(files, tmp_path / "proof.zip"))


def test_a_file_that_is_longer_than_it_says_is_refused(attacker: FileSigner, tmp_path: Path) -> None:
    file = zipped(forged(attacker, more=bytes(3_000_000)), tmp_path / "proof.zip")
    written = file.read_bytes()
    said, lied = struct.pack("<I", 3_000_000), struct.pack("<I", 10)
    file.write_bytes(written.replace(said, lied))
    with pytest.raises(InputError):
        check_proof(file)


@pytest.mark.parametrize("how", ["encrypted", "another way of packing"])
def test_what_cannot_be_unpacked_is_refused(attacker: FileSigner, tmp_path: Path, how: str) -> None:
    file = zipped({"a": b"x" * 99}, tmp_path / "proof.zip")
    written = bytearray(file.read_bytes())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = written.index(mark) + flags
        written[place : place + 4] = b"\x01\x00\x08\x00" if how == "encrypted" else b"\x00\x00\x63\x00"
    file.write_bytes(written)
    with pytest.raises(InputError):
        check_proof(file)


def test_no_file_is_written_whatever_its_name(
    attacker: FileSigner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "here"
    inside.mkdir()
    monkeypatch.chdir(inside)
    link = zipfile.ZipInfo("link")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(inside / "proof.zip", "w") as package:
        for name, data in forged(attacker, **{"../out": b"x", str(tmp_path / "out"): b"x"}).items():
            package.writestr(name, data)
        package.writestr(link, "/etc/passwd")
    assert check_proof(inside / "proof.zip").problems
    assert sorted(tmp_path.rglob("*")) == [inside, inside / "proof.zip"]


def certificates(count: int) -> bytes:
    """Certificates that each sign themselves, of one name: each could have issued each."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ed25519
    from cryptography.hazmat.primitives.serialization import Encoding

    name, start = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "t")]), datetime(2026, 1, 1, tzinfo=UTC)
    key = ed25519.Ed25519PrivateKey.generate()
    build = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    )
    made = (build.serial_number(number).sign(key, None) for number in range(1, count + 1))
    return b"".join(one.public_bytes(Encoding.PEM) for one in made)


def der(tag: int, *parts: bytes) -> bytes:
    inner = b"".join(parts)
    size = len(inner).to_bytes(4)
    return bytes([tag, 0x84]) + size + inner


STAMPS: dict[str, Callable[[], bytes]] = {
    "nothing": bytes,
    "a length without an end": lambda: b"\x30\x80" * 1_000,
    "deep": lambda: b"\x30\x84\x00\x0f\xff\xff" * 10_000,
    "a length of many bytes": lambda: b"\x30\xff" + b"\xff" * 200,
    "granted without a token": lambda: der(0x30, der(0x30, b"\x02\x01\x00")),
    "granted with an odd token": lambda: der(0x30, der(0x30, b"\x02\x01\x00"), der(0x30, b"\x06\x01\x2a")),
    "another status": lambda: der(0x30, der(0x30, b"\x02\x01\x63")),
    "random": partial(lambda count: hashlib.shake_256(b"x").digest(count), 20_000),
}


@pytest.mark.parametrize("kind", STAMPS)
def test_no_stamp_ends_in_anything_but_a_problem(attacker: FileSigner, tmp_path: Path, kind: str) -> None:
    check(stamped(attacker, STAMPS[kind]()), tmp_path)


def test_no_damage_to_a_stamp_ends_in_anything_but_a_refusal(tmp_path: Path) -> None:
    """The libraries raise a dozen kinds of errors, and `run` asks authorities over plain http."""
    pytest.importorskip("rfc3161_client", reason="pip install rfc3161-client to test time stamps")
    authority, dice = TimeAuthority(tmp_path, sends_its_root=True), random.Random(33)
    request = stamp_request(b"head")
    made = authority.answer(request.body)
    assert check_stamp(made, b"head").authority
    for _ in range(300):
        damaged = bytearray(made)
        for _ in range(dice.choice((1, 1, 3))):
            damaged[dice.randrange(len(damaged))] = dice.choice((0, 0x30, 0x80, 0xFF))
        for read in (partial(check_stamp, data=b"head"), certificate_chain):
            with suppress(InputError):
                read(bytes(damaged))


def test_stamps_with_thousands_of_certificates_are_refused(attacker: FileSigner, tmp_path: Path) -> None:
    """Each could have issued each: a thousand of them took some hundred million tries."""
    pytest.importorskip("rfc3161_client", reason="pip install rfc3161-client to test time stamps")
    authority = TimeAuthority(tmp_path / "authority")
    files = forged(attacker)
    stamp = authority.answer(stamp_request(files["head.note"]).body)
    (problem,) = check(stamped(attacker, stamp, certificates(1_000)), tmp_path)
    assert "more than 20" in problem


def test_no_tree_of_open_timestamps_takes_all_memory(attacker: FileSigner, tmp_path: Path) -> None:
    """A long message, and as many short steps from it as a file may have."""
    promise = b"\x00" + bytes.fromhex("83dfe30d2ef90c8e") + b"\x01\x00"
    long = b"\xf0\xa0\x1f" + bytes(4_000)  # append 4,000 bytes
    many = (b"\xff\xf0\x01\x00" + promise) * 16_000
    tree = MAGIC + b"\x01\x08" + hashlib.sha256(forged(attacker)["head.note"]).digest() + long + many + promise
    assert len(tree) < 256 * 1024
    tracemalloc.start()
    try:
        check_proof(zipped(stamped(attacker, tree, name="stamps/1.ots"), tmp_path / "proof.zip"))
        assert tracemalloc.get_traced_memory()[1] < 200_000_000
    finally:
        tracemalloc.stop()
