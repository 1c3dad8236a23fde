/** Gives the page a store that lasts as long as the tab where the browser forbids any other. */
try {
  localStorage.getItem("");
} catch {
  const items = new Map();
  const store = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
  Object.defineProperty(globalThis, "localStorage", { value: store });
}
