/** Shows in the browser's tab, and on an installed hall, how many matches wait for the person. */

const ICON = 'link[rel="icon"]';
const PREFIX = /^\(\d+\) /;

/** Show the count until the returned function is called. Pages write titles of their own. */
export function markTab(turns: number): () => void {
  const icon = document.querySelector<HTMLLinkElement>(ICON);
  const plain = icon?.href ?? "";
  const prefix = turns > 0 ? `(${turns}) ` : "";
  const write = () => {
    const title = prefix + document.title.replace(PREFIX, "");
    if (title !== document.title) document.title = title;
  };
  const observer = new MutationObserver(write);
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  write();
  if (icon && turns > 0) icon.href = badge(turns);
  void setBadge(turns);
  return () => {
    observer.disconnect();
    document.title = document.title.replace(PREFIX, "");
    if (icon) icon.href = plain;
  };
}

/** The count on the icon of an installed hall, where the browser can do that. */
async function setBadge(turns: number): Promise<void> {
  if ("setAppBadge" in navigator) await navigator.setAppBadge(turns).catch(() => undefined);
}

function badge(turns: number): string {
  const text = turns > 9 ? "9+" : String(turns);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2b1d12"/><text x="16" y="24" font-family="sans-serif" font-size="${text.length > 1 ? 17 : 24}" font-weight="700" text-anchor="middle" fill="#ffd98a">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
