"""An archived version as a file: what `show`, the API and the web application give to take along."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Literal, get_args

from pagestrata import __version__
from pagestrata.errors import NotFoundError

if TYPE_CHECKING:
    from pagestrata.model.records import Version
    from pagestrata.store.archive import Archive

# Imports inside functions: `show` loads the writer of one form, not of all (tests/guards/test_light_start.py).

Form = Literal["raw", "html", "text", "main", "png", "vixml", "videlta", "warc", "wacz"]
FORMS: tuple[Form, ...] = get_args(Form)
SOFTWARE = f"pagestrata/{__version__}"
"""How the files name the program that wrote them."""


def version_file(archive: Archive, version: Version, form: Form) -> bytes:
    """Return a version as received (raw), as rendered (html), as text, as the text of its main content (main), and so on.

    Raises NotFoundError if the version was stored without it.
    """
    contents = archive.contents
    if form == "raw":
        return contents.response(version).body
    if form == "html":
        return contents.dom(version).encode("utf-8", "replace")
    if form == "text":
        from pagestrata.replay.export_warc import visible_text

        return visible_text(contents, version).encode("utf-8", "replace")
    if form == "main":
        from pagestrata.weighing.blocks.main_content import main_text

        return main_text(contents.tree(version)).encode("utf-8", "replace")
    if form == "png":
        picture = contents.screenshot(version)
        if picture is None:
            raise NotFoundError(f"version {version.id} of {version.url} was stored without a screenshot; use its HTML")
        return picture
    if form == "vixml":
        from pagestrata.formats.trees.vixml import write_vixml

        return write_vixml(contents.tree(version))
    if form == "videlta":
        return _changes(archive, version)
    return _package(archive, version) if form == "wacz" else _recording(archive, version)


def _changes(archive: Archive, version: Version) -> bytes:
    from pagestrata.formats.deltas.videlta import write_videlta

    delta = archive.contents.delta(version)
    if delta is None:
        raise NotFoundError(
            f"version {version.id} of {version.url} is the first version of its page and has no changes; choose a later one"
        )
    return write_videlta(delta)


def _recording(archive: Archive, version: Version) -> bytes:
    from pagestrata.app.proving.wacz_signatures import head_text
    from pagestrata.replay.export_warc import export_warc

    target, name = io.BytesIO(), f"{version.id}.warc.gz"
    list(export_warc(archive, [version], target, filename=name, software=SOFTWARE, head=head_text(archive)))
    return target.getvalue()


def _package(archive: Archive, version: Version) -> bytes:
    from pagestrata.app.proving.wacz_signatures import head_files
    from pagestrata.replay.export_wacz import export_wacz

    target, extra = io.BytesIO(), head_files(archive)
    export_wacz(archive, [version], target, software=SOFTWARE, created=version.captured_at, extra=extra)
    return target.getvalue()
