/** Words of the scene that a drawing shows: elements with `data-slot` get them as their text. */
import type { Card, Cell, Token } from "$/protocol/generated";

export type Slots = Readonly<Record<string, string>>;

/** A label up to its first comma. */
function nameIn(label: string): string {
  return label.split(",")[0] ?? "";
}

export function tokenSlots({ label, glyph, badge }: Token, mark: string): Slots {
  return { label, name: nameIn(label), glyph, badge, mark };
}

export function cellSlots({ label, badge }: Cell): Slots {
  return { label, name: nameIn(label), badge };
}

export function cardSlots({ label, detail, cost }: Card): Slots {
  return { label, name: nameIn(label), detail, cost: cost === null ? "" : String(cost) };
}

/** How wide a letter is, in parts of the font's size; an estimate, since measuring takes a layout. */
const LETTER = 0.48;

/** Write the words into the drawing. A text with `data-fit` is squeezed to that width at most. */
export function fillSlots(drawing: Element, slots: Slots): void {
  for (const element of drawing.querySelectorAll("[data-slot]")) {
    const text = slots[element.getAttribute("data-slot") ?? ""] ?? "";
    element.textContent = text;
    const fit = Number(element.getAttribute("data-fit"));
    const size = Number(element.getAttribute("font-size"));
    if (fit > 0 && text.length * size * LETTER > fit) element.setAttribute("textLength", `${fit}`);
    else element.removeAttribute("textLength");
  }
}
