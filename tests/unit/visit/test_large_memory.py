from __future__ import annotations

import platform

from pagestrata.visit.large_memory import give_holes_back, give_large_memory_back


def test_it_is_asked_for_where_the_c_library_can_do_it() -> None:
    assert give_large_memory_back() is (platform.libc_ver()[0] == "glibc")
    assert give_large_memory_back() is give_large_memory_back()


def test_holes_between_what_is_used_are_given_back() -> None:
    pieces = [bytes(1_000) for _ in range(20_000)]
    used = pieces[::1_000]
    del pieces
    assert used
    assert give_holes_back() is (platform.libc_ver()[0] == "glibc")
