from pagestrata.model.blocks import Block, Image, Link
from pagestrata.weighing.history.slot_history import MOST_SLOTS, MOST_VISITS, BlockHistory


def block(text: str, address: str = "/a", image: str = "/i.png") -> Block:
    return Block(ref="1", text=text, links=(Link("More", address),), images=(Image("", image),))


def after(*blocks: Block) -> BlockHistory:
    record = BlockHistory.first(blocks[0])
    for one in blocks[1:]:
        record = record.seen(one)
    return record


def test_slots_of_text_links_and_pictures_have_their_own_counts() -> None:
    record = after(*(block(f"sponsored by {name} today, all the best", f"/{name}") for name in "abcdefg"))
    assert record.visits == 6
    assert record.always_changes("by | today")
    assert record.always_changes("link More")
    assert not record.always_changes("image")
    assert not record.always_changes("the | $")
    assert "sponsored" in record.standing
    assert "a" not in record.standing


def test_noise_is_no_change_of_a_slot() -> None:
    record = after(*(block(f"Council meets, updated {n} minutes ago") for n in range(2, 9)))
    assert (record.changes, dict(record.slots)) == (0, {})


def test_few_visits_say_nothing() -> None:
    assert not after(block("a b c"), block("a x c")).always_changes("a | c")


def test_words_that_never_stood() -> None:
    record = after(*(block(f"{name} {name}{name}") for name in ("red", "green", "blue", "black", "white", "grey")))
    assert not record.holds_no_standing(["grey"])  # nothing stands in this block, so nothing says what is new
    record = after(
        *(block(f"Quote: {name} {name}{name}") for name in ("red", "green", "blue", "black", "white", "grey"))
    )
    assert record.holds_no_standing(["grey"])
    assert not record.holds_no_standing(["quote"])


def test_counts_fade_and_slots_are_bounded() -> None:
    record = BlockHistory.first(block("a b"))
    for n in range(3 * MOST_VISITS):
        record = record.seen(block(f"a{n} b{n} c{n}"))
    assert record.visits <= MOST_VISITS
    assert len(record.slots) <= MOST_SLOTS
    assert record.always_changes("text")


def test_it_survives_json() -> None:
    record = after(block("a b c"), block("a x c"))
    assert BlockHistory.from_json(record.to_json()) == record
