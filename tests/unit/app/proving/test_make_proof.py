from __future__ import annotations

import io
import json
import subprocess
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archives import keep
from captures import START
from pagestrata import __version__
from pagestrata.app.proving.check_proof import check_proof
from pagestrata.app.proving.make_proof import ProofRequest, make_proof
from pagestrata.app.proving.stamping import stamp_head
from pagestrata.errors import BrowserError, NotFoundError, UsageError
from pagestrata.store.archive import Archive, open_archive
from time_authority import TimeAuthority

URL = "http://site.test/"


def _written(archive: Archive, request: ProofRequest, folder: Path) -> Path:
    file = folder / "proof.zip"
    file.write_bytes(make_proof(archive, request, now=datetime.now(UTC)))
    return file


def _by_script(file: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    with zipfile.ZipFile(file) as package:
        package.extractall(folder)
    return subprocess.run(["sh", "check.sh"], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("algorithm", ["ed25519", "p256"])
def test_a_proof_of_two_versions_is_valid_for_check_and_for_the_script(
    proven: Archive, tmp_path: Path, algorithm: str
) -> None:
    if algorithm == "p256":
        proven.proof.rotate_key(now=START, algorithm="p256")
    old, new = proven.versions.of(URL)[1:3]
    file = _written(proven, ProofRequest(versions=(old, new), block="1.1"), tmp_path)
    report = check_proof(file)
    assert not report.problems
    assert [version["version"] for version in report.versions] == [old.id, new.id]
    assert "no time stamp: the time is only claimed by the owner of the key" in report.shown
    done = _by_script(file, tmp_path / "unpacked")
    assert done.stdout.splitlines()[-1] == "PROOF VALID"
    assert done.returncode == 0
    shown = (tmp_path / "unpacked" / "report.html").read_text()
    assert "the price is 2 euros" in shown
    assert old.digest in shown
    assert "192.0.2.1" in shown
    assert "issued by" in shown
    assert f"pagestrata/{__version__} Chromium/1.0" in shown
    assert (tmp_path / "unpacked" / "versions" / old.id / "server.pem").read_bytes().startswith(b"-----BEGIN CERT")


def test_a_stamped_head_is_preferred_and_checked_by_openssl(proven: Archive, tmp_path: Path) -> None:
    pytest.importorskip("rfc3161_client", reason="pip install rfc3161-client to test time stamps")
    authority = TimeAuthority(tmp_path / "authority")
    with authority.serving() as address:
        proven.settings.set("time_authorities", [address])
        proven.settings.set("time_certificates", authority.root_pem.decode())
        (stamp,) = stamp_head(proven, now=datetime.now(UTC))
    assert stamp.at is not None
    keep(proven, "later", hours=50)
    version = proven.versions.of(URL)[0]
    file = _written(proven, ProofRequest(versions=(version,)), tmp_path)
    report = check_proof(file, roots=[authority.root_pem])
    assert not report.problems
    assert [found.is_trusted for found in report.stamps] == [True]
    other = TimeAuthority(tmp_path / "other")
    assert not check_proof(file, roots=[other.root_pem]).is_valid
    done = _by_script(file, tmp_path / "unpacked")
    assert done.stdout.splitlines()[-1] == "PROOF VALID"
    assert any(line.startswith("stamped: ") for line in done.stdout.splitlines())


def test_the_package_inside_is_signed_and_holds_exactly_these_captures(proven: Archive, tmp_path: Path) -> None:
    version = proven.versions.of(URL)[2]
    file = _written(proven, ProofRequest(versions=(version,)), tmp_path)
    with zipfile.ZipFile(file) as package, zipfile.ZipFile(io.BytesIO(package.read("captures.wacz"))) as wacz:
        pages = [json.loads(line) for line in wacz.read("pages/pages.jsonl").splitlines()[1:]]
        assert "publicKey" in json.loads(wacz.read("datapackage-digest.json"))["signedData"]
    assert [page["id"] for page in pages] == [version.id]


def test_a_pdf_is_in_the_proof_where_somebody_prints_it(proven: Archive, tmp_path: Path) -> None:
    version = proven.versions.of(URL)[2]
    request = ProofRequest(versions=(version,))
    made = make_proof(proven, request, now=START, print_pdf=lambda document: b"%PDF " + document[:15].encode())
    with zipfile.ZipFile(io.BytesIO(made)) as package:
        assert package.read("report.pdf") == b"%PDF <!doctype html>"

    def fails(_: str) -> bytes:
        raise BrowserError("no browser")

    with zipfile.ZipFile(io.BytesIO(make_proof(proven, request, now=START, print_pdf=fails))) as package:
        assert "report.pdf" not in package.namelist()


def test_what_is_missing_is_said(proven: Archive, tmp_path: Path) -> None:
    version = proven.versions.of(URL)[2]
    with pytest.raises(NotFoundError, match=r"has no block '7\.7'"):
        make_proof(proven, ProofRequest(versions=(version,), block="7.7"), now=START)
    with pytest.raises(UsageError, match="one version, or two"):
        ProofRequest(versions=(version, version, version))
    with open_archive(tmp_path / "other") as other, pytest.raises(UsageError, match="pagestrata key create"):
        make_proof(other, ProofRequest(versions=(keep(other, "one"),)), now=START)
