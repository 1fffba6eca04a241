"""`pagestrata key`: the key that signs the log of the archive."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option, open_existing, output_option
from pagestrata.cli.options import SectionedGroup, Settings, with_settings
from pagestrata.cli.output import deliver, deliver_as
from pagestrata.errors import NotFoundError

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive
    from pagestrata.store.merkle_log.log_keys import LogKey

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

_kind_option = click.option(
    "--kind", type=click.Choice(["ed25519", "p256"]), help="Signature algorithm: Ed25519, or ECDSA with P-256."
)
_public_option = click.option(
    "--public",
    type=click.File("r"),
    help="File with the public key (PEM), if an external program signs (PAGESTRATA_KEY=command:PROGRAM).",
)


@click.group(cls=SectionedGroup)
def key() -> None:
    """Manage the key that signs the archive's log.

    The private key is stored in your settings folder, not in the archive; PAGESTRATA_KEY can name another file. With
    PAGESTRATA_KEY=command:PROGRAM, a program such as an agent or a smart card signs: it reads bytes from standard
    input and writes the signature to standard output.
    """


@key.command()
@_kind_option
@click.option("--name", default="", metavar="TEXT", help="Name of the key in signatures, such as a domain.")
@_public_option
@format_option("text", "json")
@with_settings
def create(settings: Settings, /, kind: str | None, name: str, public: Any, form: str | None) -> None:
    """Create a key that signs the log from now on."""
    from pagestrata.store.archive import open_archive

    settings.say_archive()
    with open_archive(settings.archive_address) as archive:
        pem = public.read() if public is not None else None
        made = archive.proof.create_key(now=_now(), algorithm=kind or "ed25519", name=name, public_pem=pem)  # type: ignore[arg-type]
        deliver_as(form, _described(archive, made))


@key.command()
@click.option("--pem", is_flag=True, help="Print only the public key, in PEM.")
@output_option
@format_option("text", "json")
@with_settings
def show(settings: Settings, /, pem: bool, output: Path | None, form: str | None) -> None:
    """Show the keys of the archive, newest last."""
    with open_existing(settings) as archive:
        keys = archive.proof.keys()
        if not keys:
            raise NotFoundError("the archive has no key; create one with `pagestrata key create`")
        if pem:
            deliver(keys[-1].public.pem, output)
        else:
            deliver_as(form, [_described(archive, found) for found in keys])


@key.command()
@_kind_option
@click.option(
    "--lost",
    is_flag=True,
    help="Replace a key that is lost. The new key is then not signed by it, and `verify --against` reports that.",
)
@_public_option
@format_option("text", "json")
@with_settings
def rotate(settings: Settings, /, kind: str | None, lost: bool, public: Any, form: str | None) -> None:
    """Replace the key with a new one that is signed by the old key."""
    with open_existing(settings, writing=True) as archive:
        pem = public.read() if public is not None else None
        made = archive.proof.rotate_key(now=_now(), algorithm=kind, lost=lost, public_pem=pem)  # type: ignore[arg-type]
        deliver_as(form, _described(archive, made))


@key.command()
@click.option("--reason", default="", metavar="TEXT", help="Reason to record in the log, such as: stolen.")
@format_option("text", "json")
@with_settings
def revoke(settings: Settings, /, reason: str, form: str | None) -> None:
    """Revoke the key. Earlier signatures stay valid."""
    with open_existing(settings, writing=True) as archive:
        deliver_as(form, _described(archive, archive.proof.revoke_key(now=_now(), reason=reason)))


def _described(archive: Archive, found: LogKey) -> dict[str, Any]:
    from pagestrata.store.merkle_log.log_keys import key_file

    return {
        "name": found.public.name,
        "kind": found.public.algorithm,
        "fingerprint": found.public.fingerprint,
        "since": found.since,
        "signed_by_the_key_before": found.vouched,
        "revoked_at": found.revoked_at,
        "reason": found.reason,
        "file": str(key_file(archive.proof.name())),
    }


def _now() -> datetime:
    return datetime.now(UTC)
