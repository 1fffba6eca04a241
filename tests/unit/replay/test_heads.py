import socket

import pytest

from pagestrata.replay.heads import Heads


@pytest.fixture
def pairs():
    made = [socket.socketpair() for _ in range(4)]
    yield made
    for pair in made:
        for end in pair:
            end.close()


def is_closed(pair):
    pair[1].setblocking(False)
    try:
        return pair[1].recv(1) == b""
    except BlockingIOError:
        return False


def test_the_oldest_that_said_nothing_makes_room(pairs):
    heads = Heads(most=2)
    assert [heads.begin(pair[0]) for pair in pairs[:3]] == [True] * 3
    assert [is_closed(pair) for pair in pairs[:3]] == [True, False, False]
    heads.is_read(pairs[1][0])
    heads.is_read(pairs[2][0])
    assert not heads.begin(pairs[3][0])  # all are at work
    heads.end(pairs[1][0])
    assert heads.begin(pairs[3][0])


def test_late_ones_are_closed(pairs):
    now = [0.0]
    heads = Heads(seconds=10, clock=lambda: now[0])
    heads.begin(pairs[0][0])
    heads.begin(pairs[1][0])
    heads.is_read(pairs[1][0])
    now[0] = 9.0
    heads.close_late_ones()
    assert not is_closed(pairs[0])
    now[0] = 11.0
    heads.close_late_ones()
    assert [is_closed(pair) for pair in pairs[:2]] == [True, False]
