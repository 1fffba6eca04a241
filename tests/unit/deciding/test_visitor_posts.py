"""Lines that visitors wrote."""

from __future__ import annotations

import pytest

from pagestrata.deciding.visitor_posts import is_post, is_post_exchanged
from pagestrata.weighing.text_edits import edits_between


@pytest.mark.parametrize(
    "line", ["Jean: lovely with thyme (2 hours ago)", "Lou: see you there (1h)", "Ola: mgła (22 min temu)"]
)
def test_a_name_words_and_how_long_ago(line: str) -> None:
    assert is_post(line)


@pytest.mark.parametrize(
    "line",
    [
        "Deadline: 30 June",
        "Conseil : jeudi 26 novembre à 20h",
        "Jean: lovely with thyme",
        "Posted 2 hours ago",
        "Updated: 2 hours ago",
    ],
)
def test_anything_else_is_none(line: str) -> None:
    assert not is_post(line)


def test_one_that_came_beside_the_others() -> None:
    old = "Comments\nJean: lovely with thyme (2 hours ago)"
    new = "Comments\nIsobel: froze well (1 hour ago)\nJean: lovely with thyme (2 hours ago)"
    assert all(is_post_exchanged(edit, (old, new)) for edit in edits_between(old, new))
    assert not is_post_exchanged(
        edits_between("Comments open", "Comments closed")[0], ("Comments open", "Comments closed")
    )
