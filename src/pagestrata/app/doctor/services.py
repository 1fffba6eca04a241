"""Services outside this machine: a Ray cluster, the channels of messages, a proxy."""

from __future__ import annotations

import importlib.util
import os
import urllib.request

from pagestrata.app.telling.notifications import channel_problem
from pagestrata.capturing.http.proxy_check import proxy_name, proxy_problem
from pagestrata.engine.on_ray import check_reachable
from pagestrata.errors import PagestrataError, UsageError
from pagestrata.model.check_results import CheckResult, fine, missing, weak
from pagestrata.store.archive import open_archive


def ray_result() -> CheckResult:
    """Whether Ray is there where RAY_ADDRESS asks for it."""
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
        found, _, advice = str(error).partition("; ")
        return missing("Ray", found, advice)
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
        found, _, advice = problems[0].partition("; ")
        return missing("channels", found, advice)
    if unsent:
        return weak(
            "channels", f"{len(channels)}; {unsent} messages wait", "`pagestrata run` or `serve --run` sends them"
        )
    return fine("channels", f"{len(channels)} can be used" if channels else "none; `pagestrata notify` adds one")


def proxy_result(proxy: str | None) -> CheckResult:
    """Whether the proxy accepts connections: the one given, else that of the environment, which only the set-up uses."""
    found = urllib.request.getproxies()
    chosen = proxy or found.get("https") or found.get("http")
    if not chosen:
        return fine("proxy", "none")
    where = "" if proxy else " (of the environment; visits use the one given with --proxy)"
    problem = proxy_problem(chosen)
    if problem is None:
        return fine("proxy", f"{proxy_name(chosen)} accepts connections{where}")
    said, advice = problem
    return missing("proxy", f"{proxy_name(chosen)}: {said}{where}", advice)
