"""Lists of games: small, compressed, and not sent to browsers that have them."""

from serving import Served, served

ADDRESSES = ("/games", "/games/jarls", "/games/jarls/position", "/games/jarls/skin")


@served()
async def test_what_is_known_of_games_is_sent_once(hall: Served) -> None:
    stranger = hall.stranger()
    for path in ADDRESSES:
        first = await stranger.ask("GET", path)
        assert first.headers["cache-control"] == "no-cache"
        assert first.json()
        again = await hall.http.get(first.url, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = await hall.http.get(first.url, headers={"If-None-Match": '"another"'})
        assert other.json() == first.json()


@served()
async def test_a_picture_follows_the_options_and_the_number_of_players(hall: Served) -> None:
    stranger = hall.stranger()
    path = "/games/jarls/position"
    small = (await stranger.ask("GET", f"{path}?standard=classic")).json()["scene"]
    large = (await stranger.ask("GET", f"{path}?seats=6&radius=4&ruleset=shields")).json()["scene"]
    assert (len(small["cells"]), len(large["cells"])) == (37, 61)
    assert {token["seat"] for token in large["tokens"]} == {*range(6), None}


@served()
async def test_a_picture_of_a_match_that_cannot_be_is_refused(hall: Served) -> None:
    for query, code in (
        ("seats=9", "BAD_SEAT_COUNT"),
        ("radius=99", "BAD_OPTION"),
        ("colour=red", "UNKNOWN_OPTION"),
        ("teams=yes&seats=3", "BAD_SETUP"),
    ):
        answer = await hall.http.get(f"http://{hall.address}/api/games/jarls/position?{query}")
        assert (answer.status_code, answer.json()["code"]) == (400, code)


@served()
async def test_presets_name_every_option(hall: Served) -> None:
    card = (await hall.stranger().ask("GET", "/games/jarls")).json()["game"]
    names = {option["name"] for option in card["options"]}
    assert card["presets"][0]["name"] == "Duel"
    assert all(set(preset["options"]) == names for preset in card["presets"])


@served()
async def test_answers_are_compressed_for_clients_that_understand_it(hall: Served) -> None:
    # The last one is made anew for each request, the others are compressed once and kept.
    for path in (*ADDRESSES, "/docs/openapi.json"):
        address = f"http://{hall.address}/api{path}"
        plain = await hall.http.get(address, headers={"Accept-Encoding": "identity"})
        small = await hall.http.get(address, headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert small.headers["content-encoding"] == "gzip"
        assert small.headers["vary"] == "Accept-Encoding"
        assert small.headers["content-type"] == plain.headers["content-type"]
        assert small.json() == plain.json()
        assert 2 * int(small.headers["content-length"]) < int(plain.headers["content-length"])
