"""An archive of a thousand versions with all that people add to one, and everything in it as plain values.

    PYTHONPATH=OLD/src:OLD/tests python tests/thousand_versions.py FILE.zip

lets the program in the checkout OLD make one, with a record of what that program reads in it: the archive is FILE.zip, the
record is in it as said.json.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from archives import add_entry, add_user, fill_every_table
from captures import START, capture, pixels, visit_of
from pagestrata.comparing.vidiff import compare
from pagestrata.model.geometry import Box
from pagestrata.model.notices import Delivery, NoticeRule
from pagestrata.model.records import Feedback, Trail, TrailEntry, Version, Watch
from pagestrata.model.snapshot import Response
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.people.accounts import Account, ApiToken

PAGES, VERSIONS_EACH = 20, 50
TRAILS_EACH, USERS, SECRET = 2, 12, "secret of user {number}"
RECORD = "said.json"
_WORDS = (
    "harbour",
    "ferry",
    "council",
    "bridge",
    "ticket",
    "museum",
    "market",
    "school",
    "river",
    "closed",
    "open",
    "new",
)
_STYLES = tuple(b"p { margin: %dpx }" % number for number in range(4))


def fill(archive: Archive) -> None:
    """A thousand versions of twenty pages, followed blocks, watches, rules, messages, marks, users, tokens and settings."""
    fill_every_table(archive)
    add_user(archive)
    chance = random.Random(39)
    for number in range(PAGES):
        url = f"http://site.test/page/{number}"
        versions = list(_versions(archive, url, chance, with_picture=number < 2))
        _add_people(archive, number, url, versions)
        if number == PAGES // 2:
            archive.upkeep.gc()  # what comes behind stays as visits leave it
    for number in range(USERS):
        made_at = START + timedelta(days=number)
        name = f"user{number}"
        hashed = f"$argon2id$v=19$m=65536,t=3,p=4${hashlib.sha256(name.encode()).hexdigest()}"
        archive.accounts.add(Account(name=name, role=number % 4, password_hash=hashed, created_at=made_at))
        expires = made_at + timedelta(days=36500) if number % 2 else None
        token = ApiToken(
            id=f"k{number}", account=name, label=f"label {number}", role=1, created_at=made_at, expires_at=expires
        )
        archive.accounts.add_token(token, SECRET.format(number=number))
        archive.accounts.note(name, "made a token", f"k{number}", now=made_at)
    for name, value in (("threshold", 0.3), ("keep", "thin 1d:7d"), ("budget", 120), ("web_address", "http://a.test")):
        archive.settings.set(name, value)
    archive.settings.set("model", archive.settings.add_model(b'{"a": "trained model"}'))


def _versions(archive: Archive, url: str, chance: random.Random, *, with_picture: bool) -> Iterator[Version]:
    texts = [_sentence(chance) for _ in range(4)]
    before = None
    for number in range(VERSIONS_EACH):
        if before is not None:
            texts[chance.randrange(4)] = _sentence(chance)
        style = Response(
            url=f"{url}/style.css",
            status=200,
            headers=(("content-type", "text/css"),),
            body=_STYLES[number // 15],
            resource_type="stylesheet",
        )
        taken, tree = capture(texts, url=url, hours=6 * number, picture=with_picture and number < 2, resources=(style,))
        delta = compare(before, tree) if before is not None else None
        facts = {"probability": round(chance.random(), 3), "score": round(chance.random(), 3)} if delta else {}
        visit = visit_of(
            taken,
            reasons=("the text changed", f"as at visit {number}"),
            sentence=f"‘{texts[0]}’ is new." if delta else "",
            changes=len(delta.changes) if delta else 0,
            importance=round(chance.random(), 3) if delta else None,
            **facts,
        )
        yield archive.append(taken, tree, delta, visit=visit)
        if number % 5 == 0:
            quiet = taken.captured_at + timedelta(hours=1)
            archive.record_visit(
                dataclasses.replace(visit_of(taken, kept=False, stage="unchanged"), visited_at=quiet, reasons=("same",))
            )
        before = tree


def _sentence(chance: random.Random) -> str:
    return f"The {' '.join(chance.choices(_WORDS, k=4))} costs € {chance.randrange(900)}.50 – naïve 日本"


def _add_people(archive: Archive, number: int, url: str, versions: Sequence[Version]) -> None:
    settings = WatchSettings(
        title=f"Page {number} – naïve",
        tags=("boats", f"tag{number}"),
        interval_seconds=3600 * (number + 1),
        paused=number % 7 == 0,
        threshold=number / PAGES,
        importance={"sidebar": 0.0, "1.2": 0.5},
        ignore=("#ads",),
        ignore_text=(r"\d+ visitors",),
        capture={"wait_for": "main"},
    )
    archive.watches.save(Watch(id=f"p{number}", url=url, settings=settings))
    for place in range(TRAILS_EACH):
        trail = f"f{number}-{place}"
        origin = {"select": f"p:nth-child({place + 1})", "name": f"Block {place}"}
        archive.trails.save(Trail(id=trail, url=url, origin=origin, state={"seen": place, "words": ["a", "b"]}))
        for version in versions[:: 5 * (place + 1)]:
            entry = TrailEntry(
                found_at=version.captured_at,
                version=version.id,
                state="found" if place == 0 else "uncertain",
                confidence=0.25 * (place + 1),
                gap=0.1,
                path=f"/html/body/p[{place + 1}]",
                box=Box(0.0, 40.0 * place, 320.0, 40.0),
                text=f"{version.title} {version.id}",
                change="update",
                reasons=("the same words",),
                alerts=("look at it",) if place else (),
                picture_png=b"picture of " + trail.encode(),
            )
            add_entry(archive, trail, entry)
        rule = NoticeRule(
            id=f"n{number}-{place}",
            kind="trail",
            subject=trail,
            channel=f"mailto://user:password@mail.test/{number}",
            created_at=START,
            conditions={"above": 20.5, "words": ["closed"]},
            timing={"rhythm": "daily", "daily_at": "08:00"},
            template={"title": "{title}"},
            public_only=place == 1,
        )
        archive.outbox.add_rule(rule)
        times = {"created_at": START, "release_at": START, "due_at": START + timedelta(days=place)}
        message = Delivery(
            key=f"{rule.id} {versions[1].id}",
            rule=rule.id,
            place="mail.test",
            title=f"Ŧitle {number}",
            body="b",
            **times,
        )
        archive.outbox.queue([message], now=START)
    for old, new in zip(versions[:10:2], versions[1:10:2], strict=True):
        archive.feedback.add(
            Feedback(
                old_version=old.id,
                new_version=new.id,
                verdict="noise" if number % 2 else "mattered",
                given_at=START + timedelta(hours=number),
                note=f"note {number}",
                blocks={"1.1": "noise"},
            )
        )


def contents_in(archive: Archive, *, every: int = 1) -> dict[str, Any]:
    """What versions are made of, by their names, as JSON has it; of each page every so-many-th version."""
    found = {
        version.id: _contents(archive, version)
        for url in archive.versions.pages()
        for version in (*archive.versions.of(url)[::every], *archive.skipped.of(url))
    }
    return _as_json(found)


def everything_in(archive: Archive) -> dict[str, Any]:
    """All that an archive holds, as JSON has it: records field by field, pictures as digests of their pixels."""
    urls = sorted(archive.versions.pages())
    trails = sorted(archive.trails.of(), key=lambda trail: trail.id)
    tokens = [archive.accounts.with_token(SECRET.format(number=number), now=START) for number in range(USERS)]
    models = [archive.settings.get("model"), hashlib.sha256(b"{}").hexdigest()[:12]]
    found = {
        "versions": {url: archive.versions.of(url) for url in urls},
        "contents": contents_in(archive),
        "skipped": archive.skipped.of(),
        "visits": {url: archive.visits.of(url) for url in urls},
        "reasons": {
            version.id: archive.visits.reasons(version) for url in urls for version in archive.versions.of(url)
        },
        "memories": {url: archive.visits.memory(url) for url in urls},
        "stays": {url: archive.queries.stays(url) for url in urls},
        "changes": archive.queries.changes(limit=100_000),
        "holdings": archive.versions.holdings(),
        "found": archive.queries.search('"ferry harbour"', limit=1000),
        "trails": trails,
        "entries": {trail.id: archive.trails.entries(trail.id) for trail in trails},
        "watches": sorted(archive.watches.all(), key=lambda watch: watch.id),
        "rules": archive.outbox.rules(),
        "deliveries": archive.outbox.deliveries(),
        "marks": archive.feedback.all(),
        "users": archive.accounts.all(),
        "tokens": archive.accounts.tokens(),
        "tokens that open": tokens,
        "audit": archive.accounts.log(limit=1000),
        "settings": archive.settings.all(),
        "models": [archive.settings.model(name) for name in models],
    }
    return _as_json(found)


def _as_json(found: Mapping[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(_plain(found)))
    return plain


def _contents(archive: Archive, version: Version) -> dict[str, Any]:
    contents = archive.contents
    screenshot = contents.screenshot(version)
    addresses = [None, *contents.resources(version)]
    return {
        "dom": contents.dom(version),
        "tree": contents.tree(version),
        "delta": contents.delta(version),
        "responses": [contents.response(version, address) for address in addresses],
        "screenshot": None if screenshot is None else repr(pixels(screenshot)).encode(),
    }


def _plain(value: Any) -> Any:
    """A value as JSON can say it."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _plain(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if field.name[0] != "_"
        }
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, bytes):
        return value.decode() if value.isascii() and len(value) < 2000 else hashlib.sha256(value).hexdigest()
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return value


def losses(before: Any, now: Any, where: str = "") -> Iterator[str]:
    """Where `now` lacks what was there before, or says something else; more fields are no loss."""
    if isinstance(before, dict) and isinstance(now, dict):
        for name, part in before.items():
            if name.startswith("_"):  # worked out when it is first asked for
                continue
            if name not in now:
                yield f"{where}/{name} is gone"
            else:
                yield from losses(part, now[name], f"{where}/{name}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (part, other) in enumerate(zip(before, now, strict=True)):
            yield from losses(part, other, f"{where}/{number}")
    elif before != now:
        yield f"{where} was {str(before)[:200]} and is {str(now)[:200]}"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        with open_archive(folder) as archive:
            fill(archive)
            said = everything_in(archive)
        with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_LZMA) as packed:
            for file in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
                packed.write(file, file.relative_to(folder))
            packed.writestr(RECORD, json.dumps(said, ensure_ascii=False))


if __name__ == "__main__":
    main()
