import pytest

from pagestrata.capturing.kept_steps import in_words, steps_from_json, steps_to_json, with_secrets
from pagestrata.capturing.options import CaptureOptions, Step
from pagestrata.errors import UsageError

STEPS = (
    Step(action="click", selector="#in"),
    Step(action="type", selector="#user", text="anna"),
    Step(action="type", selector="#password", secret="5f", origin="https://site.test"),
    Step(action="wait", seconds=1.5),
    Step(action="wait", selector=".done"),
    Step(action="scroll"),
)


def test_steps_come_back_as_they_were_and_options_take_them_from_a_watch():
    kept = steps_to_json(STEPS)
    assert kept[0] == {"action": "click", "selector": "#in"}
    assert steps_from_json(kept) == STEPS
    assert CaptureOptions().filled({"steps": kept}).steps == STEPS
    given = CaptureOptions(steps=(Step(action="wait", seconds=1.0),))
    assert given.filled({"steps": kept}).steps == given.steps  # what somebody asks for now goes first


def test_a_step_in_words_never_says_a_secret():
    told = [in_words(step) for step in STEPS]
    assert told == [
        "click #in", "type 'anna' into #user", "type a secret into #password", "wait 1.5 s", "wait for .done", "scroll to the end"
    ]  # fmt: skip
    (secret,) = with_secrets(STEPS[2:3], lambda name, origin: f"{name} of {origin}")
    assert secret.text == "5f of https://site.test"
    assert "5f of" not in in_words(secret) + repr(secret)


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ("click", "a list"),
        ([{"action": "click", "selector": "a"}] * 51, "at most 50"),
        ([{"action": "run", "selector": "a"}], "step 1 cannot be understood"),
        ([{"action": "wait"}, {"action": "click"}], "step 2 .click. needs a CSS selector"),
        ([{"action": "click", "selector": "a", "script": "x"}], "step 1 cannot be understood"),
        ([{"action": "click", "selector": "a" * 1001}], "selector is a text"),
        ([{"action": "type", "selector": "a", "text": 5}], "text is a text"),
        ([{"action": "wait", "seconds": 61}], "0 to 60 seconds"),
        ([{"action": "wait", "seconds": True}], "0 to 60 seconds"),
        ([{"action": "wait", "seconds": float("nan")}], "0 to 60 seconds"),
    ],
)
def test_what_is_no_step_is_refused_by_its_number(entries, words):
    with pytest.raises(UsageError, match=words):
        steps_from_json(entries)
