// Keeps the shell of the page, so that it opens without a network. Nothing of what was said is kept: requests to the API
// are never touched.

const SHELL = "verbio-shell";

/** Everything but the texts: a browser keeps those of the languages that it has shown. */
const FILES = [
  "account-view.js", "account.js", "api.js", "capture.js", "console.css", "conversation-view.js", "corrections.js", "device.js", "dom.js", "downloads.js",
  "files-view.js", "history-view.js", "icon.svg", "live-session.js", "main.js", "manifest.webmanifest", "microphone.js", "phrases-view.js",
  "preferences.js", "recording-view.js", "settings-view.js", "strings.js", "utterance-card.js", "voice-player.js", "waveform.js", "welcome.js",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(["/", ...FILES.map((name) => `/console/${name}`)])).then(() => self.skipWaiting()));
});

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
