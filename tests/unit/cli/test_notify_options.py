import click
import pytest
from click.testing import CliRunner

from pagestrata.cli.notify_options import OPERATIONS, RuleOptions, rule_options
from pagestrata.errors import UsageError
from pagestrata.notify import rules
from pagestrata.notify.digest import timing_from
from pagestrata.notify.messages import template_from


def read(*words):
    found = []

    @click.command()
    @rule_options
    def command(rule):
        found.append(rule)

    result = CliRunner().invoke(command, list(map(str, words)), standalone_mode=False)
    if result.exception:
        raise result.exception
    return found[0]


def test_without_options_a_rule_is_empty():
    assert read() == RuleOptions(conditions={}, timing={}, template={})
    assert read().is_empty


def test_all_options_come_to_settings_the_parts_understand(tmp_path):
    (tmp_path / "body.txt").write_text("{{ sentence }}")
    found = read(
        "--threshold", 0.3, "--operation", "insert", "--word", "sold", "--word", "gone", "--above", 5, "--below", -3,
        "--changed-by", "10%", "--no-lost", "--no-found", "--digest", "daily", "--daily-at", "07:30",
        "--quiet", "22:00-06:00", "--zone", "UTC", "--title", "{{ name }}", "--template", tmp_path / "body.txt", "--html",
    )  # fmt: skip
    rule = rules.rule_from(found.conditions)
    assert rule == rules.Rule(
        threshold=0.3, operations=("insert",), words=("sold", "gone"), above=5.0, below=-3.0, changed_by_percent=10.0,
        lost=False, found=False,
    )  # fmt: skip
    assert timing_from(found.timing).rhythm == "daily"
    assert template_from(found.template).body == "{{ sentence }}"


def test_an_amount():
    assert read("--changed-by", "2.5").conditions == {"changed_by": 2.5}
    with pytest.raises(UsageError, match=r"write it like 2.50 or 10%"):
        read("--changed-by", "much")


def test_the_operations_are_those_of_the_rules():
    assert tuple(rules.OPERATIONS) == OPERATIONS


def test_a_template_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "body").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match=r"cannot be read .*; save it as UTF-8"):
        read("--template", tmp_path / "body")
