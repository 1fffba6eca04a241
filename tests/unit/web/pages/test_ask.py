import html
import json
import re

import pytest

from archived_site import URL
from captures import capture, visit_of
from pagestrata.app.watches import watch_for
from pagestrata.comparing.vidiff import compare
from scripted_model import scripted_model
from web_fixtures import client_of, post, web_client


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with web_client(tmp_path_factory.mktemp("ask")) as made:
        yield made


def test_a_question_is_answered_with_ways_to_the_comparisons(client):
    shown = client.get("/ask", params={"q": "what text changed on tag travel since 2026-01-04?"}).text
    assert "Understood as: text changes, on pages with tag travel, from 2026-01-04 00:00" in shown
    assert "boats to the island leave at nine → ten" in shown
    assert '"/compare/20260103030405-2/20260104030405-3"' in shown
    assert "20260102030405-1" not in shown


def test_an_empty_box_gives_examples_and_no_answer_says_so(client):
    assert "important changes last week" in client.get("/ask").text
    assert "No matching changes" in client.get("/ask", params={"q": "new submarines"}).text
    assert 'href="/ask"' in client.get("/search").text


def test_what_makes_no_sense_is_said_and_markup_stays_text(client):
    assert "needs a page" in client.get("/ask", params={"q": "changes in block 1.2"}).text
    assert client.get("/ask", params={"after": "x"}).status_code == 400
    shown = client.get("/ask", params={"q": "<script>alert(1)</script>"}).text
    assert "<script>alert" not in shown


def form_in(shown):
    """The fields of the form that asks the model."""
    form = shown[shown.index('action="/ask/summary"') :]
    fields = re.findall(r'name="(q|after|shown)" value="([^"]*)"', form[: form.index("</form>")])
    return {name: html.unescape(value) for name, value in fields}


def prompt_in(shown):
    """What the screen says would be sent."""
    found = re.findall(r'<p class="muted">(\w+)</p>\s*<pre class="sent">(.*?)</pre>', shown, re.DOTALL)
    return [(role, html.unescape(content)) for role, content in found]


def test_only_what_the_screen_showed_is_sent(tmp_path, monkeypatch):
    question = "what changed since 2026-01-01?"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with scripted_model(lambda _: '{"sentences": []}') as model, web_client(tmp_path / "archive") as client:
        monkeypatch.setenv("PAGESTRATA_LLM_URL", model.address)
        monkeypatch.setenv("PAGESTRATA_LLM_MODEL", "scripted")
        archive = client.app.state.context.archive
        watch_for(archive, URL, {"tags": ["llm"]})
        shown = client.get("/ask", params={"q": question}).text
        taken, tree = capture(["closed for ever"], url=URL, hours=96)
        archive.append(
            taken, tree, compare(archive.contents.tree(archive.versions.latest(URL)), tree), visit=visit_of(taken)
        )
        again = post(client, "/ask/summary", form_in(shown)).text
        assert "has changed since you saw it" in again
        assert model.asked == []
        post(client, "/ask/summary", form_in(again))
        assert "closed for ever" in prompt_in(again)[1][1]
        assert prompt_in(again) == [(one["role"], one["content"]) for one in model.asked[0]["messages"]]


def test_with_a_language_model_the_screen_shows_what_would_be_sent_and_sums_up(tmp_path, monkeypatch):
    source = "20260104030405-3"
    said = [
        {"text": "Boats to the island leave at ten.", "source": source},
        {"text": "It costs € 99.", "source": source},
    ]
    question = "what changed since 2026-01-04?"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with scripted_model(lambda _: json.dumps({"sentences": said})) as model, web_client(tmp_path / "archive") as client:
        assert "Summarise" not in client.get("/ask", params={"q": question}).text
        monkeypatch.setenv("PAGESTRATA_LLM_URL", model.address)
        monkeypatch.setenv("PAGESTRATA_LLM_MODEL", "scripted")
        assert "None of these pages has the tag llm" in client.get("/ask", params={"q": question}).text
        watch_for(client.app.state.context.archive, URL, {"tags": ["llm", "travel"]})
        shown = client.get("/ask", params={"q": question}).text
        assert "Show exactly what would be sent" in shown
        assert f"To the model scripted at {model.address.split('/')[2]}:" in shown
        assert model.asked == []
        page = post(client, "/ask/summary", form_in(shown)).text
        assert prompt_in(shown) == [(one["role"], one["content"]) for one in model.asked[0]["messages"]]
        assert "Boats to the island leave at ten." in page
        assert f'href="/versions/{source}"' in page
        assert "€ 99" not in page
        assert "1 sentence was dropped" in page
        with client_of(client.app.state.context) as program:
            answer = program.post("/api/v1/summaries", json={"question": question}).json()
        assert [one["source"] for one in answer["sentences"]] == [source]
        assert (answer["sent"], answer["dropped"], answer["problem"]) == (1, 1, "")
        assert [one["version"] for one in answer["changes"]] == [source]
        assert len(model.asked) == 1  # the second time it came from the record
