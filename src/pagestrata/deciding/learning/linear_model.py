"""A linear decision over named features, as plain data: what a linear SVM (paper 4 §3) leaves behind.

score = bias + sum of weight * (feature - mean) / scale; by Platt's method probability = 1 / (1 + exp(-(a score + b))).
The file is JSON with its own digest; a file that was damaged, or written for other features, is refused.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from pagestrata.errors import InputError

KIND = "pagestrata decision model"
FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One feature of a linear model."""

    name: str
    weight: float
    mean: float
    scale: float

    def share(self, features: Mapping[str, float]) -> float:
        return self.weight * (features[self.name] - self.mean) / self.scale


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearModel:
    """Score above 0: dissimilar."""

    terms: tuple[Term, ...]
    bias: float
    platt_slope: float = 1.0
    platt_offset: float = 0.0

    def score(self, features: Mapping[str, float]) -> float:
        return self.bias + sum(term.share(features) for term in self.terms)

    def probability(self, score: float) -> float:
        exponent = self.platt_slope * score + self.platt_offset
        return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, exponent))))


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionModel:
    """Two linear models: over content alone, and over content and screenshots; and where they come from."""

    content: LinearModel
    pictures: LinearModel | None = None
    card: Mapping[str, Any] = field(default_factory=dict)  # data, date, scores

    def to_json(self) -> bytes:
        pictures = asdict(self.pictures) if self.pictures is not None else None
        body = {"content": asdict(self.content), "card": dict(self.card), "pictures": pictures}
        whole = {"kind": KIND, "format": FORMAT, **body, "digest": _digest(body)}
        return json.dumps(whole, indent=1, ensure_ascii=False).encode()


def _digest(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def read_decision_model(data: bytes, *, known_features: frozenset[str]) -> DecisionModel:
    """Read a model file. InputError for what is damaged, of another format, or made for other features."""
    try:
        whole = json.loads(data)
    except ValueError as error:
        raise InputError(f"decision model: not readable ({error}); train it again with `pagestrata train`") from error
    if not isinstance(whole, dict) or whole.get("kind") != KIND:
        raise InputError("decision model: this file is something else; give a file written by `pagestrata train`")
    if whole.get("format") != FORMAT:
        raise InputError(
            f"decision model: format {whole.get('format')!r}, this version reads {FORMAT};"
            " train it again with `pagestrata train`"
        )
    body = {key: whole.get(key) for key in ("content", "card", "pictures")}
    if whole.get("digest") != _digest(body):
        raise InputError("decision model: damaged, its digest does not match; train it again with `pagestrata train`")
    try:
        pictures = _linear(body["pictures"]) if body["pictures"] is not None else None
        model = DecisionModel(content=_linear(body["content"]), pictures=pictures, card=body["card"] or {})
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"decision model: incomplete ({error}); train it again with `pagestrata train`") from error
    _check_features(model, known_features)
    return model


def _linear(data: Any) -> LinearModel:
    terms = tuple(Term(**term) for term in data["terms"])
    numbers = [number for term in terms for number in (term.weight, term.mean, term.scale)]
    numbers += [data["bias"], data["platt_slope"], data["platt_offset"]]
    if not all(isinstance(number, int | float) and math.isfinite(number) for number in numbers):
        raise ValueError("a number is missing or not finite")
    if any(term.scale <= 0 for term in terms):
        raise ValueError("a scale is not positive")
    return LinearModel(**{**data, "terms": terms})


def _check_features(model: DecisionModel, known: frozenset[str]) -> None:
    used = [term.name for linear in (model.content, model.pictures) if linear is not None for term in linear.terms]
    unknown = sorted(set(used) - known)
    if unknown:
        raise InputError(
            f"decision model: made for features this version does not know ({', '.join(unknown[:3])});"
            " train it again with `pagestrata train`"
        )
