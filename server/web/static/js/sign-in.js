/** The doors of the page by itself, to choose from: the platforms' own pages, a letter with a code. */

import { fill, h } from "./dom.js";
import { enterByCode, leaveFor, sendCode } from "./page-doors.js";
import { t } from "./texts.js";

export class SignIn {
  /** `doors` are offered by the service; `opened(door, session)` is told who came in. */
  constructor(doors, opened) {
    Object.assign(this, { doors, opened, address: null });
    this.complaint = h("p", { class: "complaint", role: "alert", hidden: true });
    this.body = h("div", { class: "ways" });
    this.root = h("div", { class: "sign-in" }, this.complaint, this.body);
    this.render();
  }

  render() {
    fill(this.body,
      this.doors.filter((door) => door !== "email").map((door) => this.#platform(door)),
      this.doors.includes("email") && (this.address ? this.#code() : this.#letter()));
  }

  /** Show a refusal in words, until something else is tried. */
  complain(refusal) {
    this.complaint.textContent = refusal.message;
    this.complaint.hidden = false;
  }

  #platform(door) {
    const button = h("button", {
      type: "button", class: `door ${door}`, "data-door": door, onclick: () => this.#try(button, () => leaveFor(door)),
    }, t(`enter.${door}`));
    return button;
  }

  #letter() {
    const address = h("input", { type: "email", name: "address", autocomplete: "email", required: true, maxlength: 254 });
    return this.#form("mail.send", h("label", {}, t("mail.address"), address), async () => {
      await sendCode(address.value);
      this.address = address.value;
      this.render();
    });
  }

  #code() {
    const code = h("input", {
      type: "text", name: "code", inputmode: "numeric", autocomplete: "one-time-code", required: true, pattern: "[0-9]{6}", maxlength: 6,
    });
    const field = h("label", {}, t("mail.code", { address: this.address }), code);
    const again = h("button", { type: "button", class: "quiet", onclick: () => this.#again() }, t("mail.again"));
    return [this.#form("mail.enter", field, async () => {
      const session = await enterByCode(code.value);
      this.address = null;
      this.opened("email", session);
    }), again];
  }

  #again() {
    this.address = null;
    this.complaint.hidden = true;
    this.render();
  }

  /** A form that is sent once at a time, and tells what went wrong. */
  #form(label, field, send) {
    const button = h("button", { type: "submit", class: "main" }, t(label));
    return h("form", {
      class: "way",
      onsubmit: (event) => {
        event.preventDefault();
        this.#try(button, send);
      },
    }, field, button);
  }

  async #try(button, send) {
    button.disabled = true;
    this.complaint.hidden = true;
    try {
      await send();
    } catch (refusal) {
      this.complain(refusal);
    } finally {
      button.disabled = false;
    }
  }
}
