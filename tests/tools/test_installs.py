"""How the wheel is installed and used as people do it; `make installs` does it for real."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagestrata import __version__
from tools.installs import WAYS, InstallError, use, uv_settings

INSTALL = (Path(__file__).parents[2] / "docs/how-to/install.md").read_text()
PIP = """\
:env:.cert='/etc/ssl/own.pem'
global.extra-index-url='file:///opt/packages/simple https://index.test/simple'
global.find-links='/opt/wheels\\nhttps://wheels.test/'
global.timeout='60'
"""


def program(folder: Path, script: str) -> Path:
    made = folder / "pagestrata"
    made.write_text(f"#!/bin/sh\n{script}\n")
    made.chmod(0o755)
    return made


def test_every_way_that_the_docs_name_is_tried() -> None:
    assert set(WAYS) == {"pip", "uv", "pipx"}
    assert all(
        words in INSTALL
        for words in ("uv tool install pagestrata", "pipx install pagestrata", "pip install pagestrata")
    )


def test_uv_gets_packages_from_where_pip_does() -> None:
    assert uv_settings(PIP) == {
        "SSL_CERT_FILE": "/etc/ssl/own.pem",
        "UV_FIND_LINKS": "/opt/wheels,https://wheels.test/",
        "UV_INDEX": "file:///opt/packages/simple https://index.test/simple",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }


ANSWERS = """case $1 in
--version) echo pagestrata, version VERSION;;
doctor) echo '{"results": [1]}';;
visit) echo '{"kept": KEPT, "reasons": "why"}';;
esac""".replace("VERSION", __version__)


def test_a_program_that_does_not_work_is_named(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match=r"--version says 'pagestrata, version 0\.0"):
        use(program(tmp_path, "echo pagestrata, version 0.0"))
    with pytest.raises(InstallError, match="ended with 3: no module"):
        use(program(tmp_path, "echo no module >&2; exit 3"))
    with pytest.raises(InstallError, match="visit kept no version: why"):
        use(program(tmp_path, ANSWERS.replace("KEPT", "false")))
    use(program(tmp_path, ANSWERS.replace("KEPT", "true")))
