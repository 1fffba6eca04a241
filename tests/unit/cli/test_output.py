from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pagestrata.cli.main import cli
from pagestrata.cli.output import as_json, as_text, attributes, complain, deliver, deliver_as, progress
from pagestrata.errors import InputError


def test_json_keeps_every_script_and_lone_surrogates() -> None:
    data = as_json({"text": "häuser 家 \ud800"})
    assert "häuser 家".encode() in data
    assert data.endswith(b"}\n")
    assert json.loads(data.decode("utf-8"))["text"] == "häuser 家 \ud800"


def test_attributes_of_a_record_keep_their_order() -> None:
    assert list(attributes(Path("folder/page.html"), "suffix", "name").items()) == [
        ("suffix", ".html"),
        ("name", "page.html"),
    ]


def test_an_answer_goes_to_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    deliver(b"\x00\xff")
    deliver("ä")
    deliver("\ud800")
    assert capsysbinary.readouterr().out == b"\x00\xff\xc3\xa4?"


def test_a_file_is_written_whole_in_a_new_folder(tmp_path: Path) -> None:
    target = tmp_path / "new" / "answer.json"
    deliver("first", target)
    deliver("second", target)
    assert target.read_text() == "second"
    assert [path.name for path in target.parent.iterdir()] == ["answer.json"]


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(InputError, match=r"cannot write .*choose another path"):
        deliver("x", blocked / "below")
    assert os.listdir(tmp_path) == ["file"]


def test_a_full_disk_leaves_no_half_written_file(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(InputError, match=r"cannot write .*: File too large; choose another path"):
            deliver(b"x" * 5000, tmp_path / "answer")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_is_not_steered_but_pipes_get_every_byte(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = "a\x1b[2J\x9b\u202eb\n"
    deliver(hostile)
    assert capsysbinary.readouterr().out == hostile.encode()
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    deliver(hostile)
    deliver(b"\xff\x1b")
    deliver("\x1b[31mours", is_painted=True)
    complain("no page \x1b]0;x")
    found = capsysbinary.readouterr()
    assert found.out == rb"a\u001b[2J\u009b\u202eb" + b"\n" + "\ufffd\\u001b\x1b[31mours".encode()
    assert found.err == rb"pagestrata: no page \u001b]0;x" + b"\n"


def test_an_answer_as_text_has_a_name_and_a_value_on_each_line() -> None:
    answer = {"url": "http://a.test/", "tags": ["a", "b"], "box": [], "last": {"state": "found"}, "note": None}
    assert as_text([answer]) == (
        "url                     http://a.test/\ntags                    a, b\nbox                     -\n"
        "last\n  state                 found\nnote                    -\n"
    )


def test_a_person_reads_text_and_a_program_json_unless_they_say_otherwise(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver_as(None, {"id": 1})
    deliver_as("text", {"id": 1})
    assert capsysbinary.readouterr().out == b'{\n  "id": 1\n}\nid                      1\n'
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    deliver_as(None, {"id": 1})
    deliver_as("json", {"id": 1})
    assert capsysbinary.readouterr().out == b'id                      1\n{\n  "id": 1\n}\n'


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        if isinstance(found, click.Group):
            yield from commands(found, (*path, name))
        else:
            yield " ".join((*path, name)), found


def test_no_command_answers_a_person_in_json_by_default() -> None:
    defaults = {
        name: option.default
        for name, command in commands(cli)
        for option in command.params
        if "--format" in option.opts
    }
    assert len(defaults) > 30
    # their answers are files: blocks to work with, watches to bring elsewhere
    assert {name for name, default in defaults.items() if default == "json"} == {"segment", "watch export"}


def test_items_are_counted_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert list(progress("abc", total=3, what="pages")) == ["a", "b", "c"]
    assert capsys.readouterr().err.endswith("\r3 of 3 pages\n")


def test_elsewhere_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(progress("abc", total=3, what="pages")) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""
