// The files of a conversation.

import { download } from "./api.js";
import { h, icon, tell } from "./dom.js";
import { t } from "./strings.js";

const FORMATS = [["srt", "SRT"], ["vtt", "VTT"], ["txt", "TXT"], ["json", "JSON"], ["wav", "WAV"], ["opus", "Opus"]];

/** One button for each format. */
export function downloads(id) {
  return FORMATS.map(([format, name]) =>
    h("button", {
      type: "button", "data-format": format, onclick: async () => {
        try {
          const captions = format === "srt" || format === "vtt" ? "&captions=bilingual" : "";
          await download(`/api/conversations/${id}/export?format=${format}${captions}`, `verbio-${id}.${format}`);
        } catch (error) {
          tell(error);
        }
      },
    }, icon("down"), h("span", { class: "unseen" }, t("download")), name));
}
