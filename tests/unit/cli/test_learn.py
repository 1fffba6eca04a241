from __future__ import annotations

import json
from pathlib import Path

import pytest

from captures import START, capture, visit_of
from command_line import call
from pagestrata.cli.main import main
from pagestrata.deciding.learning.linear_model import DecisionModel, LinearModel, Term
from pagestrata.model.records import Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.archive import Archive, open_archive
from pagestrata.visit.judge import JudgeOptions
from pagestrata.visit.plan import VisitRequest, plan_visit
from visits import visit_page

URL = "http://site.test/"


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    return int(end.value.code or 0)


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "archive"
    monkeypatch.setenv("PAGESTRATA_ARCHIVE", str(folder))
    with open_archive(folder) as opened:
        for hours, text in enumerate(["The first report", "The second report"]):
            taken, tree = capture([text], hours=hours)
            opened.append(taken, tree, None, visit=visit_of(taken))
    return folder


def test_a_change_is_marked(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("mark", f"{URL}@first", f"{URL}@latest", "mattered", "--note", "new report") == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "mattered"
    with open_archive(archive) as opened:
        (word,) = opened.feedback.all()
    assert (word.verdict, word.note) == ("mattered", "new report")


def test_only_two_versions_of_one_page_can_be_marked(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("mark", f"{URL}@first", f"{URL}@first", "noise") == 2
    assert "the same version" in capsys.readouterr().err
    assert run("mark", URL, f"{URL}@first", "noise") == 2
    assert "URL@TIME" in capsys.readouterr().err


def test_training_needs_something_to_learn_from(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "model.json"
    assert run("train", "-o", str(model)) == 2
    assert "no training data" in capsys.readouterr().err
    assert run("train", "--feedback", "-o", str(model)) == 1
    assert "pagestrata mark" in capsys.readouterr().err
    run("mark", f"{URL}@first", f"{URL}@latest", "noise")
    assert run("train", "--feedback", "--alone", "-o", str(model)) == 2
    assert "at least 10 pairs" in capsys.readouterr().err
    assert not model.exists()


def test_a_few_marks_teach_beside_the_shipped_pairs(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "model.json"
    run("mark", f"{URL}@first", f"{URL}@latest", "noise")
    assert run("train", "--feedback", "-o", str(model)) == 0
    assert "of your own 1 marked pair," in capsys.readouterr().out
    card = json.loads(model.read_bytes())["card"]
    assert card["pairs"] == 1
    assert card["shipped pairs"] > 100
    assert run("diff", f"{URL}@first", f"{URL}@latest", "--model", str(model)) == 1


def test_a_page_remembers_the_model_that_was_trained_for_it(
    archive: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    call(capfdbinary, "mark", f"{URL}@latest", "noise")
    trained = call(capfdbinary, "train", "--url", URL)
    assert trained.code == 0
    assert f"for {URL}" in trained.err
    assert "begun with the 9 usual features" in trained.text
    shown = call(capfdbinary, "watch", "show", URL).json["model"]
    assert (shown["pairs"], shown["for"]) == (1, URL)
    assert shown["features"]
    with open_archive(archive) as opened:
        plan = plan_visit(opened, VisitRequest(URL), now=START)
        assert plan.judging.model == opened.settings.model(shown["name"])
        elsewhere = plan_visit(opened, VisitRequest("http://other.test/"), now=START)
    assert elsewhere.judging.model is None
    assert call(capfdbinary, "train", "--url", URL, "--forget").code == 0
    assert call(capfdbinary, "watch", "show", URL).json["model"] is None


def test_what_was_learned_is_told_as_json(
    archive: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    call(capfdbinary, "mark", f"{URL}@latest", "noise")
    stored = call(capfdbinary, "train", "--url", URL, "--json").json
    shown = call(capfdbinary, "watch", "show", URL).json["model"]
    assert (stored["for"], stored["stored"], stored["file"]) == (URL, shown["name"], None)
    assert stored["own"]["pairs"] == 1
    assert stored["own"]["right"] in {0, 1}
    assert 0.5 < stored["content"]["accuracy"] <= 1
    assert stored["features"]
    assert stored["contradictions"] == []
    file = tmp_path / "model.json"
    written = call(capfdbinary, "train", "--feedback", "--format", "json", "-o", file).json
    assert (written["stored"], written["file"]) == (None, str(file))
    assert file.exists()
    assert call(capfdbinary, "train", "--url", URL, "--forget", "--json").json == {"for": URL, "stored": None}


def test_a_model_for_all_pages_gives_way_to_that_of_a_watch(
    archive: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    call(capfdbinary, "mark", f"{URL}@latest", "mattered")
    assert call(capfdbinary, "train", "--feedback").code == 0
    name = call(capfdbinary, "settings").json["model"]
    with open_archive(archive) as opened:
        data = opened.settings.model(name)
        assert plan_visit(opened, VisitRequest("http://other.test/"), now=START).judging.model == data
        own = opened.settings.add_model(b"of its own")
        opened.watches.save(Watch(id="w", url=URL, settings=WatchSettings(model=own)))
        assert plan_visit(opened, VisitRequest(URL), now=START).judging.model == b"of its own"
        judged = plan_visit(opened, VisitRequest(URL, judging=JudgeOptions(judge="paper1")), now=START).judging
        assert (judged.judge, judged.model) == ("paper1", None)
    assert "problem" in call(capfdbinary, "watch", "show", URL).json["model"]
    assert call(capfdbinary, "settings", "--default", "model").json["model"] is None
    assert call(capfdbinary, "train", "--tag", "nobody").code == 1
    assert call(capfdbinary, "train", "--tag", "a", "--url", URL).code == 2


def test_a_model_made_for_other_features_is_refused(
    archive: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    other = LinearModel(terms=(Term(name="phase of the moon", weight=1.0, mean=0.0, scale=1.0),), bias=0.0)
    file = tmp_path / "model.json"
    file.write_bytes(DecisionModel(content=other).to_json())
    refused = call(capfdbinary, "diff", f"{URL}@first", f"{URL}@latest", "--model", file)
    assert refused.code == 2
    assert "train it again" in refused.err
    with open_archive(archive) as opened:
        name = opened.settings.add_model(file.read_bytes())
        opened.watches.save(Watch(id="w", url=URL, settings=WatchSettings(model=name)))
    judged = call(capfdbinary, "diff", f"{URL}@first", f"{URL}@latest", "--format", "json").json
    assert "decided by the evidence" in judged["reasons"][-1]


def test_contradicting_marks_are_named(archive: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with open_archive(archive) as opened:
        for hours, text in enumerate(["The first report", "The second report"], 2):
            taken, tree = capture([text], hours=hours)
            opened.append(taken, tree, None, visit=visit_of(taken))
    call(capfdbinary, "mark", f"{URL}@first", f"{URL}@~2", "noise")
    call(capfdbinary, "mark", f"{URL}@~1", f"{URL}@latest", "mattered")
    trained = call(capfdbinary, "train", "--url", URL)
    assert trained.code == 0
    assert "these marks contradict each other" in trained.text


@pytest.mark.parametrize(
    "content", ["{", "{}", '[{"site": "x"}]', '[{"site":"a","url":"b","old":"c","new":"d","label":"?"}]']
)
def test_bad_pairs_are_refused(archive: Path, tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pairs.json"
    file.write_text(content)
    assert run("train", str(file), "-o", str(tmp_path / "model.json")) == 2
    assert "pair" in capsys.readouterr().err


@pytest.fixture
def skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    """An archive with one version, and a visit after it that was skipped."""
    monkeypatch.setenv("PAGESTRATA_ARCHIVE", str(tmp_path / "archive"))
    with open_archive(tmp_path / "archive") as opened:
        for hour in range(2):
            shown, _ = capture(["The council meets in the hall", f"Last updated 12:0{hour}"], hours=hour)
            assert visit_page(opened, shown).kept == (hour == 0)
        return opened


def test_a_skipped_visit_is_found_looked_at_marked_and_kept(
    skipped: Archive, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    listed = call(capfdbinary, "log", URL, "--visits", "--json").json["visits"]
    name = listed[1]["skipped"]
    assert "-s" in name
    assert listed[0]["skipped"] is None
    assert call(capfdbinary, "search", "--skipped", "updated", "--json").json[0]["skipped"] == name
    assert f"{URL}@{name}" in call(capfdbinary, "search", "--skipped", "updated").text
    assert call(capfdbinary, "search", "--skipped", "nobody").code == 1
    assert call(capfdbinary, "search", "--skipped", "updated", "--changed").code == 2
    assert "12:01" in call(capfdbinary, "show", f"{URL}@{name}", "--format", "text").text
    compared = call(capfdbinary, "diff", f"{URL}@latest", f"{URL}@{name}", "--format", "json")
    assert compared.code == 1
    assert compared.json["similar"]
    marked = call(capfdbinary, "mark", f"{URL}@skipped", "noise").json
    assert marked["new"] == name
    assert call(capfdbinary, "gc", "--skipped-days", "0", "--json").json["forgotten_skipped"] == 0  # it was marked
    kept = call(capfdbinary, "keep", f"{URL}@{name}").json
    assert kept["missing"] == []
    assert "12:01" in call(capfdbinary, "show", f"{URL}@latest", "--format", "text").text
    with open_archive(tmp_path / "archive") as opened:
        (mark,) = opened.feedback.all()
    assert (mark.new_version, mark.verdict) == (kept["version"], "mattered")
    assert call(capfdbinary, "keep", f"{URL}@skipped").code == 1
    assert call(capfdbinary, "mark", f"{URL}@first", "noise").code == 1
    assert call(capfdbinary, "mark", *[f"{URL}@first"] * 3, "noise").code == 2


def test_what_was_skipped_goes_with_the_days_that_gc_is_given(
    skipped: Archive, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert "1 result of skipped visits deleted" in call(capfdbinary, "gc", "--skipped-days", "0").text
    assert call(capfdbinary, "log", URL, "--visits", "--json").json["visits"][1]["skipped"] is None
