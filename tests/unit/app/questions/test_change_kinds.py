import pytest

from captures import START
from pagestrata.app.questions.change_kinds import kinds_of, speaks_of
from pagestrata.model.records import RecordedChange


def changed(old: object, new: object, *, op: str = "update", element: str = "text") -> RecordedChange:
    return RecordedChange(
        url="http://site.test/", version="v", captured_at=START, number=0, op=op, element=element, block="1.1",
        to_block=None, old=old, new=new, importance=0.5,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("A ticket costs € 12.50 today", "A ticket costs € 13.00 today", "price"),
        ("A ticket costs 12 dollars", "A ticket costs 14 dollars", "price"),
        ("Send comments by 12 March 2027", "Send comments by 11 March 2027", "date"),
        ("The boat leaves at 09:00 sharp", "The boat leaves at 10:00 sharp", "date"),
        ("There are 12 boats in the harbour", "There are 14 boats in the harbour", "number"),
        ("The harbour is open", "The harbour is open and free of charge", "new"),
        ("The harbour is open and free of charge", "The harbour is open", "removed"),
    ],
)
def test_an_edit_of_text_is_known_by_what_it_changes(old, new, kind):
    kinds = kinds_of(changed(old, new))
    assert kinds == {"text", kind}


def test_other_operations_are_known_by_what_they_do():
    assert kinds_of(changed(None, {"text": "a"}, op="insert", element="block")) == {"new"}
    assert kinds_of(changed({"text": "a"}, None, op="delete", element="block")) == {"removed"}
    assert kinds_of(changed("", "", op="move", element="block")) == {"moved"}
    assert kinds_of(changed({"name": "a"}, {"name": "b"}, element="image")) == {"picture"}
    assert kinds_of(changed({"name": "a"}, None, op="delete", element="link")) == {"link", "removed"}
    assert kinds_of(changed(None, None, element="style")) == {"style"}


def test_a_phrase_counts_on_the_side_that_is_asked_for():
    gone = changed({"text": "Section 7: mooring"}, None, op="delete", element="block")
    assert speaks_of(gone, "section 7", "removed")
    assert not speaks_of(gone, "section 7", "new")
    assert not speaks_of(changed({"text": "Section 77"}, None, op="delete", element="block"), "section 7", "removed")
    kept = changed("Section 7 is short", "Section 7 is long")
    assert speaks_of(kept, "SECTION 7", None)
    assert not speaks_of(kept, "section 7", "removed")
