from datetime import UTC, datetime
from xml.etree import ElementTree

from pagestrata.report.trail_plot import HEIGHT, WIDTH, Sample, trail_plot

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
    assert len(svg.findall("s:polyline", SVG)) == 2
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
