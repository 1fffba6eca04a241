"""Bags of visual words: equal pages are at distance 0, other pages are not, and odd pictures do no harm."""

import cv2
import numpy as np
import pytest

from pagestrata.deciding.features import visual_words
from pagestrata.deciding.features.visual_blocks import Picture
from pagestrata.deciding.features.visual_words import (
    CODEBOOKS,
    FORMAT,
    KINDS,
    VISUAL_NAMES,
    Codebooks,
    angles,
    default_codebooks,
    read_codebooks,
    sift_descriptors,
    signature_of,
    visual_features,
    write_codebooks,
)
from pagestrata.errors import InputError


def drawn(seed: int, height: int = 300, width: int = 340) -> Picture:
    """Random lines of 'text' on white."""
    random = np.random.default_rng(seed)
    small = np.full((height, width, 3), 255, np.uint8)
    for y in range(8, height - 8, 6):
        small[y : y + 3, 10 : 10 + int(random.integers(1, width - 20))] = random.integers(0, 255, 3)
    return Picture(small=small)


def distances(old: Picture, new: Picture) -> dict[str, float]:
    codebooks = default_codebooks()
    return visual_features(signature_of(old, codebooks), signature_of(new, codebooks))


def test_there_are_sixteen_and_equal_pictures_are_at_distance_0() -> None:
    found = distances(drawn(1), drawn(1))
    assert tuple(found) == VISUAL_NAMES
    assert len(found) == 16
    assert set(found.values()) == {0.0}


def test_other_pictures_are_apart() -> None:
    assert all(value > 0 for value in distances(drawn(1), drawn(2)).values())


def test_what_happens_below_the_top_leaves_the_top_alone() -> None:
    old = drawn(3, height=600)
    lower = old.small.copy()
    lower[400:500] = 90
    found = distances(old, Picture(small=lower))
    assert all(value == 0 for name, value in found.items() if ", top," in name)
    assert any(value > 0 for name, value in found.items() if ", page," in name)


@pytest.mark.parametrize("shape", [(1, 1), (3, 400), (400, 2), (16, 16)])
def test_blank_and_tiny_pictures_have_empty_bags(shape: tuple[int, int]) -> None:
    blank = Picture(small=np.full((*shape, 3), 255, np.uint8))
    assert len(sift_descriptors(blank)[0]) == 0
    assert all(np.isfinite(value) for value in distances(blank, drawn(1)).values())
    assert set(distances(blank, blank).values()) == {0.0}


def test_descriptors_have_length_1() -> None:
    found, ends = sift_descriptors(drawn(4))
    assert found.shape[1] == 128
    assert np.allclose(np.linalg.norm(found, axis=1), 1.0, atol=1e-5)
    assert len(ends) == len(found)


def test_codebooks_survive_their_file_and_stay_small() -> None:
    data = write_codebooks(default_codebooks())
    again = read_codebooks(data)
    assert len(data) < 300_000
    for key, centres in default_codebooks().centres.items():
        assert np.allclose(again.centres[key], centres, atol=0.01)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 damaged", b"not a file"])
def test_damaged_codebooks_are_refused(data: bytes) -> None:
    with pytest.raises(InputError, match=r"codebooks: damaged .*; install the package again"):
        read_codebooks(data)


def test_directions_are_those_the_codebooks_were_made_of() -> None:
    steps = np.arange(-255, 256, dtype=np.float32)
    across, down = (np.ascontiguousarray(part) for part in np.broadcast_arrays(steps[None, :], steps[:, None]))
    _, known = cv2.cartToPolar(across, down)
    assert angles(across, down) == pytest.approx(known, abs=2e-6)
    assert angles(across, down) == pytest.approx(np.arctan2(down, across) % (2 * np.pi), abs=2e-3)


def made() -> Codebooks:
    random = np.random.default_rng(3)
    width = {"SIFT": 128, "colour": 4}
    return Codebooks(
        centres={(k, n): random.uniform(-1, 2, (n, width[k])).astype(np.float32) for k in KINDS for n in CODEBOOKS}
    )


def test_centres_come_back_to_within_a_byte() -> None:
    before = made()
    again = read_codebooks(write_codebooks(before))
    assert again.centres.keys() == before.centres.keys()
    for key, centres in before.centres.items():
        assert np.abs(again.centres[key] - centres).max() <= 0.5 * (centres.max() - centres.min()) / 255 + 1e-5


def test_a_codebook_of_equal_numbers_survives() -> None:
    flat = Codebooks(centres={key: np.full_like(centres, 0.5) for key, centres in made().centres.items()})
    again = read_codebooks(write_codebooks(flat))
    assert all(np.allclose(centres, 0.5) for centres in again.centres.values())


def test_the_shipped_codebooks_are_whole_and_read_once() -> None:
    found = default_codebooks()
    assert {key: centres.shape for key, centres in found.centres.items()} == {
        (kind, size): (size, {"SIFT": 128, "colour": 4}[kind]) for kind in KINDS for size in CODEBOOKS
    }
    assert default_codebooks() is found


def test_damage_is_an_input_error() -> None:
    data = write_codebooks(made())
    for damaged in (b"", b"no archive", data[: len(data) // 2]):
        with pytest.raises(InputError, match=r"codebooks: damaged .*; install the package again"):
            read_codebooks(damaged)


def test_a_codebook_with_too_few_centres_is_not_whole() -> None:
    short = {key: centres[:-1] for key, centres in made().centres.items()}
    with pytest.raises(InputError, match=r"codebook SIFT 100 is not whole"):
        read_codebooks(write_codebooks(Codebooks(centres=short)))


def test_another_format_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visual_words, "FORMAT", FORMAT + 1)
    data = write_codebooks(made())
    monkeypatch.undo()
    with pytest.raises(InputError, match=f"codebooks: format {FORMAT + 1}, this version reads {FORMAT}"):
        read_codebooks(data)
