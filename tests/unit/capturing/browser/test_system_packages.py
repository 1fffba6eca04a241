from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pagestrata.capturing.browser.check import SCRIPTS
from pagestrata.capturing.browser.system_packages import System, font_advice, run_logged, this_system

RELEASES = {
    "bookworm": 'ID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n',
    "trixie": 'ID=debian\nVERSION_ID="13"\nVERSION_CODENAME=trixie\n',
    "jammy": "ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=jammy\n",
    "noble": "ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=noble\n",
    "mint": 'ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_CODENAME=xia\nUBUNTU_CODENAME=noble\n',
    "fedora": "ID=fedora\nVERSION_ID=43\n",
    "rocky": 'ID="rocky"\nID_LIKE="rhel centos fedora"\n',
    "arch": "ID=arch\n",
    "alpine": "ID=alpine\nVERSION_ID=3.22.1\n",
    "unknown": "ID=plan9\n",
}


def system(tmp_path: Path, name: str, *, is_root: bool = True) -> System:
    path = tmp_path / name
    path.write_text(RELEASES[name])
    return this_system(os_release=path, is_root=is_root)


@pytest.mark.parametrize(
    ("name", "packages"),
    [
        ("bookworm", ("libatomic1", "libasound2", "libglib2.0-0", "libnss3")),
        ("trixie", ("libatomic1", "libasound2t64", "libglib2.0-0t64", "libnss3")),
        ("jammy", ("libatomic1", "libasound2", "libglib2.0-0", "libnss3")),
        ("noble", ("libatomic1", "libasound2t64", "libglib2.0-0t64", "libnss3")),
        ("mint", ("libatomic1", "libasound2t64", "libglib2.0-0t64", "libnss3")),
        ("fedora", ("libatomic", "alsa-lib", "glib2", "nss")),
        ("rocky", ("libatomic", "alsa-lib", "glib2", "nss")),
        ("arch", ("gcc-libs", "alsa-lib", "glib2", "nss")),
        ("alpine", ("libatomic", "alsa-lib", "glib", "nss")),
        ("unknown", ()),
    ],
)
def test_libraries_have_the_package_names_of_their_system(tmp_path: Path, name: str, packages: tuple[str, ...]) -> None:
    libraries = ["libatomic.so.1", "libasound.so.2", "libglib-2.0.so.0", "libgio-2.0.so.0", "libnss3.so"]
    assert system(tmp_path, name).packages(libraries) == packages


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("bookworm", "apt-get update && apt-get install --yes --no-install-recommends libatomic1"),
        ("fedora", "dnf install --assumeyes libatomic"),
        ("arch", "pacman --sync --needed --noconfirm gcc-libs"),
        ("alpine", "apk add libatomic"),
    ],
)
def test_the_command_is_that_of_the_system(tmp_path: Path, name: str, command: str) -> None:
    here = system(tmp_path, name)
    assert here.command(here.packages(["libatomic.so.1"])) == command
    assert here.library_advice(["libatomic.so.1"]) == f"run `{command}`"


def test_people_without_root_are_told_whom_to_ask() -> None:
    with_sudo = System(family="debian", is_root=False, has_sudo=True)
    without = System(family="debian", is_root=False, has_sudo=False)
    assert (
        with_sudo.request(["a"]) == "run `sudo apt-get update && sudo apt-get install --yes --no-install-recommends a`"
    )
    assert (
        without.request(["a"])
        == "have an administrator run `apt-get update && apt-get install --yes --no-install-recommends a`"
    )


def test_unknown_libraries_are_asked_for_by_their_own_name_where_that_works(tmp_path: Path) -> None:
    fedora, alpine = system(tmp_path, "fedora"), system(tmp_path, "alpine")
    assert fedora.library_advice(["libq.so.6"]) == "run `dnf install --assumeyes 'libq.so.6()(64bit)'`"
    assert alpine.library_advice(["libq.so.6"]) == "run `apk add so:libq.so.6`"


def test_unknown_libraries_are_named_elsewhere(tmp_path: Path) -> None:
    debian, unknown = system(tmp_path, "trixie"), system(tmp_path, "unknown")
    assert debian.library_advice(["libq.so.6", "libnss3.so"]) == (
        "run `apt-get update && apt-get install --yes --no-install-recommends libnss3`, "
        "and install the package of this system that holds libq.so.6 "
        "(`apt-file search libq.so.6` finds it)"
    )
    assert unknown.library_advice(["libnss3.so"]) == "install the package of this system that holds libnss3.so"


def test_only_root_installs(tmp_path: Path) -> None:
    ran: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> bool:
        ran.append(command)
        return True

    assert not system(tmp_path, "bookworm", is_root=False).install(["a"], run)
    assert not system(tmp_path, "unknown").install(["a"], run)
    assert ran == []


def test_a_machine_without_os_release_has_no_family(tmp_path: Path) -> None:
    assert this_system(os_release=tmp_path / "none").family == ""


def test_a_command_that_succeeds_prints_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_logged([sys.executable, "-c", "print('a thousand lines of progress')"])
    printed = capfd.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1


def test_a_command_that_fails_prints_its_first_error_and_keeps_its_output(capfd: pytest.CaptureFixture[str]) -> None:
    program = "print('Downloading'); print('Error: no such host'); print('    at line 3'); raise SystemExit(1)"
    assert not run_logged([sys.executable, "-c", program])
    failed = capfd.readouterr().err.splitlines()[1]
    assert failed.startswith("that failed: Error: no such host (its output: ")
    log = Path(failed.partition("its output: ")[2].rstrip(")"))
    assert "at line 3" in log.read_text()
    log.unlink()


def test_a_program_that_is_missing_is_a_failure(capfd: pytest.CaptureFixture[str]) -> None:
    assert not run_logged(["/nowhere/program"])
    assert "No such file" in capfd.readouterr().err


def test_scripts_of_one_package_ask_for_it_once() -> None:
    advice = font_advice(["Chinese", "Korean", "emoji"], System(family="debian", is_root=True))
    assert (
        advice
        == "run `apt-get update && apt-get install --yes --no-install-recommends fonts-noto-cjk fonts-noto-color-emoji`"
    )


@pytest.mark.parametrize("family", ["debian", "fedora", "arch", "alpine"])
def test_every_script_that_is_tried_has_a_package(family: str) -> None:
    for script in SCRIPTS:
        assert "run `" in font_advice([script], System(family=family, is_root=True))


def test_unknown_systems_are_told_what_to_look_for() -> None:
    assert font_advice(["Arabic"], System(family="", is_root=True)).startswith("install fonts for Arabic")
