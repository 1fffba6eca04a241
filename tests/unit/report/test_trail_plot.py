from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest

from pagestrata.report.trail_plot import HEIGHT, WIDTH, Sample, Scale, trail_plot

SVG = {"s": "http://www.w3.org/2000/svg"}


def day(number):
    return datetime(2026, 1, number, tzinfo=UTC)


def plot(samples, **options):
    return ElementTree.fromstring(trail_plot(samples, **options))


def test_numbers_become_points_and_lost_versions_interrupt_the_line():
    samples = [
        Sample(day(1), 10.0, "found"),
        Sample(day(2), 12.0, "found"),
        Sample(day(3), None, "lost"),
        Sample(day(4), 11.0, "uncertain"),
        Sample(day(5), 9.0, "found"),
    ]
    svg = plot(samples, title="Boots & <more>")
    circles = svg.findall("s:circle", SVG)
    assert len(circles) == 4
    assert [c.get("fill") for c in circles] == ["#1f6feb", "#1f6feb", "white", "#1f6feb"]
    (line,) = svg.findall("s:polyline", SVG)  # the uncertain number is not joined to the next
    (first, second) = ([float(place) for place in at.split(",")] for at in line.get("points").split()[::2])
    corner = [float(place) for place in line.get("points").split()[1].split(",")]
    assert corner == [second[0], first[1]], "in steps: the old number holds until the visit that found another"
    assert "×" in [t.text for t in svg.findall("s:text", SVG)]
    assert "Boots & <more>" in [t.text for t in svg.findall("s:text", SVG)]


def test_higher_values_stand_higher_and_everything_is_inside():
    svg = plot([Sample(day(n), value, "found") for n, value in enumerate([1.0, 1e9, -5.0], 1)])
    places = [(float(c.get("cx")), float(c.get("cy"))) for c in svg.findall("s:circle", SVG)]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in places)
    assert places[1][1] < places[0][1]
    assert [x for x, _ in places] == sorted(x for x, _ in places)


def test_one_value_and_none_at_all_can_be_drawn():
    assert len(plot([Sample(day(1), 0.0, "found")]).findall("s:circle", SVG)) == 1
    assert plot([]).findall("s:circle", SVG) == []


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ((4500, 6100), ["4500", "5000", "5500", "6000"]),
        ((52001, 52009), ["52002", "52004", "52006", "52008"]),
        ((0.1, 0.35), ["0.10", "0.15", "0.20", "0.25", "0.30", "0.35"]),
        ((19.99, 20.49), ["20.0", "20.1", "20.2", "20.3", "20.4", "20.5"]),
        ((7, 7), ["6.8", "7.0", "7.2"]),
        ((0, 1e9), ["0", "2e+08", "4e+08", "6e+08", "8e+08", "1e+09"]),
        ((), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
    ],
)
def test_lines_stand_at_round_numbers(values, texts):
    scale = Scale([Sample(day(number), float(value), "found") for number, value in enumerate(values, 1)])
    assert [text for _, text in scale.lines()] == texts
    assert all(scale.low <= value <= scale.high for value, _ in scale.lines())


def test_a_title_is_cut_and_cannot_break_the_picture():
    svg = plot([], title="a\x00b" + "x" * 200)
    (title,) = [t.text for t in svg.findall("s:text", SVG) if t.get("font-size") == "15"]
    assert title.startswith("a b")
    assert len(title) == 90
