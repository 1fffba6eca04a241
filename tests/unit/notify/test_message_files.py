import os

import pytest

from pagestrata.errors import UsageError
from pagestrata.notify.message_files import append_to, message_file


def test_names_are_below_the_folder(tmp_path):
    assert message_file(tmp_path, "news.jsonl") == tmp_path.resolve() / "news.jsonl"
    assert message_file(tmp_path, f"{tmp_path}/sub/NEWS.TXT") == tmp_path.resolve() / "sub" / "NEWS.TXT"


@pytest.mark.parametrize(
    "name", ["", ".", "news", "news.sh", ".news.jsonl", "../news.jsonl", "/etc/news.jsonl", ".a/b.log"]
)
def test_other_names_are_refused_with_advice(tmp_path, name):
    with pytest.raises(UsageError, match="give file:NAME"):
        message_file(tmp_path, name)


def test_a_folder_that_leads_elsewhere_is_refused(tmp_path):
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / "sub").symlink_to(tmp_path)
    with pytest.raises(UsageError, match="to the archive's folder"):
        message_file(tmp_path / "archive", "sub/news.jsonl")


def test_an_archive_without_a_folder_has_no_files_of_messages():
    with pytest.raises(UsageError, match="this archive has none"):
        message_file(None, "news.jsonl")


def test_lines_are_added_and_the_file_is_the_owners(tmp_path):
    append_to(tmp_path / "news.jsonl", "one\n")
    append_to(tmp_path / "news.jsonl", "two\n")
    assert (tmp_path / "news.jsonl").read_text() == "one\ntwo\n"
    assert (tmp_path / "news.jsonl").stat().st_mode & 0o777 == 0o600


def test_links_programs_and_pipes_are_not_written(tmp_path):
    mine = tmp_path / "mine"
    mine.write_text("")
    (tmp_path / "link.jsonl").symlink_to(mine)
    (tmp_path / "hard.jsonl").hardlink_to(mine)
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "program.jsonl").write_text("")
    (tmp_path / "program.jsonl").chmod(0o755)
    for name in ("link", "hard", "pipe", "program"):
        with pytest.raises(OSError):  # noqa: PT011 - the system says it in its own words
            append_to(tmp_path / f"{name}.jsonl", "line\n")
    assert mine.read_text() == ""
