"""The wheel has every file of the package, the sdist what builds and tests it, and both have every licence."""

from __future__ import annotations

import email
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from pagestrata import __version__
from pagestrata.cli.machine import unit
from pagestrata.demo.site import ChangingSite

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pagestrata"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
NEEDED = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "Makefile",
    "requirements.lock",
    "tests/conftest.py",
)
SCRIPTS_OF_OTHERS = ("autoconsent.standalone.js", "htmx.min.js")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return folder


def wheel_in(folder: Path) -> zipfile.ZipFile:
    (file,) = folder.glob("*.whl")
    return zipfile.ZipFile(file)


def source_files() -> set[str]:
    found = (path for path in SOURCE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT / "src").as_posix() for path in found}


def test_the_wheel_has_every_file_of_the_package_and_no_other(built: Path) -> None:
    with wheel_in(built) as wheel:
        packed = {name for name in wheel.namelist() if not name.startswith(f"pagestrata-{__version__}.dist-info/")}
        assert packed == source_files()
        assert all(wheel.read(name) == (ROOT / "src" / name).read_bytes() for name in packed)


def test_the_wheel_carries_every_licence_and_says_so(built: Path) -> None:
    with wheel_in(built) as wheel:
        described = email.message_from_bytes(wheel.read(f"pagestrata-{__version__}.dist-info/METADATA"))
        texts = {
            name: wheel.read(f"pagestrata-{__version__}.dist-info/licenses/{name}") for name in PROJECT["license-files"]
        }
    assert texts == {name: (ROOT / name).read_bytes() for name in PROJECT["license-files"]}
    assert described["License-Expression"] == PROJECT["license"]
    assert described.get_all("License-File") == PROJECT["license-files"]


@pytest.mark.parametrize("script", SCRIPTS_OF_OTHERS)
def test_scripts_of_others_stand_beside_a_licence_that_is_listed(script: str) -> None:
    (file,) = SOURCE.rglob(script)
    assert any((ROOT / name).parent == file.parent for name in PROJECT["license-files"])


def test_no_script_of_others_is_missing_from_the_list() -> None:
    """A script that was made small is not ours."""
    others = {path.name for path in SOURCE.rglob("*.js") if max(map(len, path.read_text().splitlines())) > 1000}
    assert others == set(SCRIPTS_OF_OTHERS)


def test_the_sdist_has_what_builds_and_tests_the_package(built: Path) -> None:
    (file,) = built.glob("*.tar.gz")
    with tarfile.open(file) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {f"src/{name}" for name in source_files()} <= names
    assert names.issuperset(NEEDED)
    assert not [name for name in names if name.startswith((".venv", "build", "dist", ".git/")) or name.endswith(".pyc")]


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel in an environment of its own. Its dependencies are those of this one, so that nothing is downloaded."""
    folder = tmp_path_factory.mktemp("empty")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    here = [entry for entry in sys.path if Path(entry).name == "site-packages"]
    (packages / "dependencies.pth").write_text("\n".join(here))
    (wheel,) = built.glob("*.whl")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(folder),
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            str(wheel),
        ],
        check=True,
    )
    return folder


def said(environment: Path, *words: str) -> str:
    program = [str(environment / "bin" / words[0]), *words[1:]]
    done = subprocess.run(program, capture_output=True, text=True, cwd=environment, env={"PATH": "/usr/bin:/bin"})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_installed_package_is_used_and_not_the_source(installed: Path) -> None:
    place = said(installed, "python", "-c", "import pagestrata; print(pagestrata.__file__)")
    assert Path(place).is_relative_to(installed)


def test_the_program_and_the_module_are_one(installed: Path) -> None:
    asked = said(installed, "pagestrata", "--version")
    assert asked == said(installed, "python", "-m", "pagestrata", "--version") == f"pagestrata, version {__version__}\n"


def test_the_installed_program_writes_a_unit_that_starts_itself(installed: Path) -> None:
    program = str(installed / "bin" / "pagestrata")
    assert said(installed, "pagestrata", "systemd", "--user") == unit([program], of_user=True)


@pytest.mark.browser
@pytest.mark.slow
def test_the_installed_program_visits_a_site(installed: Path, tmp_path: Path) -> None:
    with ChangingSite() as site:
        words = (site.url, "--allow-private", "--archive", str(tmp_path))
        assert '"kept": true' in said(installed, "pagestrata", "visit", *words, "--json")
        site.apply("new headline")
        assert '"kept": true' in said(installed, "pagestrata", "visit", *words, "--json")
        assert (
            said(installed, "pagestrata", "log", site.url, "--archive", str(tmp_path), "--json").count('"version"') >= 2
        )
        html = said(
            installed, "pagestrata", "diff", f"{site.url}@first", f"{site.url}@first", *words[1:], "--format", "html"
        )
        assert "<html" in html


def test_documents_that_name_a_version_name_this_one() -> None:
    named = re.compile(r"pagestrata[a-z-]*[-:/](\d+\.\d+\.\d+)")
    pages = [
        ROOT / "README.md",
        *(page for kind in ("md", "yaml", "ipynb") for page in (ROOT / "docs").rglob(f"*.{kind}")),
    ]
    texts = {
        page.name: page.read_text(encoding="utf-8") for page in pages if page.name != "side-by-side.md"
    }  # measured
    found = {(name, version) for name, text in texts.items() for version in named.findall(text)}
    assert {name for name, _ in found} >= {"install.md", "kuberay.yaml"}
    assert {version for _, version in found} == {__version__}
