"""Which package of this system holds a shared library or the fonts of a script, and the command that installs it.

Libraries of Playwright's driver and of Chromium are known by name. For others, dnf and apk accept the name of the library
itself; apt and pacman do not, so there the command that finds the package is named. Debian 13 and Ubuntu 24.04 renamed
some libraries when time became 64 bits wide.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

INSTALL_SECONDS = 900
ERROR_CHARACTERS = 300
OS_RELEASE = Path("/etc/os-release")
Runner = Callable[[Sequence[str]], bool]

_FAMILIES = {
    "debian": "debian", "ubuntu": "debian", "fedora": "fedora", "rhel": "fedora", "centos": "fedora",
    "arch": "arch", "alpine": "alpine",
}  # fmt: skip
_BEFORE_64_BIT_TIME = frozenset({"buster", "bullseye", "bookworm", "bionic", "focal", "jammy", "lunar", "mantic"})
_RENAMED = frozenset({
    "libasound2", "libatk-bridge2.0-0", "libatk1.0-0", "libatspi2.0-0", "libcups2", "libglib2.0-0", "libgtk-3-0",
})  # fmt: skip
_ORDER = ("debian", "fedora", "arch", "alpine")
_CJK = {
    "debian": "fonts-noto-cjk", "fedora": "google-noto-sans-cjk-fonts", "arch": "noto-fonts-cjk", "alpine": "font-noto-cjk",
}  # fmt: skip
_FONTS = {
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
_HOLDERS = {
    # library: package of Debian before the renaming, Fedora, Arch, Alpine
    "libatomic.so.1": ("libatomic1", "libatomic", "gcc-libs", "libatomic"),
    "libstdc++.so.6": ("libstdc++6", "libstdc++", "gcc-libs", "libstdc++"),
    "libgcc_s.so.1": ("libgcc-s1", "libgcc", "gcc-libs", "libgcc"),
    "libz.so.1": ("zlib1g", "zlib", "zlib", "zlib"),
    "libnss3.so": ("libnss3", "nss", "nss", "nss"),
    "libnssutil3.so": ("libnss3", "nss-util", "nss", "nss"),
    "libsmime3.so": ("libnss3", "nss", "nss", "nss"),
    "libssl3.so": ("libnss3", "nss", "nss", "nss"),
    "libnspr4.so": ("libnspr4", "nspr", "nspr", "nspr"),
    "libplc4.so": ("libnspr4", "nspr", "nspr", "nspr"),
    "libplds4.so": ("libnspr4", "nspr", "nspr", "nspr"),
    "libatk-1.0.so.0": ("libatk1.0-0", "atk", "at-spi2-core", "at-spi2-core"),
    "libatk-bridge-2.0.so.0": ("libatk-bridge2.0-0", "at-spi2-atk", "at-spi2-core", "at-spi2-core"),
    "libatspi.so.0": ("libatspi2.0-0", "at-spi2-core", "at-spi2-core", "at-spi2-core"),
    "libasound.so.2": ("libasound2", "alsa-lib", "alsa-lib", "alsa-lib"),
    "libcairo.so.2": ("libcairo2", "cairo", "cairo", "cairo"),
    "libcups.so.2": ("libcups2", "cups-libs", "libcups", "cups-libs"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs", "dbus", "dbus-libs"),
    "libdrm.so.2": ("libdrm2", "libdrm", "libdrm", "libdrm"),
    "libexpat.so.1": ("libexpat1", "expat", "expat", "libexpat"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig", "fontconfig", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype", "freetype2", "freetype"),
    "libgbm.so.1": ("libgbm1", "mesa-libgbm", "mesa", "mesa-gbm"),
    "libgio-2.0.so.0": ("libglib2.0-0", "glib2", "glib2", "glib"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2", "glib2", "glib"),
    "libgobject-2.0.so.0": ("libglib2.0-0", "glib2", "glib2", "glib"),
    "libgtk-3.so.0": ("libgtk-3-0", "gtk3", "gtk3", "gtk+3.0"),
    "libpango-1.0.so.0": ("libpango-1.0-0", "pango", "pango", "pango"),
    "libpangocairo-1.0.so.0": ("libpangocairo-1.0-0", "pango", "pango", "pango"),
    "libudev.so.1": ("libudev1", "systemd-libs", "systemd-libs", "eudev-libs"),
    "libX11.so.6": ("libx11-6", "libX11", "libx11", "libx11"),
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb", "libx11", "libx11"),
    "libxcb.so.1": ("libxcb1", "libxcb", "libxcb", "libxcb"),
    "libXcomposite.so.1": ("libxcomposite1", "libXcomposite", "libxcomposite", "libxcomposite"),
    "libXcursor.so.1": ("libxcursor1", "libXcursor", "libxcursor", "libxcursor"),
    "libXdamage.so.1": ("libxdamage1", "libXdamage", "libxdamage", "libxdamage"),
    "libXext.so.6": ("libxext6", "libXext", "libxext", "libxext"),
    "libXfixes.so.3": ("libxfixes3", "libXfixes", "libxfixes", "libxfixes"),
    "libXi.so.6": ("libxi6", "libXi", "libxi", "libxi"),
    "libXrandr.so.2": ("libxrandr2", "libXrandr", "libxrandr", "libxrandr"),
    "libXrender.so.1": ("libxrender1", "libXrender", "libxrender", "libxrender"),
    "libXtst.so.6": ("libxtst6", "libXtst", "libxtst", "libxtst"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon", "libxkbcommon", "libxkbcommon"),
    "libxshmfence.so.1": ("libxshmfence1", "libxshmfence", "libxshmfence", "libxshmfence"),
}  # fmt: skip
_COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {  # the packages are appended to the last
    "debian": (("apt-get", "update"), ("apt-get", "install", "--yes", "--no-install-recommends")),
    "fedora": (("dnf", "install", "--assumeyes"),),
    "arch": (("pacman", "--sync", "--needed", "--noconfirm"),),
    "alpine": (("apk", "add"),),
}
_SEARCHES = {"debian": "apt-file search", "arch": "pacman -F"}


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """How packages are installed on this machine. `family` is one of debian, fedora, arch, alpine, or empty."""

    family: str
    is_root: bool
    distribution: str = ""
    has_64_bit_time: bool = True
    has_sudo: bool = False

    @property
    def browser_packages(self) -> tuple[str, ...]:
        """Chromium and what Debian merely recommends with it: a sandbox and a font. Empty where no package is known."""
        if self.distribution == "ubuntu":
            return "chromium-browser", "fonts-liberation"
        if self.family == "debian":
            return "chromium", "chromium-sandbox", "fonts-liberation"
        return ("chromium",) if self.family else ()

    @property
    def headless_packages(self) -> tuple[str, ...]:
        """Chromium without a window, which Debian packages by itself. Empty where no package is known."""
        return ("chromium-headless-shell",) if self.family == "debian" and self.distribution != "ubuntu" else ()

    def packages(self, libraries: Iterable[str]) -> tuple[str, ...]:
        """The packages that hold those of the libraries for which one is known, each once."""
        return tuple(dict.fromkeys(package for package in map(self._holder, libraries) if package))

    def unknown(self, libraries: Iterable[str]) -> tuple[str, ...]:
        """The libraries for which no package is known."""
        return tuple(library for library in libraries if not self._holder(library))

    def command(self, packages: Sequence[str]) -> str:
        """The line that installs packages, for root."""
        return " && ".join(map(shlex.join, self.commands(packages)))

    def commands(self, packages: Sequence[str]) -> list[list[str]]:
        """The commands that install packages, to be run by root one after another."""
        *before, last = _COMMANDS[self.family]
        return [*map(list, before), [*last, *packages]]

    def request(self, packages: Sequence[str]) -> str:
        """What a person is asked to do to have packages installed."""
        if self.is_root:
            return f"run `{self.command(packages)}`"
        if self.has_sudo:
            return f"run `{' && '.join('sudo ' + shlex.join(part) for part in self.commands(packages))}`"
        return f"have an administrator run `{self.command(packages)}`"

    def install(self, packages: Sequence[str], run: Runner) -> bool:
        """Install packages where we may; whether that went well."""
        if not (packages and self.is_root and self.family and shutil.which(_COMMANDS[self.family][0][0])):
            return False
        return all(run(command) for command in self.commands(packages))

    def library_advice(self, libraries: Sequence[str]) -> str:
        """What to do where shared libraries are missing."""
        packages, unknown = self.packages(libraries), self.unknown(libraries)
        advice = [self.request(packages)] if packages else []
        if unknown:
            searched = f" (`{_SEARCHES[self.family]} {unknown[0]}` finds it)" if self.family in _SEARCHES else ""
            advice.append(f"install the package of this system that holds {' and '.join(unknown)}{searched}")
        return ", and ".join(advice)

    def _holder(self, library: str) -> str:
        if not self.family:
            return ""
        if library in _HOLDERS:
            package = _HOLDERS[library][_ORDER.index(self.family)]
            return (
                f"{package}t64" if package in _RENAMED and self.family == "debian" and self.has_64_bit_time else package
            )
        return {"fedora": f"{library}()(64bit)", "alpine": f"so:{library}"}.get(self.family, "")


def this_system(*, os_release: Path = OS_RELEASE, is_root: bool | None = None) -> System:
    """Read from os-release which system this is, and whether we may install packages."""
    fields = _fields(os_release)
    names = [fields.get("ID", ""), *fields.get("ID_LIKE", "").split()]
    codenames = {fields.get(key, "") for key in ("VERSION_CODENAME", "UBUNTU_CODENAME", "DEBIAN_CODENAME")}
    return System(
        family=next((_FAMILIES[name] for name in names if name in _FAMILIES), ""),
        is_root=is_root if is_root is not None else hasattr(os, "geteuid") and os.geteuid() == 0,
        distribution=names[0],
        has_64_bit_time=not codenames & _BEFORE_64_BIT_TIME,
        has_sudo=shutil.which("sudo") is not None,
    )


def run_logged(command: Sequence[str]) -> bool:
    """Run a command and return whether it succeeded.

    Standard error gets one line for the command and, if it fails, one with its first error and the file of its output.
    """
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    print(f"running `{shlex.join(command)}`", file=sys.stderr, flush=True)
    with tempfile.NamedTemporaryFile(prefix="pagestrata-install-", suffix=".log", delete=False) as output:
        log = Path(output.name)
        try:
            done = subprocess.run(
                list(command),
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                timeout=INSTALL_SECONDS,
                env=environment,
            )
            problem = "" if done.returncode == 0 else _first_error(log) or f"exit status {done.returncode}"
        except (OSError, subprocess.SubprocessError) as error:
            problem = str(error)
    if problem:
        print(f"that failed: {problem} (its output: {log})", file=sys.stderr, flush=True)
    else:
        log.unlink(missing_ok=True)
    return not problem


def _first_error(log: Path) -> str:
    """The first line that names an error, or else the last line."""
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    errors = (line for line in lines if re.match(r"(E:|[\w ]*\b(error|failed)\b)", line, re.IGNORECASE))
    return next(errors, lines[-1] if lines else "")[:ERROR_CHARACTERS]


def _fields(os_release: Path) -> dict[str, str]:
    try:
        lines = os_release.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    parts = (line.partition("=") for line in lines if "=" in line)
    return {key.strip(): value.strip().strip("\"'").lower() for key, _, value in parts}


def font_advice(scripts: Iterable[str], system: System) -> str:
    """Return the advice that gives this system fonts for these scripts."""
    listed = list(scripts)
    if not system.family:
        return f"install fonts for {', '.join(listed)}, the Noto fonts for example"
    return system.request(list(dict.fromkeys(_FONTS[script][system.family] for script in listed)))
