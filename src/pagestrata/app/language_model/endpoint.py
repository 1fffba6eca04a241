"""One question to a language model at an OpenAI-compatible address: Ollama, llama.cpp, vLLM, or a service in the cloud.

Address, model and key come from the environment, never from the archive. Every failure raises `NoAnswerError` with a
sentence, so that the caller can continue without the model.

Each answer is recorded in a file outside the archive, with the model and the digest of the prompt. The same prompt to the same
model is answered from that file: a summary can be repeated and costs nothing twice. The tokens spent on a day are the sum over
its files.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pagestrata.capturing.http.fetch import exchange
from pagestrata.errors import CaptureError, PagestrataError, PageTimeoutError, UsageError

Messages = list[dict[str, str]]
MOST_BYTES = 1_000_000
MOST_NEW_TOKENS = 1_000
CHARACTERS_A_TOKEN = 3  # fewer than usual, so that costs are over- rather than underestimated


class NoAnswerError(PagestrataError):
    """The model gave no usable answer; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageModel:
    """The endpoint of a model, and its limits."""

    address: str = field(repr=False)  # up to /v1; may hold a password
    name: str
    key: str = field(default="", repr=False)
    seconds: float = 30.0
    tokens_a_day: int = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """The answer of a model, and its cost."""

    text: str
    tokens: int


def model_in(environment: Mapping[str, str]) -> LanguageModel | None:
    """The configured model, or None. Raises UsageError for an invalid setting."""
    address, name = environment.get("PAGESTRATA_LLM_URL", "").rstrip("/"), environment.get("PAGESTRATA_LLM_MODEL", "")
    if not address and not name:
        return None
    is_address = address.startswith(("http://", "https://")) and address.isascii() and " " not in address
    if not is_address or not name:
        raise UsageError(
            "set both PAGESTRATA_LLM_URL, like http://127.0.0.1:11434/v1, and PAGESTRATA_LLM_MODEL, the name of a model there"
        )
    try:
        seconds = float(environment.get("PAGESTRATA_LLM_SECONDS", "30"))
        tokens = int(environment.get("PAGESTRATA_LLM_TOKENS_A_DAY", "100000"))
    except ValueError as error:
        raise UsageError(f"PAGESTRATA_LLM_SECONDS and PAGESTRATA_LLM_TOKENS_A_DAY must be numbers ({error})") from error
    if not 0 < seconds < math.inf:
        raise UsageError("PAGESTRATA_LLM_SECONDS must be a number of seconds above 0")
    key = environment.get("PAGESTRATA_LLM_KEY", "")
    if not (key.isascii() and key.isprintable()):
        raise UsageError("PAGESTRATA_LLM_KEY has characters that cannot be sent; copy the key again")
    return LanguageModel(address=address, name=name, key=key, seconds=seconds, tokens_a_day=tokens)


def messages_of(rules: str, data: Any) -> Messages:
    """The messages to send: our rules, and the data as JSON with invisible characters escaped, so that no text hides words."""
    written = json.dumps(data, ensure_ascii=False)
    shown = "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in written)
    return [{"role": "system", "content": rules}, {"role": "user", "content": shown}]


def tokens_of(messages: Sequence[Mapping[str, str]]) -> int:
    """The highest possible cost of a question and its answer."""
    return sum(len(message["content"]) for message in messages) // CHARACTERS_A_TOKEN + MOST_NEW_TOKENS


def ask_model(model: LanguageModel, messages: Sequence[Mapping[str, str]]) -> ModelAnswer:
    """The answer of a model. NoAnswerError if it is slow, down, refuses, or does not follow the protocol."""
    sent = {
        "model": model.name,
        "messages": list(messages),
        "temperature": 0,
        "max_tokens": MOST_NEW_TOKENS,
        "response_format": {"type": "json_object"},
    }
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {model.key}"} if model.key else {})}
    try:
        status, body = exchange(
            f"{model.address}/chat/completions",
            body=json.dumps(sent).encode(),
            headers=headers,
            seconds=model.seconds,
            max_bytes=MOST_BYTES,
        )
    except PageTimeoutError as error:
        raise NoAnswerError(f"the language model took longer than {model.seconds:g} s") from error
    except CaptureError as error:
        raise NoAnswerError(f"the language model cannot be reached ({type(error.__cause__).__name__})") from error
    if len(body) > MOST_BYTES:
        raise NoAnswerError(f"the language model sent more than {MOST_BYTES} bytes")
    if status != 200:
        raise NoAnswerError(f"the language model answered with status {status}")
    return _read(body, tokens_of(messages))


def _read(body: bytes, most_tokens: int) -> ModelAnswer:
    try:
        found: Any = json.loads(body)
        text = found["choices"][0]["message"]["content"]
        spent = found.get("usage", {}).get("total_tokens", most_tokens)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise NoAnswerError("the language model does not speak the protocol of OpenAI's chat completions") from error
    if not isinstance(text, str):
        raise NoAnswerError("the language model gave an answer without text")
    return ModelAnswer(text=text, tokens=spent if isinstance(spent, int) and spent >= 0 else most_tokens)


Ask = Callable[[LanguageModel, Sequence[Mapping[str, str]]], ModelAnswer]


def prompt_digest(model: LanguageModel, messages: Sequence[Mapping[str, str]]) -> str:
    """A fingerprint of a question to a model."""
    written = json.dumps([model.name, list(messages)], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def answered(
    model: LanguageModel, messages: Sequence[Mapping[str, str]], folder: Path, *, now: datetime, ask: Ask = ask_model
) -> str:
    """The answer of the model, from its record if there is one. NoAnswerError if it fails, costs too much, or is not recorded."""
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
    answer = ask(model, messages)
    record = {
        "model": model.name,
        "prompt_digest": digest,
        "asked_at": now.astimezone(UTC).isoformat(),
        "tokens": answer.tokens,
    }
    text = json.dumps({**record, "messages": list(messages), "answer": answer.text}, ensure_ascii=False, indent=1)
    partial = folder / f"{digest}.partial"
    try:
        partial.write_bytes(text.encode("utf-8", "replace"))
        partial.replace(folder / f"{digest}.json")
    except OSError as error:
        raise _not_kept(folder, error) from error
    return answer.text


def _not_kept(folder: Path, error: OSError) -> NoAnswerError:
    """The error for an answer without a record, which could not be repeated and whose cost would not be counted."""
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


def record_folder() -> Path:
    """The folder for answers of models, outside the archive."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "pagestrata" / "language-model"


def configured_model() -> LanguageModel | None:
    """The configured language model, or None. Raises UsageError for an invalid setting."""
    return model_in(os.environ)


def configured_asker(now: datetime) -> Callable[[Messages], str] | None:
    """A function that returns the model's answer or raises NoAnswerError; None if no model is configured."""
    model = configured_model()
    if model is None:
        return None
    return lambda messages: answered(model, messages, record_folder(), now=now)
