"""A hostile language model, or someone in between: nothing crashes, leaks or runs for ever."""

from __future__ import annotations

import gzip
import json
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from archived_site import URL
from attacks.hostile_pages import dripping
from pagestrata.app.language_model.endpoint import LanguageModel, NoAnswerError, answered, ask_model, model_in
from pagestrata.app.language_model.only_if import ask_about_wish
from pagestrata.app.language_model.summary import checked_sentences
from pagestrata.app.watches import watch_for
from pagestrata.errors import UsageError
from pagestrata.model.only_if import WishQuestion
from scripted_model import scripted_model
from servers import serving
from web_fixtures import client_of, web_context

QUESTION = [{"role": "user", "content": "a question"}]
NOW = datetime(2026, 1, 2, tzinfo=UTC)
DEEP = "[" * 100_000
KEY = "s3cret-k3y"


def asked(address: str, **settings: Any) -> str:
    return ask_model(
        LanguageModel(address=address, name="small", **{"key": KEY, "seconds": 2.0, **settings}), QUESTION
    ).text


def replied(body: bytes, *headers: str) -> bytes:
    head = "\r\n".join(["HTTP/1.1 200 OK", f"Content-Length: {len(body)}", "Connection: close", *headers])
    return f"{head}\r\n\r\n".encode() + body


def test_an_answer_without_end_in_depth_is_no_answer(tmp_path: Path) -> None:
    with serving(replied(DEEP.encode())) as server, pytest.raises(NoAnswerError, match="protocol"):
        asked(server.url)
    assert checked_sentences(DEEP, {}) is None
    assert checked_sentences(f'{{"sentences": {DEEP}', {}) is None
    question = WishQuestion(wish="a price", title="", changes=(("1", "2"),))
    with scripted_model(lambda _: DEEP) as model:
        answer = ask_about_wish(LanguageModel(address=model.address, name="small"), tmp_path, NOW, question)
    assert answer.is_met is None
    assert "JSON" in answer.problem


def test_a_packed_answer_is_not_unpacked() -> None:
    """Packed twice, some kilobytes are gigabytes."""
    once = gzip.compress(bytes(200_000_000), 1)
    bomb = gzip.compress(once)
    assert len(bomb) < 100_000
    with serving(replied(bomb, "Content-Encoding: gzip, gzip")) as server:
        begin = time.process_time()
        with pytest.raises(NoAnswerError):
            asked(server.url)
        assert time.process_time() - begin < 0.5
        assert server.asked[0].headers["accept-encoding"] == "identity"


def test_a_head_without_end_ends_in_time() -> None:
    with dripping(b"HTTP/1.1 200 OK\r\nX-Slow: ") as address:
        begin = time.monotonic()
        with pytest.raises(NoAnswerError, match=r"took longer than 0\.5 s"):
            asked(address, seconds=0.5)
        assert time.monotonic() - begin < 4


def test_the_key_goes_to_the_configured_address_only() -> None:
    with serving(b"") as elsewhere:
        moved = f"HTTP/1.1 307 Moved\r\nLocation: {elsewhere.url}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        with serving(moved.encode()) as server, pytest.raises(NoAnswerError, match="status 307"):
            asked(server.url)
        assert elsewhere.asked == []


@pytest.mark.parametrize("key", [f"{KEY}é", f"{KEY}\nX-More: 1", f"{KEY}\ud800"])
def test_a_key_that_no_header_takes_is_refused_without_showing_it(key: str) -> None:
    settings = {"PAGESTRATA_LLM_URL": "http://127.0.0.1:9/v1", "PAGESTRATA_LLM_MODEL": "m", "PAGESTRATA_LLM_KEY": key}
    with pytest.raises(UsageError, match="PAGESTRATA_LLM_KEY") as refused:
        model_in(settings)
    assert KEY not in str(refused.value)


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1", "0"])
def test_a_limit_that_is_none_is_refused(seconds: str) -> None:
    settings = {"PAGESTRATA_LLM_URL": "http://a/v1", "PAGESTRATA_LLM_MODEL": "m", "PAGESTRATA_LLM_SECONDS": seconds}
    with pytest.raises(UsageError, match="PAGESTRATA_LLM_SECONDS"):
        model_in(settings)


@pytest.mark.parametrize("trouble", [{}, {"status": 500}, {"raw": b"x"}, {"raw": KEY.encode()}])
def test_neither_key_nor_password_is_logged_recorded_or_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, trouble: dict[str, Any]
) -> None:
    caplog.set_level(logging.DEBUG)
    with scripted_model(lambda _: "fine") as server:
        for name, value in trouble.items():
            setattr(server, name, value)
        address = server.address.replace("http://", "http://user:pa55word@")
        model = LanguageModel(address=address, name="small", key=KEY)
        said = repr(model)
        try:
            answered(model, QUESTION, tmp_path, now=NOW)
        except NoAnswerError as error:
            said += str(error)
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()).decode()
    for secret in (KEY, "pa55word"):
        assert secret not in caplog.text + said + kept


ODD_TEXTS: dict[str, Callable[[str], str]] = {
    "half a character": lambda source: json.dumps({"sentences": [{"text": "boats leave \ud800", "source": source}]}),
    "markup": lambda source: json.dumps({"sentences": [{"text": "<b>boats</b> leave", "source": source}]}),
    "deep": lambda _: DEEP,
}


@pytest.mark.parametrize("kind", ODD_TEXTS)
def test_no_answer_breaks_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with web_context(tmp_path / "archive") as context, client_of(context) as client:
        watch_for(context.archive, URL, {"tags": ["llm"]})
        newest = context.archive.versions.latest(URL)
        assert newest is not None
        with scripted_model(lambda _: ODD_TEXTS[kind](newest.id)) as model:
            monkeypatch.setenv("PAGESTRATA_LLM_URL", model.address)
            monkeypatch.setenv("PAGESTRATA_LLM_MODEL", "small")
            answer = client.post("/api/v1/summaries", json={"question": "what changed"})
            assert model.asked, answer.text
        assert answer.status_code == 200
        assert "\ud800" not in answer.text
