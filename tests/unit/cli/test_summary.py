import json

from archived_site import URL
from command_line import call
from pagestrata.app.watches import change_watch
from scripted_model import scripted_model
from web_fixtures import site_archive

QUESTION = ("changes", "since", "2026-01-01")


def allowed(folder):
    with site_archive(folder) as archive:
        change_watch(archive, archive.watches.of(URL), {"tags": ["llm"]})


def test_a_summary_is_written_recorded_and_repeated(capfdbinary, tmp_path, monkeypatch):
    allowed(tmp_path / "archive")
    said = {"text": "The boats to the island leave at ten.", "source": "20260104030405-3"}
    with scripted_model(lambda _: json.dumps({"sentences": [said, {"text": "All is free.", "source": "x"}]})) as server:
        for name, value in {"LLM_URL": server.address, "LLM_MODEL": "small", "LLM_KEY": "s3cret"}.items():
            monkeypatch.setenv(f"PAGESTRATA_{name}", value)
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        first, again = (call(capfdbinary, "summary", *QUESTION, "--archive", tmp_path / "archive") for _ in range(2))
        assert len(server.asked) == 1
        found = call(capfdbinary, "summary", *QUESTION, "--json", "--archive", tmp_path / "archive").json
    assert first.text.splitlines()[:3] == [f"{said['text']} [20260104030405-3]", "", "All changes:"]
    assert "boats to the island leave at nine → ten" in first.text
    assert "1 sentence was dropped" in first.err
    assert again.text == first.text
    assert (found["sent"], found["dropped"], len(found["changes"])) == (2, 1, 2)


def test_what_would_be_sent_is_shown_and_nothing_is_sent_without_a_model(capfdbinary, tmp_path, monkeypatch):
    for name in ("LLM_URL", "LLM_MODEL"):
        monkeypatch.delenv(f"PAGESTRATA_{name}", raising=False)
    allowed(tmp_path)
    shown = call(capfdbinary, "summary", *QUESTION, "--show-prompt", "--archive", tmp_path).json
    assert [message["role"] for message in shown] == ["system", "user"]
    assert "island leave at nine" in shown[1]["content"]
    plain = call(capfdbinary, "summary", *QUESTION, "--archive", tmp_path)
    assert plain.code == 0
    assert "no language model is configured" in plain.err
    assert "the harbour is open → closed" in plain.text
