"""A finding, and which of several speak."""

from pagestrata.judging.finding import Finding, speaking
from pagestrata.model.blocks import Block


def test_what_is_silenced_is_noise_and_says_why() -> None:
    finding = Finding(kind="number", chance=0.7, op="update", element="text", block=Block(ref="1"))
    silent = finding.silenced("counter")
    assert (silent.is_noise, silent.silent_because, finding.is_noise) == (True, "counter", False)
    assert speaking([silent, finding]) == [finding]
