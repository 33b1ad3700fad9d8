/** The rules of play: what one declares before the first table, and again when they have changed. */

import { h } from "./dom.js";
import { t } from "./texts.js";

export class Agreement {
  /** `changed()` is called when there is something new to show; `complain` hears refusals. */
  constructor({ api, complain }, changed) {
    Object.assign(this, { api, complain, changed, terms: null });
    this.look();
  }

  /** Whether the version in force is still to be accepted. */
  get due() {
    return Boolean(this.terms?.version) && (this.terms.accepted ?? 0) < this.terms.version;
  }

  async look() {
    const terms = await this.api.get("/api/v1/me/terms").catch(() => this.terms);
    const news = JSON.stringify(terms) !== JSON.stringify(this.terms);
    this.terms = terms;
    if (news) this.changed();
  }

  /** What to tick before one plays; nothing where it is done, unless it may be declared `anew`. */
  card(anew = false) {
    if (!this.due && !(anew && this.terms?.version)) return null;
    const { version, age, accepted } = this.terms;
    const tick = (name, text) => h("label", {}, h("input", { type: "checkbox", name, required: true }), " ", text);
    return h("form", { class: "agreement", onsubmit: (event) => this.#accept(event) },
      h("strong", {}, t(accepted && this.due ? "terms.changed" : "terms.title", { version })),
      tick("of_age", t("terms.age", { age })),
      tick("lawful", t("terms.lawful")),
      h("button", { class: "main" }, t("terms.accept")));
  }

  async #accept(event) {
    event.preventDefault();
    document.activeElement.blur();
    const declared = { version: this.terms.version, of_age: true, lawful: true };
    await this.api.post("/api/v1/me/terms", declared).catch((refusal) => this.complain(refusal));
    await this.look();
    this.changed();
  }
}
