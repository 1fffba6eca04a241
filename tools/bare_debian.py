"""A bare Debian in a folder, made by mmdebstrap, and commands run in it.

Packages come from where this machine gets its own: apt's sources and proxies, pip's settings and the certificates that both
trust are taken over. Commands run in a mount and process namespace of their own, so nothing stays mounted and no process
stays behind, however they end.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

SUITES = ("bookworm", "trixie")
COMPONENTS = "main"
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
PACKAGES = ("python3", "python3-venv", "git", "make")
"""What the README asks for."""
FREE_GB = 8
"""A machine, a browser, and everything that the tests use, for two users."""

_CODENAMES = "bullseye|bookworm|trixie|forky|sid"
_FETCHING = re.compile(r"Acquire::(https?|Retries|ForceIPv[46]|Check-Valid-Until|Languages|Proxy)\b")
_FORWARDED = re.compile(r"PIP_\w+|(https?|no|all)_proxy|\w*CA_BUNDLE|SSL_CERT_FILE", re.IGNORECASE)
_OF_VARIABLES = ":env:"
_CERTIFICATES = "/etc/ssl/of-the-building-machine"
_PATHS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class CannotTryError(Exception):
    """This machine cannot do it; the message says why."""


def sources_for(suite: str, sources: Iterable[str]) -> str:
    """The entries of apt's source files that are Debian's, for another release. Empty where there are none."""
    return "\n\n".join(entry for text in sources for entry in _entries(text, suite))


def _entries(text: str, suite: str) -> Iterable[str]:
    for stanza in re.split(r"\n\s*\n", text):
        lines = [line for line in stanza.splitlines() if line.strip() and not line.lstrip().startswith("#")]
        if any(re.match(rf"(?i)Suites:.*\b({_CODENAMES})\b", line) for line in lines):
            if not any(re.match(r"(?i)Enabled:\s*(no|false)", line) for line in lines):
                yield "\n".join(_renamed(line, suite) if re.match("(?i)Suites:", line) else line for line in lines)
        else:
            for line in lines:
                if re.match(rf"deb\s+(\[[^]]*\]\s+)?\S+\s+({_CODENAMES})(-\S+)?\s", line):
                    yield _renamed(line, suite)


def _renamed(line: str, suite: str) -> str:
    return re.sub(rf"(?<=\s)({_CODENAMES})\b", suite, line)


def fetching_settings(dump: str) -> str:
    """What `apt-config dump` says about fetching, which a machine that gets its packages the same way needs, too."""
    return "".join(f"{line}\n" for line in dump.splitlines() if _FETCHING.match(line))


def pip_settings(listing: str) -> str:
    """What `pip config list` says, as a file; variables count for all its commands."""
    sections: dict[str, dict[str, str]] = {}
    for name, value in _pip_values(listing):
        section, _, key = name.rpartition(".")
        section = "global" if section == _OF_VARIABLES else section
        sections.setdefault(section, {})[key] = value.strip().replace("\n", "\n    ")
    return "".join(
        f"[{section}]\n" + "".join(f"{key} = {value}\n" for key, value in sections[section].items())
        for section in sorted(sections)
    )


def local_paths(listing: str) -> list[Path]:
    """Folders and files of this machine that pip's settings name."""
    words = [word for _, value in _pip_values(listing) for word in value.split()]
    return sorted({Path(word.removeprefix("file://").removesuffix("/simple")) for word in words if _is_local(word)})


def _is_local(word: str) -> bool:
    return word.startswith(("/", "file:///"))


def _pip_values(listing: str) -> Iterable[tuple[str, str]]:
    for line in listing.splitlines():
        name, equals, value = line.partition("=")
        if equals:
            yield name, str(ast.literal_eval(value))


def forwarded(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables that say how packages are fetched."""
    return {
        name: value for name, value in environment.items() if _FORWARDED.fullmatch(name) and name != "PIP_CACHE_DIR"
    }


_ENTER = """
mount --make-rprivate /
root=$1 folder=$2 script=$3; shift 3
mount --rbind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777,size=1g tmpfs "$root/dev/shm"
while [ "$1" != -- ]; do
    mkdir -p "$root$2"; mount --bind "$1" "$root$2"; [ "$3" = rw ] || mount -o remount,bind,ro "$root$2"; shift 3
done; shift
mkdir -p "$root/mnt"
cd "$root"
pivot_root . mnt
umount -l /mnt
exec setpriv "$@" sh -euc "cd '$folder'; $script"
"""
"""A new root and not a mere chroot, in which the kernel refuses what Chromium builds its sandbox of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BareDebian:
    """A folder that holds a machine, the folders of this machine that it may read, and the variables of its commands.

    `rights` are options of setpriv: those that a container's processes do without.
    """

    root: Path
    variables: dict[str, str] = field(default_factory=dict)
    shown: dict[str, Path] = field(default_factory=dict)
    rights: tuple[str, ...] = ()

    def command(
        self, script: str, *, user: str = "root", folder: str = "/", show: Mapping[str, Path] | None = None
    ) -> list[str]:
        """The command that runs a shell script in the machine, as one of its users, who may write to what `show` names."""
        home = "/root" if user == "root" else f"/home/{user}"
        variables = {"HOME": home, "USER": user, "PATH": _PATHS, "LANG": "C.UTF-8", **self.variables}
        shown = [(outside, inside, "ro") for inside, outside in self.shown.items()]
        shown += [(outside, inside, "rw") for inside, outside in (show or {}).items()]
        return [
            *("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", _ENTER, "sh"),
            *(str(self.root), folder, script),
            *(str(part) for parts in shown for part in parts),
            *("--", f"--reuid={user}", f"--regid={user}", "--init-groups", *self.rights),
            *("env", "-i", *(f"{name}={value}" for name, value in variables.items())),
        ]

    def run(
        self, script: str, *, user: str = "root", folder: str = "/", show: Mapping[str, Path] | None = None
    ) -> None:
        """Run a shell script in the machine. Raises CalledProcessError when it fails."""
        subprocess.run(self.command(script, user=user, folder=folder, show=show), check=True, stdin=subprocess.DEVNULL)


def need_root_and_room(folder: Path) -> None:
    """Raises CannotTryError where no machine can be built."""
    if os.geteuid() != 0:
        raise CannotTryError("it needs root, to build a machine in a folder and to enter it")
    free = shutil.disk_usage(folder).free / 1e9
    if free < FREE_GB:
        raise CannotTryError(f"{folder} has {free:.1f} GB free, and it needs {FREE_GB}")
    refused = subprocess.run(
        [
            "unshare",
            "--mount",
            "--pid",
            "--fork",
            "sh",
            "-c",
            "mount --make-rprivate / && mount --bind / /mnt && chroot / true",
        ],
        capture_output=True,
        text=True,
    )
    if refused.returncode:
        raise CannotTryError(f"this machine refuses mounts ({refused.stderr.strip()})")


def need_program(name: str, package: str) -> None:
    """Install a package of Debian's where its program is missing. Raises CannotTryError where that fails."""
    if shutil.which(name):
        return
    if not shutil.which("apt-get"):
        raise CannotTryError(f"{name} is not here, and no apt-get to install it")
    for words in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        done = subprocess.run(["apt-get", "--quiet", "--quiet", *words], capture_output=True, text=True)
    if done.returncode or not shutil.which(name):
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise CannotTryError(f"{name} could not be installed: {last}")


@contextmanager
def timed(step: str) -> Iterator[None]:
    """Print a step when it begins and, with its minutes, when it went well."""
    print(f"{step} …", flush=True)
    started = time.monotonic()
    yield
    print(f"{step}: {(time.monotonic() - started) / 60:.1f} minutes", flush=True)


def build(suite: str, target: Path, *, packages: Iterable[str] = PACKAGES) -> BareDebian:
    """A bare Debian in a folder that is not there yet, which fetches packages as this machine does."""
    folder = Path("/etc/apt")
    files = [
        folder / "sources.list",
        *sorted(folder.glob("sources.list.d/*.list")),
        *sorted(folder.glob("sources.list.d/*.sources")),
    ]
    sources = sources_for(suite, (file.read_text() for file in files if file.is_file()))
    settings = target.with_name(f"{target.name}.apt.conf")
    settings.write_text(fetching_settings(_said(["apt-config", "dump"])))
    subprocess.run(
        [
            *("mmdebstrap", "--quiet", "--variant=minbase", *(f"--include={name}" for name in packages)),
            f"--aptopt={settings}",
            *(
                "--dpkgopt=force-unsafe-io",
                f"--components={COMPONENTS}",
                suite,
                str(target),
                *(["-"] if sources else []),
            ),
        ],
        input=sources,
        text=True,
        check=True,
    )
    return _taken_over(target)


def _taken_over(root: Path) -> BareDebian:
    """The machine with pip's settings, certificates under a name that no package writes to, and folders of packages."""
    listing = _said([sys.executable, "-m", "pip", "config", "list"])
    variables = forwarded(os.environ)
    named = {*local_paths(listing), *(Path(value) for value in variables.values() if value.startswith("/"))}
    files = {path: f"{_CERTIFICATES}/{number}.pem" for number, path in enumerate(sorted(named)) if path.is_file()}
    (root / _CERTIFICATES.lstrip("/")).mkdir(parents=True, exist_ok=True)
    for path, place in files.items():
        shutil.copyfile(path, root / place.lstrip("/"))
    (root / "etc/pip.conf").write_text(moved(pip_settings(listing), files))
    return BareDebian(
        root=root,
        variables={name: moved(value, files) for name, value in variables.items()},
        shown={str(path): path for path in sorted(named) if path.is_dir()},
    )


def moved(text: str, places: Mapping[Path, str]) -> str:
    """A text with paths of this machine replaced by their places in the other."""
    for path, place in places.items():
        text = re.sub(rf"{re.escape(str(path))}(?![\w/.-])", place, text)
    return text


def _said(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""
