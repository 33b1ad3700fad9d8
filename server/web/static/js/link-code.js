/** A link code as its maker is shown it. */

import { h } from "./dom.js";
import { timeOfDay } from "./numbers.js";
import { t } from "./texts.js";

/** For so many milliseconds a code is good. */
export const EXPIRES = 10 * 60 * 1000;

export function linkCode({ code, expires }) {
  return h("p", { class: "link-code" }, h("output", {}, code), h("small", { class: "hint" }, t("link.until", { time: timeOfDay(expires) })));
}
