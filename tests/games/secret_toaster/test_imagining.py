from dataclasses import replace

from meadhall.core.rng import Rng
from meadhall.games.secret_toaster.types import State
from meadhall.games.secret_toaster.view import resample, view


def test_imagined_objectives_explain_a_threat(threat: State) -> None:
    imagined = [resample(view(threat, 0), Rng(str(seed))) for seed in range(12)]
    assert all(other.secrets[:3] == threat.secrets[:3] for other in imagined)
    assert len({other.secrets[3].objective for other in imagined}) > 1


def test_a_threat_that_nothing_explains_is_imagined_away(threat: State) -> None:
    vain = replace(threat, table=replace(threat.table, owners=(None,) * len(threat.table.owners)))
    assert resample(view(vain, 0), Rng("vain")).secrets[0] == threat.secrets[0]
