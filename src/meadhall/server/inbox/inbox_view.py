"""Entries of the inbox as the page gets them."""

from meadhall.core.refusal import Refused
from meadhall.match.match import Phase
from meadhall.server.assembly import Hall
from meadhall.server.broadcast.table_view import PHASES
from meadhall.server.protocol.people.inbox_cards import InboxCard
from meadhall.store.inbox.stored_inbox import NEWS, REQUEST, TURN, WAITING, ListedEntry

URGENCIES = {TURN: "turn", REQUEST: "request", NEWS: "news", WAITING: "waiting"}


def inbox_card(hall: Hall, listed: ListedEntry) -> InboxCard:
    """The entry with what lists show of its match."""
    entry = listed.entry
    phase: Phase = listed.phase  # type: ignore[assignment] # the store has only phases there
    return InboxCard(
        match=entry.match,
        game=listed.game,
        title=_title(hall, listed.game),
        phase=PHASES[phase],
        code=listed.code,
        rated=listed.rated,
        players=listed.players,
        mine=listed.mine,
        urgency=URGENCIES[entry.rank],  # type: ignore[arg-type] # they are those words
        due=entry.due,
        at=entry.at,
        moves=entry.plies - entry.plies_seen,
        messages=entry.messages - entry.messages_seen,
        wants=entry.wants,  # type: ignore[arg-type] # the store has what `entries` wrote
        last=entry.last,
        order=f"{entry.rank}:{entry.instant}:{entry.match}",
    )


def _title(hall: Hall, slug: str) -> str:
    try:
        return hall.match_loop.games(slug).spec.title
    except Refused:  # the game is no longer installed
        return slug
