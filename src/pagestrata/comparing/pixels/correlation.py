"""Where a smaller picture fits best into a larger one: the normed correlation coefficient, as OpenCV's TM_CCOEFF_NORMED.

At each place, the covariance of the smaller picture with what it would cover, over all channels, divided by both standard
deviations: 1 for the same, also if it is brighter or has more contrast. The products come from Fourier transforms, the sums
of what is covered from running sums (J. P. Lewis, *Fast Normalized Cross-Correlation*, 1995).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pagestrata.model.screenshots import Pixels

Plane = npt.NDArray[np.float64]

_ROUNDING = 1.125
"""A coefficient above 1 by less comes from rounding where nothing varies; above it says nothing."""
_FLAT = 1e-7


def best_correlation(pixels: Pixels, part: Pixels) -> float:
    """The highest coefficient of a part that is not larger than the picture; 1 for a part of one colour."""
    area = part.shape[0] * part.shape[1]
    fitting = (slice(pixels.shape[0] - part.shape[0] + 1), slice(pixels.shape[1] - part.shape[1] + 1))
    covariance, variance, energy = np.zeros(1), np.zeros(1), 0.0
    for channel in range(pixels.shape[2]):
        whole, wanted = (picture[..., channel].astype(np.float64) for picture in (pixels, part))
        wanted -= wanted.mean()
        energy += float((wanted**2).sum())
        covariance = covariance + _products(whole - whole.mean(), wanted)[fitting]
        variance = variance + _window_sums(whole**2, part.shape) - _window_sums(whole, part.shape) ** 2 / area
    if energy < _FLAT:
        return 1.0
    bound = np.sqrt(np.maximum(variance, 0.0) * energy)
    counted = np.abs(covariance) < bound * _ROUNDING
    coefficients = np.divide(covariance, bound, out=np.zeros_like(covariance), where=counted)
    return min(1.0, float(coefficients.max()))


def _products(whole: Plane, wanted: Plane) -> Plane:
    """The sum of the products with what is covered, at each place. Single precision is enough, and takes half the memory."""
    shape = tuple(_fast_length(side) for side in whole.shape)
    spectrum, other = (np.fft.rfft2(plane.astype(np.float32), shape) for plane in (whole, wanted))
    return np.asarray(np.fft.irfft2(spectrum * np.conj(other), shape), np.float64)


def _window_sums(values: Plane, size: tuple[int, ...]) -> Plane:
    """The sum of the values under a window of this size, at each of its places."""
    height, width = size[:2]
    running = np.zeros((values.shape[0] + 1, values.shape[1] + 1))
    np.cumsum(values, axis=0, out=running[1:, 1:])
    np.cumsum(running[1:, 1:], axis=1, out=running[1:, 1:])
    tall = running[height:] - running[:-height]
    return np.asarray(tall[:, width:] - tall[:, :-width])


def _fast_length(least: int) -> int:
    """The next length without a prime factor above 5, in which Fourier transforms are fast."""
    length = least
    while True:
        rest = length
        for factor in (2, 3, 5):
            while rest % factor == 0:
                rest //= factor
        if rest == 1:
            return length
        length += 1
