import json
import zlib
from collections.abc import Iterator

import sqlalchemy as sql
import zstandard

from archives import keep
from captures import START
from pagestrata.model.page_state import PageMemory
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import page_memory
from pagestrata.store.history.page_memory import load_memory, load_site_memories, save_memory

URL = "http://site.test/"


def save(catalog: Catalog, memory: PageMemory, url: str = URL) -> None:
    with catalog.writing() as connection:
        save_memory(connection, url, memory, START)


def test_a_memory_is_kept_by_page_and_replaced(catalog: Catalog) -> None:
    save(catalog, PageMemory(used_refs={"1.1": "ab"}))
    last = PageMemory(used_refs={"1.1": "ab", "1.2": ""}, volatility={"a": [1, 2]})
    save(catalog, last)
    assert load_memory(catalog, "HTTP://site.test#x") == last
    assert load_memory(catalog, "http://other.test/") == PageMemory()


def test_a_page_of_an_older_archive_knows_the_names_of_its_blocks(archive: Archive, catalog: Catalog) -> None:
    keep(archive, "one", "two")
    assert load_memory(catalog, URL).used_refs == {"1.1": "", "1.2": ""}


def test_a_memory_that_cannot_be_read_is_learned_again(catalog: Catalog) -> None:
    save(catalog, PageMemory(used_refs={"1.1": "ab"}))
    for broken in (b"", b"nonsense", b"x\x9c\x03\x00\x00\x00\x00\x01", *_broken_frames()):
        with catalog.writing() as connection:
            connection.execute(sql.update(page_memory).values(data=broken))
        assert load_memory(catalog, URL) == PageMemory()


def _broken_frames() -> Iterator[bytes]:
    whole = zstandard.ZstdCompressor().compress(b'{"used_refs": {"1.1": "ab"}}')
    yield whole[:-1]
    yield whole[:4]
    yield whole[:4] + b"\xe0" + b"\xff" * 8 + whole[6:]  # says that it has as many bytes as can be
    yield whole[:-3] + b"\xff\xff\xff"


def test_a_memory_that_an_older_program_packed_is_read(catalog: Catalog) -> None:
    save(catalog, PageMemory())
    with catalog.writing() as connection:
        old = zlib.compress(json.dumps({"used_refs": {"1.1": "ab"}, "volatility": {"a": 1}}).encode())
        connection.execute(sql.update(page_memory).values(data=old))
    assert load_memory(catalog, URL) == PageMemory(used_refs={"1.1": "ab"}, volatility={"a": 1})


def test_the_newest_other_pages_of_the_host_are_remembered_with_it(catalog: Catalog) -> None:
    for number in range(9):
        save(catalog, PageMemory(used_refs={str(number): ""}), f"http://site.test/{number}")
        save(catalog, PageMemory(used_refs={"elsewhere": ""}), f"http://other.test/{number}")
    found = load_site_memories(catalog, "HTTP://Site.test/8#x", 3)
    assert [list(memory.used_refs) for memory in found] == [["7"], ["6"], ["5"]]
    assert load_site_memories(catalog, "http://new.test/", 3) == ()


def test_a_page_that_is_new_to_the_archive_learns_from_its_host(catalog: Catalog) -> None:
    save(catalog, PageMemory(used_refs={"1": ""}))
    assert len(load_site_memories(catalog, "http://site.test/new", 3)) == 1
