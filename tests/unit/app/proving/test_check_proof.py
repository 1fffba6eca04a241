"""Fifty proofs of different kinds are valid; each of a hundred seeded edits of a proof is found."""

from __future__ import annotations

import io
import itertools
import random
import subprocess
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image

from captures import START, capture, visit_of
from foreign_tools import foreign_python, passes_wacz
from pagestrata.app.proving.check_proof import check_proof
from pagestrata.app.proving.make_proof import ProofRequest, make_proof
from pagestrata.errors import InputError
from pagestrata.proof.bundle import SUMS, SUMS_SIGNATURE, sums_of
from pagestrata.proof.keys import FileSigner, PublicKey, create_key
from pagestrata.store.archive import Archive

URL = "http://site.test/"
PROOFS, EDITS = 50, 100
BODIES = {
    "text/html": b"",
    "application/pdf": b"%PDF-1.4 a document",
    "application/rss+xml": b"<rss version='2.0'><channel><title>a feed</title></channel></rss>",
}


def _files(made: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(made)) as package:
        return {name: package.read(name) for name in package.namelist()}


def _zipped(files: dict[str, bytes], file: Path) -> Path:
    with zipfile.ZipFile(file, "w") as package:
        for name, data in files.items():
            package.writestr(name, data)
    return file


def _passes_script(files: dict[str, bytes], folder: Path) -> bool:
    for name, data in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    done = subprocess.run(["sh", "check.sh"], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.rstrip().endswith("PROOF VALID")


def _fifty_proofs(archive: Archive) -> Iterator[bytes]:
    """Proofs of web pages, documents and feeds; of one version or two; of the whole page or of one block."""
    dice = random.Random(37)
    for number, (kind, body) in enumerate(BODIES.items()):
        for hour in range(3):
            headers = (("content-type", kind),)
            taken, tree = capture([f"words {hour}", "more"], hours=hour, url=f"http://{number}.test/", headers=headers)
            if body:
                page = taken.responses[0]
                taken = _with_body(taken, page, body + b" %d" % hour)
            archive.append(taken, tree, None, visit=visit_of(taken))
    pages = archive.versions.pages()
    kinds = list(itertools.product(pages, (1, 2), ("", "1.1", "1.2")))
    for page, count, block in itertools.islice(itertools.cycle(kinds), PROOFS):
        chosen = sorted(dice.sample(archive.versions.of(page), count), key=lambda v: v.captured_at)
        yield make_proof(archive, ProofRequest(versions=tuple(chosen), block=block), now=datetime.now(UTC))


@pytest.mark.slow
def test_fifty_proofs_of_many_kinds_are_valid(proven: Archive, tmp_path: Path) -> None:
    for number, made in enumerate(_fifty_proofs(proven)):
        file = tmp_path / f"{number}.zip"
        file.write_bytes(made)
        assert not check_proof(file).problems
        assert _passes_script(_files(made), tmp_path / f"unpacked_{number}")


@pytest.mark.slow
def test_a_tool_that_others_wrote_finds_the_packages_of_fifty_proofs_valid(proven: Archive, tmp_path: Path) -> None:
    foreign_python()
    packages = [tmp_path / f"{number}.wacz" for number in range(PROOFS)]
    for file, made in zip(packages, _fifty_proofs(proven), strict=True):
        file.write_bytes(_files(made)["captures.wacz"])
    assert passes_wacz(*packages) == [True] * PROOFS


def _with_body(taken, page, body):  # type: ignore[no-untyped-def]
    from dataclasses import replace

    return replace(taken, responses=(replace(page, body=body), *taken.responses[1:]))


def _edited(files: dict[str, bytes], dice: random.Random) -> tuple[str, dict[str, bytes]]:
    name = dice.choice(sorted(files))
    data, how = files[name], dice.choice(["flip", "cut", "grow", "remove", "add", "exchange"])
    if how == "flip" and data:
        place = dice.randrange(len(data))
        return f"{how} {name}", files | {
            name: data[:place] + bytes([data[place] ^ 1 << dice.randrange(8)]) + data[place + 1 :]
        }
    if how == "cut" and data:
        return f"{how} {name}", files | {name: data[:-1]}
    if how == "remove":
        return f"{how} {name}", {other: kept for other, kept in files.items() if other != name}
    if how == "add":
        return f"{how} {name}", files | {f"{name}.more": b"more"}
    if how == "exchange":
        other = dice.choice([other for other in sorted(files) if files[other] != data])
        return f"{how} {name} {other}", files | {name: files[other], other: data}
    return f"grow {name}", files | {name: data + b"\n"}


def test_each_of_a_hundred_seeded_edits_is_found(proven: Archive, tmp_path: Path) -> None:
    old, new = proven.versions.of(URL)[1:3]
    files = _files(make_proof(proven, ProofRequest(versions=(old, new)), now=datetime.now(UTC)))
    missed = []
    for seed in range(EDITS):
        what, edited = _edited(files, random.Random(seed))
        if check_proof(_zipped(edited, tmp_path / "edited.zip")).is_valid:
            missed.append(what)
    assert not missed


def test_the_script_finds_edits_too(proven: Archive, tmp_path: Path) -> None:
    version = proven.versions.of(URL)[1]
    files = _files(make_proof(proven, ProofRequest(versions=(version,)), now=datetime.now(UTC)))
    assert _passes_script(files, tmp_path / "whole")
    for seed in range(12):
        what, edited = _edited({name: data for name, data in files.items() if name != "check.sh"}, random.Random(seed))
        assert not _passes_script(edited | {"check.sh": files["check.sh"]}, tmp_path / str(seed)), what


def _white() -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (320, 80), "white").save(target, "PNG")
    return target.getvalue()


def test_who_signs_all_files_again_still_cannot_show_another_page_or_picture(proven: Archive, tmp_path: Path) -> None:
    """The key of the archive is stolen after the fact: the log still says what was stored."""
    version, other = proven.versions.of(URL)[1:3]
    signer = proven.proof.signer()
    assert signer is not None
    files = _files(make_proof(proven, ProofRequest(versions=(version,)), now=datetime.now(UTC)))
    for name, data in (
        ("page.bin", proven.contents.response(other).body),
        ("screenshot.png", _white()),
    ):
        edited = files | {f"versions/{version.id}/{name}": data}
        edited = {path: kept for path, kept in edited.items() if path not in {SUMS, SUMS_SIGNATURE}}
        edited[SUMS] = sums_of(edited)
        edited[SUMS_SIGNATURE] = signer.sign(edited[SUMS])
        report = check_proof(_zipped(edited, tmp_path / "signed_again.zip"))
        assert any(name in problem for problem in report.problems), name


def test_a_proof_of_another_key_is_refused_where_the_right_one_is_given(proven: Archive, tmp_path: Path) -> None:
    version = proven.versions.of(URL)[0]
    file = tmp_path / "proof.zip"
    file.write_bytes(make_proof(proven, ProofRequest(versions=(version,)), now=START))
    right = proven.proof.keys()[-1].public
    assert check_proof(file, key=PublicKey(name="", pem=right.pem)).is_valid
    create_key(tmp_path / "other.pem")
    report = check_proof(file, key=FileSigner(tmp_path / "other.pem", "other").public)
    assert report.problems == ["it is signed by another key than the one you gave"]


def test_what_is_no_proof_is_refused_with_words(tmp_path: Path) -> None:
    file = tmp_path / "proof.zip"
    file.write_bytes(b"nothing")
    with pytest.raises(InputError, match="cannot read"):
        check_proof(file)
    report = check_proof(_zipped({"a": b"b"}, file))
    assert report.problems == ["the proof cannot be read to its end: the file 'proof.json' is missing"]
