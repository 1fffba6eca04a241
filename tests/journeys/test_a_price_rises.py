"""Somebody follows a price and is told once when it changes, whatever programs end in between."""

from __future__ import annotations

import base64
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.session import Session
from pagestrata.app.trails import follow_block, replay_sources
from pagestrata.demo.site import ChangingSite
from pagestrata.notify.pictures import MARK
from pagestrata.visit.plan import VisitRequest
from receivers import Receiver, receiving

pytestmark = [pytest.mark.browser, pytest.mark.core]
Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a command as a program of its own, as a person or cron would."""
    source = str(Path(__file__).parents[2] / "src")
    environment = {**os.environ, "PYTHONPATH": source, "PAGESTRATA_ARCHIVE": str(tmp_path / "my-archive")}

    def call(*words: str) -> str:
        command = [sys.executable, "-m", "pagestrata.cli.main", *words, "--allow-private"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert "pa55word" not in done.stdout + done.stderr
        return done.stdout

    return call


def test_the_price_is_told_once(run: Run, changing_site: ChangingSite, tmp_path: Path) -> None:
    url = changing_site.url
    with receiving() as receiver:
        told_by = ("--notify", receiver.channel, "--above", "20")
        trail = json.loads(run("follow", "add", url, "--select", ".price", "--name", "Ticket", *told_by))
        assert trail["text"] == "€ 18.50"
        with Session(archive=tmp_path / "my-archive", allow_private=True) as session:
            session.visit(VisitRequest(url))
            changing_site.apply("noise", "new headline")
            session.visit(VisitRequest(url))
            assert receiver.messages == []
            changing_site.apply("noise", "price")
            session.visit(VisitRequest(url))
            assert_told(receiver)
        run("notify", "send")
        with Session(archive=tmp_path / "my-archive", allow_private=True) as session:
            session.visit(VisitRequest(url))
            changing_site.apply("noise", "redesign")
            session.visit(VisitRequest(url))
        assert_told(receiver)
    history = run("follow", "history", trail["id"], "--format", "csv").splitlines()
    assert {line.split(",")[1] for line in history[1:]} == {"18.5", "20.9"}
    feed = ElementTree.fromstring(run("feed", trail["id"]))
    assert [entry.findtext("{*}title") for entry in feed.findall("{*}entry")] == ["Ticket rose: € 18.50 → € 20.90."]


def assert_told(receiver: Receiver) -> None:
    (message,) = receiver.messages
    assert message["title"] == "Ticket: € 18.50 → € 20.90 (20.90 is above 20)"
    assert "Ticket rose: € 18.50 → € 20.90." in message["message"]
    (picture,) = message["attachments"]
    with Image.open(io.BytesIO(base64.b64decode(picture["base64"]))) as shown:
        assert MARK in {colour for _, colour in shown.convert("RGB").getcolors(1 << 24) or []}


def test_a_block_is_chosen_by_its_ref_and_followed_through_archived_versions(
    changing_site: ChangingSite, tmp_path: Path
) -> None:
    url = changing_site.url + "shop"
    with Session(archive=tmp_path / "archive", allow_private=True) as session:
        session.visit(VisitRequest(url))
        changing_site.apply("price")
        session.visit(VisitRequest(url, force=True))
        leaves = session.page(f"{url}@first").tree.leaves()
        market = Choice(block=next(block.ref for block in leaves if "€ 18.50" in block.text))
        trail = follow_block(session, url, market)
        assert "€ 20.90" in session.archive.trails.entries(trail.id)[0].text
        backwards = follow_block(session, f"{url}@first", Choice(css=".price"))
        entries = session.archive.trails.entries(backwards.id)
        assert [entry.text for entry in entries] == ["€ 18.50", "€ 20.90"]
        assert [entry.version for entry in entries] == [version.id for version in session.archive.versions.of(url)]
        by_css = [found for _, _, found in replay_sources(session, [f"{url}@first..latest"], Choice(css=".price"))]
        by_ref = [found for _, _, found in replay_sources(session, [f"{url}@first"], market)]
    assert [(found.text, found.state) for found in by_css] == [("€ 18.50", "found"), ("€ 20.90", "found")]
    assert ["€ 18.50" in by_ref[0].text, "€ 20.90" in by_ref[1].text] == [True, True]
