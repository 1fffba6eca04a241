"""What a bare Debian takes over from the machine that builds it, and how it is entered."""

from __future__ import annotations

from configparser import ConfigParser
from pathlib import Path

from tools.bare_debian import BareDebian, fetching_settings, forwarded, local_paths, moved, pip_settings, sources_for

DEB822 = """\
Types: deb
# an older place
URIs: http://mirror.test/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.test/debian-security
Suites: bookworm-security
Components: main

Enabled: no
Types: deb
URIs: http://mirror.test/backports
Suites: bookworm-backports
Components: main
"""
PIP = """\
:env:.cert='/etc/ssl/own.pem'
global.extra-index-url='file:///opt/packages/simple https://index.test/simple'
global.find-links='/opt/wheels\\nhttps://wheels.test/'
global.timeout='60'
"""


def test_sources_are_those_of_this_machine_for_the_other_release() -> None:
    found = sources_for("trixie", [DEB822])
    assert "Suites: trixie trixie-updates\n" in found
    assert "Suites: trixie-security\n" in found
    assert found.count("URIs: http://mirror.test/") == 2
    assert "bookworm" not in found
    assert "backports" not in found  # switched off here


def test_sources_in_one_line_are_read_and_those_of_others_are_not() -> None:
    lines = (
        "deb [signed-by=/a.gpg] http://mirror.test/debian bookworm main\n# deb http://old.test bookworm main\n"
        "deb http://mirror.test/debian-security bookworm-security main\ndeb http://editor.test stable main\n"
    )
    assert sources_for("trixie", [lines]).split("\n\n") == [
        "deb [signed-by=/a.gpg] http://mirror.test/debian trixie main",
        "deb http://mirror.test/debian-security trixie-security main",
    ]


def test_a_machine_without_debians_sources_leaves_them_to_mmdebstrap() -> None:
    assert sources_for("bookworm", ["Types: deb\nURIs: http://ubuntu.test\nSuites: noble\nComponents: main\n"]) == ""


def test_of_apts_settings_those_for_fetching_are_taken_over() -> None:
    dump = 'APT::Install-Recommends "0";\nAcquire::http::Proxy "http://proxy.test:3128";\nAcquire::Check-Valid-Until "false";\n'
    assert fetching_settings(dump) == "".join(f"{line}\n" for line in dump.splitlines()[1:])


def test_pips_settings_become_a_file_that_pip_reads_alike() -> None:
    read = ConfigParser()
    read.read_string(pip_settings(PIP))
    assert dict(read["global"]) == {
        "cert": "/etc/ssl/own.pem",
        "extra-index-url": "file:///opt/packages/simple https://index.test/simple",
        "find-links": "/opt/wheels\nhttps://wheels.test/",
        "timeout": "60",
    }


def test_folders_that_pips_settings_name_are_seen_in_the_machine() -> None:
    assert local_paths(PIP) == [Path("/etc/ssl/own.pem"), Path("/opt/packages"), Path("/opt/wheels")]


def test_variables_that_say_how_packages_are_fetched_are_handed_on_and_no_others() -> None:
    given = {"https_proxy": "http://proxy.test", "PIP_CERT": "/a.pem", "SSL_CERT_FILE": "/a.pem"}
    others = {
        "SSL_CERT_DIR": "/etc/ssl/certs",
        "PIP_CACHE_DIR": "/cache",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "PATH": "/bin",
        "PAGESTRATA_BROWSER": "/b",
    }
    assert forwarded({**given, **others}) == given


def test_a_command_runs_as_a_user_with_the_machines_variables_alone(tmp_path: Path) -> None:
    machine = BareDebian(root=tmp_path, variables={"PIP_CERT": "/a.pem"}, rights=("--no-new-privs",))
    words = machine.command("make demo", user="reader", folder="/home/reader", show={"/cache": tmp_path / "cache"})
    privileges = words[words.index("--") + 1 :]
    assert words[0] == "unshare"
    assert [str(tmp_path / "cache"), "/cache", "rw"] == words[words.index("make demo") + 1 : words.index("--")]
    assert privileges[:4] == ["--reuid=reader", "--regid=reader", "--init-groups", "--no-new-privs"]
    assert privileges[4:6] == ["env", "-i"]
    assert {"HOME=/home/reader", "USER=reader", "PIP_CERT=/a.pem"} <= set(privileges[6:])


def test_certificates_have_a_place_that_no_package_of_the_machine_writes_to() -> None:
    places = {Path("/etc/ssl/own.pem"): "/there/0.pem"}
    assert moved("cert = /etc/ssl/own.pem\nfind-links = /etc/ssl/own.pem.d\n", places) == (
        "cert = /there/0.pem\nfind-links = /etc/ssl/own.pem.d\n"
    )


def test_folders_of_this_machine_can_only_be_read(tmp_path: Path) -> None:
    words = BareDebian(root=tmp_path, shown={"/opt/wheels": Path("/opt/wheels")}).command("true")
    assert words[words.index("true") + 1 : words.index("--")] == ["/opt/wheels", "/opt/wheels", "ro"]
