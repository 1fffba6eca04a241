"""Records of the faster `dataclass` behave as those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import gc
import inspect
import pickle
from dataclasses import FrozenInstanceError, field, replace

import pytest

from pagestrata.model.slots import dataclass, in_bulk, maker


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """A record."""

    name: str
    count: int = 3
    note: str = field(compare=False, default="none")
    made: str = field(compare=False, default="", init=False, repr=False)
    items: list[int] = field(default_factory=list, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quick:
    """A record."""

    name: str
    count: int = 3
    note: str = field(compare=False, default="none")
    made: str = field(compare=False, default="", init=False, repr=False)
    items: list[int] = field(default_factory=list, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    name: str
    made: str = field(compare=False, default="", init=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty:
    """Nothing."""


def test_signature_defaults_and_text_are_the_same():
    assert str(inspect.signature(Quick)) == str(inspect.signature(Plain))
    assert repr(Quick(name="a", note="x")) == repr(Plain(name="a", note="x")).replace("Plain", "Quick")
    assert Quick(name="a").made == ""
    assert Quick(name="a").items == Quick(name="b").items == []
    assert Quick(name="a").items is not Quick(name="a").items
    assert (Quick.__doc__, Quick.__slots__) == (Plain.__doc__, Plain.__slots__)
    assert Quick.__init__.__annotations__ == Plain.__init__.__annotations__
    assert Made.__doc__ == "Made(*, name: 'str')"
    assert (repr(Empty()), Empty(), hash(Empty())) == ("Empty()", Empty(), hash(()))


def test_it_is_equal_replaced_copied_and_frozen_as_before():
    record = Quick(name="a", count=4)
    assert record == Quick(name="a", count=4, note="other")
    assert record != Quick(name="b", count=4)
    assert replace(record, name="c") == Quick(name="c", count=4)
    assert hash(record) == hash(Plain(name="a", count=4))
    assert record != Plain(name="a", count=4)
    assert pickle.loads(pickle.dumps(record)) == copy.copy(record) == record
    assert dataclasses.asdict(record) == dataclasses.asdict(Plain(name="a", count=4))
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'name'"):
        record.name = "z"
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'name'"):
        del record.name
    with pytest.raises(FrozenInstanceError):
        record.other = 1


def test_what_a_class_says_itself_counts():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Checked:
        name: str

        def __post_init__(self):
            if not self.name:
                raise ValueError("no name")

        def __eq__(self, other):
            return True

        def __repr__(self):
            return "checked"

    assert Checked(name="a") == Checked(name="b")
    assert (repr(Checked(name="a")), hash(Checked(name="a"))) == ("checked", hash(("a",)))
    with pytest.raises(ValueError, match="no name"):
        Checked(name="")


def test_other_classes_are_left_to_the_standard_library():
    @dataclass(frozen=True, slots=True)
    class Positional:
        name: str

    @dataclass(frozen=True, slots=True, kw_only=True)
    class More(Quick):
        size: int

    assert Positional("a").name == "a"
    assert More(name="a", size=2) == More(name="a", size=2)
    with pytest.raises(FrozenInstanceError):
        More(name="a", size=2).size = 3


def test_a_field_that_goes_by_its_place_does_so():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Placed:
        size: int = 2
        name: str = field(kw_only=False)

    assert str(inspect.signature(Placed)) == "(name: 'str', *, size: 'int' = 2) -> None"
    assert Placed("a", size=1) == Placed(name="a", size=1)
    assert Placed.__match_args__ == ("name",)


def test_a_record_that_holds_itself_is_shown():
    holder = Quick(name="a", items=[])
    holder.items.append(holder)
    assert "items=[...]" in repr(holder)


@pytest.mark.parametrize("make", [Made, maker(Made)])
def test_wrong_arguments_are_refused(make):
    with pytest.raises(TypeError, match="name"):
        make()
    with pytest.raises(TypeError, match="made"):
        make(name="a", made="b")
    with pytest.raises(TypeError, match="positional"):
        make("a")


def test_a_class_that_needs_more_than_slots_has_no_maker():
    with pytest.raises(TypeError, match="Quick needs more than filling slots"):
        maker(Quick)


def test_a_maker_makes_what_the_class_makes():
    make = maker(Made)
    record = make(name="a")
    assert type(record) is Made
    assert record == Made(name="a")
    assert record.made == ""
    assert pickle.loads(pickle.dumps(record)) == copy.copy(record) == replace(record, name="a") == record
    assert hash(record) == hash(Made(name="a"))
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
