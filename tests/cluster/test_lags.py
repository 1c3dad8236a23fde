"""How busy the machine was: only that lets a clock charge more than its player thought."""

import pytest
from nemesis.lags import CROWD_SECONDS, CROWDED, Lags


def test_the_worst_standstill_and_the_usual_wait_count() -> None:
    lags = Lags()
    lags._lags = [(10.0, 0.4), (20.0, 3.0)]
    lags._answers.extend([(11.0, 0.1), (12.0, 0.9), (13.0, 1.1), (40.0, 9.0)])
    assert lags.worst((9.8, 12.0)) == 0.4
    assert lags.worst((10.5, 16.0)) == 0.0
    assert lags.load((10.5, 16.0)) == 0.9, "half of all players waited that long"
    assert lags.load((18.0, 19.0)) == 3.0


def test_a_crowded_machine_counts_by_how_crowded_it_was() -> None:
    lags = Lags()
    lags._crowded = [(10.0, CROWDED + 1), (10.1, CROWDED + 4), (30.0, CROWDED + 9)]
    assert lags.crowd((9.0, 20.0)) == CROWDED + 4
    assert lags.crowd((11.0, 20.0)) == 0
    assert lags.load((9.0, 20.0)) == pytest.approx(4 * CROWD_SECONDS)
    assert lags.load((11.0, 20.0)) == 0
    assert lags.crowded_seconds() == pytest.approx(0.3)
