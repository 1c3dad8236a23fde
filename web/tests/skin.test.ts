import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "$/net/http";
import type { Card, Cell, SkinSpec, Token } from "$/protocol/generated";
import { installSkin, loadSkin } from "$/skin/load";
import { BrokenSkin, checkCss } from "$/skin/safety";
import { PLAIN, pickKind, Skin, variantAt } from "$/skin/skin";
import { fillSlots, tokenSlots } from "$/skin/slots";
import { readSymbols } from "$/skin/symbols";

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;
const symbol = (inside: string) => svg(`<symbol id="it" viewBox="0 0 9 9">${inside}</symbol>`);
const files = (slug: string) => {
  const folder = `../src/meadhall/games/${slug.replace("-", "_")}/skin`;
  const text = (name: string) => readFileSync(`${folder}/${name}`, "utf-8");
  return {
    spec: JSON.parse(text("skin.json")) as SkinSpec,
    symbols: text("symbols.svg"),
    css: text("skin.css"),
  };
};

const token: Token = {
  id: "t", label: "Thunder Shot, shown", cell: "a", glyph: "TS", kind: "shot", seat: 0, badge: "3",
}; // prettier-ignore
const cell: Cell = {
  id: "a", label: "a", x: 0, y: 0, shape: "hex", kind: "edge", seat: null, badge: "", name: "",
}; // prettier-ignore
const card: Card = {
  id: "c", label: "c", zone: "hand", kind: "", seat: 0, detail: "", cost: null, dimmed: false, chosen: false,
}; // prettier-ignore

describe("the shipped skins", () => {
  it.each(["jarls", "chinese-checkers", "elemental-clash", "secret-toaster"])("%s", (slug) => {
    expect(installSkin(slug, files(slug))).toBeInstanceOf(Skin);
    expect(document.querySelectorAll(`svg.skin-symbols.skin-${slug} symbol`)).not.toHaveLength(0);
  });
});

describe("symbols", () => {
  it("are copied with ids of their own skin", () => {
    const text = svg(
      `<!-- gold --><defs><linearGradient id="gold"/><path id="p" d="M0 0"/></defs>` +
        `<symbol id="it" viewBox="0 0 9 9"><use href="#p"/><rect fill="url(#gold)"/></symbol>`,
    );
    const { host, symbols } = readSymbols(text, "ludo");
    const drawn = symbols.get("it")?.content;
    expect(symbols.get("it")?.viewBox).toBe("0 0 9 9");
    expect(host.querySelector("linearGradient")?.id).toBe("ludo--gold");
    expect(drawn?.querySelector("use")?.getAttribute("href")).toBe("#ludo--p");
    expect(drawn?.querySelector("rect")?.getAttribute("fill")).toBe("url(#ludo--gold)");
  });

  it.each([
    ["a script", symbol("<script>alert(1)</script>")],
    ["a script of HTML", symbol(`<s:script xmlns:s="http://www.w3.org/1999/xhtml">1</s:script>`)],
    ["an event handler", symbol(`<g onload="alert(1)"/>`)],
    ["a handler in odd letters", symbol(`<g OnClick="alert(1)"/>`)],
    ["HTML inside", symbol("<foreignObject/>")],
    ["an image", symbol(`<image href="http://evil.example/x.png"/>`)],
    ["a link", symbol(`<a href="#x"/>`)],
    ["an animation", symbol(`<set attributeName="href" to="javascript:alert(1)"/>`)],
    ["a stylesheet", symbol("<style>*{}</style>")],
    ["a style", symbol(`<g style="fill:red"/>`)],
    ["a script on the root", `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`],
    ["an address", symbol(`<rect fill="url(http://evil.example/x)"/>`)],
    ["an address as data", symbol(`<rect fill="url( 'data:image/png,x')"/>`)],
    ["a hidden address", symbol(String.raw`<rect fill="u\72l(http://evil.example/x)"/>`)],
    ["use of another file", symbol(`<use href="http://evil.example/x.svg#a"/>`)],
    ["use of a script", symbol(`<use href="javascript:alert(1)"/>`)],
    ["an old link", symbol(`<use xmlns:x="http://www.w3.org/1999/xlink" x:href="#it"/>`)],
    ["use of nothing", symbol(`<use href="#nothing"/>`)],
    ["use of itself", symbol(`<use href="#it"/>`)],
    ["an odd id", svg(`<symbol id="a b"/>`)],
    ["entities", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("")}`],
    ["something broken", "<svg"],
    ["something else", "<html xmlns='http://www.w3.org/1999/xhtml'/>"],
  ])("are refused with %s", (_, text) => {
    expect(() => readSymbols(text, "ludo")).toThrow(BrokenSkin);
  });
});

describe("styles", () => {
  it("may style what is inside the skin", () => {
    const css = `
      /* a { } , } */
      .skin-ludo, .skin-ludo:is(.a, .b) .c[data-label^="x, {"] { --cell: #fff; content: "}"; }
      @media (width < 40rem) { .skin-ludo.scene { fill: url(#gold); animation: turn 1s; } }
      @keyframes turn { from { opacity: 0 } 50%, to { opacity: 1; } }`;
    expect(() => checkCss(css, "ludo")).not.toThrow();
  });

  it.each([
    ["an import", `@import "http://evil.example/x.css";`],
    ["a font", `@font-face { font-family: x; }`],
    ["an address", `.skin-ludo { background: url(http://evil.example/x) }`],
    ["an address in a property", `.skin-ludo { --x: URL("//evil.example/x") }`],
    ["an address as data", `.skin-ludo { background: url(data:image/png,x) }`],
    ["a set of images", `.skin-ludo { background: -webkit-image-set("//evil.example/x" 1x) }`],
    ["a hidden address", String.raw`.skin-ludo { background: u\72l(//evil.example/x) }`],
    ["everything", `* { display: none }`],
    ["the page", `.skin-ludo a, body { display: none }`],
    ["another skin", `.skin-ludo-two { display: none }`],
    ["the page when small", `@media (width < 1px) { body { display: none } }`],
    ["a way out", `.skin-ludo { :root:has(&) .panel { display: none } }`],
    [
      "a rule between two strings",
      `.skin-ludo { content: "/*" } body { } .skin-ludo { content: "*/" }`,
    ],
    [
      "a rule between two quotes",
      `.skin-ludo { content: '"' } body { } .skin-ludo { content: '"' }`,
    ],
    ["a block without an end", `.skin-ludo { fill: red`],
  ])("are refused with %s", (_, css) => {
    expect(() => checkCss(css, "ludo")).toThrow(BrokenSkin);
  });
});

describe("what draws what", () => {
  const { symbols } = readSymbols(
    svg(`<symbol id="a"/><symbol id="b"/><symbol id="c"/><symbol id="d"/>`),
    "ludo",
  );
  const of = (name: string) => symbols.get(name) ?? null;

  it("is found by kind, with its place before without", () => {
    const table = { "hand/x": 1, "hand/*": 2, x: 3, "*": 4 };
    expect(pickKind(table, "x", "hand")).toBe(1);
    expect(pickKind(table, "y", "hand")).toBe(2);
    expect(pickKind(table, "x", "deck")).toBe(3);
    expect(pickKind(table, "y")).toBe(4);
    expect(pickKind({ x: 3 }, "toString")).toBeUndefined();
  });

  it("is a symbol for tokens, cards and cells, or the plain look", () => {
    const skin = new Skin(
      {
        format: 1,
        tokens: { shot: "a", "table/shot": "b", other: null },
        cards: { back: "c", "*": null },
        cells: { edge: { symbols: ["d", null], spread: [1, 0] } },
      },
      symbols,
    );
    expect(skin.token(token, "field")).toBe(of("a"));
    expect(skin.token(token, "table")).toBe(of("b"));
    expect(skin.token({ ...token, kind: "other" }, "")).toBeNull();
    expect(skin.card(card)).toBe(of("c"));
    expect(skin.card({ ...card, kind: "shot" })).toBeNull();
    expect(skin.cell(cell)).toBe(of("d"));
    expect(skin.cell({ ...cell, x: -1 })).toBeNull();
    expect(skin.cell({ ...cell, kind: "" })).toBeNull();
    expect(PLAIN.token(token, "")).toBeNull();
  });

  it("varies from place to place and never at the same place", () => {
    const variants = { symbols: ["a", "b", "c"] };
    const places = [0, 1000, 2000, 3000].map((x) => variantAt(variants, { x, y: 0 }));
    expect(new Set(places).size).toBeGreaterThan(1);
    expect(variantAt(variants, { x: 1000, y: 866 })).toBe(variantAt(variants, { x: 1000, y: 866 }));
  });

  it("has to be there", () => {
    const specs: SkinSpec[] = [
      { format: 1, picture: "z" },
      { format: 1, ground: [{ symbol: "z" }] },
      { format: 1, cells: { "*": { symbols: ["a", "z"] } } },
      { format: 1, tokens: { "*": "z" } },
    ];
    for (const spec of specs) expect(() => new Skin(spec, symbols)).toThrow(BrokenSkin);
  });
});

describe("slots", () => {
  it("show the words of the scene as text, squeezed where they are too long", () => {
    const text = `<text data-slot="name" data-fit="92" font-size="16"/><text data-slot="mark"/>`;
    const drawing = document.createElement("div");
    const { symbols } = readSymbols(symbol(text), "ludo");
    drawing.append(symbols.get("it")?.content ?? "");
    const [name, mark] = drawing.querySelectorAll("text");
    fillSlots(drawing, tokenSlots(token, "<b>"));
    expect(name?.textContent).toBe("Thunder Shot");
    expect(name?.getAttribute("textLength")).toBe("92");
    expect(mark?.textContent).toBe("<b>");
    fillSlots(drawing, tokenSlots({ ...token, label: "Ice Blast" }, ""));
    expect(name?.getAttribute("textLength")).toBeNull();
  });
});

describe("a skin is loaded", () => {
  const warn = vi.spyOn(console, "warn");
  beforeEach(() => void warn.mockImplementation(() => undefined));
  afterEach(() => warn.mockReset());

  const good = {
    spec: { format: 1, tokens: { "*": "it" } },
    symbols: symbol("<g/>"),
    css: "",
  } as const;

  it("once", async () => {
    const fetched = vi.spyOn(api, "skin").mockResolvedValue({ files: good, problem: "" });
    const skin = await loadSkin("good");
    expect(skin.token(token, "")).not.toBeNull();
    expect(await loadSkin("good")).toBe(skin);
    expect(fetched).toHaveBeenCalledOnce();
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ["the server refuses it", { files: null, problem: "symbols.svg has <script>" }],
    ["it is hostile", { files: { ...good, symbols: symbol("<script/>") }, problem: "" }],
    ["its styles reach out", { files: { ...good, css: "body { }" }, problem: "" }],
  ])("or is plain with one warning where %s", async (why, page) => {
    vi.spyOn(api, "skin").mockResolvedValue(page);
    const before = [document.body.innerHTML, document.adoptedStyleSheets.length];
    expect(await loadSkin(why)).toBe(PLAIN);
    expect(await loadSkin(why)).toBe(PLAIN);
    expect(warn).toHaveBeenCalledOnce();
    expect([document.body.innerHTML, document.adoptedStyleSheets.length]).toEqual(before);
  });

  it("or is plain, without a warning, where there is none", async () => {
    vi.spyOn(api, "skin").mockResolvedValue({ files: null, problem: "" });
    expect(await loadSkin("none")).toBe(PLAIN);
    expect(warn).not.toHaveBeenCalled();
  });

  it("again after the server could not be reached", async () => {
    vi.spyOn(api, "skin").mockRejectedValueOnce(new Error("offline"));
    expect(await loadSkin("far")).toBe(PLAIN);
    vi.spyOn(api, "skin").mockResolvedValue({ files: good, problem: "" });
    expect(await loadSkin("far")).not.toBe(PLAIN);
  });
});
