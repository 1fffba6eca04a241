"""What the same versions take in this archive, in gzip WARC with `revisit`, in git, and as pictures.

    python -m benchmarks.peers.storage html [SITE…]       raw pages against WARC and git, and the time to rebuild each
    python -m benchmarks.peers.storage pictures [SITE…]   screenshots against one lossless WebP per version
    python -m benchmarks.peers.storage pictures --versions 4 [SITE…]      only the first versions of each site

Peers get exactly the bytes the archive gets. WARC: one gzip record per version, `revisit` where the bytes were seen
before, headers as recorded. git: one commit per version, then `git gc --aggressive`; counted are the files of its
object store. Floors are pinned below: html at most 15 % of WARC and 70 % of git, pictures at most 50 % of WebP.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PIL import Image
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from benchmarks.pages import load_sequence_snapshots, require_data, sequence_index
from pagestrata.formats.recordings.warc import WarcIndex
from pagestrata.formats.urls import parse_time
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.screenshots.piece_sheets import WEBP

MAX_SHARE_OF_WARC = 0.15
MAX_SHARE_OF_GIT = 0.70
MAX_SHARE_OF_WEBP = 0.50
MAX_REBUILD_MS = 30.0


def site_versions(site: str) -> list[tuple[datetime, Response]]:
    """The raw page at every time, oldest first."""
    entry = sequence_index()[site]
    index = WarcIndex.open(require_data() / "sequences" / f"{site}.warc.gz")
    found = []
    for listed in entry["versions"]:
        when = parse_time(listed["time"])
        at = index.lookup(listed.get("url", entry["url"]), when)
        assert at is not None, (site, listed)
        body = index.read(at).as_response(resource_type="document")
        assert len(body.body) == listed["html_bytes"], (site, listed, len(body.body))
        found.append((when, body))
    return found


def raw_capture(response: Response, when: datetime) -> tuple[Snapshot, BlockTree, Visit]:
    """A version with nothing but its raw page."""
    snapshot = Snapshot(
        requested_url=response.url, url=response.url, status=response.status, headers=response.headers, title="",
        captured_at=when, viewport=(1366, 768), page_size=(0.0, 0.0), height_cap_px=0, nodes=None, dom="",
        screenshot_png=None, responses=(response,),
    )  # fmt: skip
    visit = Visit(url=response.url, visited_at=when, stage="render", version=None, kept=True)
    return snapshot, BlockTree(blocks=(Block(ref="1"),)), visit


def warc_bytes(sites: dict[str, list[tuple[datetime, Response]]], file: Path) -> int:
    with file.open("wb") as target:
        writer, seen = WARCWriter(target, gzip=True), dict[bytes, tuple[str, str]]()
        for versions in sites.values():
            for when, response in versions:
                date = when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
                head = StatusAndHeaders(f"{response.status} OK", list(response.headers), protocol="HTTP/1.1")
                digest = hashlib.sha1(response.body).digest()
                if digest in seen:
                    known_url, known_date = seen[digest]
                    record = writer.create_revisit_record(
                        response.url, digest.hex(), known_url, known_date, http_headers=head
                    )
                else:
                    payload = io.BytesIO(response.body)
                    record = writer.create_warc_record(
                        response.url,
                        "response",
                        payload=payload,
                        http_headers=head,
                        warc_headers_dict={"WARC-Date": date},
                    )
                    seen[digest] = (response.url, date)
                writer.write_record(record)
    return file.stat().st_size


def git_bytes(sites: dict[str, list[tuple[datetime, Response]]], folder: Path) -> int:
    def git(*words: str) -> None:
        subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)

    folder.mkdir()
    git("init", "-q")
    for key, value in (("user.name", "b"), ("user.email", "b@b.invalid"), ("gc.auto", "0"), ("pack.threads", "1")):
        git("config", key, value)
    for site, versions in sites.items():
        for when, response in versions:
            (folder / f"{site}.html").write_bytes(response.body)
            git("add", "-A")
            git("commit", "-q", "--allow-empty", "-m", when.isoformat())
    git("gc", "-q", "--aggressive", "--prune=now")
    return sum(path.stat().st_size for path in (folder / ".git" / "objects").rglob("*") if path.is_file())


def folder_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def rebuild_ms(archive: Archive, version: Version) -> tuple[float, float, bytes]:
    wall, cpu = time.perf_counter(), time.process_time()
    body = archive.contents.response(version).body
    return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000, body


def html(sites: Sequence[str], folder: Path) -> dict[str, Any]:
    """Raw pages: sizes against the peers, and what it takes to rebuild every version."""
    loaded = {site: site_versions(site) for site in sites}
    appended, rebuilt = [], []
    with open_archive(folder / "archive") as archive:
        kept = []
        for versions in loaded.values():
            for when, response in versions:
                begin = time.perf_counter()
                snapshot, tree, visit = raw_capture(response, when)
                kept.append((archive.append(snapshot, tree, None, visit=visit), response))
                appended.append((time.perf_counter() - begin) * 1000)
        archive.upkeep.gc()
        for version, response in kept:
            wall, cpu, body = rebuild_ms(archive, version)
            assert body == response.body
            rebuilt.append((wall, cpu))
        stats = archive.upkeep.stats()
    warc, git = warc_bytes(loaded, folder / "peer.warc.gz"), git_bytes(loaded, folder / "git")
    ours, everything = stats["bytes"]["html"], folder_bytes(folder / "archive")
    return {
        "sites": len(loaded),
        "versions": stats["versions"],
        "raw": sum(len(response.body) for versions in loaded.values() for _, response in versions),
        "archive html": ours,
        "archive with catalog, on disk": everything,
        "warc": warc,
        "git": git,
        "of warc": round(ours / warc, 4),
        "of git": round(ours / git, 4),
        "on disk of warc": round(everything / warc, 4),
        "on disk of git": round(everything / git, 4),
        "rebuild ms p50 p95 max": [round(percentile([w for w, _ in rebuilt], p), 1) for p in (0.5, 0.95, 1.0)],
        "rebuild cpu ms p50 p95 max": [round(percentile([c for _, c in rebuilt], p), 1) for p in (0.5, 0.95, 1.0)],
        "append ms p50 p95": [round(percentile(appended, p), 1) for p in (0.5, 0.95)],
        "passed": ours <= MAX_SHARE_OF_WARC * warc and ours <= MAX_SHARE_OF_GIT * git,
    }


def webp_bytes(png: bytes) -> int:
    """A whole page as lossless WebP, in as many pieces as the format's 16,383 pixels ask for."""
    total = 0
    with Image.open(io.BytesIO(png)) as picture:
        page = picture.convert("RGB")
        for top in range(0, page.height, 16_000):
            target = io.BytesIO()
            page.crop((0, top, page.width, min(page.height, top + 16_000))).save(target, "WEBP", **WEBP)
            total += len(target.getvalue())
    return total


def segmented(site: str, count: int | None) -> Iterator[tuple[Snapshot, BlockTree]]:
    from pagestrata.segmenting import segment

    for number, snapshot in enumerate(load_sequence_snapshots(site)):
        if count is not None and number >= count:
            return
        yield snapshot, segment(snapshot)


def pictures(sites: Sequence[str], folder: Path, *, versions: int | None) -> dict[str, Any]:
    """Rendered pages: screenshots and documents, all checked for exactness."""
    webp, dom, per_site = 0, 0, {}
    with open_archive(folder / "archive") as archive:
        for site in sites:
            before, whole = archive.upkeep.stats()["bytes"], 0
            for snapshot, tree in segmented(site, versions):
                visit = Visit(
                    url=f"http://{site}.test/", visited_at=snapshot.captured_at, stage="render", version=None, kept=True
                )
                version = archive.append(snapshot, tree, None, visit=visit)
                if snapshot.screenshot_png is not None:
                    whole += webp_bytes(snapshot.screenshot_png)
                    assert same_pixels(archive.contents.screenshot(version), snapshot.screenshot_png)
                assert archive.contents.dom(version) == snapshot.dom
                dom += len(snapshot.dom.encode("utf-8", "surrogatepass"))
            after = archive.upkeep.stats()["bytes"]
            ours = after["screenshots"] - before["screenshots"]
            webp += whole
            per_site[site] = {"archive": ours, "webp": whole, "share": round(ours / whole, 3) if whole else None}
            print(site, per_site[site], {key: after[key] - before[key] for key in after}, file=sys.stderr, flush=True)
        stats = archive.upkeep.stats()
    ours = stats["bytes"]["screenshots"]
    return {
        "versions": stats["versions"],
        "archive": ours,
        "webp": webp,
        "share": round(ours / webp, 4),
        "dom raw": dom,
        "bytes": stats["bytes"],
        "on disk": folder_bytes(folder / "archive"),
        "passed": ours <= MAX_SHARE_OF_WEBP * webp,
    }


def same_pixels(first: bytes | None, second: bytes) -> bool:
    assert first is not None
    with Image.open(io.BytesIO(first)) as left, Image.open(io.BytesIO(second)) as right:
        return left.mode == right.mode and left.size == right.size and left.tobytes() == right.tobytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["html", "pictures"])
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--versions", type=int)
    options = parser.parse_args()
    sites = options.sites or sorted(sequence_index())
    with tempfile.TemporaryDirectory(prefix="storage", dir=os.environ.get("PAGESTRATA_SCRATCH")) as folder:
        if options.what == "html":
            result = html(sites, Path(folder))
        else:
            result = pictures(sites, Path(folder), versions=options.versions)
    print(json.dumps(result, indent=2))
    raise SystemExit(0 if result["passed"] else 1)


if __name__ == "__main__":
    main()
