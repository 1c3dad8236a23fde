/** The drawings of a skin: SVG symbols, copied by an allow-list so that nothing in them can run. */
import { SKIN_ATTRIBUTES, SKIN_ELEMENTS } from "$/protocol/generated";
import { BrokenSkin, checkValue } from "$/skin/safety";

const SVG = "http://www.w3.org/2000/svg";
const ELEMENTS: ReadonlySet<string> = new Set(SKIN_ELEMENTS);
const ATTRIBUTES: ReadonlySet<string> = new Set(SKIN_ATTRIBUTES);
const NAME = /^[A-Za-z][\w-]*$/;

export interface SkinSymbol {
  readonly viewBox: string;
  /** To be cloned wherever the symbol is drawn. */
  readonly content: DocumentFragment;
}

export interface SymbolSheet {
  /** Holds the gradients and symbols that drawings refer to; belongs into the document once. */
  readonly host: SVGSVGElement;
  readonly symbols: ReadonlyMap<string, SkinSymbol>;
}

/** The symbols in the text of a `symbols.svg`. Throws `BrokenSkin` for anything not allowed. */
export function readSymbols(text: string, slug: string): SymbolSheet {
  if (/<!(?!--)/.test(text)) throw new BrokenSkin("symbols.svg has a document type or CDATA");
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.localName !== "svg") throw new BrokenSkin("symbols.svg is no SVG");
  const host = hostFor(slug);
  host.append(...[...root.children].map((child) => copyElement(child, slug)));
  checkUses(host);
  const symbols = [...host.querySelectorAll("symbol")].map((symbol) => [
    symbol.id.slice(idPrefix(slug).length),
    { viewBox: symbol.getAttribute("viewBox") ?? "", content: contentOf(symbol) },
  ] as const); // prettier-ignore
  return { host, symbols: new Map(symbols) };
}

/** Ids of two skins on one page must not clash. */
function idPrefix(slug: string): string {
  return `${slug}--`;
}

function hostFor(slug: string): SVGSVGElement {
  const host = document.createElementNS(SVG, "svg");
  host.setAttribute("class", `skin-symbols skin-${slug}`);
  host.setAttribute("aria-hidden", "true");
  host.setAttribute("width", "0");
  host.setAttribute("height", "0");
  // Not `display: none`: browsers do not paint with gradients of an SVG that is not displayed.
  host.style.position = "absolute";
  return host;
}

function copyElement(source: Element, slug: string): SVGElement {
  const name = source.localName;
  if (source.namespaceURI !== SVG || !ELEMENTS.has(name))
    throw new BrokenSkin(`symbols.svg has <${source.tagName}>`);
  const copy = document.createElementNS(SVG, name);
  for (const attribute of source.attributes)
    copy.setAttribute(attribute.name, checkAttribute(attribute, name, slug));
  for (const child of source.childNodes) {
    if (child.nodeType === Node.ELEMENT_NODE) copy.append(copyElement(child as Element, slug));
    else if (child.nodeType === Node.TEXT_NODE && (name === "text" || name === "tspan"))
      copy.append(child.nodeValue ?? "");
  }
  return copy;
}

/** The attribute's value, with the ids in it made unique to the skin. */
function checkAttribute({ name, value }: Attr, element: string, slug: string): string {
  const where = `${name} of <${element}>`;
  if (!ATTRIBUTES.has(name)) throw new BrokenSkin(`symbols.svg has ${where}`);
  checkValue(value, where);
  if (name === "id" || name === "href") {
    const id = name === "href" ? value.replace(/^#/, "") : value;
    if (!NAME.test(id) || (name === "href" && id === value))
      throw new BrokenSkin(`${where} is "${value}"`);
    return `${name === "href" ? "#" : ""}${idPrefix(slug)}${id}`;
  }
  return prefixRefs(value, slug);
}

/** The text with each `url(#id)` made to refer to that id of the skin. */
export function prefixRefs(text: string, slug: string): string {
  return text.replace(/(url\(\s*["']?#)/g, `$1${idPrefix(slug)}`);
}

/** What is used must not use anything itself: a few such lines could grow without end. */
function checkUses(host: SVGSVGElement): void {
  const byId = new Map([...host.querySelectorAll("[id]")].map((one) => [one.id, one]));
  for (const use of host.querySelectorAll("use")) {
    const href = use.getAttribute("href") ?? "";
    const target = byId.get(href.slice(1));
    if (!target) throw new BrokenSkin(`<use> of ${href}, which is not there`);
    if (target.localName === "use" || target.querySelector("use"))
      throw new BrokenSkin(`<use> of ${href}, which uses something itself`);
  }
}

function contentOf(symbol: SVGSymbolElement): DocumentFragment {
  const content = document.createDocumentFragment();
  content.append(...[...symbol.childNodes].map((child) => child.cloneNode(true)));
  for (const element of content.querySelectorAll("[id]")) element.removeAttribute("id");
  return content;
}
