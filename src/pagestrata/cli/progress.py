"""How far something is, on a terminal: one line that is written over; nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

Item = TypeVar("Item")


def progress(items: Iterable[Item], *, total: int, what: str) -> Iterator[Item]:
    """Yield the items and count them on the terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    for count, item in enumerate(items, 1):
        click.echo(f"\r{count:,} of {total:,} {what}", nl=False, err=True)
        yield item
    click.echo("", err=True)
