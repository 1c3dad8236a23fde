/** Skins come with the games, as data. A game without one, or with a broken one, is drawn plainly. */
import { api } from "$/net/http";
import type { SkinFiles } from "$/protocol/generated";
import { BrokenSkin, checkCss } from "$/skin/safety";
import { PLAIN, Skin } from "$/skin/skin";
import { prefixRefs, readSymbols } from "$/skin/symbols";

const loaded = new Map<string, Promise<Skin>>();

/** The skin of a game, or the plain one. Fetched once per page load. */
export function loadSkin(slug: string): Promise<Skin> {
  let skin = loaded.get(slug);
  if (!skin) loaded.set(slug, (skin = fetchSkin(slug)));
  return skin;
}

async function fetchSkin(slug: string): Promise<Skin> {
  try {
    const { files: skin, problem } = await api.skin(slug);
    if (problem) throw new BrokenSkin(problem);
    return skin ? installSkin(slug, skin) : PLAIN;
  } catch (error) {
    if (!(error instanceof BrokenSkin)) loaded.delete(slug); // the next page may reach the server
    console.warn(`The skin of ${slug} is not used: ${String(error)}`);
    return PLAIN;
  }
}

/** Check everything, then add the symbols and styles to the document. */
export function installSkin(slug: string, { spec, symbols, css }: SkinFiles): Skin {
  const sheet = readSymbols(symbols, slug);
  const skin = new Skin(spec, sheet.symbols);
  checkCss(css, slug);
  // A constructed stylesheet ignores @import, and comes after all stylesheets of the page: a rule
  // of the skin that is as specific as one of the plain look wins.
  const styles = new CSSStyleSheet();
  styles.replaceSync(prefixRefs(css, slug));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
  document.body.append(sheet.host);
  return skin;
}
