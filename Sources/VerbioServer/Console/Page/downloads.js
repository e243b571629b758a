// The files of a conversation.

import { download } from "./api.js";
import { h, icon, once } from "./dom.js";
import { t } from "./strings.js";

const FORMATS = [["srt", "SRT"], ["vtt", "VTT"], ["txt", "TXT"], ["json", "JSON"], ["wav", "WAV"], ["opus", "Opus"], ["zip", "ZIP"]];

const CAPTIONS = ["bilingual", "target", "source"];

/** One button for each format, and for each film of a job (`{ format, href }`); the archive has all files but films. */
export function downloads(id, films = []) {
  const button = (format, name, action, title = null) =>
    h("button", { "data-format": format, title, onclick: (event) => once(event.currentTarget, action) },
      icon("down"), h("span", { class: "unseen" }, t("download.title")), name);
  const style = h("select", { "aria-label": t("download.captions") }, CAPTIONS.map((one) => h("option", { value: one }, t(`download.${one}`))));
  return h("div", { class: "row", role: "group", "aria-label": t("download.title") },
    films.map(({ format, href }) => button(format, format.toUpperCase(), () => download(href, `verbio-${id}.${format}`), t("files.film"))),
    style, FORMATS.map(([format, name]) => button(format, name, () => {
      const captions = /srt|vtt/.test(format) ? `&captions=${style.value}` : "";
      return download(`/api/conversations/${id}/export?format=${format}${captions}`, `verbio-${id}.${format}`);
    }, format === "zip" ? t("download.all") : null)));
}
