import numpy as np
import pytest

from pagestrata.deciding.features import codebooks
from pagestrata.deciding.features.codebooks import FORMAT, default_codebooks, read_codebooks, write_codebooks
from pagestrata.deciding.features.visual_words import CODEBOOKS, KINDS, Codebooks
from pagestrata.errors import InputError


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
    monkeypatch.setattr(codebooks, "FORMAT", FORMAT + 1)
    data = write_codebooks(made())
    monkeypatch.undo()
    with pytest.raises(InputError, match=f"codebooks: format {FORMAT + 1}, this version reads {FORMAT}"):
        read_codebooks(data)
