"""What the hall says when something is missing or damaged, and that no match is lost."""

import json
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, expect
from tests.e2e.people import Visitor
from tests.e2e.site.hosting import Host, open_page, wait_for_hall
from tests.e2e.site.test_offline import play


def says(visitor: Visitor, *words: str) -> None:
    alert = visitor.page.locator(".bar.error")
    for word in words:
        expect(alert).to_contain_text(word)


@pytest.mark.parametrize("name", ["hall.zip", "pyodide.asm.wasm", "python_stdlib.zip"])
def test_a_file_that_was_cut_short_is_noticed(browser: Browser, host: Host, name: str) -> None:
    context = browser.new_context()
    visitor = Visitor(context.new_page(), host.url)
    with host.spoilt(host.python / name, (host.python / name).read_bytes()[:50_000]):
        visitor.go()
        says(visitor, "did not arrive whole", "reload the page", "safe")
    expect(visitor.page.get_by_role("button", name="Play now Jarls")).to_be_visible()
    context.close()


def test_parts_of_another_version_are_not_mixed(browser: Browser, host: Host) -> None:
    context = browser.new_context()
    visitor = Visitor(context.new_page(), host.url)
    with host.spoilt(
        host.folder / "site.json", json.dumps({"version": "older", "python": {}}).encode()
    ):
        visitor.go()
        says(visitor, "different versions", "Reload the page", "stay")
    context.close()


def test_a_browser_without_webassembly_is_told_what_to_use(browser: Browser, host: Host) -> None:
    context = browser.new_context()
    visitor = Visitor(context.new_page(), host.url)
    script = next(host.folder.glob("assets/hall-*.js"))
    with host.spoilt(script, b"delete self.WebAssembly;" + script.read_bytes()):
        visitor.go()
        says(visitor, "WebAssembly", "Use a current Firefox")
    context.close()


def test_where_storage_is_forbidden_one_can_play_and_is_warned(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, object],
    whole_browser: str,
    host: Host,
    tmp_path: Path,
) -> None:
    profile = tmp_path / "profile"
    (profile / "Default").mkdir(parents=True)
    forbidden = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Default" / "Preferences").write_text(json.dumps(forbidden))
    flags = cast("list[str]", browser_type_launch_args["args"])
    context = browser_type.launch_persistent_context(
        profile, executable_path=whole_browser, args=flags, reduced_motion="reduce"
    )
    visitor = Visitor(context.new_page(), host.url)
    visitor.go()
    wait_for_hall(visitor.page)
    says(visitor, "store nothing", "download your matches")
    visitor.set_up("chinese-checkers", {1: "weak"})
    assert play(visitor, 2)
    context.close()


def test_full_storage_and_a_damaged_match(device: BrowserContext, host: Host) -> None:
    script = next(host.folder.glob("assets/hall-*.js"))
    with host.spoilt(script, FULL + script.read_bytes()):
        visitor = open_page(device, host)
    visitor.set_up("chinese-checkers", {1: "weak"})
    while visitor.page.locator(".bar.error").count() == 0:
        for choice in visitor.choices()[:2]:
            visitor.click(choice)
        visitor.page.wait_for_timeout(100)
    says(visitor, "no room left", "Nothing stored is lost", "delete finished ones")
    visitor.page.reload()
    wait_for_hall(visitor.page)
    visitor.page.wait_for_selector(".cell")
    before = visitor.ply()
    assert before > 2
    match = visitor.page.url.rpartition("/")[2]
    visitor.page.evaluate(DAMAGE, match)
    visitor.page.reload()
    said = visitor.page.locator("main")
    expect(said).to_contain_text("This match is damaged")
    expect(said).to_contain_text("other matches are not affected")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Save it and go back").click()
    assert json.loads(download.value.path().read_text("utf-8"))["rows"][7] == [8, "{}", 1]
    visitor.page.wait_for_selector(".cell.usable")
    assert 0 < visitor.ply() < before
    visitor.page.close()


FULL = b"""
const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (row, key) {
  if (row[0] > 10) throw new DOMException("full", "QuotaExceededError");
  return add.call(this, row, key);
};
"""
"""A browser that has room for ten facts of a match."""
DAMAGE = """match => new Promise(resolve => {
  indexedDB.open("meadhall").onsuccess = ({target}) => {
    const store = target.result.transaction("facts", "readwrite").objectStore("facts");
    store.put([8, "{}", 1], [match, 8]).onsuccess = resolve;
  };
})"""
