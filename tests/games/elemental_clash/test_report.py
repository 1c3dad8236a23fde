"""What balance reports look at."""

from tests.games.elemental_clash.positions import draft_rounds, new_match

from meadhall.games.elemental_clash import GAME


def test_features_name_the_bot_and_the_wildcard() -> None:
    assert GAME.report is not None
    state = draft_rounds(new_match(), 6)
    features = GAME.report.features(state, 0)
    assert features == {
        "bot": state.picks[0][4].face.kind.noun,
        "wildcard": state.picks[0][5].face.kind.noun,
    }
    assert GAME.report.features(new_match(), 0) == {}
