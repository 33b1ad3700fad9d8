/** A button that asks once more before it does what cannot be taken back at once. */

import { fill, h } from "./dom.js";
import { t } from "./texts.js";

/** `texts` are the keys of the button, the question and its yes; `act(button)` is done after a yes. */
export function asked(texts, act) {
  const box = h("span", { class: "asked" });
  const idle = () => fill(box, h("button", { type: "button", class: "quiet", "data-do": texts.ask, onclick: ask }, t(texts.ask)));
  const ask = () => {
    const yes = h("button", {
      type: "button", class: "main", "data-do": texts.yes,
      onclick: async () => {
        yes.disabled = true;
        await act(yes);
        if (box.isConnected) idle();
      },
    }, t(texts.yes));
    fill(box, h("span", { class: "question" }, t(texts.sure)), yes,
      h("button", { type: "button", onclick: idle }, t("asked.no")));
    yes.focus();
  };
  idle();
  return box;
}
