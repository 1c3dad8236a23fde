"""Every member of the contract has a docstring with an example, and the examples run."""

import ast
import doctest
from pathlib import Path

import pytest

from meadhall import registry
from meadhall.cli.new_game import template
from meadhall.core import capabilities, game
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

GROUPS = ("present", "play", "learn", "report", "guide", "speed")
"""Members of `Game` whose own members have the examples."""
CONTRACT = {game: ("Game",), capabilities: ("Present", "Strategy", "Learn", "Report", "Speed")}


def members() -> list[tuple[str, str]]:
    """Every field of the contract's classes with the string that follows it."""
    found = []
    for module, classes in CONTRACT.items():
        tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name in classes:
                found += [(f"{node.name}.{name}", text) for name, text in fields_of(node)]
    return found


def fields_of(node: ast.ClassDef) -> list[tuple[str, str]]:
    texts = []
    for field, after in zip(node.body, [*node.body[1:], ast.Pass()], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = after.value if isinstance(after, ast.Expr) else None
            value = text.value if isinstance(text, ast.Constant) else ""
            texts.append((field.target.id, str(value)))
    return texts


def names() -> dict[str, object]:
    """What the examples speak of: the game that `new-game` writes, and those that have more."""
    stones: AnyGame = template.GAME
    options = stones.types.options(stones=4)
    state = start(stones, options, 2, Rng("seed"))
    action = stones.legal_actions(state, 0)[0]
    checkers, toaster = registry.game("chinese-checkers"), registry.game("secret-toaster")
    first = start(checkers, checkers.types.options(), 2, Rng("seed"))
    war = start(toaster, toaster.types.options(), 3, Rng("seed"))
    clash = registry.game("elemental-clash")
    duel = start(clash, clash.types.options(), 2, Rng("seed"))
    jarls = registry.game("jarls")
    feud = start(jarls, jarls.types.options(), 2, Rng("seed"))
    return {
        "Rng": Rng, "Finished": Finished,
        "game": stones, "options": options, "state": state, "action": action,
        "view": stones.view(state, None), "present": stones.present,
        "event": stones.apply(state, 0, action).events[0],
        "checkers": checkers, "first": first, "star": checkers.view(first, None),
        "toaster": toaster, "war": war, "island": toaster.view(war, None),
        "clash": clash, "duel": duel,
        "jarls": jarls, "fjord": jarls.view(feud, 0),
    }  # fmt: skip


MEMBERS = dict(members())


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_is_documented_and_its_example_runs(name: str) -> None:
    text = MEMBERS[name]
    assert text, f"{name} has no docstring"
    assert ">>> " in text or name.removeprefix("Game.") in GROUPS, f"{name} has no example"
    example = doctest.DocTestParser().get_doctest(text, names(), name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example).failed == 0
