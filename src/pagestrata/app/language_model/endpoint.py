"""One question to a language model at an OpenAI-compatible address: Ollama, llama.cpp, vLLM, or a service in the cloud.

Address, model and key come from the environment, never from the archive. Every failure raises `NoAnswerError` with a
sentence, so that the caller can continue without the model.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pagestrata.capturing.http.fetch import exchange
from pagestrata.errors import CaptureError, PagestrataError, PageTimeoutError, UsageError

Messages = list[dict[str, str]]
MOST_BYTES = 1_000_000
MOST_NEW_TOKENS = 1_000
CHARACTERS_A_TOKEN = 3
"""Fewer than usual: what something costs is guessed too high rather than too low."""


class NoAnswerError(PagestrataError):
    """The model gave no answer that can be used; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageModel:
    """Where a model answers, and what it may cost."""

    address: str = field(repr=False)  # up to /v1; may hold a password
    name: str
    key: str = field(default="", repr=False)
    seconds: float = 30.0
    tokens_a_day: int = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """What a model said, and what it cost."""

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
        raise UsageError(f"PAGESTRATA_LLM_SECONDS and PAGESTRATA_LLM_TOKENS_A_DAY are numbers ({error})") from error
    if not 0 < seconds < math.inf:
        raise UsageError("PAGESTRATA_LLM_SECONDS is a number of seconds above 0")
    key = environment.get("PAGESTRATA_LLM_KEY", "")
    if not (key.isascii() and key.isprintable()):
        raise UsageError("PAGESTRATA_LLM_KEY has characters that cannot be sent; copy the key again")
    return LanguageModel(address=address, name=name, key=key, seconds=seconds, tokens_a_day=tokens)


def messages_of(rules: str, data: Any) -> Messages:
    """What is sent: our rules, and the data as JSON in which invisible characters are escaped.

    So that a person who reads it beforehand reads all of it, and no text hides words for the model alone.
    """
    written = json.dumps(data, ensure_ascii=False)
    shown = "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in written)
    return [{"role": "system", "content": rules}, {"role": "user", "content": shown}]


def tokens_of(messages: Sequence[Mapping[str, str]]) -> int:
    """What a question and its answer may cost at most."""
    return sum(len(message["content"]) for message in messages) // CHARACTERS_A_TOKEN + MOST_NEW_TOKENS


def ask_model(model: LanguageModel, messages: Sequence[Mapping[str, str]]) -> ModelAnswer:
    """The answer of a model. NoAnswerError where it is slow, down, refuses, or does not speak the protocol."""
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
