"""The archive: reachable, current, writable, sealed; its PostgreSQL server and its bucket."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sql

from pagestrata.app.doctor.machine import nearest_folder
from pagestrata.errors import NotFoundError, OlderArchiveError, PagestrataError
from pagestrata.formats.shown_addresses import without_secrets
from pagestrata.model.check_results import CheckResult, fine, missing, weak
from pagestrata.store.opening import blob_place, open_blobs
from pagestrata.store.upkeep.condition import ArchiveCondition, archive_condition, blob_problem

BUCKET_SECONDS = 10.0
_SERVERS = ("postgresql://", "postgres://")
_CREDENTIALS = ("InvalidAccessKeyId", "AccessDenied", "SignatureDoesNotMatch", "ExpiredToken", "403", "401")


def look_at_archive(place: str) -> tuple[ArchiveCondition | None, list[CheckResult]]:
    """The condition of an archive where it can be opened, and the lines about it, its server and its blobs."""
    try:
        condition = archive_condition(place)
    except NotFoundError:
        return None, [*_not_yet(place), *_blob_results(place)]
    except OlderArchiveError as error:
        found = str(error).partition("; ")[0]
        return None, [weak("archive", found, "any command that writes upgrades it; make a backup first")]
    except PagestrataError as error:
        return None, [_unreachable(place, str(error)), *_blob_results(place)]
    server = [fine("PostgreSQL", f"{condition.server} answers")] if condition.server else []
    return condition, [_archive_result(condition), *server, *_blob_results(place)]


def _archive_result(condition: ArchiveCondition) -> CheckResult:
    if condition.write_problem:
        why, _, advice = condition.write_problem.partition("; ")
        found = f"{condition.name} can be read, but it cannot be written: {why}"
        return missing("archive", found, f"{advice}; mount it for writing if its disk is read-only")
    if condition.unsealed:
        found = f"{condition.name}: {condition.unsealed} of {condition.versions} versions do not fit the ledger"
        return missing("archive", found, "run `pagestrata verify --repair`")
    return fine(
        "archive", f"{condition.name}: schema {condition.schema}, {condition.versions} versions, writable, sealed"
    )


def _not_yet(place: str) -> Iterator[CheckResult]:
    if place.startswith(_SERVERS):
        yield fine("archive", f"none yet in {_shown(place)}; the first visit starts one")
        return
    folder = nearest_folder(Path(place.partition("?blobs=")[0]))
    if os.access(folder, os.W_OK):
        yield fine("archive", f"none yet in {place}; the first visit starts one")
    else:
        advice = "name a folder that you may write to with --archive, or change its permissions"
        yield missing("archive", f"none yet in {place}, and {folder} cannot be written", advice)


def _unreachable(place: str, message: str) -> CheckResult:
    found, _, advice = message.partition("; ")
    return missing("PostgreSQL" if place.startswith(_SERVERS) else "archive", found, advice)


def _blob_results(place: str) -> Iterator[CheckResult]:
    """Blobs in a bucket, or in a folder apart from the catalogue, are written to and deleted again."""
    blobs = blob_place(place)
    is_bucket = "://" in blobs
    if not blobs or not (is_bucket or place.startswith(_SERVERS)):
        return
    name = "bucket" if is_bucket else "blobs"
    try:
        problem = blob_problem(open_blobs(blobs, patience_seconds=BUCKET_SECONDS))
    except PagestrataError as error:
        problem = str(error)
    if not problem:
        yield fine(name, f"{without_secrets(blobs)} can be written")
        return
    found, _, advice = problem.partition("; ")
    if is_bucket and any(word in problem for word in _CREDENTIALS):
        advice = "the key is revoked, wrong or not allowed to write: give a valid one (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)"
    yield missing(name, found, advice)


def _shown(place: str) -> str:
    return without_secrets(sql.make_url(place).difference_update_query(["blobs"]).render_as_string())
