"""Visits whose language model is slow, down, lies, talks nonsense or costs too much: decided without it, as their reasons say.

Whole visits of a session: a feed on this machine, which needs no browser, and a scripted model beside it.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pagestrata.app.session import Session
from pagestrata.app.watches import watch_for
from pagestrata.model.records import Visit
from pagestrata.visit.plan import VisitRequest
from scripted_model import ScriptedModel, scripted_model
from servers import Asked, serving

WITHOUT = "Decided without the language model: "
WISH = "a ferry is cancelled"
FIRST = ("The council opened the new theatre", "A ferry ticket costs € 18.50 for adults")
OTHER_STORY = ("The council sold the old town hall to a hotel", "A ferry ticket costs € 18.50 for adults")
OTHER_PRICE = ("The council opened the new theatre", "A ferry ticket costs € 20.90 for adults")
YES, NO = json.dumps({"met": True}), json.dumps({"met": False})


@dataclass
class Newspaper:
    """A watched feed, the session that visits it, and the model that is asked about it."""

    session: Session
    url: str
    model: ScriptedModel
    titles: list[str] = field(default_factory=lambda: list(FIRST))

    def shows(self, titles: tuple[str, ...]) -> Visit:
        """Visit the feed with these items."""
        self.titles[:] = titles
        return self.session.visit(VisitRequest(self.url))


@pytest.fixture
def newspaper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Newspaper]:
    titles = list(FIRST)

    def answer(_: Asked) -> bytes:
        items = "".join(f"<item><title>{title}</title></item>" for title in titles)
        body = f"<rss version='2.0'><channel><title>The Post</title>{items}</channel></rss>".encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        return head.encode() + body

    with (
        scripted_model(lambda _: NO) as model,
        serving(answer) as server,
        Session(archive=tmp_path / "archive", allow_private=True, browser="/no/such/browser") as session,
    ):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        monkeypatch.setenv("PAGESTRATA_LLM_URL", model.address)
        monkeypatch.setenv("PAGESTRATA_LLM_MODEL", "scripted")
        url = f"http://127.0.0.1:{server.port}/feed.xml"
        watch_for(session.archive, url, {"only_if": WISH})
        paper = Newspaper(session=session, url=url, model=model, titles=titles)
        assert paper.shows(FIRST).kept
        yield paper


def test_an_honest_model_is_heard(newspaper: Newspaper) -> None:
    """Else the tests below would show nothing."""
    found = newspaper.shows(OTHER_STORY)
    assert not found.kept
    assert found.reasons[0].startswith(
        "Skipped: Not what you asked for, according to the language model (scripted, record "
    )
    assert len(newspaper.model.asked) == 1


def is_decided_without(found: Visit, problem: str) -> bool:
    """Whether a version was kept as without a model, and the last of the reasons says what was wrong with it."""
    return found.kept and found.version is not None and found.reasons[-1] == f"{WITHOUT}{problem}"


def test_a_slow_model_is_not_waited_for(newspaper: Newspaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGESTRATA_LLM_SECONDS", "0.2")
    newspaper.model.seconds = 3.0
    assert is_decided_without(newspaper.shows(OTHER_STORY), "the language model took longer than 0.2 s")


def test_a_model_that_is_down_is_not_needed(newspaper: Newspaper, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    monkeypatch.setenv("PAGESTRATA_LLM_URL", f"http://127.0.0.1:{port}/v1")
    assert is_decided_without(newspaper.shows(OTHER_STORY), "the language model cannot be reached (ConnectError)")


def test_a_model_that_refuses_is_not_needed(newspaper: Newspaper) -> None:
    newspaper.model.status = 503
    assert is_decided_without(newspaper.shows(OTHER_STORY), "the language model answered with status 503")


NO_JSON = "the language model did not answer with the requested JSON"
NO_PROTOCOL = "the language model does not speak the protocol of OpenAI's chat completions"


@pytest.mark.parametrize(
    "said",
    [
        "Nothing changed.",
        '```json\n{"met": false}\n```',
        '{"met": "no"}',
        '{"met": false, "because": "the ferry to Atlantis sails"}',  # an answer to what nobody asked is none
        "[]",
        "",
    ],
)
def test_an_answer_in_another_form_counts_for_nothing(newspaper: Newspaper, said: str) -> None:
    newspaper.model.script = lambda _: said
    assert is_decided_without(newspaper.shows(OTHER_STORY), NO_JSON)


@pytest.mark.parametrize("body", [b"", b"<html>Bad gateway</html>", b'{"choices": []}', b"\xff" * 100])
def test_a_server_that_speaks_another_protocol_counts_for_nothing(newspaper: Newspaper, body: bytes) -> None:
    newspaper.model.raw = body
    assert is_decided_without(newspaper.shows(OTHER_STORY), NO_PROTOCOL)


def test_a_model_that_lies_silences_no_price(newspaper: Newspaper) -> None:
    """It denies a change that is in the source; the price says otherwise, and so do the reasons."""
    found = newspaper.shows(OTHER_PRICE)
    assert found.kept
    assert "€ 20.90" in found.sentence
    assert found.reasons[-1].startswith("Kept although the language model found that it is not what you asked for")


def test_a_model_that_lies_keeps_nothing_that_did_not_change(newspaper: Newspaper) -> None:
    newspaper.model.script = lambda _: YES
    assert not newspaper.shows(FIRST).kept
    assert newspaper.model.asked == []


def test_a_question_above_the_budget_is_not_asked(newspaper: Newspaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGESTRATA_LLM_TOKENS_A_DAY", "10")
    found = newspaper.shows(OTHER_STORY)
    assert found.kept
    assert found.reasons[-1].startswith(f"{WITHOUT}the question may cost ")
    assert found.reasons[-1].endswith(" tokens, and 10 of 10 are left for today")
    assert newspaper.model.asked == []


def test_an_answer_that_cost_the_budget_of_the_day_is_the_last_one(newspaper: Newspaper) -> None:
    newspaper.model.tokens = 99_900
    assert not newspaper.shows(OTHER_STORY).kept
    found = newspaper.shows(("The council sold the theatre to a bank", FIRST[1]))
    assert found.kept
    assert found.reasons[-1].endswith(" tokens, and 100 of 100000 are left for today")
    assert len(newspaper.model.asked) == 1


@pytest.mark.parametrize(("name", "value"), [("PAGESTRATA_LLM_URL", "nowhere"), ("PAGESTRATA_LLM_SECONDS", "soon")])
def test_settings_that_make_no_sense_stop_no_visit(
    newspaper: Newspaper, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    found = newspaper.shows(OTHER_STORY)
    assert found.kept
    assert found.reasons[-1].startswith(WITHOUT)
    assert "PAGESTRATA_LLM_" in found.reasons[-1]
    assert newspaper.model.asked == []


def test_an_answer_that_cannot_be_recorded_counts_for_nothing(
    newspaper: Newspaper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could not be repeated, and would cost the same at every visit."""
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    found = newspaper.shows(OTHER_STORY)
    assert found.kept
    assert found.reasons[-1].startswith(f"{WITHOUT}answers cannot be recorded in ")
    assert newspaper.model.asked == []
