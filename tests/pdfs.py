"""Small PDFs, written by hand: lines of text on pages, and what hostile ones do."""

from __future__ import annotations

import zlib
from collections.abc import Sequence


def pdf(*pages: Sequence[str], title: str = "", packed: bytes | None = None) -> bytes:
    """A PDF with these lines on its pages; `packed` is the stream of the first page as it stands, deflated by the caller."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for lines in pages:
        stream = packed if packed is not None else zlib.compress(_drawn(lines))
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(stream) + stream + b"\nendstream")
        resources = b"<< /Font << /F1 3 0 R >> >>"
        content = len(objects)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources %s /Contents %d 0 R >>"
            % (resources, content)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    objects.append(b"<< /Title (%s) >>" % title.encode("latin-1"))
    return written(objects)


def _drawn(lines: Sequence[str]) -> bytes:
    drawn = [b"BT /F1 11 Tf 14 TL 72 720 Td"]
    for line in lines:
        text = line.encode("latin-1").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        drawn.append(b"(" + text + b") Tj T*")
    return b"\n".join([*drawn, b"ET"])


def written(objects: Sequence[bytes]) -> bytes:
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        len(objects),
        start,
    )
    return bytes(out)
