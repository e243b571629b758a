// The files of a conversation.

import { download } from "./api.js";
import { h, icon, once } from "./dom.js";
import { t } from "./strings.js";

const FORMATS = [["srt", "SRT"], ["vtt", "VTT"], ["txt", "TXT"], ["json", "JSON"], ["wav", "WAV"], ["opus", "Opus"], ["zip", "ZIP"]];

const CAPTIONS = ["bilingual", "target", "source"];

/** One button for each format; the archive has all files. */
export function downloads(id) {
  const style = h("select", { "aria-label": t("download.captions") }, CAPTIONS.map((one) => h("option", { value: one }, t(`download.${one}`))));
  return h("div", { class: "row", role: "group", "aria-label": t("download.title") }, style, FORMATS.map(([format, name]) =>
    h("button", {
      "data-format": format, title: format === "zip" ? t("download.all") : null,
      onclick: (event) => once(event.currentTarget, () => {
        const captions = /srt|vtt/.test(format) ? `&captions=${style.value}` : "";
        return download(`/api/conversations/${id}/export?format=${format}${captions}`, `verbio-${id}.${format}`);
      }),
    }, icon("down"), h("span", { class: "unseen" }, t("download.title")), name)));
}
