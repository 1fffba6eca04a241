from pagestrata.follow.portraits.hashing import KIND_BITS, hashed


def test_hashes_are_the_same_in_every_run_and_leave_room_for_a_kind():
    assert hashed("Price") == 185142749
    assert 0 <= hashed("Prix: \ud800") < 1 << KIND_BITS
