// Requests to the server. Errors are problem documents (RFC 9457) and become `Problem`.

/** An answer that is not a success. `message` is one sentence: what is wrong, and what to do. */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail ?? document.title ?? `HTTP ${status}`);
    this.status = status;
    this.code = document.code ?? "";
  }
}

/** The key, or the access token of an account. It lives as long as the page. */
let credential = null;
let onUnauthorized = () => {};

export function useCredential(value) { credential = value; }
export const hasCredential = () => credential !== null;
export function whenUnauthorized(action) { onUnauthorized = action; }

const authorization = () => (credential ? { Authorization: `Bearer ${credential}` } : {});

async function problem(response) {
  let document = {};
  try {
    document = await response.json();
  } catch { /* The answer is not from Verbio. */ }
  if (response.status === 401) onUnauthorized();
  return new Problem(response.status, document);
}

export async function send(method, path, body, headers = {}) {
  const isData = body && !(body instanceof Blob);
  const response = await fetch(path, {
    method,
    headers: { ...authorization(), ...(isData ? { "Content-Type": "application/json" } : {}), ...headers },
    body: isData ? JSON.stringify(body) : body,
  });
  if (!response.ok) throw await problem(response);
  return response;
}

export async function getJSON(path) { return (await send("GET", path)).json(); }

export async function sendJSON(method, path, body) {
  const response = await send(method, path, body);
  return response.status === 204 ? null : response.json();
}

/** A file of the server as the address of a blob, so that a key never stands in an address. */
export async function fetchBlob(path) {
  const response = await send("GET", path);
  return response.blob();
}

export async function download(path, name) {
  const url = URL.createObjectURL(await fetchBlob(path));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Sends a file and reads the stream of events that comes back. `onProgress` gets the share that was sent. */
export function uploadForEvents(path, file, { onProgress, onEvent, signal }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("Accept", "text/event-stream");
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    const lines = new EventLines(onEvent);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onprogress = () => { if (request.status === 200) lines.read(request.responseText); };
    request.onerror = () => reject(new Problem(0, { detail: "" }));
    request.onabort = () => reject(new DOMException("", "AbortError"));
    request.onload = () => {
      if (request.status === 200) {
        lines.read(request.responseText);
        resolve();
      } else {
        let document = {};
        try {
          document = JSON.parse(request.responseText);
        } catch { /* The answer is not from Verbio. */ }
        if (request.status === 401) onUnauthorized();
        reject(new Problem(request.status, document));
      }
    };
    signal?.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/** Takes the events out of a text that grows. */
class EventLines {
  #done = 0;
  #onEvent;

  constructor(onEvent) { this.#onEvent = onEvent; }

  read(text) {
    let end;
    while ((end = text.indexOf("\n\n", this.#done)) >= 0) {
      const data = text.slice(this.#done, end).split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
      this.#done = end + 2;
      if (data.length) this.#onEvent(JSON.parse(data.join("\n")));
    }
  }
}

/** The address of a WebSocket of this server. A ticket, used once, stands for the key. */
export async function socketAddress(path, query) {
  if (credential) query = { ...query, ticket: (await sendJSON("POST", "/api/live/tickets")).ticket };
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${path}?${new URLSearchParams(query)}`;
}
