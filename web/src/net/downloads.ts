/** Lets links to files of the hall work where the hall is a worker: no address leads there. */
import { transport } from "$/net/transport";

/** Give the person a file. */
export function saveFile(name: string, body: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(body);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function download(path: string): Promise<void> {
  const answer = await transport.request("GET", path);
  const named = /filename="(.+)"/.exec(answer.headers.get("content-disposition") ?? "");
  saveFile(named?.[1] ?? "meadhall.json", await answer.blob());
}

/** Answer clicks on links that lead under `api/`. */
export function catchDownloads(page: Document): void {
  page.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[download]") : null;
    const path = link?.getAttribute("href") ?? "";
    if (!path.startsWith("api/")) return;
    event.preventDefault();
    void download(path.slice("api".length));
  });
}
