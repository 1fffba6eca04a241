import asyncio

from archives import keep
from pagestrata.store.archive import open_archive
from pagestrata.web.events import MOST_STREAMS, Events


async def heard(events: Events, count: int, act) -> list[str]:
    stream = events.listen(alive_seconds=60)
    lines = [await anext(stream)]
    await asyncio.to_thread(act)
    lines += [await anext(stream) for _ in range(count)]
    await stream.aclose()
    return lines


def test_everybody_who_listens_is_told():
    events = Events()
    lines = asyncio.run(heard(events, 1, lambda: events.publish("visit", url="<a>")))
    assert lines == ["retry: 3000\n\n", 'event: visit\ndata: {"url": "<a>"}\n\n']
    assert not events.is_heard


def test_one_person_does_not_take_every_connection():
    """Streams do not end by themselves, and the server has so many connections in all."""

    async def listen() -> tuple[list[str], list[str], list[str]]:
        events = Events()
        open_ones = [events.listen(person="ada") for _ in range(MOST_STREAMS)]
        for stream in open_ones:
            await anext(stream)
        refused = [line async for line in events.listen(person="ada")]
        other = events.listen(person="bob")
        lines = [await anext(other)]
        await open_ones[0].aclose()
        again = events.listen(person="ada")
        lines_again = [await anext(again)]
        for stream in (*open_ones, other, again):
            await stream.aclose()
        return refused, lines, lines_again

    refused, other, again = asyncio.run(asyncio.wait_for(listen(), 60))
    assert refused == ["retry: 60000\n\n"]
    assert other == again == ["retry: 3000\n\n"]


def test_a_silent_stream_gives_signs_of_life_and_ends_with_the_server():
    async def listen() -> list[str]:
        events = Events()
        stream = events.listen(alive_seconds=0.01)
        lines = [await anext(stream), await anext(stream)]
        events.close()
        return lines + [line async for line in stream if line != ": alive\n\n"]

    assert asyncio.run(listen()) == ["retry: 3000\n\n", ": alive\n\n"]


def test_visits_of_other_programs_are_told(tmp_path):
    prepared: list[str] = []

    async def watch() -> str:
        events = Events()
        with open_archive(tmp_path) as archive:
            stream = events.listen(alive_seconds=600)
            await anext(stream)
            looking = asyncio.create_task(events.watch_archive(archive, look_seconds=0.01, prepare=prepared.append))
            told = asyncio.create_task(anext(stream))
            hours = 0
            while not told.done():  # the first look only says where the archive is
                hours += 1
                await asyncio.to_thread(keep, archive, f"text {hours}", hours=hours)
                await asyncio.sleep(0.05)
            while not prepared:
                await asyncio.sleep(0.01)
            looking.cancel()
            await stream.aclose()
            return told.result()

    assert '"url": "http://site.test/", "kept": true' in asyncio.run(watch())
    assert set(prepared) == {"http://site.test/"}


def test_what_happened_together_is_told_together():
    async def listen() -> str:
        events = Events()
        stream = events.listen()
        await anext(stream)
        events.publish("a", number=1)
        events.publish("b", number=2)
        await asyncio.sleep(0)
        return await anext(stream)

    assert asyncio.run(listen()) == 'event: a\ndata: {"number": 1}\n\nevent: b\ndata: {"number": 2}\n\n'


def test_who_does_not_read_loses_the_oldest():
    async def listen() -> str:
        events = Events()
        stream = events.listen()
        await anext(stream)
        for number in range(300):
            events.publish("n", number=number)
        await asyncio.sleep(0)
        return await anext(stream)

    assert '"number": 100}' in asyncio.run(listen())
