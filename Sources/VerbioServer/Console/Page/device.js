// A device without a browser, such as `verbio login`, shows a code. Here a signed-in person lets it in.

import { me } from "./account.js";
import { getJSON, sendJSON } from "./api.js";
import { ask, field, h, notice, tell } from "./dom.js";
import { t } from "./strings.js";

const KEPT = "verbio.device";

/** Keeps the code of the address, `#device` or `#device/CODE`, until a user is signed in, also over the way to an issuer. */
export function keepDevice() {
  const [name, code = ""] = location.hash.slice(1).split("/");
  if (name !== "device") return false;
  sessionStorage.setItem(KEPT, code);
  history.replaceState(null, "", "/");
  return true;
}

export async function offerDevice() {
  const kept = sessionStorage.getItem(KEPT);
  if (kept === null || !me()) return;
  sessionStorage.removeItem(KEPT);
  const code = kept || await typedCode();
  if (!code) return;
  try {
    const { device } = await getJSON(`/api/auth/device/waiting?${new URLSearchParams({ code })}`);
    const answer = await ask({
      title: t("device.title"), submit: t("device.approve"), cancel: t("device.deny"),
      body: h("div", { class: "stack" }, h("p", { dir: "auto" }, t("device.text", { name: device ?? t("account.unnamed") })),
        h("p", {}, `${t("device.code")}: `, h("strong", { dir: "ltr" }, code.toUpperCase()))),
    });
    await sendJSON("POST", "/api/auth/device/decision", { userCode: code, approve: answer !== null });
    notice(t(answer ? "device.approved" : "device.denied"), { lasts: false });
  } catch (error) {
    tell(error);
  }
}

async function typedCode() {
  const input = h("input", { name: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 40, required: true, dir: "ltr" });
  const answer = await ask({ title: t("device.title"), submit: t("device.next"), cancel: t("cancel"), body: field(t("device.code"), input) });
  return answer?.code.trim();
}
