"""Several tabs, files of matches, and a newer version of the page."""

import json
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.e2e.people import Visitor
from tests.e2e.site.hosting import ROOT, Host, open_page
from tests.e2e.site.test_offline import play


def test_two_tabs_share_a_match_and_the_second_goes_on_without_the_first(
    device: BrowserContext, host: Host
) -> None:
    first = open_page(device, host)
    first.set_up("chinese-checkers", {1: "weak"})
    played = play(first, 2)
    second = Visitor(device.new_page(), host.url)
    second.page.goto(first.page.url)
    second.page.wait_for_selector(".cell.usable")
    assert second.ply() == played
    played = play(first, played + 2)
    expect(second.page.locator("ol[aria-label=Moves] li")).to_have_count(played)
    first.page.close()
    assert play(second, played + 2) > played
    assert second.errors == []
    second.page.close()


def bring(page: Page, path: Path) -> str:
    page.get_by_label("Bring matches in from a file").set_input_files(path)
    said = page.locator("section", has_text="Matches on this device").get_by_role("status")
    expect(said).to_be_visible()
    return said.inner_text()


def test_matches_move_to_another_device_in_a_file(
    device: BrowserContext, browser: Browser, host: Host, tmp_path: Path
) -> None:
    visitor = open_page(device, host)
    visitor.set_up("chinese-checkers", {1: "weak"})
    play(visitor, 2)
    visitor.go("profile")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Download my matches").click()
    path = tmp_path / "matches.jsonl"
    download.value.save_as(path)
    visitor.page.close()
    context = browser.new_context(reduced_motion="reduce")
    other = open_page(context, host)
    other.go("profile")
    # Other tests may have left matches on the device.
    match = path.read_text("utf-8").splitlines()[-1]
    broken = json.loads(match)
    broken["facts"] = broken["facts"][1:]
    path.write_text("\n".join([match, json.dumps(broken), "no match at all"]), "utf-8")
    said = bring(other.page, path)
    assert said.startswith("1 match brought in.")
    assert "Line 2: There is no match in it." in said
    assert "Line 3: Not JSON" in said
    other.page.get_by_role("link", name="Continue").click()
    assert play(other, other.ply() + 2)
    context.close()


def test_a_newer_version_waits_for_the_person_and_keeps_matches(
    browser: Browser, host: Host
) -> None:
    context = browser.new_context(reduced_motion="reduce")
    visitor = open_page(context, host)
    visitor.set_up("chinese-checkers", {1: "weak"})
    played = play(visitor, 2)
    before = visitor.page.evaluate("document.documentElement.dataset.version")
    (host.folder / "licences" / "news.txt").write_text("A newer version.")
    renew(host.folder)
    visitor.page.reload()
    change = visitor.page.get_by_role("button", name="Change to it")
    expect(change).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.dataset.version") == before
    change.click()
    visitor.page.wait_for_function(
        "before => document.documentElement.dataset.version !== before", arg=before
    )
    visitor.page.wait_for_selector(".cell.usable")
    assert visitor.ply() == played
    assert len(visitor.page.evaluate("caches.keys()")) == 1
    context.close()


def renew(folder: Path) -> None:
    """Give the changed folder a version of its own, as a new build would."""
    import sys  # noqa: PLC0415 - for one test

    sys.path.insert(0, str(ROOT / "web"))
    import static_site  # type: ignore[import-not-found]  # noqa: PLC0415 - a script beside the page

    static_site.finish(folder)
