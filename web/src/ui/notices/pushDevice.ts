/** This browser as a device that takes pushes. */
import { notices } from "$/net/away/notices";

/** Which device of the person this browser is; empty where it is none. */
const KNOWN = "meadhall.push";
/** Whether this browser has been asked whether it shall tell of turns. */
const ASKED = "meadhall.push-asked";

/** What keeps this browser from taking pushes; empty where nothing does. */
export function obstacle(): "" | "cannot" | "denied" {
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!can) return "cannot";
  return Notification.permission === "denied" ? "denied" : "";
}

/** Whether it makes sense to ask: nobody has, and the browser would. */
export function mayAsk(): boolean {
  return (
    obstacle() === "" &&
    Notification.permission === "default" &&
    localStorage.getItem(ASKED) === null
  );
}

export function noteAsked(): void {
  localStorage.setItem(ASKED, "yes");
}

export function ownDevice(): string {
  return localStorage.getItem(KNOWN) ?? "";
}

/** Take pushes from the hall with that key. To be called by a click: the browser asks the person. */
export async function turnOn(key: string): Promise<boolean> {
  noteAsked();
  if ((await Notification.requestPermission()) !== "granted") return false;
  const worker = await navigator.serviceWorker.register("./push-worker.js", { scope: "./" });
  await navigator.serviceWorker.ready;
  const before = await worker.pushManager.getSubscription();
  // The hall may have another key than when this was subscribed to.
  await before?.unsubscribe();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  const device = await notices.add({ endpoint, p256dh, auth, name: browserName() });
  localStorage.setItem(KNOWN, device.id);
  return true;
}

/** Take no more pushes on this device, for any account. */
export async function turnOff(): Promise<void> {
  const device = ownDevice();
  localStorage.removeItem(KNOWN);
  if (obstacle() === "cannot") return;
  const worker = await navigator.serviceWorker.getRegistration("./");
  const subscription = await worker?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  if (device !== "") await notices.remove(device).catch(() => undefined);
}

const BROWSERS = ["Firefox", "Edg", "OPR", "Chrome", "Safari"];
const SYSTEMS = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"];

/** A name for the list of devices, such as "Firefox on Linux". */
export function browserName(agent = navigator.userAgent): string {
  const browser = BROWSERS.find((name) => agent.includes(name)) ?? "A browser";
  const system = SYSTEMS.find((name) => agent.includes(name));
  const called = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system ? `${called} on ${system}` : called;
}
