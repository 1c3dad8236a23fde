"""The short form of `./dev bench soak`: a few seconds of mixed load, and what is written."""

from xml.etree import ElementTree as ET

from meadhall.cli.bench.benchmark_files import benchmark_files, benchmarks_folder, load

SOAK = load(benchmark_files(benchmarks_folder())["soak"])


def test_visitors_play_while_memory_is_sampled() -> None:
    found = SOAK.measure(minutes=0.1)
    figures = {figure.name: figure for figure in found.figures}
    assert figures["moves"].value > 0
    assert figures["spectators"].value > 0
    server = figures["memory of the server in the last quarter"]
    assert server.value > 0
    assert server.ratio is not None
    head, *rows = found.files["plots/soak.csv"].splitlines()
    assert head == "minutes,server,bots"
    assert len(rows) >= 3
    drawing = ET.fromstring(found.files["plots/soak.svg"])  # noqa: S314 - our own drawing
    lines = [part for part in drawing if part.tag.endswith("polyline")]
    assert [len(line.attrib["points"].split()) for line in lines] == [len(rows)] * 2
