"""`meadhall replay` and `meadhall verify`: show and check records of matches."""

import sys
from pathlib import Path

from meadhall import registry
from meadhall.cli.terminal import draw
from meadhall.cli.terminal.news import step_lines
from meadhall.cli.terminal.save_files import load
from meadhall.cli.terminal.screen import ERRORS, SCREEN, refusal_text
from meadhall.cli.terminal.table import LocalTable, table_from_record
from meadhall.core import record as records
from meadhall.core.record import Record
from meadhall.core.refusal import Refused
from meadhall.core.seats import Viewer, seat_name
from meadhall.core.seed_proof import commitment_to, receipt_for
from meadhall.match.facts import Player


def replay(
    file: Path,
    *,
    ply: int | None = None,
    last: bool = False,
    all_: bool = False,
    seat: int | None = None,
) -> None:
    """Print a position of a recorded match: the last one unless you choose.

    Args:
        file: The record.
        ply: The position after this many plies; 0 is the start.
        last: The last position.
        all_: Every position from first to last, with what happened in between.
        seat: As this seat sees it, counted from 1; without it, as a spectator does.
    """
    record = load(file)
    table = table_from_record(
        registry.game(record.game), record, [Player(name) for name in record.players]
    )
    viewer = _viewer(table, seat)
    if all_:
        for number in range(len(table.steps)):
            _print_position(table, number, viewer)
        return
    plies = len(record.plies)
    wanted = plies if last or ply is None else ply
    if not 0 <= wanted <= plies:
        raise Refused.because(
            "NO_SUCH_PLY", f"The record has plies 0 to {plies}, not {wanted}.", "ply"
        )
    _print_position(table, wanted, viewer)


def verify(*files: Path, commitment: str = "", receipt: tuple[str, ...] = ()) -> None:
    """Play records again and check results, hashes and seeds; fails unless all are right.

    Args:
        files: The records.
        commitment: The commitment that you saw before you sat down.
        receipt: A receipt that you got for a sealed choice; may be given several times.
    """
    if not files:
        raise Refused.because("NO_FILE", "Name at least one record to verify.", "files")
    sound = [_is_sound(path, commitment, receipt) for path in files]
    if not all(sound):
        sys.exit(1)


def _is_sound(path: Path, commitment: str, receipts: tuple[str, ...]) -> bool:
    try:
        record = load(path)
        if record.game not in registry.slugs():
            sentence = (
                f"{path}: not checked, because its game {record.game!r} is not installed here."
            )
            ERRORS.print(sentence, soft_wrap=True)
            return False
        records.verify(registry.game(record.game), record)
        _check_notes(record, commitment, receipts)
    except Refused as error:
        ERRORS.print(f"{path}: wrong", style="bold red", soft_wrap=True)
        ERRORS.print(refusal_text(error.refusal), soft_wrap=True)
        return False
    ended = record.result.reason if record.result else "unfinished"
    plies = len(record.plies)
    SCREEN.print(f"{path}: sound, {record.game}, {plies} plies, {ended}", soft_wrap=True)
    SCREEN.print(_proof_sentence(record), soft_wrap=True)
    return True


def _check_notes(record: Record, commitment: str, receipts: tuple[str, ...]) -> None:
    """Raise `Refused` if the record does not fit what its player was given during the match."""
    proof = record.proof
    if commitment and (proof is None or commitment_to(proof.secret) != commitment):
        raise Refused.because(
            "OTHER_SECRET", "The secret in the record does not fit your commitment.", "commitment"
        )
    plies = enumerate(record.plies, 1) if proof else ()
    given = {receipt_for(proof, n, ply.seat, ply.action) for n, ply in plies if proof}
    for receipt in receipts:
        if receipt not in given:
            raise Refused.because(
                "NOT_REDEEMED", f"No choice in the record fits the receipt {receipt}.", "receipt"
            )


def _proof_sentence(record: Record) -> str:
    """What the record proves about its dice, and what it does not."""
    proof = record.proof
    if proof is None:
        return "Its seed was given, not drawn with a proof: this proves nothing about the dice."
    names = [seat_name(seat) for seat, share in enumerate(proof.shares) if share]
    helpers = f"the bytes of {', '.join(names)}" if names else "no seat's bytes"
    alone = (
        "If one of these seats saw it before it drew its bytes, the server did not choose the dice"
        " alone; if none did, the server may have tried many secrets."
        if names
        else "The server may have tried many secrets."
    )
    return (
        f"Its seed is made of the secret with the commitment {commitment_to(proof.secret)} and of"
        f" {helpers}. If players saw this commitment before the first move, the dice did not depend"
        f" on any move. {alone} This does not prove that nobody knew the dice early."
    )


def _viewer(table: LocalTable, seat: int | None) -> Viewer:
    if seat is not None and not 1 <= seat <= len(table.players):
        raise Refused.because(
            "BAD_SEAT", f"The record has seats 1 to {len(table.players)}.", "seat"
        )
    return None if seat is None else seat - 1


def _print_position(table: LocalTable, number: int, viewer: Viewer) -> None:
    SCREEN.rule(f"ply {number} of {len(table.steps) - 1}")
    for line in step_lines(table, number, viewer) if number else ():
        SCREEN.print(line)
    SCREEN.print(draw.position(table, viewer, SCREEN.width, number))
    if number == len(table.steps) - 1 and table.result is not None:
        SCREEN.print(draw.outcome(table))
