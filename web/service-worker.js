/**
 * Keeps the whole hall in the browser, so that it opens without a network.
 *
 * A build is kept whole or not at all, in a cache of its own. The page of a build gets only files
 * of that build. A newer build waits until the person reloads for it.
 */
const version = "VERSION";
const files = ["FILES"];
const root = new URL("./", self.location.href);
/** Caches belong to a whole host, which may have halls at several prefixes. */
const cacheNames = `meadhall ${root.pathname} `;
const cacheName = cacheNames + version;

function addressOf(name) {
  return new URL(name, root).href;
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll());
});

async function keepAll() {
  const cache = await caches.open(cacheName);
  try {
    await Promise.all(files.map((name) => keep(cache, addressOf(name))));
  } catch (error) {
    await caches.delete(cacheName); // half of a build is worth nothing
    throw error;
  }
}

async function keep(cache, address) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await cache.put(address, answer);
}

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers());
});

async function forgetOthers() {
  for (const name of await caches.keys())
    if (name.startsWith(cacheNames) && name !== cacheName) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(root.href)) return;
  event.respondWith(answerTo(event.request, url));
});

async function answerTo(request, url) {
  const cache = await caches.open(cacheName);
  const wanted = request.mode === "navigate" ? addressOf("index.html") : url.href;
  // A page of another build names its version, and gets nothing of this one.
  const asked = url.searchParams.get("v") ?? version;
  const kept = asked === version && (await cache.match(wanted, { ignoreSearch: true }));
  return kept || fetch(request);
}
