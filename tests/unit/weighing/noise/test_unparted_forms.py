"""Forms of Chinese, Japanese and Korean; a price is named as what is kept."""

import pytest

from pagestrata.weighing.noise.unparted_forms import forms_without_spaces


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("3小时前", "age"),
        ("2026年11月17日", "date"),
        ("10時20分", "clock"),
        ("조회수 1,204", "counter"),
        ("1,280円", "keep"),
    ],
)
def test_each_form_has_its_kind(text: str, kind: str) -> None:
    assert [found.lastgroup for found in forms_without_spaces().finditer(text)] == [kind]
