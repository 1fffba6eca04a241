"""stub"""

from pagestrata.model.deltas import Change


def is_noise_change(change: Change) -> bool:
    return False
