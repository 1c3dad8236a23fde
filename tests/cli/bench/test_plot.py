"""A plot of lines over time."""

from xml.etree import ElementTree as ET

from meadhall.cli.bench.plot import HEIGHT, LEFT, RIGHT, WIDTH, line_plot

LINES = {"a < b": [(0.0, 10.0), (5.0, 20.0)], "flat": [(0.0, 0.0), (5.0, 0.0)]}


def test_lines_have_their_names_and_stay_in_the_picture() -> None:
    drawing = ET.fromstring(line_plot("Growth", ("hours", "MiB"), LINES))  # noqa: S314 - our own drawing
    texts = [part.text for part in drawing if part.tag.endswith("text")]
    assert texts[0] == "Growth (MiB over hours)"
    assert set(LINES) <= set(texts)
    lines = [part.attrib["points"].split() for part in drawing if part.tag.endswith("polyline")]
    places = [tuple(map(float, place.split(","))) for line in lines for place in line]
    assert {x for x, _ in places} == {LEFT, WIDTH - RIGHT}
    assert all(0 < y < HEIGHT for _, y in places)
    # Zero is at the bottom, and the larger value is higher up.
    assert places[1][1] < places[0][1] < places[2][1] == places[3][1]


def test_a_plot_of_nothing_but_zeros_can_be_drawn() -> None:
    assert "<polyline" in line_plot("Nothing", ("s", "MiB"), {"zero": [(0.0, 0.0)]})
