// Keeps the shell of the page, so that it opens without a network. Nothing of what was said is kept: requests to the API
// are never touched.

const SHELL = "verbio-shell";

/** Keeps the page and what it names, except texts. Those of the languages that were shown are kept. */
async function keep() {
  const cache = await caches.open(SHELL);
  const page = await (await fetch("/")).text();
  await cache.addAll([...new Set(["/", "/console/capture.js", ...page.match(/\/console\/[\w.-]+/g)])]);
}

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isShell = origin === self.location.origin && event.request.method === "GET" && (pathname === "/" || pathname.startsWith("/console/") && event.request.mode !== "navigate");
  if (!isShell) return;
  // The server is asked first, so a new version is seen at once.
  // A link on another site may have led here, and the server serves no requests of other sites.
  const request = event.request.mode === "navigate" ? new Request("/") : event.request;
  event.respondWith((async () => {
    const cache = await caches.open(SHELL);
    try {
      const response = await fetch(request);
      if (response.ok) await cache.put(request, response.clone());
      return response;
    } catch (error) {
      const kept = await cache.match(request);
      if (kept) return kept;
      throw error;
    }
  })());
});
