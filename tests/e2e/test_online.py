"""Several people: online, at one device, watching; and matches that survive."""

from pathlib import Path

from playwright.sync_api import Page, expect
from tests.e2e.people import Newcomer, Serve, Server, Visitor


def open_table(host: Visitor, game: str, options: dict[str, str] | None = None) -> str:
    """The address of a table with one free seat."""
    host.set_up(game, {1: "open"}, options)
    expect(host.page.get_by_text("Send this")).to_be_visible()
    url: str = host.page.url
    return url


def sit_down(guest: Visitor, url: str) -> None:
    guest.page.goto(url)
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.get_by_role("button", name="Ready", exact=True)).to_be_visible()


def begin(game: str, newcomer: Newcomer, **options: str) -> tuple[Visitor, Visitor]:
    """Two people at a table that has begun. Who opened it is ready from the start."""
    host, guest = newcomer(), newcomer()
    sit_down(guest, open_table(host, game, options))
    guest.page.get_by_role("button", name="Ready", exact=True).click()
    host.wait_for_turn()
    return host, guest


def play_once(mover: Visitor) -> None:
    """One whole move, however many clicks it takes."""
    mover.wait_for_turn()
    before = mover.ply()
    for _ in range(300):
        there = mover.choices()
        if there:
            mover.click(there[0])
        mover.page.wait_for_timeout(60)
        if mover.ply() != before:
            return
    raise AssertionError("the move was not played")


def is_asked(somebody: Visitor) -> bool:
    return somebody.page.locator(".headline.yours").count() > 0


def test_two_browsers_play_through_a_reload_and_a_killed_server(
    newcomer: Newcomer, server: Server
) -> None:
    host, guest = begin("jarls", newcomer, **{"Draw after": "5"})
    moves = 0
    while not host.result.is_visible():
        mover = host if is_asked(host) else guest
        if not is_asked(mover):
            host.page.wait_for_timeout(50)
            continue
        if mover.wait_for_turn():
            play_once(mover)
            moves += 1
        if moves == 2:
            guest.page.reload()
            guest.page.wait_for_selector(".table")
        if moves == 4:
            server.kill()
            expect(host.page.get_by_text("Connection lost")).to_be_visible()
            server.start()
            for somebody in (host, guest):
                expect(somebody.page.get_by_text("Connection lost")).to_be_hidden()
            moves += 1
    expect(guest.result).to_be_visible()
    assert host.ply() == guest.ply() > 4
    assert host.errors == guest.errors == []


def test_people_talk_and_a_spectator_watches(newcomer: Newcomer) -> None:
    host, guest, watcher = newcomer(), newcomer(), newcomer()
    url = open_table(host, "chinese-checkers")
    sit_down(guest, url)
    watcher.page.goto(url)
    expect(watcher.page.get_by_text("All seats are taken")).to_be_visible()
    guest.page.get_by_role("button", name="Ready", exact=True).click()
    host.open_tab("Chat")
    host.page.get_by_role("textbox", name="Message").fill("Skål!")
    host.page.get_by_role("button", name="Send").click()
    guest.open_tab("Chat")
    expect(guest.page.get_by_role("log")).to_contain_text("Skål!")
    play_once(host)
    expect(watcher.page.locator("ol[aria-label=Moves] li")).to_have_count(1)
    assert watcher.choices() == []


def test_undo_online_asks_the_other(newcomer: Newcomer) -> None:
    host, guest = begin("chinese-checkers", newcomer)
    play_once(host)
    host.page.get_by_role("button", name="Undo").click()
    expect(guest.page.get_by_text("asks to undo the last move")).to_be_visible()
    guest.page.get_by_role("button", name="Yes").click()
    expect(host.page.locator("ol[aria-label=Moves] li")).to_have_count(0)


def test_a_wrong_password_is_said_and_the_right_one_opens(newcomer: Newcomer) -> None:
    host, guest = newcomer(), newcomer()
    host.go("play/jarls")
    host.page.locator("#seat-1").select_option("open")
    host.page.get_by_label("Password (optional)").fill("mead")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/#/table/**")
    guest.page.goto(host.page.url)
    for word in ("ale", "mead"):
        guest.page.get_by_label("Password").fill(word)
        guest.page.get_by_role("button", name="Enter").click()
        if word == "ale":
            expect(guest.page.get_by_text("Wrong password. Try again.")).to_be_visible()
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.get_by_role("button", name="Ready", exact=True)).to_be_visible()


def hand(page: Page) -> set[str]:
    cards = page.locator(".near .card[data-id]").evaluate_all("all => all.map(c => c.dataset.id)")
    return set(cards)


def test_a_cover_hides_the_hand_while_the_device_is_passed_on(visitor: Visitor) -> None:
    page = visitor.page
    visitor.set_up("elemental-clash", {1: "mine"}, {"Clock": "none"})
    for picks in (1, 2, 2):  # whoever holds the device goes on, then passes it
        expect(page.get_by_role("heading", name="Pass the device")).to_be_visible()
        assert page.locator(".card").count() == 0
        assert page.locator(".cell").count() == 0
        assert page.locator("#legal, ol[aria-label=Moves]").count() == 0
        page.get_by_role("button", name="I am").click()
        for _ in range(picks):
            visitor.wait_for_turn()
            before = hand(page)
            visitor.click(visitor.choices()[0])
            page.wait_for_timeout(300)
            assert hand(page) != before
    expect(page.get_by_role("heading", name="Pass the device")).to_be_visible()


def test_a_game_without_secrets_needs_no_cover(visitor: Visitor) -> None:
    visitor.set_up("jarls", {1: "mine"})
    for _ in range(4):
        visitor.wait_for_turn()
        assert visitor.page.get_by_role("heading", name="Pass the device").count() == 0
        play_once(visitor)


def test_a_finished_match_can_be_replayed_and_gone_on_with(visitor: Visitor) -> None:
    page = visitor.page
    visitor.set_up("elemental-clash", {1: "weak"}, {"Clock": "none"})
    visitor.play_to_the_end(lambda _: 0)
    visitor.result.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Move 0 of")).to_be_visible()
    page.get_by_role("button", name="Forward").click()
    expect(page.get_by_text("Move 1 of")).to_be_visible()
    page.get_by_label("View as").select_option("1")
    page.get_by_role("button", name="Last", exact=True).click()
    last = int(page.locator("#scrub").input_value())
    page.locator("#scrub").fill(str(last // 2))
    page.get_by_text("Continue from here").click()
    page.get_by_role("button", name="Continue from move").click()
    page.wait_for_url("**/#/table/**")
    visitor.play_to_the_end(lambda _: 0)


def test_a_match_from_known_secrets_says_so_and_has_no_open_seat(visitor: Visitor) -> None:
    page = visitor.page
    visitor.set_up("elemental-clash", {1: "weak"}, {"Clock": "none"})
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    visitor.result.get_by_role("link", name="Replay").click()
    page.get_by_text("Continue from here").click()
    bot = page.locator("#seat-1").input_value()
    page.locator("#seat-1").select_option("open")
    expect(page.get_by_text("With an open seat, choose to deal again")).to_be_visible()
    page.get_by_role("button", name="Continue from move").click()
    expect(page.get_by_role("alert")).to_contain_text("You may know what is hidden here.")
    page.locator("#seat-1").select_option(bot)
    page.get_by_role("button", name="Continue from move").click()
    page.wait_for_url("**/#/table/**")
    notice = page.get_by_text("Continued from an earlier match: players may know its secrets.")
    expect(notice).to_be_visible()
    visitor.go("")
    expect(notice.first).to_be_visible()


def test_a_record_can_be_downloaded_and_looked_at_again(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    visitor.switch_on("expert")
    visitor.set_up("secret-toaster", {1: "weak"}, {"Length": "1"})
    visitor.play_to_the_end(lambda there: len(there) - 1)
    with page.expect_download() as download:
        visitor.result.get_by_role("link", name="Download").click()
    record = tmp_path / "match.json"
    download.value.save_as(record)
    visitor.go("replay")
    page.locator("#file").set_input_files(record)
    expect(page.get_by_text("Move 0 of")).to_be_visible()
    page.get_by_role("button", name="Save it here").click()
    page.wait_for_url(lambda now: "/replay/" in now)


def test_rematch_leads_both_to_the_next_table(newcomer: Newcomer) -> None:
    host, guest = begin("jarls", newcomer)
    url = host.page.url
    host.page.get_by_role("button", name="Resign").click()
    host.page.get_by_role("button", name="Yes").click()
    for somebody in (host, guest):
        somebody.page.get_by_role("button", name="Play again").click()
    for somebody in (host, guest):
        somebody.page.wait_for_url(lambda now: now != url and "/table/" in now)
        somebody.page.wait_for_selector(".cell")


def test_two_strangers_talk_in_the_lobby_and_find_each_other(
    newcomer: Newcomer, serve: Serve
) -> None:
    hall = serve()  # of their own: elsewhere a table that another test left could be found first
    one, other = newcomer(), newcomer()
    for somebody in (one, other):
        somebody.url = hall.url
        somebody.go()
        somebody.page.get_by_role("link", name="Find a player for Jarls").click()
    one.page.get_by_role("textbox", name="Message").fill("Who plays?")
    one.page.get_by_role("textbox", name="Message").press("Enter")
    other.page.get_by_text("Who plays?").wait_for()
    one.page.get_by_role("button", name="Find players", exact=True).click()
    one.page.get_by_role("button", name="Play the computer meanwhile").click()
    one.page.wait_for_url("**/#/table/**")
    meanwhile = one.page.url
    other.page.get_by_role("button", name="Find players", exact=True).click()
    one.page.get_by_role("button", name="Play Jarls").click()
    other.page.wait_for_url("**/#/table/**")
    one.page.wait_for_url(other.page.url)
    assert one.page.url != meanwhile
    for somebody in (one, other):
        somebody.page.wait_for_selector(".cell")


def test_a_stale_key_lets_one_watch(visitor: Visitor, newcomer: Newcomer) -> None:
    visitor.set_up("jarls", {1: "weak"})
    visitor.wait_for_turn()
    match = visitor.page.url.rpartition("/")[2]
    stranger = newcomer()
    stranger.go()
    stranger.page.evaluate(
        "match => localStorage.setItem('meadhall.seats',"
        " JSON.stringify({[match]: {tokens: ['forged'], at: 1}}))",
        match,
    )
    stranger.page.goto(visitor.page.url)
    stranger.page.wait_for_selector(".cell")
    assert stranger.choices() == []
