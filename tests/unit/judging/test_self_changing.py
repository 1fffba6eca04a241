"""What changes by itself in a text."""

import pytest

from pagestrata.judging.edits import edits_between_texts
from pagestrata.judging.self_changing import changes_by_itself, is_noise_change, is_noise_edit, is_of_the_page_itself
from pagestrata.model.blocks import Link
from pagestrata.model.deltas import Change


@pytest.mark.parametrize(
    "text", ["Last updated 12:05", "3 minutes ago", "120 views", "Harbour news · 12 comments", "10:31"]
)
def test_times_and_counts_of_the_page_itself(text: str) -> None:
    assert changes_by_itself(text)


@pytest.mark.parametrize(
    "text", ["€ 129.00", "The deadline is 12 March", "12 people died", "Updated", "", "1 " * 5_000]
)
def test_facts_do_not_change_by_themselves(text: str) -> None:
    assert not changes_by_itself(text)


def test_a_change_is_noise_where_all_of_it_is() -> None:
    def change(old: str, new: str) -> Change:
        return Change(op="update", element="text", block="1", old=old, new=new)

    assert is_noise_change(change("Updated 12:05", "Updated 12:35"))
    assert not is_noise_change(change("Updated 12:05. Tickets € 12", "Updated 12:35. Tickets € 14"))
    assert is_noise_change(Change(op="insert", element="text", block="1", new="120 views"))
    assert not is_noise_change(Change(op="insert", element="text", block="1", new="The mayor resigned"))
    to = [Link("120 views", address) for address in ("/a", "/b")]
    assert not is_noise_change(Change(op="update", element="link", block="1", old=to[0], new=to[1]))
    assert not is_noise_change(Change(op="move", element="text", block="1", old="120 views", new="120 views"))


def test_an_age_is_noise_wherever_it_is() -> None:
    (edit,) = edits_between_texts("Ferry strike called off 12 min ago", "Ferry strike called off 16 min ago")
    assert is_noise_edit(edit)
    assert not is_of_the_page_itself("Ferry strike called off 12 min ago")
