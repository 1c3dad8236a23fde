/** What a skin may not contain. The server checks the same before it sends a skin. */

/** Why a skin is not used. The page then shows the plain look. */
export class BrokenSkin extends Error {
  override readonly name = "BrokenSkin";
}

const LOCAL = /url\(\s*(["']?)#[\w-]+\1\s*\)/g;
const LOADING = /(?:url|src|image|image-set)\s*\(/i;

/** Refuse a value that could make the browser load something. */
export function checkValue(text: string, where: string): void {
  // A backslash could spell `url(` in a way that this check does not see.
  if (text.includes("\\")) throw new BrokenSkin(`${where} has a backslash`);
  if (LOADING.test(text.replace(LOCAL, "")))
    throw new BrokenSkin(`${where} refers to something outside the skin`);
}

/** A comment or a string. Found in one go: either may contain what looks like the other. */
const ASIDE = /\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'/g;
const AT_RULES: ReadonlySet<string> = new Set(["media", "supports", "container", "keyframes"]);

/** Refuse a stylesheet that loads something or that styles more than elements of `.skin-SLUG`. */
export function checkCss(css: string, slug: string): void {
  checkValue(css, "skin.css");
  const bare = css.replace(ASIDE, (aside) => (aside.startsWith("/") ? " " : '""'));
  for (const [, name = ""] of bare.matchAll(/@([\w-]*)/g))
    if (!AT_RULES.has(name)) throw new BrokenSkin(`skin.css has @${name}`);
  checkSelectors(bare, `.skin-${slug}`);
}

type Block = "group" | "keyframes" | "rule";

function checkSelectors(css: string, scope: string): void {
  const open: Block[] = [];
  let prelude = "";
  for (const part of css.split(/([{};])/)) {
    if (part === "{") open.push(openBlock(prelude.trim(), open.at(-1), scope));
    if (part === "}") open.pop();
    prelude = /^[{};]$/.test(part) ? "" : part;
  }
  if (open.length > 0) throw new BrokenSkin("skin.css has a block without an end");
}

function openBlock(prelude: string, parent: Block | undefined, scope: string): Block {
  // A nested selector could reach out of the scope, as `:root:has(&)` does.
  if (parent === "rule") throw new BrokenSkin("skin.css has nested rules");
  if (prelude.startsWith("@")) return prelude.startsWith("@keyframes") ? "keyframes" : "group";
  if (parent === "keyframes") return "rule";
  for (const selector of selectorsOf(prelude))
    if (!startsWith(selector, scope))
      throw new BrokenSkin(`skin.css: "${selector}" does not begin with ${scope}`);
  return "rule";
}

function startsWith(selector: string, scope: string): boolean {
  return selector.startsWith(scope) && !/[\w-]/.test(selector.charAt(scope.length));
}

/** The parts of a selector list; commas inside parentheses and brackets do not separate. */
function selectorsOf(list: string): string[] {
  let depth = 0;
  let parts = "";
  for (const character of list) {
    if ("([".includes(character)) depth += 1;
    if (")]".includes(character)) depth -= 1;
    parts += character === "," && depth === 0 ? "\n" : character.replace("\n", " ");
  }
  return parts.split("\n").map((part) => part.trim());
}
