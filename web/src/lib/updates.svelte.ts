/** Keeps the page for use without a network, and notices a newer version of it. */
import { notePlace } from "$/lib/here.svelte";

/** The browser's service workers; none where the page is not secure or may store nothing. */
function container(): ServiceWorkerContainer | undefined {
  try {
    return (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  } catch {
    return undefined;
  }
}

class Updates {
  /** Whether a newer version waits until the page is loaded again. */
  waiting = $state(false);
  #registration: ServiceWorkerRegistration | null = null;

  /** Register the service worker; a browser without any has the page only while it is online. */
  async watch(script: string): Promise<void> {
    const workers = container();
    if (!workers) return;
    const wasKept = workers.controller !== null;
    workers.addEventListener("controllerchange", () => {
      if (wasKept) location.reload(); // all tabs change together: a build is used whole
    });
    const found = await workers.register(script).catch(() => null);
    if (!found) return;
    this.#registration = found;
    void workers.ready.then(notePlace);
    this.waiting = wasKept && found.waiting !== null;
    found.addEventListener("updatefound", () => this.#follow(found.installing, wasKept));
  }

  #follow(worker: ServiceWorker | null, wasKept: boolean): void {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && wasKept) this.waiting = true;
    });
  }

  /** Change to the version that waits. The page is loaded again. */
  take(): void {
    this.#registration?.waiting?.postMessage("take over");
  }
}

export const updates = new Updates();
