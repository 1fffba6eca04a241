import asyncio

import pytest

from pagestrata.web.security.bodies import MOST_OF_ANYBODY, BodyLimit


def answered(messages, *, headers=(), seconds=5.0):
    """What a request that arrives in these parts is answered with, by an application that repeats its body."""

    async def app(scope, receive, send):
        body = (await receive())["body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    async def run():
        sent, waiting = [], iter(messages)

        async def receive():
            found = next(waiting, None)
            if found is None:
                await asyncio.sleep(60)
            return found

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "POST", "path": "/", "headers": list(headers), "state": {}, "app": None}
        await BodyLimit(app, seconds=seconds)(scope, receive, send)
        return sent

    return asyncio.run(run())


def part(body, more=False):
    return {"type": "http.request", "body": body, "more_body": more}


CHUNKED = [(b"transfer-encoding", b"chunked")]


def test_a_body_in_parts_is_handed_on_whole():
    sent = answered([part(b"a" * 10, more=True), part(b"b")], headers=CHUNKED)
    assert sent[1]["body"] == b"a" * 10 + b"b"


def test_who_goes_away_is_not_answered():
    assert answered([part(b"a", more=True), {"type": "http.disconnect"}], headers=CHUNKED) == []


@pytest.mark.parametrize("headers", [CHUNKED, [(b"content-length", b"9")]])
def test_what_does_not_arrive_is_given_up(headers):
    assert answered([part(b"a", more=True)], headers=headers, seconds=0.05)[0]["status"] == 408


def test_without_a_body_nothing_is_read_here():
    assert answered([part(b"")])[0]["status"] == 200
    assert MOST_OF_ANYBODY < 100_000
