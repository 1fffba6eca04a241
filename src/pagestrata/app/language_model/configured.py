"""The language model that the environment names, for commands, screens and visits alike; its answers are kept in one place."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from pagestrata.app.language_model.answers_on_record import answered
from pagestrata.app.language_model.endpoint import LanguageModel, Messages, model_in
from pagestrata.app.language_model.only_if import wish_asker
from pagestrata.errors import UsageError
from pagestrata.model.only_if import AskWish, WishAnswer


def record_folder() -> Path:
    """Where answers of models are kept: outside the archive."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "pagestrata" / "language-model"


def configured_model() -> LanguageModel | None:
    """The configured language model, or None. Raises UsageError for an invalid setting."""
    return model_in(os.environ)


def configured_asker(now: datetime) -> Callable[[Messages], str] | None:
    """What asks the model and gives its answer, or raises NoAnswerError; None where no model is configured."""
    model = configured_model()
    if model is None:
        return None

    return lambda messages: answered(model, messages, record_folder(), now=now)


def configured_wish_asker(now: datetime) -> AskWish:
    """Return the function that asks about 'tell me only if …'; with invalid settings, it only returns the reason."""
    try:
        model = configured_model()
    except UsageError as error:
        problem = str(error)
        return lambda _: WishAnswer(is_met=None, problem=problem)
    return wish_asker(model, record_folder(), now)
