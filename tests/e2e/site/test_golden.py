"""The golden playthroughs of all games, in a worker, byte for byte."""

from pathlib import Path

from playwright.sync_api import Browser
from tests.e2e.site.hosting import ROOT, Host
from tests.games.test_golden import GOLDEN, HEAD

import meadhall.testing.golden

WORKER = """
const python = import("./PYTHON/pyodide.mjs").then(async ({ loadPyodide }) => {
  const folder = new URL("PYTHON/", location.href).href;
  const py = await loadPyodide({ indexURL: folder });
  const get = async (name) => (await fetch(folder + name)).arrayBuffer();
  py.unpackArchive(await get("msgspec.whl"), "wheel");
  py.FS.writeFile("/hall.zip", new Uint8Array(await get("hall.zip")));
  py.runPython("import sys; sys.path.insert(0, '/hall.zip')");
  return py;
});
onmessage = async ({ data }) => {
  try {
    postMessage((await python).runPython(data));
  } catch (error) {
    postMessage(String(error));
  }
};
"""
ASK = """code => new Promise(resolve => {
  window.worker ??= new Worker("golden-worker.js", {type: "module"});
  window.worker.onmessage = ({data}) => resolve(data);
  window.worker.postMessage(code);
})"""
PLAY = """
from meadhall import registry
from meadhall.core.codec import decode
game = registry.game({slug!r})
transcript(game, decode(game.types.options, {options!r}), {seats}, {seed!r}, {plies})
"""


def test_all_playthroughs_are_the_same_in_the_worker(browser: Browser, host: Host) -> None:
    (host.folder / "golden-worker.js").write_text(WORKER.replace("PYTHON", host.python.name))
    (host.folder / "golden.html").write_text("<!doctype html><title>golden</title>")
    page = browser.new_page()
    page.goto(f"{host.url}golden.html")
    source = Path(meadhall.testing.golden.__file__).read_text("utf-8")
    assert page.evaluate(ASK, source) is None
    paths = sorted(GOLDEN.rglob("*.txt"))
    assert {path.parent for path in paths}
    assert ROOT in GOLDEN.parents
    for path in paths:
        text = path.read_text("utf-8")
        head = HEAD.match(text)
        assert head
        slug, seats, seed, plies, options = head.groups()
        code = PLAY.format(slug=slug, seats=seats, seed=seed, plies=plies, options=options)
        assert page.evaluate(ASK, code) == text, path.name
    page.close()
