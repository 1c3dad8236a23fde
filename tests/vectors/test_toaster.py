"""Secret Toaster plays as the old program was recorded.

The vectors are read from the folder in `MEADHALL_VECTORS`, by default `shared/vectors` beside the
repository. The format is described in `toaster-FORMAT.md` there.
"""

import gzip
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from toaster_tables import (
    a_battle,
    a_battlefield,
    a_projection,
    a_table,
    allied,
    an_order,
    draws,
    plans,
    projections,
    wraps,
    write_orders,
)

from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster.rules import board
from meadhall.games.secret_toaster.rules.alliance_refusals import diplomacy_refusal
from meadhall.games.secret_toaster.rules.alliances import audiences, negotiate
from meadhall.games.secret_toaster.rules.events import Fought
from meadhall.games.secret_toaster.rules.invariant import invariant
from meadhall.games.secret_toaster.rules.planning.order_refusals import order_refusal
from meadhall.games.secret_toaster.rules.planning.projection import Projection
from meadhall.games.secret_toaster.rules.round.battle import exchange_winner
from meadhall.games.secret_toaster.rules.round.chance import ScriptedChance
from meadhall.games.secret_toaster.rules.round.field import Field
from meadhall.games.secret_toaster.rules.round.resolve import resolve_round
from meadhall.games.secret_toaster.rules.setup import deal_table
from meadhall.games.secret_toaster.rules.table import waiting
from meadhall.games.secret_toaster.types import (
    JoinAlliance,
    Options,
    Order,
    RenameAlliance,
    Ruleset,
    Secret,
    State,
    Table,
)

FOLDER = Path(os.environ.get("MEADHALL_VECTORS", Path(__file__).parents[3] / "shared" / "vectors"))
FILE = FOLDER / "toaster.jsonl.gz"

# Lines on which the standard rules deviate by choice, by tag; T-numbers are choices in CHOICES.md.
STANDARD_DEVIATES = {
    "to_blank": "BLANK hexes are no land (spec, Orders)",
    "attack_ally": "an ally is no target (spec, Orders)",
    "quirk:overwrite_keeps_old_troops": "T3",
    "quirk:stale_projection": "T3",
    "quirk:zero_troop_entry": "T6",
    "fortify_castle": "T7",
    "quirk:knight_name_reuse": "T8",
    "more_than_3_knights": "T8",
    "alliance_change_after_message": "T10",
    "quirk:hostile_cohabitation": "T11",
    "knightless_player": "T2",
    "quirk:attack_noop": "an attack is carried out like a move (spec, Round)",
}
# Lines without a tag on which the order checks deviate by choice, and the code that is due there
# (none where the order is allowed): T1 under both rulesets, the others under the standard one.
CHECKS_DEVIATE = {
    "T1": "NOT_NEIGHBOR",  # the border does not wrap
    "T4": None,  # a move of 0 troops into own or allied land
    "T7": "CASTLE_NO_FORTIFY",
    "T8": "KNIGHT_CAP",
}
# Lines on which the old program crashed or corrupted its state: ours refuses, with these codes.
REFUSED_INSTEAD = {
    "quirk:rejoin_own_alliance": "ALREADY_MEMBER",
    "quirk:duplicate_name": "NAME_TAKEN",
    "quirk:duplicate_knight_name": "KNIGHT_NAME_TAKEN",
    "seventh_player": "NO_FREE_KEEP",
    "gap_in_order_numbers": "ORDER_GAP",
}
# Kinds that show programs or messages we do not have.
NOT_OURS = {
    "payload_validate": "the successor's wire messages; ours are read by the codec",
    "queue_edge": "the successor's server lets numbers be skipped; ours refuses (T3)",
    "prng_edge": "another generator; ours is core.rng",
    "exec_order_edge": "the successor's seeded order of players; ours draws by lot",
    "round_edge": "the successor's simplified rounds: no knights, moves never fight",
    "projection_ui": "the successor's planner, which subtracts troops; ours shows odds",
}
# Kinds that only the legacy rules reproduce.
LEGACY_ONLY = {"alliance_legacy": "the standard rules ask a leader before one joins (T9)"}
# Codes of checks that come after the one for neighbours.
AFTER_NOT_NEIGHBOR = ("INVALID_TROOP_COUNT", "INSUFFICIENT_TROOPS", "ATTACK_TARGET_NOT_ENEMY")
BOTH = pytest.mark.parametrize("ruleset", ["legacy", "standard"])


@cache
def lines() -> tuple[dict[str, Any], ...]:
    if not FILE.exists():
        return ()
    with gzip.open(FILE, "rt", encoding="utf-8") as file:
        return tuple(json.loads(line) for line in file)


def of_kind(kind: str, ruleset: Ruleset = "legacy") -> Iterator[tuple[str, dict[str, Any], Any]]:
    """The lines that the ruleset reproduces: their id, what goes in and what comes out."""
    skipped = {*REFUSED_INSTEAD, *(STANDARD_DEVIATES if ruleset == "standard" else ())}
    found = [line for line in lines() if line["kind"] == kind and not skipped & {*line["tags"]}]
    if not found:
        pytest.skip(f"no vectors of kind {kind} in {FILE}")
    return ((line["id"], line["in"], line["out"]) for line in found)


def tagged(tag: str) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """The lines with that tag."""
    found = [line for line in lines() if tag in line["tags"]]
    if not found:
        pytest.skip(f"no vectors with the tag {tag} in {FILE}")
    return ((line["id"], line["in"], line["out"]) for line in found)


def tags(name: str) -> set[str]:
    """All tags of the line with that id."""
    return next({*line["tags"]} for line in lines() if line["id"] == name)


@pytest.mark.skipif(not FILE.exists(), reason=f"the vectors are not in {FOLDER}")
def test_every_kind_is_reproduced_or_named_as_not_ours() -> None:
    shown = {
        "hex", "battle", "battle_step", "order_validate", "orders_legacy", "join_legacy",
        "messages_legacy", "round_legacy", "round_exec_modern",
    }  # fmt: skip
    assert {line["kind"] for line in lines()} <= {*shown, *LEGACY_ONLY, *NOT_OURS}


def test_t1_hexes_and_their_neighbours() -> None:
    for name, given, out in of_kind("hex"):
        hex_ = given["hex"]
        assert board.coordinates(hex_) == (out["x"], out["y"]), name
        assert board.TYPES[hex_] == out["type"], name
        assert list(board.NEIGHBOUR_SLOTS[hex_]) == out["neighbors"], name


def test_exchanges() -> None:
    for name, given, out in of_kind("battle_step"):
        lead = given["attackerBonus"] - given["defenderBonus"]
        won = exchange_winner(given["attackerRoll"], given["defenderRoll"], lead)
        assert won == out["winner"], name


@BOTH
def test_battles(ruleset: Ruleset) -> None:
    for name, given, out in of_kind("battle", ruleset):
        chance = ScriptedChance(dice=given["dice"])
        field = Field(a_battlefield(given, ruleset), chance)
        field.battle(board.CASTLE, 0, given["attacker_members"], skirmish=False)
        (fought,) = field.events
        assert isinstance(fought, Fought)
        assert {
            "attacker_left": fought.left[0],
            "defender_left": fought.left[1],
            "winner": "attacker" if fought.owner == 0 else "defender",
            "dice_used": 2 * fought.exchanges,
            "exchanges": fought.exchanges,
            "attacker_bonus": fought.bonuses[0],
            "defender_bonus": fought.bonuses[1],
            "killed": list(fought.fallen),
        } == {**out, "killed": sorted(out["killed"])}, name
        assert not chance.faces, name


@BOTH
def test_orders_are_validated(ruleset: Ruleset) -> None:
    for name, given, out in of_kind("order_validate", ruleset):
        order = an_order(given["order"])
        projection = a_projection(given, ruleset)
        wanted = out.get("code")
        choice = choice_of(projection, order, wanted)
        wanted = CHECKS_DEVIATE[choice] if choice else wanted
        refused = order_refusal(projection, order)
        assert (refused.code if refused else None) == wanted, (name, refused)


def choice_of(projection: Projection, order: Order, recorded: str | None) -> str | None:
    """Which choice of `CHECKS_DEVIATE`, if any, gives the order another code than was recorded."""
    marches, allowed = order.type in ("move", "attack"), recorded is None
    if marches and (allowed or recorded in AFTER_NOT_NEIGHBOR) and wraps(order):
        return "T1"
    if projection.ruleset == "legacy":
        return None
    if order.type == "move" and order.troops == 0 and recorded == "INVALID_TROOP_COUNT":
        return "T4" if projection.is_friendly(order.to) else None
    if order.type == "fortify" and allowed and order.to == board.CASTLE:
        return "T7"
    if order.type == "promote" and allowed and len(projection.own_knights()) >= 3:
        return "T8"
    return None


@BOTH
def test_t3_orders_are_overwritten_and_projected(ruleset: Ruleset) -> None:
    for name, given, out in of_kind("orders_legacy", ruleset):
        wanted = out if ruleset == "legacy" else out["recommended"]
        table, secret, codes = write_orders(given, ruleset)
        assert not any(codes), name
        assert list(secret.orders) == [an_order(order) for order in wanted["orders"]], name
        assert projections(table, secret) == wanted["projected"], name


@pytest.mark.parametrize("tag", ["quirk:overwrite_keeps_old_troops", "quirk:stale_projection"])
def test_t3_standard_writes_orders_as_recommended_even_where_the_old_program_did_not(
    tag: str,
) -> None:
    for name, given, out in tagged(tag):
        table, secret, _ = write_orders(given, "standard")
        wanted = [an_order(order) for order in out["recommended"]["orders"]]
        assert list(secret.orders) == wanted, name
        assert projections(table, secret) == out["recommended"]["projected"], name


@BOTH
def test_t3_a_gap_in_order_numbers_is_refused(ruleset: Ruleset) -> None:
    for name, given, out in tagged("gap_in_order_numbers"):
        table, secret, codes = write_orders(given, ruleset)
        assert [code == "ORDER_GAP" for code in codes] == [bool(e) for e in out["errors"]], name
        wanted = out if ruleset == "legacy" else out["recommended"]
        assert list(secret.orders) == [an_order(order) for order in wanted["orders"]], name
        assert projections(table, secret) == wanted["projected"], name


@BOTH
def test_players_settle(ruleset: Ruleset) -> None:
    for name, given, out in of_kind("join_legacy", ruleset):
        settle(name, given, out, ruleset)


def settle(name: str, given: dict[str, Any], out: dict[str, Any], ruleset: Ruleset) -> None:
    """The first six settle as recorded, however many others tried to."""
    nicks = [player["nick"] for player in given["players"][:6]]
    table = deal_table(Options(ruleset=ruleset), nicks, ScriptedChance(given["free_keep_index"]))
    keeps, players = out["keeps"][:6], out["players"][:6]
    assert [player.keep for player in table.players] == keeps, name
    assert [keep for keep in board.KEEPS if keep not in keeps] == out["free_keeps"], name
    assert [a.name for a in table.alliances] == [p["alliance"] for p in players], name
    posted = [[[k.name, k.hex, [k.hex] * 3] for k in table.knights if k.owner == s]
              for s in range(len(nicks))]  # fmt: skip
    assert posted == [player["knights"] for player in players], name
    wanted = {"round": 0, "knights": {}, "hexes": {str(h["hex"]): h for h in out["hexes"]}}
    held = a_table(nicks, ruleset, wanted)
    assert (table.owners, table.troops) == (held.owners, held.troops), name


@BOTH
def test_a_seventh_player_is_refused(ruleset: Ruleset) -> None:
    for name, given, out in tagged("seventh_player"):
        nicks = [player["nick"] for player in given["players"]]
        with pytest.raises(Refused) as refused:
            deal_table(Options(ruleset=ruleset), nicks, ScriptedChance(given["free_keep_index"]))
        assert refused.value.refusal.code == REFUSED_INSTEAD["seventh_player"], name
        settle(name, given, out, ruleset)


def play_diplomacy(nicks: Sequence[str], ops: list[dict[str, Any]]) -> tuple[Table, list[str]]:
    """The table after the operations, messages aside, and the codes of those that were refused."""
    table, codes = a_table(nicks, "legacy"), []
    for op in ops:
        if op["op"] == "message":
            continue
        kind = JoinAlliance if op["op"] == "alliance_join" else RenameAlliance
        action = kind(op["name"])
        refused = diplomacy_refusal(table, nicks.index(op["nick"]), action)
        if refused:
            codes.append(refused.code)
        else:
            table, _ = negotiate(table, nicks.index(op["nick"]), action)
    return table, codes


def test_t9_legacy_alliances_are_joined_and_renamed_freely() -> None:
    for name, given, out in of_kind("alliance_legacy"):
        nicks = given["players"]
        table, codes = play_diplomacy(nicks, given["ops"])
        assert not codes, name
        allied = [{"name": a.name, "members": [nicks[s] for s in a.members]}
                  for a in table.alliances]  # fmt: skip
        assert allied == out["alliances"], name
        assert {nicks[s]: a.name for a in table.alliances for s in a.members} == out["of_player"]


@pytest.mark.parametrize("tag", ["quirk:rejoin_own_alliance", "quirk:duplicate_name"])
def test_t9_what_corrupted_alliances_is_refused(tag: str) -> None:
    """Only the first time tells: from there on the old program's alliances are not ours."""
    for name, given, _ in tagged(tag):
        table, codes = play_diplomacy(given["players"], given["ops"])
        assert codes[0] in {REFUSED_INSTEAD[other] for other in tags(name) & {*REFUSED_INSTEAD}}
        secrets = (Secret(),) * len(table.players)
        assert invariant(State(table, secrets, Rng("0"))) == [], name


@BOTH
def test_t10_messages_reach_their_audience(ruleset: Ruleset) -> None:
    """The old program judges by the alliances when a message is read, the standard when sent."""
    for name, given, out in of_kind("messages_legacy", ruleset):
        nicks, ops = given["players"], given["ops"]
        now, codes = play_diplomacy(nicks, ops)
        assert not codes, name
        visible: dict[str, list[str]] = {nick: [] for nick in nicks}
        for place, op in enumerate(ops):
            if op["op"] == "message":
                table = now if ruleset == "legacy" else play_diplomacy(nicks, ops[:place])[0]
                for seat in readers(table, nicks, op):
                    visible[nicks[seat]].append(op["text"])
        assert visible == out["visible"], name


def readers(table: Table, nicks: list[str], letter: dict[str, Any]) -> tuple[int, ...]:
    sender = nicks.index(letter["from"])
    audience = {"GLOBAL": "everyone", "ALLIANCE": "alliance"}.get(letter["type"])
    if audience is None and letter["to"] == letter["from"]:
        return (sender,)
    wanted = audience or f"player-{nicks.index(letter['to'])}"
    state = State(table, (Secret(),) * len(nicks), Rng("0"))
    return next(a.seats for a in audiences(state, sender) if a.id == wanted)


@BOTH
def test_rounds(ruleset: Ruleset) -> None:
    for name, given, out in of_kind("round_legacy", ruleset):
        play_rounds(name, given, out, ruleset)


def play_rounds(name: str, given: dict[str, Any], out: dict[str, Any], ruleset: Ruleset) -> None:
    nicks = given["players"]
    table, chance = a_table(nicks, ruleset, given["state"]), ScriptedChance(dice=given["dice"])
    for plain, wanted in zip(given["rounds"], out["rounds"], strict=True):
        state = State(allied(table, plain["alliances"]), plans(nicks, plain["orders"]), Rng("0"))
        chance.draws = draws(nicks, state.secrets, wanted["issued"])
        step = resolve_round(state, chance)
        table = replace(step.state.table, outcome=None)
        then = a_table(nicks, ruleset, wanted["state"])
        assert table.round == wanted["state"]["round"], name
        assert (table.owners, table.troops) == (then.owners, then.troops), name
        assert sorted(table.knights, key=lambda k: k.owner) == list(then.knights), name
        fought = [e for e in step.events if isinstance(e, Fought)]
        assert [a_battle(nicks, battle) for battle in fought] == wanted["battles"], name
    assert not chance.draws, name
    assert not chance.faces, name


def test_t8_a_second_knight_of_the_same_name_is_refused() -> None:
    """From there on the troops are not the recorded ones, so battles may need more dice."""
    for name, given, out in tagged("quirk:duplicate_knight_name"):
        nicks, dice = given["players"], given["dice"] + "61" * 10_000
        table, chance = a_table(nicks, "legacy", given["state"]), ScriptedChance(dice=dice)
        codes = []
        for plain, wanted in zip(given["rounds"], out["rounds"], strict=True):
            secrets = plans(nicks, plain["orders"])
            chance.draws = draws(nicks, secrets, wanted["issued"])
            state = State(allied(table, plain["alliances"]), secrets, Rng("0"))
            step = resolve_round(state, chance)
            table = step.state.table
            codes += [event.code for event in step.events if event.kind == "voided"]
            assert invariant(step.state) == [], name
        assert REFUSED_INSTEAD["quirk:duplicate_knight_name"] in codes, name


@BOTH
def test_rounds_begin_when_all_are_ready_and_leave_nothing_behind(ruleset: Ruleset) -> None:
    """The successor wastes draws on players without orders; the sequence that remains is ours."""
    for name, given, out in of_kind("round_exec_modern", ruleset):
        nicks = [player["nick"] for player in given["players"]]
        table = a_table(nicks, ruleset)
        players = [replace(p, ready=g["ready"], orders=len(g["orders"]))
                   for p, g in zip(table.players, given["players"], strict=True)]  # fmt: skip
        table = replace(table, players=tuple(players), round=given["round"])
        secrets = tuple(
            Secret(tuple(Order(n, "fortify", "Sir Nobody 9", 55, 55) for n in player["orders"]))
            for player in given["players"]
        )
        assert (not waiting(table)) == out["executed"], name
        if not out["executed"]:
            continue
        chance = ScriptedChance(draws(nicks, secrets, out["issued"]))
        step = resolve_round(State(table, secrets, Rng("0")), chance)
        voided = [[nicks[e.seat], e.number] for e in step.events if e.kind == "voided"]
        assert voided == out["issued"], name
        assert not chance.draws, name
        assert step.state.table.round == out["round"], name
        assert not any(p.ready or p.orders for p in step.state.table.players), name
        assert not any(secret.orders for secret in step.state.secrets), name
