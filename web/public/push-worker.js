/**
 * Shows what the hall pushes, also while no page of it is open. It keeps nothing and answers no
 * requests. Registered only by people who want notices on this device.
 */
const root = new URL("./", self.location.href);

self.addEventListener("install", () => {
  void self.skipWaiting();
});

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data ? event.data.json() : {}));
});

function show({ title = "Meadhall", body = "", path = "#/inbox", tag = "" }) {
  const icon = new URL("icon-192.png", root).href;
  return self.registration.showNotification(title, { body, tag, icon, data: { path } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.path, root).href));
});

async function open(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => one.url === address);
  return page ? page.focus() : self.clients.openWindow(address);
}

// The push service has given the browser another address.
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

async function renew(old, fresh) {
  const found = fresh ?? (old && (await self.registration.pushManager.subscribe(old.options)));
  if (!found) return;
  const { endpoint, keys } = found.toJSON();
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ endpoint, ...keys, name: "" });
  await fetch(new URL("api/me/devices", root), { method: "POST", headers, body });
}
