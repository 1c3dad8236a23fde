"""Where a match is warm, and the clock that processes agree on."""

from collections import Counter

from meadhall.server.clock import JUMP_MS, DatabaseClock
from meadhall.server.cluster.place import place_of

PLACES = [f"https://{name}.example" for name in "abcd"]


def test_every_process_gets_its_share_and_all_agree() -> None:
    places = Counter(place_of(f"match{n}", PLACES) for n in range(4_000))
    assert all(800 < places[place] < 1_200 for place in PLACES)
    assert place_of("m", PLACES) == place_of("m", reversed(PLACES))
    assert place_of("m", []) == ""


def test_when_a_process_goes_only_its_own_matches_move() -> None:
    gone, *left = PLACES
    for number in range(500):
        before = place_of(f"match{number}", PLACES)
        after = place_of(f"match{number}", left)
        assert before in (after, gone)


class Steady:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_clock_follows_the_database_slowly_and_never_runs_back() -> None:
    steady = Steady()
    clock = DatabaseClock(steady=steady)
    clock.adjust(50_000, 99.9, 100.1)
    assert clock() == 50_000
    steady.now = 101.0
    clock.adjust(50_000, 101.0, 101.0)  # the database is a second behind
    assert clock() == 51_000 - 18
    steady.now = 111.0
    clock.adjust(61_500, 111.0, 111.0)
    assert clock() == 61_000 - 18 + 200
    clock.adjust(61_500 + 2 * JUMP_MS, 111.0, 111.0)
    assert clock() == 61_000 - 18 + 200
