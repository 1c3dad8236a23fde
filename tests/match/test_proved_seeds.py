"""Matches whose seed is made of the server's secret and of what the seats add."""

from dataclasses import replace

import pytest
from tests.match.duel import GAME as DUEL
from tests.match.tables import ANNA, BERT, CLEO, ROBOT, START, setup

from meadhall.core.codec import decode, encode
from meadhall.core.record import read_record, verify, write_record
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.rng_in_state import generators_in
from meadhall.core.seed_proof import SeedProof, make_seed
from meadhall.match.commands import Act, Answer, Command, Leave, Propose, Ready, Sit, StandUp, Start
from meadhall.match.decide.handle import create, handle
from meadhall.match.evolve import first_state, fold
from meadhall.match.facts import Agreed, Created, Proposed, Reserved, Seated, Setup
from meadhall.match.fork import Cut, Seating, open_match, origin_of, rematch_seating, setup_after
from meadhall.match.match import Match, Outcome
from meadhall.match.records import facts_of, record_of

SECRET = "5ec2e7" * 10
OPENED = {"seed": "", "secret": SECRET}


def opened(outcome: Outcome | Refusal) -> Match:
    assert isinstance(outcome, Outcome)
    return outcome.match


def duel_with_bytes(**more: object) -> Match:
    made = open_match(
        DUEL, setup(DUEL, 2, **OPENED, **more), (ANNA, BERT), START, {0: "aa", 1: "bb"}
    )
    return opened(made)


def play_out(match: Match) -> Match:
    while match.phase != "over":
        seat = match.asked[0]
        action = match.game.legal_actions(match.state, seat)[0]
        match = opened(handle(match, Act(seat, action, match.turn), START))
    return match


def test_the_seed_is_made_at_the_start_of_what_all_seats_added() -> None:
    match = opened(create(DUEL, setup(DUEL, 3, **OPENED), START))
    commands: list[Command] = [
        Sit(0, ANNA, "aa"),
        Sit(1, BERT, "bb"),
        StandUp(1),
        Sit(1, CLEO, "cc"),
        Sit(2, ROBOT),
        Ready(0),
        Ready(1),
    ]
    for command in commands:
        match = opened(handle(match, command, START))
        assert match.setup.seed == ""
    match = opened(handle(match, Start(), START))
    proof = SeedProof("m", SECRET, ("aa", "cc", ""))
    assert match.proof == proof
    assert match.setup.seed == make_seed(proof)
    assert generators_in(match.state) == (Rng(make_seed(proof)),)


def test_a_match_with_an_open_seat_waits_for_its_bytes() -> None:
    match = opened(open_match(DUEL, setup(DUEL, 2, **OPENED), (ANNA, None), START, {0: "aa"}))
    assert (match.phase, match.ready, match.setup.seed) == ("lobby", (True, False), "")
    for command in (Sit(1, BERT, "bb"), Ready(1), Start()):
        match = opened(handle(match, command, START))
    assert match.shares == ("aa", "bb")


def test_a_seat_that_became_free_adds_nothing() -> None:
    match = opened(create(DUEL, setup(DUEL, 2, **OPENED), START))
    for command in (Sit(0, ANNA, "aa"), Leave(0), Sit(0, ROBOT)):
        match = opened(handle(match, command, START))
    assert match.shares == ("", "")


@pytest.mark.parametrize("share", ["A0", "0 ", "é", "0" * 65, "aa\n"])
def test_a_seat_adds_hexadecimal_digits_only(share: str) -> None:
    match = opened(create(DUEL, setup(DUEL, 2, **OPENED), START))
    at_once = open_match(DUEL, setup(DUEL, 2, **OPENED), (ANNA, BERT), START, {1: share})
    for answer in (handle(match, Sit(0, ANNA, share), START), at_once):
        assert isinstance(answer, Refusal)
        assert answer.code == "BAD_SHARE"


def test_a_given_seed_has_no_proof() -> None:
    match = opened(open_match(DUEL, setup(DUEL, 2, seed="known"), (ANNA, BERT), START, {0: "aa"}))
    assert (match.proof, match.setup.seed) == (None, "known")
    assert record_of(match).proof is None


def test_facts_from_before_there_were_secrets_are_read() -> None:
    old_setup = b'{"id":"m","game":"duel","rules_version":1,"seats":2,"seed":"s","options":[]'
    rest = b',"clock":{"kind":"rules"},"takeover":"","code":"","listed":true,"follows":""'
    text = b'{"at":1,"setup":' + old_setup + rest + b',"origin":null},"kind":"created"}'
    seated = b'{"at":1,"seat":0,"player":{"name":"A","holder":"","bot":""},"kind":"seated"}'
    assert decode(Created, text).setup.secret == ""
    assert decode(Seated, seated).share == ""


def test_a_record_proves_its_seed_also_under_another_id() -> None:
    match = play_out(duel_with_bytes())
    record = read_record(write_record(record_of(match)))
    verify(DUEL, record)
    assert record.proof == SeedProof("m", SECRET, ("aa", "bb"))
    stored = fold(DUEL, facts_of(DUEL, record, "copy", START))
    assert stored.setup.id == "copy"
    assert record_of(stored) == record
    assert record.proof is not None
    changes = ({"shares": ("aa", "bc")}, {"secret": SECRET[1:]}, {"match": "copy"})
    for proof in (replace(record.proof, **change) for change in changes):
        with pytest.raises(Refused, match="SEED_DIFFERS"):
            verify(DUEL, replace(record, proof=proof))


def test_dice_after_a_starting_position_come_from_the_proved_seed() -> None:
    before = play_out(duel_with_bytes())
    origin = origin_of(before, Cut(1), Rng("drawn with the position"))
    match = duel_with_bytes(id="m2", origin=origin)
    seed = make_seed(SeedProof("m2", SECRET, ("aa", "bb")))
    assert generators_in(match.state) == (Rng(seed),)
    assert first_state(DUEL, match.setup) == match.state
    record = record_of(play_out(match))
    verify(DUEL, record)
    other_dice = encode(first_state(DUEL, replace(match.setup, origin=origin))).decode()
    with pytest.raises(Refused, match=r"SEED_DIFFERS.*\$\.start"):
        verify(DUEL, replace(record, start=other_dice))


def test_a_rematch_has_a_secret_of_its_own() -> None:
    match = play_out(duel_with_bytes())
    rematch = setup_after(match, Reserved("m2", "other secret"), "CODE")
    following = opened(open_match(DUEL, rematch, (BERT, ANNA), START))
    assert following.proof == SeedProof("m2", "other secret", ("", ""))
    stored = fold(DUEL, facts_of(DUEL, record_of(match), "copy", START))
    again = setup_after(stored, Reserved("m3", "other secret"), "CODE")
    assert again.drawn_for == ""


def proposed_rematch() -> Match:
    """A match that is over, and Bert wants to play again."""
    match = play_out(duel_with_bytes())
    return opened(handle(match, Propose(1, "rematch", "bb", Reserved("m2", SECRET[1:])), START))


def test_a_rematch_takes_what_everybody_added_along_to_the_next_seat() -> None:
    match = proposed_rematch()
    assert rematch_seating(match) == Seating((BERT, ANNA), {0: "bb"})
    # Anna proposes one at the same time. The first commitment counts, for all have seen it.
    second = Propose(0, "rematch", "aa", Reserved("m3", SECRET[2:]))
    answers: list[Command] = [Answer(0, "rematch", agree=True, share="aa"), second]
    for command in answers:
        agreed = opened(handle(match, command, START))
        assert agreed.proposal is not None
        assert agreed.proposal.rematch == Reserved("m2", SECRET[1:])
        seating = rematch_seating(agreed)
        assert seating == Seating((BERT, ANNA), {0: "bb", 1: "aa"})
        reserved = agreed.proposal.rematch
        following = open_match(
            DUEL, setup_after(agreed, reserved, ""), seating.players, START, seating.shares
        )
        assert opened(following).proof == SeedProof("m2", SECRET[1:], ("bb", "aa"))


def test_a_declined_rematch_leaves_nothing_behind() -> None:
    match = opened(handle(proposed_rematch(), Answer(0, "rematch", agree=False), START))
    assert rematch_seating(match) == Seating((BERT, ANNA), {})


@pytest.mark.parametrize("share", ["A0", "0" * 65])
def test_players_add_hexadecimal_digits_only_to_a_rematch(share: str) -> None:
    yes = Answer(0, "rematch", agree=True, share=share)
    asked = (play_out(duel_with_bytes()), Propose(0, "rematch", share)), (proposed_rematch(), yes)
    for match, command in asked:
        answer = handle(match, command, START)
        assert isinstance(answer, Refusal)
        assert answer.code == "BAD_SHARE"


def test_proposals_from_before_there_were_reservations_are_read() -> None:
    proposed = b'{"at":1,"seat":0,"matter":"rematch","to_ply":null,"kind":"proposed"}'
    assert decode(Proposed, proposed) == Proposed(1, 0, "rematch")
    assert decode(Agreed, b'{"at":1,"seat":1,"kind":"agreed"}') == Agreed(1, 1)


def test_nothing_is_undone_once_the_record_tells_the_dice() -> None:
    match = play_out(duel_with_bytes())
    answer = handle(match, Propose(0, "undo"), START)
    assert isinstance(answer, Refusal)
    assert answer.code == "DICE_KNOWN"


def test_a_setup_does_not_print_its_secret() -> None:
    assert SECRET not in repr(duel_with_bytes())
    assert not Setup.__dataclass_fields__["seed"].repr
