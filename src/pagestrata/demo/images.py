"""Pictures drawn in code: the logo and advertisements as SVG, the photograph as PNG."""

from __future__ import annotations

import math
import struct
import zlib
from functools import lru_cache

from pagestrata.demo.content import ADS

PHOTO_WIDTH, PHOTO_HEIGHT = 480, 270

LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="56" height="56" viewBox="0 0 56 56">'
    '<rect width="56" height="56" rx="10" fill="#0f3d5c"/><path d="M8 36q10-8 20 0t20 0v12H8z" fill="#7fc4e8"/>'
    '<path d="M27 10v22M27 12l15 16H27z" stroke="#fff" stroke-width="3" fill="#f4b942"/></svg>'
)

_AD_COLOURS = (("#8a2c4a", "#f7d8e1"), ("#2c6e49", "#d9f2e3"), ("#1d4e89", "#d6e6fa"), ("#7a4a12", "#fbe9d2"))
_SKIES = (((250, 200, 140), (120, 170, 215)), ((30, 35, 70), (90, 70, 120)), ((215, 222, 228), (150, 160, 172)))
_HILLS = ((38, 70, 83), (18, 22, 40), (92, 105, 112))


def ad_svg(number: int) -> str:
    """The advertisement that is being shown."""
    name, line = ADS[number % len(ADS)]
    dark, light = _AD_COLOURS[number % len(_AD_COLOURS)]
    label = name.replace("&", "&amp;")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250" viewBox="0 0 300 250">'
        f'<rect width="300" height="250" fill="{light}"/><circle cx="236" cy="56" r="90" fill="{dark}" opacity=".18"/>'
        f'<text x="24" y="120" font-family="Georgia,serif" font-size="28" font-weight="700" fill="{dark}">'
        f"{label}</text>"
        f'<text x="24" y="152" font-family="sans-serif" font-size="13" fill="{dark}">{line}</text>'
        f'<rect x="24" y="182" width="110" height="34" rx="17" fill="{dark}"/>'
        f'<text x="79" y="204" font-family="sans-serif" font-size="14" text-anchor="middle" fill="#fff">Discover</text>'
        f"</svg>"
    )


@lru_cache(maxsize=8)
def photo_png(number: int) -> bytes:
    """The photograph of the lead story; another number is another scene behind the same address."""
    top, bottom = _SKIES[number % len(_SKIES)]
    hill = bytes(_HILLS[number % len(_HILLS)])
    ridge = [
        PHOTO_HEIGHT * (0.62 + 0.09 * math.sin(x / 61 + number * 2) + 0.05 * math.sin(x / 23 + number))
        for x in range(PHOTO_WIDTH)
    ]
    sun_x, sun_y, radius = PHOTO_WIDTH * (0.25 + 0.2 * (number % 3)), PHOTO_HEIGHT * 0.3, 26
    rows = bytearray()
    for y in range(PHOTO_HEIGHT):
        share = y / PHOTO_HEIGHT
        sky = bytes(round(a + (b - a) * share) for a, b in zip(bottom, top, strict=True))
        row = bytearray(b"".join(hill if y > height else sky for height in ridge))
        half = math.sqrt(max(0.0, radius**2 - (y - sun_y) ** 2))
        if half:
            left, right = round(sun_x - half), round(sun_x + half)
            row[3 * left : 3 * right] = bytes((255, 243, 214)) * (right - left)
        rows += b"\0" + row
    return _png(PHOTO_WIDTH, PHOTO_HEIGHT, bytes(rows))


def _png(width: int, height: int, rows: bytes) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
