"""Every answer of a language model is kept in a file, with the model and the digest of the prompt, outside the archive.

The same prompt to the same model is answered from its file: a summary can be repeated, and costs nothing twice. What was spent
on a day is the sum over its files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pagestrata.app.language_model.endpoint import LanguageModel, ModelAnswer, NoAnswerError, ask_model, tokens_of

Ask = Callable[[LanguageModel, Sequence[Mapping[str, str]]], ModelAnswer]


def prompt_digest(model: LanguageModel, messages: Sequence[Mapping[str, str]]) -> str:
    """The name of a question to a model."""
    written = json.dumps([model.name, list(messages)], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def answered(
    model: LanguageModel, messages: Sequence[Mapping[str, str]], folder: Path, *, now: datetime, ask: Ask = ask_model
) -> str:
    """What the model says, from its file where it was asked before.

    NoAnswerError where it does not, would cost too much, or its answer cannot be kept.
    """
    digest = prompt_digest(model, messages)
    known = _record(folder / f"{digest}.json")
    if known is not None:
        return str(known["answer"])
    left = model.tokens_a_day - spent_on(folder, now)
    if tokens_of(messages) > left:
        raise NoAnswerError(
            f"the question may cost {tokens_of(messages)} tokens, and {max(0, left)} of {model.tokens_a_day} are left for today"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise _not_kept(folder, error) from error
    said = ask(model, messages)
    record = {
        "model": model.name,
        "prompt_digest": digest,
        "asked_at": now.astimezone(UTC).isoformat(),
        "tokens": said.tokens,
    }
    text = json.dumps({**record, "messages": list(messages), "answer": said.text}, ensure_ascii=False, indent=1)
    partial = folder / f"{digest}.partial"
    try:
        partial.write_bytes(text.encode("utf-8", "replace"))
        partial.replace(folder / f"{digest}.json")
    except OSError as error:
        raise _not_kept(folder, error) from error
    return said.text


def _not_kept(folder: Path, error: OSError) -> NoAnswerError:
    """An answer without a record could not be repeated, and nothing would count what it cost."""
    return NoAnswerError(f"answers cannot be recorded in {folder} ({error.strerror or type(error).__name__})")


def spent_on(folder: Path, now: datetime) -> int:
    """The tokens spent on the day (UTC)."""
    day = now.astimezone(UTC).date().isoformat()
    records = [_record(file) for file in folder.glob("*.json")] if folder.is_dir() else []
    return sum(int(known["tokens"]) for known in records if known is not None and str(known["asked_at"])[:10] == day)


def _record(file: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return None
    is_whole = isinstance(found, dict) and {"answer", "tokens", "asked_at"} <= found.keys()
    return found if is_whole and isinstance(found["tokens"], int) else None
