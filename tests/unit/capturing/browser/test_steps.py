from __future__ import annotations

import pytest

from pagestrata.capturing.browser.steps import read_steps
from pagestrata.capturing.options import Step
from pagestrata.errors import CaptureError, StepFailedError, UsageError

FORM = """<input id=q><button id=b onclick="document.title = document.getElementById('q').value;
  setTimeout(() => document.body.append(Object.assign(document.createElement('p'), {className: 'done'})), 50)">
  go</button><i id=hidden style="display: none">x</i>"""


def test_reads_every_kind_of_step() -> None:
    text = b"- click: '#a'\n- type: {selector: '#q', text: 'two words'}\n- wait: .done\n- wait: 1.5\n"
    assert read_steps(text) == (
        Step(action="click", selector="#a"),
        Step(action="type", selector="#q", text="two words"),
        Step(action="wait", selector=".done"),
        Step(action="wait", seconds=1.5),
    )


def test_no_steps() -> None:
    assert read_steps("") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("click: '#a'", "a dict, not a list"),
        ("- click", "step 1 is not one action"),
        ("- click: '#a'\n- hover: '#b'", "step 2 cannot be understood: 'hover'"),
        ("- type: '#q'", "step 1 cannot be understood"),
        ("- wait: 4000", "step 1 waits 4000 s"),
        ("- wait: true", "step 1 cannot be understood"),
        ("- [", "not YAML"),
        (b"\xff\xfe\x00", "not YAML"),
    ],
)
def test_a_step_that_makes_no_sense_is_named(text: str | bytes, said: str) -> None:
    with pytest.raises(UsageError, match=r"write `- click: CSS`|0 to 60 s") as caught:
        read_steps(text)
    assert said in str(caught.value)


@pytest.mark.browser
def test_steps_are_taken_in_order(render) -> None:
    steps = read_steps("- type: {selector: '#q', text: Strata}\n- click: '#b'\n- wait: .done\n- wait: 0.01")
    found = render(FORM, steps=steps)
    assert found.title == "Strata"
    assert 'class="done"' in found.dom


@pytest.mark.browser
def test_a_step_without_its_element_is_a_clear_error(render) -> None:
    said = r"step 1 \(click #none\) failed on http://page\.test/: nothing on http://page\.test/ matches '#none' within 0\.2 s"
    with pytest.raises(StepFailedError, match=said) as failed:
        render(FORM, steps=(Step(action="click", selector="#none"),), load_seconds=0.2)
    assert failed.value.snapshot.nodes is not None  # the page as it was then


@pytest.mark.browser
def test_a_step_on_something_hidden_is_a_clear_error(render) -> None:
    with pytest.raises(CaptureError, match=r"step 1 \(click #hidden\) failed on http://page\.test/.*visible"):
        render(FORM, steps=(Step(action="click", selector="#hidden"),), load_seconds=0.3)


LOGIN = """<h1>Minutes</h1><p>The council met on Monday and decided about the ferry.</p>
<form onsubmit="if (document.getElementById('p').value === 'right') this.remove(); else this.reset(); return false">
<input id=p type=password><button id=in>Log in</button></form>"""


def login_with(password: str) -> tuple[Step, ...]:
    return (
        Step(action="type", selector="#p", text=password, secret="s1", origin="http://page.test"),
        Step(action="click", selector="#in"),
    )


@pytest.mark.browser
def test_a_login_that_is_refused_is_a_failed_step_even_where_every_step_could_be_taken(render) -> None:
    said = r"step 1 \(type a secret into #p\) failed on http://page\.test/: .* still asks for it, .* record the login again"
    with pytest.raises(StepFailedError, match=said) as failed:
        render(LOGIN, steps=login_with("expired"))
    assert failed.value.snapshot.nodes is not None  # the page as it was then
    assert "ferry" in render(LOGIN, steps=login_with("right")).dom


@pytest.mark.browser
def test_a_secret_that_nothing_sends_is_no_login(render) -> None:
    assert "ferry" in render(LOGIN, steps=login_with("right")[:1]).dom
