import io
from datetime import UTC, datetime

from PIL import Image

from pagestrata.report.trail_picture import INK, LOST, SHARPNESS, trail_picture
from pagestrata.report.trail_plot import HEIGHT, WIDTH, Sample


def day(number, value, state="found"):
    return Sample(datetime(2026, 1, number, tzinfo=UTC), value, state)


def shown(*samples, **options):
    with Image.open(io.BytesIO(trail_picture(samples, **options))) as picture:
        assert picture.format == "PNG"
        return picture.convert("RGB").copy()


def colours(picture):
    return {colour for _, colour in picture.getcolors(1 << 24)}


def test_numbers_are_drawn_and_joined():
    picture = shown(day(1, 99.0), day(3, 89.0), title="Boots")
    assert picture.size == (WIDTH * SHARPNESS, HEIGHT * SHARPNESS)
    assert INK in colours(picture)
    middle = [picture.getpixel((x, y)) for x in (780, 790) for y in range(picture.height)]
    assert middle.count(INK) > 2  # the line between the two dots


def test_a_version_without_a_number_interrupts_the_line():
    picture = shown(day(1, 99.0), day(2, None, "lost"), day(3, 89.0))
    assert LOST in colours(picture)
    assert INK not in {picture.getpixel((600, y)) for y in range(picture.height)}


def test_nothing_to_draw_is_an_empty_plot():
    assert INK not in colours(shown())


def test_one_value_alone_and_titles_of_any_script():
    assert INK in colours(shown(day(1, 5.0, "uncertain"), title="€ 靴 " * 100))


def test_an_uncertain_number_is_not_joined_to_the_line():
    picture = shown(day(1, 99.0), day(3, 89.0, "uncertain"))
    assert INK not in {picture.getpixel((780, y)) for y in range(picture.height)}
