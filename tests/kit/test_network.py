"""A network gives the score that its definition says, and survives its file."""

import pytest

from meadhall.core.rng import Rng
from meadhall.kit.network import CLIP, SHIFT, Network, read_network, write_network

INPUTS, HIDDEN = 12, 8


def numbers(rng: Rng, count: int, most: int) -> tuple[list[int], Rng]:
    found = []
    for _ in range(count):
        number, rng = rng.below(2 * most + 1)
        found.append(number - most)
    return found, rng


def random_network(seed: str) -> Network:
    rng, rows = Rng(seed), []
    for _ in range(INPUTS):
        row, rng = numbers(rng, HIDDEN, 8191)
        rows.append(row)
    start, rng = numbers(rng, HIDDEN, 300)
    output, rng = numbers(rng, 2 * HIDDEN, 3000)
    return Network(HIDDEN, rows, start, output, ({"seed": seed},))


def plain_score(network: Network, mover: list[int], other: list[int]) -> int:
    """The definition, without packing."""
    total = 0
    for side, inputs in enumerate((mover, other)):
        for place in range(network.hidden):
            value = network.start[place] + sum(network.rows[n][place] for n in inputs)
            total += min(max(value, 0), CLIP) * network.output[side * network.hidden + place]
    return total >> SHIFT


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_score_is_what_the_definition_says(seed: str) -> None:
    network, rng = random_network(seed), Rng(seed)
    for number in range(50):
        mover, rng = rng.shuffle(range(INPUTS))
        other, rng = rng.shuffle(range(INPUTS))
        sides = list(mover[: number % INPUTS]), list(other[: number % 7])
        assert network.score(*sides) == plain_score(network, *sides)


def test_a_network_survives_its_file() -> None:
    network = random_network("file")
    again = read_network(write_network(network))
    assert write_network(again) == write_network(network)
    assert again.history == network.history
    assert [again.score([n], [1]) for n in range(INPUTS)] == [
        network.score([n], [1]) for n in range(INPUTS)
    ]


def test_a_file_with_missing_weights_is_refused() -> None:
    text = write_network(random_network("x")).replace('"hidden": 8', '"hidden": 7')
    with pytest.raises(ValueError, match="weights do not fit"):
        read_network(text)


def test_bytes_of_a_big_endian_machine_are_turned_round(monkeypatch: pytest.MonkeyPatch) -> None:
    network = random_network("bytes")
    little = write_network(network)
    monkeypatch.setattr("meadhall.kit.network.byteorder", "big")
    assert write_network(network) != little
    assert read_network(write_network(network)).score([1], [2]) == network.score([1], [2])
