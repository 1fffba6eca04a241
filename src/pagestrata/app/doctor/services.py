"""The archive with its PostgreSQL server and bucket, and other services: a Ray cluster, channels, a proxy."""

from __future__ import annotations

import importlib.util
import os
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sql

from pagestrata.app.doctor.machine import nearest_folder, split_message
from pagestrata.app.notifications import channel_problem
from pagestrata.capturing.http.proxy_check import proxy_name, proxy_problem
from pagestrata.engine.on_ray import check_reachable
from pagestrata.errors import NotFoundError, OlderArchiveError, PagestrataError, UsageError
from pagestrata.formats.urls import without_secrets
from pagestrata.model.check_results import CheckResult, fine, missing, weak
from pagestrata.store.archive import open_archive
from pagestrata.store.opening import blob_place, open_blobs
from pagestrata.store.upkeep.condition import ArchiveCondition, archive_condition, blob_problem


def ray_result() -> CheckResult:
    """Whether Ray is installed, and the cluster at RAY_ADDRESS answers."""
    address = os.environ.get("RAY_ADDRESS", "")
    if importlib.util.find_spec("ray") is None:
        if address:
            advice = "pip install 'pagestrata[ray]', or remove RAY_ADDRESS"
            return missing("Ray", "not installed, although RAY_ADDRESS is set", advice)
        return fine("Ray", "not installed; only work on several machines needs it")
    if not address:
        return fine("Ray", "installed; RAY_ADDRESS names no cluster")
    try:
        check_reachable(address)
    except UsageError as error:
        return missing("Ray", *split_message(error))
    return fine("Ray", f"{address} answers")


def channels_result(archive: str | None) -> CheckResult:
    """Whether the channels of all rules can be opened on this machine. Nothing is sent."""
    try:
        with open_archive(archive or "", create=False, read_only=True) as opened:
            rules = {rule.channel: rule for rule in opened.outbox.rules()}
            channels = sorted(rules)
            problems = [problem for name in channels if (problem := channel_problem(opened, rules[name]))]
            unsent = opened.outbox.unsent()
    except PagestrataError:
        return fine("channels", "none: there is no archive to read rules from")
    if problems:
        return missing("channels", *split_message(problems[0]))
    if unsent:
        return weak(
            "channels", f"{len(channels)}; {unsent} messages wait", "`pagestrata run` or `serve --run` sends them"
        )
    return fine("channels", f"{len(channels)} can be used" if channels else "none; `pagestrata notify` adds one")


def proxy_result(proxy: str | None) -> CheckResult:
    """Whether the proxy accepts connections: the given one, else that of the environment, which only the set-up uses."""
    found = urllib.request.getproxies()
    chosen = proxy or found.get("https") or found.get("http")
    if not chosen:
        return fine("proxy", "none")
    where = "" if proxy else " (of the environment; visits use the one given with --proxy)"
    problem = proxy_problem(chosen)
    if problem is None:
        return fine("proxy", f"{proxy_name(chosen)} accepts connections{where}")
    reason, advice = problem
    return missing("proxy", f"{proxy_name(chosen)}: {reason}{where}", advice)


BUCKET_SECONDS = 10.0
_SERVERS = ("postgresql://", "postgres://")
_CREDENTIALS = ("InvalidAccessKeyId", "AccessDenied", "SignatureDoesNotMatch", "ExpiredToken", "403", "401")


def look_at_archive(place: str) -> tuple[ArchiveCondition | None, list[CheckResult]]:
    """The condition of an archive (None: it cannot be opened), and the results for it, its server and its blobs."""
    try:
        condition = archive_condition(place)
    except NotFoundError:
        return None, [*_not_yet(place), *_blob_results(place)]
    except OlderArchiveError as error:
        found, _ = split_message(error)
        return None, [weak("archive", found, "any command that writes upgrades it; make a backup first")]
    except PagestrataError as error:
        return None, [_unreachable(place, str(error)), *_blob_results(place)]
    server = [fine("PostgreSQL", f"{condition.server} answers")] if condition.server else []
    return condition, [_archive_result(condition), *server, *_blob_results(place)]


def _archive_result(condition: ArchiveCondition) -> CheckResult:
    if condition.write_problem:
        why, advice = split_message(condition.write_problem)
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
    return missing("PostgreSQL" if place.startswith(_SERVERS) else "archive", *split_message(message))


def _blob_results(place: str) -> Iterator[CheckResult]:
    """Whether a blob can be written to a bucket, or a folder apart from the catalogue, and deleted again."""
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
    found, advice = split_message(problem)
    if is_bucket and any(word in problem for word in _CREDENTIALS):
        advice = "the key is revoked, wrong or not allowed to write: give a valid one (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)"
    yield missing(name, found, advice)


def _shown(place: str) -> str:
    return without_secrets(sql.make_url(place).difference_update_query(["blobs"]).render_as_string())
