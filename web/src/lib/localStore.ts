/** Gives the page a store that lasts as long as the tab where the browser forbids any other. */

class TabStore implements Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  readonly #items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
}

try {
  localStorage.getItem("");
} catch {
  Object.defineProperty(globalThis, "localStorage", { value: new TabStore() });
}
