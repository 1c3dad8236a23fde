"""Rated matches over a real server: counted in the background, shown by every route."""

from typing import Any

from serving import STONES_SLUG, Served, Visit, served

from meadhall.match.ports import Query
from meadhall.server.ratings.office import AT_ONCE, RatingOffice
from meadhall.store.ratings.stored_ratings import SqlRatings

CLOCK = {"mode": "turn", "base": 60_000}


async def rated_match(ann: Visit, bob: Visit) -> str:
    """A rated match that Bob resigns after a move."""
    made = await ann.match(STONES_SLUG, "mine", "open", rated=True, clock=CLOCK)
    seat = await bob.post(f"/matches/{made['match']}/seats", {})
    at_ann, at_bob = [
        await one.sit(made["match"], *tokens["tokens"])
        for one, tokens in ((ann, made), (bob, seat))
    ]
    for sitting in (at_ann, at_bob):
        await sitting.do("ready")
    while at_ann.table.phase != "playing":
        await at_ann.hear()
    assert at_ann.table.rated
    assert await at_ann.code(at_ann.act("take 1")) == ""
    assert await at_ann.code(at_ann.do("undo")) == "RATED"
    assert await at_bob.code(at_bob.do("resign")) == ""
    await at_ann.leave()
    await at_bob.leave()
    match: str = made["match"]
    return match


def office_of(hall: Served) -> RatingOffice:
    return RatingOffice(hall.hall, SqlRatings(hall.hall.store.backend))


async def count_all(hall: Served) -> None:
    while await office_of(hall).count_finished() == AT_ONCE:
        pass


@served()
async def test_a_rated_match_counts_and_is_shown_everywhere(hall: Served) -> None:
    # Tests share the server, and accounts keep their names to themselves.
    ann = await hall.member("Rated Ann", "open sesame")
    bob = await hall.member("Rated Bob", "open sesame")
    match = await rated_match(ann, bob)
    await count_all(hall)
    board = await ann.get(f"/ratings/{STONES_SLUG}/two")
    names = [line["name"] for line in board["lines"]]
    assert names.index("Rated Ann") < names.index("Rated Bob")
    assert board["next"] is None
    best = board["lines"][names.index("Rated Ann")]
    assert best["rating"]["points"] > 1000
    assert best["rating"]["provisional"]
    now = board["this_week"]
    week = await ann.get(f"/ratings/{STONES_SLUG}/two?week={now}")
    assert [line["name"] for line in week["lines"]] == names
    assert (await ann.get(f"/ratings/{STONES_SLUG}/two?week={now - 1}"))["lines"] == []
    assert (await ann.get(f"/ratings/{STONES_SLUG}/more"))["lines"] == []
    seats = await ann.get(f"/ratings/tables?match={match}&match=nosuch")
    assert [seat["rating"]["matches"] for seat in seats] == [1, 1]
    (own,) = await ann.get(f"/people/{best['person']}/ratings")
    assert (own["title"], own["size"], own["rating"]) == ("Last Stone", "two", best["rating"])
    history = await ann.get(f"/people/{best['person']}/ratings/{STONES_SLUG}/two")
    assert [point["match"] for point in history["points"]] == [match]
    cards = {card["match"]: card for card in (await ann.get("/matches?mine=true"))["matches"]}
    assert cards[match]["rated"]
    listed = await hall.hall.hall_sockets.find("", Query(phases=("over",), listed=True))
    (card,) = [card for card in listed.matches if card.match == match]
    assert [rating.matches for rating in card.ratings if rating] == [1, 1]
    record: dict[str, Any] = await ann.get(f"/matches/{match}/record")
    assert record["rated"]


@served()
async def test_bad_questions_about_ratings_are_refused(hall: Served) -> None:
    ann = await hall.guest("Gro")
    path = f"/ratings/{STONES_SLUG}/two"
    assert await ann.refused("GET", f"{path}?week=-1") == (400, "NO_SUCH_WEEK")
    assert await ann.refused("GET", f"{path}?week=999999") == (400, "NO_SUCH_WEEK")
    assert await ann.refused("GET", f"{path}?after=x:1") == (400, "BAD_BOOKMARK")
    assert (await ann.refused("GET", f"/ratings/{STONES_SLUG}/all"))[0] == 400
    assert (await ann.refused("GET", "/ratings/nosuch/two"))[0] == 404
    many = "&".join(f"match={number}" for number in range(101))
    assert await ann.refused("GET", f"/ratings/tables?{many}") == (400, "TOO_MANY")


@served()
async def test_two_guests_of_one_address_are_noted_for_the_host(hall: Served) -> None:
    ann, bob = await hall.guest("Guest Ann"), await hall.guest("Guest Bob")
    match = await rated_match(ann, bob)
    await count_all(hall)
    found = await office_of(hall).stored.suspicions(None, 99)
    (names,) = [one.names for one in found if one.match == match]
    assert sorted(names.split(" and ")) == ["Guest Ann", "Guest Bob"]


@served()
async def test_what_cannot_be_rated_is_refused_over_http(hall: Served) -> None:
    ann = await hall.guest("Liv")
    for more in ({}, {"clock": CLOCK, "seed": "known"}, {"clock": CLOCK, "guided": True}):
        seats = [{"kind": "mine"}, {"kind": "bot", "level": "random"}]
        body = {"game": STONES_SLUG, "seats": seats, "rated": True, **more}
        assert await ann.refused("POST", "/matches", body) == (400, "NOT_RATEABLE")
