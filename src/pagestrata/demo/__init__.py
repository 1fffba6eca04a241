"""A small newspaper site that changes on command, for `pagestrata demo` and for tests."""

from pagestrata.demo.site import ChangingSite

__all__ = ["ChangingSite"]
