// Keeps the shell of the page, so that it opens without a network. Nothing of what was said is kept: requests to the API
// are never touched.

const SHELL = "verbio-shell";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add("/")).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isShell = origin === self.location.origin && event.request.method === "GET" && (pathname === "/" || pathname.startsWith("/console/"));
  if (!isShell) return;
  // The server is asked first, so a new version is seen at once.
  event.respondWith((async () => {
    const cache = await caches.open(SHELL);
    try {
      const response = await fetch(event.request);
      if (response.ok) await cache.put(event.request, response.clone());
      return response;
    } catch (error) {
      const kept = await cache.match(event.request);
      if (kept) return kept;
      throw error;
    }
  })());
});
