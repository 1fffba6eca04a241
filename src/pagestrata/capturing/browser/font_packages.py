"""Which packages bring fonts for scripts that the browser draws as boxes."""

from __future__ import annotations

from collections.abc import Iterable

from pagestrata.capturing.browser.system_packages import System

_CJK = {
    "debian": "fonts-noto-cjk", "fedora": "google-noto-sans-cjk-fonts", "arch": "noto-fonts-cjk", "alpine": "font-noto-cjk",
}  # fmt: skip
_PACKAGES = {
    "Latin": {
        "debian": "fonts-liberation", "fedora": "liberation-fonts", "arch": "ttf-liberation", "alpine": "font-liberation",
    },
    "Chinese": _CJK,
    "Japanese": _CJK,
    "Korean": _CJK,
    "Arabic": {
        "debian": "fonts-noto-core", "fedora": "google-noto-sans-arabic-fonts", "arch": "noto-fonts",
        "alpine": "font-noto-arabic",
    },
    "emoji": {
        "debian": "fonts-noto-color-emoji", "fedora": "google-noto-color-emoji-fonts", "arch": "noto-fonts-emoji",
        "alpine": "font-noto-emoji",
    },
}  # fmt: skip


def font_advice(scripts: Iterable[str], system: System) -> str:
    """What gives this system fonts for the scripts."""
    listed = list(scripts)
    if not system.family:
        return f"install fonts for {', '.join(listed)}, the Noto fonts for example"
    return system.request(list(dict.fromkeys(_PACKAGES[script][system.family] for script in listed)))
