/** The screen of one person: what he has, by what he signs in, and another account that is his too. */

import { asked } from "./asked.js";
import { fill, h } from "./dom.js";
import { EXPIRES, linkCode } from "./link-code.js";
import { Logins } from "./logins.js";
import { MergeCard } from "./merge-card.js";
import { moment, whole } from "./numbers.js";
import { t } from "./texts.js";

export class AccountScreen {
  /** `visit` as a match has it; `parting(key)` is told which text says why a session will have ended. */
  constructor(visit, back) {
    Object.assign(this, { visit, back, code: null, said: null });
    this.logins = new Logins(visit, () => this.#look());
    this.note = h("p", { class: "verdict good", role: "status", hidden: true });
    this.body = h("div", { class: "account-body" });
    this.root = h("section", { class: "account" }, this.note, this.body);
    visit.line.follow("inbox", (told) => this.#told(told));
    this.#look();
  }

  close() {
    clearTimeout(this.lapsing);
    this.visit.line.unwatch("inbox");
    this.root.remove();
  }

  render() {
    if (!this.seen) {
      fill(this.body, h("p", { class: "hint" }, t("account.loading")));
      return;
    }
    const { offers, merges } = this.seen.merge;
    this.note.hidden = !this.said;
    this.note.textContent = this.said ? t(this.said.key, { until: this.said.until && moment(this.said.until) }) : "";
    fill(this.body,
      h("header", {}, h("h2", {}, t("account.title")),
        h("button", { type: "button", "data-do": "back", onclick: this.back }, t("do.lobby"))),
      this.#summary(),
      offers.map((offer) => this.#offer(offer)),
      h("h3", {}, t("logins.title")),
      this.seen.account.guest ? h("p", { class: "hint" }, t("logins.guest")) : this.logins.list(this.seen.identities),
      h("h3", {}, t("link.title")),
      h("p", { class: "hint" }, t("link.lead")),
      h("div", { class: "link" }, !this.seen.account.guest && this.#give(), this.#enter()),
      merges.length > 0 && h("h3", {}, t("merges.title")),
      merges.map((merge) => this.#merge(merge)));
  }

  #summary() {
    const { account, balances, standing } = this.seen;
    const parts = [
      t("account.coins", { coins: whole(balances.coins) }), t("account.points", { points: whole(balances.points) }),
      standing.vip && t("account.vip", { until: moment(standing.until) }),
    ];
    return h("p", { class: "summary" }, h("strong", {}, account.nick ?? t(account.guest ? "account.guest" : "account.nameless")), " ",
      h("span", { class: "hint" }, parts.filter(Boolean).join(" · ")));
  }

  #offer(offer) {
    return new MergeCard(this.visit, offer, (shown) => this.#agreed(shown)).root;
  }

  #agreed(shown) {
    if (shown.undo_until) this.said = { key: "merge.joined", until: shown.undo_until };
    this.#look();
  }

  /** A code to type elsewhere; it is forgotten here when it lapses. */
  #give() {
    const button = h("button", { type: "button", class: this.code ? null : "main", "data-do": "code", onclick: () => this.#ask(button) },
      t(this.code ? "link.another" : "link.give"));
    return h("div", { class: "way" }, h("span", { class: "label" }, t("link.own")), this.code && linkCode(this.code), button);
  }

  async #ask(button) {
    this.code = await this.#try(button, () => this.visit.api.post("/api/v1/me/link-codes"));
    clearTimeout(this.lapsing);
    if (this.code) this.lapsing = setTimeout(() => this.#lapse(), EXPIRES);
    this.render();
  }

  #lapse() {
    this.code = null;
    this.render();
  }

  #enter() {
    const code = h("input", {
      type: "text", name: "link-code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
      required: true, maxlength: 20, placeholder: "XXXX-XXXX-XX",
    });
    const button = h("button", { type: "submit" }, t("link.enter"));
    return h("form", {
      class: "way",
      onsubmit: async (event) => {
        event.preventDefault();
        const offer = await this.#try(button, () => this.visit.api.post("/api/v1/me/link", { code: code.value }));
        if (offer) this.#look();
      },
    }, h("label", {}, t("link.typed"), code), button);
  }

  /** What came over, with a way back. */
  #merge(merge) {
    const part = async (button) => {
      this.visit.parting("merge.parted");
      const parted = await this.#try(button, () => this.visit.api.post(`/api/v1/me/merges/${merge.id}/undo`).then(() => true));
      if (!parted) this.visit.parting(null);
    };
    return h("div", { class: "row merged" },
      h("span", { class: "what" }, t("merges.one", { nick: merge.nick ?? t("account.nameless"), coins: whole(merge.coins) }),
        h("small", { class: "hint" }, t("merges.until", { until: moment(merge.undo_until) }))),
      asked({ ask: "merges.undo", sure: "merges.sure", yes: "merges.yes" }, part));
  }

  #told(told) {
    if (!told) this.#look();
    else if (told.event === "link_code_used") {
      this.#lapse();
      this.#look();
    } else if (told.event === "merge_agreed") {
      if (told.joined) this.said = { key: "merge.joined.here" };
      this.#look();
    }
  }

  /** Read all of it, also what is told meanwhile; that a session has ended is the line's to tell. */
  async #look() {
    const { api } = this.visit;
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const paths = ["me", "me/wallet?limit=1", "me/vip", "me/identities", "me/merge"];
    try {
      const [me, wallet, vip, logins, merge] = await Promise.all(paths.map((path) => api.get(`/api/v1/${path}`)));
      if (turn !== this.turn) return;
      this.seen = { account: me.account, balances: wallet.balances, standing: vip.standing, identities: logins.identities, merge };
      this.#renderUnlessTyping();
    } catch (refusal) {
      if (turn === this.turn && refusal.status !== 401) this.visit.complain(refusal);
    }
  }

  /** What is being typed is not taken from under the fingers. */
  #renderUnlessTyping() {
    const typed = this.root.querySelector("[name=link-code]")?.value;
    const focused = document.activeElement?.name === "link-code" && this.root.contains(document.activeElement);
    this.render();
    const field = this.root.querySelector("[name=link-code]");
    if (field && typed && !this.seen.merge.offers.length) field.value = typed;
    if (field && focused) field.focus();
  }

  async #try(button, send) {
    button.disabled = true;
    try {
      return await send();
    } catch (refusal) {
      this.visit.complain(refusal);
      return null;
    } finally {
      button.disabled = false;
    }
  }
}
