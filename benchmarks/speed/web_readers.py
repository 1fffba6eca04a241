"""Many readers of the web application at once, beside somebody who writes.

A reader keeps one connection and asks for a screen, reads it for a while, and asks for the next: the list of pages, the
history of a page, a search, the list as rows, a page of the API. With a pause, each also has a screen open that is told of
visits as they happen. Without one, it is a closed loop that loads the server with as many requests as it can answer: nobody
reads so, but programs do.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx

from benchmarks.speed.web_archives import write_visit
from benchmarks.synthetic_archive import address
from pagestrata.store.archive import Archive

READERS, REQUESTS_EACH = 50, 12
WRITTEN_EACH_SECONDS = 0.05
PATHS = ("/", f"/page?url={address(5)}", "/search?q=w00007", "/?view=rows", "/api/v1/watches")


@contextmanager
def written_beside(archive: Archive) -> Iterator[Callable[[], int]]:
    """While it lasts: visits are written; how many so far."""
    stop, written = threading.Event(), [0]

    def write() -> None:
        while not stop.wait(WRITTEN_EACH_SECONDS):
            write_visit(archive, written[0])
            written[0] += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield lambda: written[0]
    finally:
        stop.set()
        writer.join()


def read_together(base: str, pause: float) -> tuple[list[float], int]:
    """What all requests took in milliseconds, and how many were not answered as they should be."""
    taken: list[float] = []
    failed = [0]

    def read(number: int) -> None:
        time.sleep(pause * number / READERS)  # nobody begins together
        with httpx.Client(base_url=base, timeout=300) as client:
            for turn in range(REQUESTS_EACH):
                begin = time.perf_counter()
                answer = client.get(PATHS[(number + turn) % len(PATHS)])
                taken.append(1000 * (time.perf_counter() - begin))
                failed[0] += answer.status_code != 200
                time.sleep(pause)

    with listening(base, READERS if pause else 0):
        threads = [threading.Thread(target=read, args=(number,)) for number in range(READERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return taken, failed[0]


@contextmanager
def listening(base: str, count: int) -> Iterator[None]:
    """While it lasts: so many open screens are told what happens."""
    if not count:
        yield
        return
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    streams = [asyncio.run_coroutine_threadsafe(_listen(base), loop) for _ in range(count)]
    try:
        yield
    finally:
        for stream in streams:
            stream.cancel()
        asyncio.run_coroutine_threadsafe(_ended(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _ended() -> None:
    """When the streams have closed what they held."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.gather(*others, return_exceptions=True)


async def _listen(base: str) -> None:
    place = urlsplit(base)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    try:
        writer.write(f"GET /events HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
        while await reader.read(65536):
            pass
    finally:
        writer.close()
