"""Records with slots that are filled directly behave as `dataclass` made them."""

from __future__ import annotations

import copy
import gc
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from pagestrata.model.slots import in_bulk, maker, quickly_made


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    name: str
    count: int = 3
    note: str = field(compare=False, default="none")
    made: str = field(compare=False, default="", init=False, repr=False)


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Quick:
    name: str
    count: int = 3
    note: str = field(compare=False, default="none")
    made: str = field(compare=False, default="", init=False, repr=False)


def test_signature_defaults_and_text_are_the_same():
    assert str(inspect.signature(Quick)) == str(inspect.signature(Plain))
    assert repr(Quick(name="a", note="x")) == repr(Plain(name="a", note="x")).replace("Plain", "Quick")
    assert Quick(name="a").made == ""


def test_it_is_equal_replaced_copied_and_frozen_as_before():
    record = Quick(name="a", count=4)
    assert record == Quick(name="a", count=4, note="other")
    assert record != Quick(name="b", count=4)
    assert replace(record, name="c") == Quick(name="c", count=4)
    assert pickle.loads(pickle.dumps(record)) == copy.copy(record) == record
    with pytest.raises(FrozenInstanceError):
        record.name = "z"


@pytest.mark.parametrize("make", [Quick, maker(Quick)])
def test_wrong_arguments_are_refused(make):
    with pytest.raises(TypeError, match="name"):
        make()
    with pytest.raises(TypeError, match="made"):
        make(name="a", made="b")
    with pytest.raises(TypeError, match="positional"):
        make("a")


def test_a_class_that_needs_more_than_slots_is_refused():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Listed:
        items: list[int] = field(default_factory=list)

    with pytest.raises(TypeError, match="Listed needs more than filling slots"):
        quickly_made(Listed)
    with pytest.raises(TypeError, match="Listed needs more than filling slots"):
        maker(Listed)


def test_a_maker_makes_what_the_class_makes():
    make = maker(Quick)
    record = make(name="a", count=4)
    assert type(record) is Quick
    assert record == Quick(name="a", count=4)
    assert (record.note, record.made) == ("none", "")
    assert pickle.loads(pickle.dumps(record)) == copy.copy(record) == replace(record, name="a") == record
    assert hash(record) == hash(Quick(name="a", count=4))
    with pytest.raises(FrozenInstanceError):
        record.name = "z"


def test_nothing_is_collected_in_bulk_and_everything_is_as_before_afterwards():
    seen = []

    @in_bulk
    def work(*, fail):
        seen.append(gc.isenabled())
        if fail:
            raise ValueError("no")
        return 7

    was = gc.isenabled()
    try:
        gc.enable()
        assert work(fail=False) == 7
        with pytest.raises(ValueError, match="no"):
            work(fail=True)
        assert gc.isenabled()
        gc.disable()
        assert work(fail=False) == 7
        assert not gc.isenabled()
    finally:
        (gc.enable if was else gc.disable)()
    assert seen == [False, False, False]
