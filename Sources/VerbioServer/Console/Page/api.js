// Requests to the server. Errors are problem documents (RFC 9457) and become `Problem`.

/** An answer that is not a success. `message` is one sentence: what is wrong, and what to do. */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail ?? document.title ?? `HTTP ${status}`);
    this.status = status;
    this.code = document.code ?? "";
  }
}

/** The key, or the access token of an account and when to renew it. It lives as long as the page. */
let credential = null;
let renewFrom = Infinity;
let onUnauthorized = () => {};
let renew = async () => false;

export function useKey(key) { [credential, renewFrom] = [key, Infinity]; }
export function useAccount(token, seconds) { [credential, renewFrom] = [token, performance.now() + (seconds - 60) * 1_000]; }
export function useNothing() { useKey(null); }
export const hasCredential = () => credential !== null;
export function whenUnauthorized(action) { onUnauthorized = action; }
export function renewWith(action) { renew = action; }

const isOfAccount = () => renewFrom !== Infinity;
const authorization = () => (credential ? { Authorization: `Bearer ${credential}` } : {});

/** Renews a token that ends soon. If that is not possible now, the request itself will tell. */
async function freshen() {
  if (performance.now() >= renewFrom) await renew().catch(() => {});
}

async function problem(response) {
  let document = {};
  try {
    document = await response.json();
  } catch { /* The answer is not from Verbio. */ }
  if (response.status === 401) onUnauthorized();
  return new Problem(response.status, document);
}

/** The longest pause that a server may ask for without the user being told (s). */
const LONGEST_PAUSE = 10;

export async function send(method, path, body, headers = {}) {
  const isData = body && !(body instanceof Blob);
  const request = () => fetch(path, {
    method,
    headers: { ...authorization(), ...(isData ? { "Content-Type": "application/json" } : {}), ...headers },
    body: isData ? JSON.stringify(body) : body,
  });
  await freshen();
  let response = await request();
  // What was refused was not done, so it can be sent again, also after a computer has slept.
  if (response.status === 401 && isOfAccount() && await renew().catch(() => false)) response = await request();
  // What came too fast was not done either. A wait that nobody would sit out is told instead.
  for (let turn = 0; response.status === 429 && turn < 3; turn += 1) {
    const wait = Number(response.headers.get("Retry-After") ?? Infinity);
    if (!(wait <= LONGEST_PAUSE)) break;
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    response = await request();
  }
  if (!response.ok) throw await problem(response);
  return response;
}

/** Answers that stay the same as long as the page is open. */
const lasting = new Map();

/** Asks once; a failure is forgotten. */
export function getOnce(path) {
  if (!lasting.has(path)) lasting.set(path, getJSON(path).catch((error) => { lasting.delete(path); throw error; }));
  return lasting.get(path);
}

export async function getJSON(path) { return (await send("GET", path)).json(); }

export async function sendJSON(method, path, body, headers) {
  const response = await send(method, path, body, headers);
  return response.status === 204 ? null : response.json();
}

export async function fetchBlob(path) {
  const response = await send("GET", path);
  return response.blob();
}

/** A download that is larger than this goes to the disk piece by piece (bytes). */
const MOST_IN_MEMORY = 16 << 20;
/** How long a browser may take to copy a download out of the page (ms). */
const COPYING = 60_000;

/** Downloads a file of the server, with the key in a field. */
export async function download(path, name) {
  const response = await send("GET", path);
  const size = Number(response.headers.get("Content-Length") ?? 0);
  const kept = size > MOST_IN_MEMORY ? await onDisk(response) : null;
  const url = URL.createObjectURL(kept ? kept.file : await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
    kept?.remove();
  }, COPYING);
}

/** Writes an answer to a file that only this page sees; null if the browser has no place for it. */
async function onDisk(response) {
  try {
    const folder = await navigator.storage.getDirectory();
    // What an earlier visit has left.
    for await (const [name, entry] of folder.entries()) {
      if (Date.now() - (await entry.getFile()).lastModified > 2 * COPYING) await folder.removeEntry(name).catch(() => {});
    }
    const name = crypto.randomUUID();
    const entry = await folder.getFileHandle(name, { create: true });
    const sink = await entry.createWritable();
    const remove = () => folder.removeEntry(name).catch(() => {});
    try {
      await response.body.pipeTo(sink);
    } catch (error) {
      await remove();
      error.isOfDownload = true;
      throw error;
    }
    return { file: await entry.getFile(), remove };
  } catch (error) {
    if (error.isOfDownload) throw error;
    return null;
  }
}

/** Sends a file or form with its progress. `onText` gets the text of the answer so far. */
async function upload(path, body, { status, accept, onProgress, onText, signal }) {
  await freshen();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("Accept", accept);
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onprogress = () => { if (request.status === status) onText?.(request.responseText); };
    request.onerror = () => reject(new Problem(0, { detail: "" }));
    request.onabort = () => reject(new DOMException("", "AbortError"));
    request.onload = async () => {
      if (request.status !== status) return reject(await problem(new Response(request.responseText, { status: request.status })));
      onText?.(request.responseText);
      resolve(request.responseText);
    };
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

export function uploadForEvents(path, file, { onEvent, ...more }) {
  const lines = new EventLines(onEvent);
  return upload(path, file, { status: 200, accept: "text/event-stream", onText: (text) => lines.read(text), ...more });
}

/** The job that an upload has made. */
export const uploadForJob = async (form, more) =>
  JSON.parse(await upload("/api/jobs", form, { status: 202, accept: "application/json", ...more }));

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

/**
 * The address of a WebSocket of this server. A ticket, used once, stands for the key, and carries what is to stand in no address:
 * `hidden`.
 */
export async function socketAddress(path, query, hidden = {}) {
  const carried = Object.keys(hidden).length ? hidden : undefined;
  if (credential || carried) query = { ...query, ticket: (await sendJSON("POST", "/api/live/tickets", carried)).ticket };
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${path}?${new URLSearchParams(query)}`;
}
