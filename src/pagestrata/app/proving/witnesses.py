"""Give heads of the log to witnesses: by message, in a feed, or as a commit in a git repository."""

from __future__ import annotations

import subprocess
from datetime import datetime
from pathlib import Path

from pagestrata.app.notifications import channel_at
from pagestrata.errors import InputError, UsageError
from pagestrata.notify.feed import FeedEntry, atom_feed, feed_id, newest
from pagestrata.notify.messages import Message
from pagestrata.proof.pinned_head import read_pinned
from pagestrata.proof.signed_note import SignedNote
from pagestrata.store.archive import Archive

HEAD_FILE = "head.json"
GIT_SECONDS = 60.0
_INSTRUCTIONS = (
    "Keep the lines below as a file. `pagestrata verify --against FILE` shows whether the archive was rewritten since."
)


def send_head(archive: Archive, pinned: str, address: str, *, now: datetime) -> None:
    """Send the signed head to a channel. Raises InputError if it was not delivered."""
    note = _note(pinned)
    title = f"Head of the log {note.head.log}: {note.head.size} entries"
    message = Message(
        key=f"head:{note.head.size}:{now.isoformat()}", title=title, body=f"{_INSTRUCTIONS}\n\n{note.written()}"
    )
    problem = channel_at(archive, address).send(message)
    if problem is not None:
        raise InputError(f"the head was not sent: {problem}")


def head_feed(archive: Archive, address: str = "") -> bytes:
    """The published or stamped heads as an Atom feed, each entry a signed note."""
    entries = [
        FeedEntry(
            id=feed_id(note.head.log, str(note.head.size)),
            title=f"{note.head.size} entries",
            text=note.written(),
            url=address or "about:blank",
            time=note.head.at,
        )
        for note in archive.proof.kept_heads()
    ]
    log = archive.proof.name()
    return atom_feed(newest(entries), feed_id=feed_id(log), title=f"Heads of the log {log}", self_url=address)


def commit_head(pinned: str, folder: Path) -> None:
    """Write the head into a git repository and commit only it; pushing is left to the owner."""
    note = _note(pinned)
    if not (folder / ".git").exists():
        raise UsageError(f"{folder} is not a git repository; create one with `git init {folder}`")
    try:
        (folder / HEAD_FILE).write_text(pinned, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {folder / HEAD_FILE}: {error.strerror}; choose another folder") from error
    _git(folder, "add", "--", HEAD_FILE)
    _git(folder, "commit", "--quiet", "-m", f"Head of {note.head.log}: {note.head.size} entries", "--", HEAD_FILE)


def _git(folder: Path, *words: str) -> None:
    try:
        subprocess.run(["git", "-C", str(folder), *words], capture_output=True, timeout=GIT_SECONDS, check=True)
    except subprocess.CalledProcessError as error:
        output = (error.stderr or error.stdout).decode("utf-8", "replace").strip()[-300:]
        raise InputError(f"git did not commit the head in {folder}: {output or 'no reason given'}") from error
    except (OSError, subprocess.SubprocessError) as error:
        raise InputError(f"git cannot be used in {folder} ({error}); is it installed?") from error


def _note(pinned: str) -> SignedNote:
    note = read_pinned(pinned).note
    if note is None:
        raise UsageError("an unsigned head proves nothing; create a key with `pagestrata key create`")
    return note
