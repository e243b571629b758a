// The account of this browser: its tokens, and what is known of it. The refresh token is in a cookie that no script reads.

import { Problem, getJSON, renewWith, sendJSON, useAccount, useNothing } from "./api.js";

/** With this field the server believes that the request comes from the page. */
const MARK = { "X-Verbio-Page": "1" };

/** Tells the other tabs that somebody has signed in or out. */
const others = "BroadcastChannel" in globalThis ? new BroadcastChannel("verbio.account") : null;

let session = null;
let profile = null;

export const me = () => profile;

export async function signInWays() {
  const response = await fetch("/api/auth/ways");
  if (response.status === 404) return null;
  if (!response.ok) throw new Problem(response.status, {});
  return response.json();
}

const post = (path, body) =>
  fetch(path, { method: "POST", headers: { ...MARK, "Content-Type": "application/json" }, body: JSON.stringify(body) });

function take(tokens) {
  // Another tab has signed in as somebody else: nothing that is shown here is theirs.
  if (session && tokens.session !== session) return location.reload();
  session = tokens.session;
  useAccount(tokens.accessToken, tokens.expiresIn);
}

/** Gets the next tokens with the cookie. Tabs do so one after the other. False if nobody is signed in. */
export async function refresh() {
  const exchange = async () => post("/api/auth/refresh", {});
  const response = await (navigator.locks?.request("verbio.account", exchange) ?? exchange());
  if (response.status === 401) return false;
  if (!response.ok) throw new Problem(response.status, await response.json().catch(() => ({})));
  take(await response.json());
  return true;
}

export async function loadProfile() {
  profile = session ? await getJSON("/api/user/profile") : null;
  return profile;
}

let changes = Promise.resolve();

/**
 * Changes the profile. Changes are made one after the other: each is told the profile that the one before it has left.
 * - fields: gives the fields that change.
 */
export function changeProfile(fields) {
  changes = changes.catch(() => null).then(async () => {
    profile = await sendJSON("PATCH", "/api/user/profile", fields(profile));
    return profile;
  });
  return changes;
}

export async function beginAsGuest() {
  const response = await post("/api/auth/guest", { device: deviceName() });
  if (!response.ok) throw new Problem(response.status, await response.json().catch(() => ({})));
  take(await response.json());
  others?.postMessage("in");
}

/** The address of an issuer's button. */
export const startAddress = (start, more = {}) => `${start}?${new URLSearchParams({ ...more, device: deviceName() })}`;

export const announceSignIn = () => others?.postMessage("in");

export async function leave(method, path) {
  const answer = await sendJSON(method, path, undefined, MARK);
  forget();
  others?.postMessage("out");
  return answer;
}

function forget() {
  session = null;
  profile = null;
  useNothing();
}

/** Calls an action when another tab has signed in or out. */
export function watchOtherTabs({ signedIn, signedOut }) {
  others?.addEventListener("message", ({ data }) => {
    if (data === "in") return signedIn();
    // A tab with a key has nothing to do with the account.
    if (!session) return;
    forget();
    signedOut();
  });
}

/** Such as "Firefox, Linux": for the list of devices. */
function deviceName() {
  const brand = navigator.userAgentData?.brands.map(({ brand }) => brand).find((name) => !/not.?a.?brand|chromium/i.test(name))
    ?? navigator.userAgent.match(/Firefox|Edg|Chrome|Safari/)?.[0] ?? "";
  const system = navigator.userAgentData?.platform ?? navigator.userAgent.match(/Android|iPhone|iPad|Windows|Mac|Linux/)?.[0] ?? "";
  return [brand, system].filter(Boolean).join(", ") || "Browser";
}

renewWith(refresh);
