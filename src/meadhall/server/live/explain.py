"""Answers "why not?": the reason why something clicked or written cannot be done.

The question is put to a state resampled from the seat's own view, so that no answer can tell more
than the seat sees.
"""

from meadhall.core.game import AnyGame, action_preview, dangers_to, to_act
from meadhall.core.refusal import Refusal
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene
from meadhall.core.seats import Seat
from meadhall.match.match import Match
from meadhall.server.protocol.messages import Ask, Why
from meadhall.server.protocol.notation import parse_action


def explain(match: Match, question: Ask) -> Why:
    """Why the seat cannot do what it asks about, or what it can know of it in advance."""
    if match.state is None:
        return Why(question.id, Refusal("NOT_STARTED", "The match has not started yet."))
    if match.result is not None:
        return Why(question.id, Refusal("MATCH_OVER", "The match is over."))
    game, state, seat = match.game, match.state, question.seat
    if question.dangers:
        return Why(question.id, None, dangers=dangers_to(game, game.view(state, seat), seat))
    if question.gesture:
        return Why(question.id, explain_clicks(game, state, seat, question.gesture))
    action = parse_action(game, question.text)
    refusal = explain_action(game, state, seat, action)
    if refusal is not None:
        return Why(question.id, refusal)
    return Why(question.id, None, action_preview(game, game.view(state, seat), action))


def explain_action(game: AnyGame, state: object, seat: Seat, action: object) -> Refusal | None:
    """Why the seat cannot play the action, as far as it can know; `None` where it can."""
    # Most questions are about a listed action, and listing is much cheaper than resampling.
    if action in game.legal_actions(state, seat):
        return None
    return game.refusal(_resample(game, state, seat), seat, action)


def explain_clicks(
    game: AnyGame, state: object, seat: Seat, clicks: tuple[str, ...]
) -> Refusal | None:
    """Why these clicks lead nowhere; `None` where they are on the way to a legal action."""
    if game.present is None or not clicks:
        return None
    sampled = _resample(game, state, seat)
    length = len(clicks)
    legal = game.legal_actions(sampled, seat)
    if any(game.present.gesture(action)[:length] == clicks for action in legal):
        return None
    view, meaning = game.view(sampled, seat), game.present.action_from_clicks
    meant = meaning(view, clicks) if meaning else None
    refusal = None if meant is None else game.refusal(sampled, seat, meant)
    if refusal is None and not legal:
        refusal = _not_now(game, sampled, seat)
    return refusal or Refusal(
        "NOTHING_HERE", _nothing_here(game.present.scene(view), clicks), clicks[-1:]
    )


def _resample(game: AnyGame, state: object, seat: Seat) -> object:
    # A fixed seed: asking again must not give another answer.
    return game.resample(game.view(state, seat), Rng("why"))


def _not_now(game: AnyGame, state: object, seat: Seat) -> Refusal | None:
    """Why the seat cannot do what others are asked for: it is not its turn, say."""
    others = (
        action for other in to_act(game, state) for action in game.legal_actions(state, other)
    )
    action = next(others, None)
    return None if action is None else game.refusal(state, seat, action)


def _nothing_here(scene: Scene, clicks: tuple[str, ...]) -> str:
    labels = {
        part.id: part.label
        for layer in (scene.cells, scene.tokens, scene.cards, scene.buttons)
        for part in layer
    }
    name = labels.get(clicks[-1], clicks[-1])
    return f"You cannot choose {name} now."
