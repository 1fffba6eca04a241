import pytest

from command_line import call
from pagestrata.app.kept_secrets import kept_secrets
from pagestrata.app.watches import watch_for
from pagestrata.store.archive import open_archive

URL = "http://site.test/login"
LOGIN = """
- type: {selector: "#user", text: anna}
- type: {selector: "#password", text: "%s", secret: true}
- click: "button"
- wait: ".account"
"""


@pytest.fixture
def run(tmp_path, capfdbinary, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_SECRETS", str(tmp_path / "secrets.json"))
    with open_archive(tmp_path / "archive") as archive:
        watch_for(archive, URL, {})

    def command(*words, steps=None):
        if steps is not None:
            (tmp_path / "steps.yaml").write_text(steps)
            words = (*words, "--set", tmp_path / "steps.yaml")
        return call(capfdbinary, "watch", "steps", URL, *words, "--archive", tmp_path / "archive")

    return command


def test_steps_are_set_listed_and_removed_and_their_secrets_are_kept_elsewhere(run, tmp_path):
    assert run().code == 1
    shown = run(steps=LOGIN % "pa55word")
    assert shown.text.splitlines() == [
        "1. type 'anna' into #user",
        "2. type a secret into #password",
        "3. click button",
        "4. wait for .account",
    ]
    with open_archive(tmp_path / "archive") as archive:
        (watch,) = archive.watches.all()
        kept = watch.settings.capture["steps"]
    assert "pa55word" not in str(kept)
    assert kept_secrets().find(kept[1]["secret"], "http://site.test") == "pa55word"
    again = run("--json", steps=LOGIN % "").json
    assert (again[1]["is_secret"], again[1]["text"]) == (True, "")
    assert kept_secrets().find(kept[1]["secret"], "http://site.test") == "pa55word"
    assert (run("--none").text, (tmp_path / "secrets.json").read_text()) == ("", "{}")


def test_what_makes_no_sense_is_refused_and_nothing_is_changed(run):
    run(steps="- wait: 2\n")
    for wrong, said in ((LOGIN % "", "the secret has no text"), ("- fly: away", "cannot be understood")):
        refused = run(steps=wrong)
        assert (refused.code, said in refused.err) == (2, True), refused.err
    assert run().text == "1. wait 2 s\n"
    assert "--set and --none exclude each other; give one of them" in run("--none", steps="- wait: 2").err
    assert "--pictures needs --replay; add it" in run("--pictures", "x").err
