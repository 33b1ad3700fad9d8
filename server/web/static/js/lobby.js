/** Open tables: who waits, on what terms; sitting down; a table of one's own. */

import { Agreement } from "./agreement.js";
import { fill, h } from "./dom.js";
import { coinsText, Standing, STAKES, stakeText } from "./stakes.js";
import { t } from "./texts.js";

const FEEDS = ["lobby", "tables"];
const RULES = ["short", "long", "nackgammon", "hypergammon", "nardgammon"];
const FORMS = ["game", "3", "5", "7"];
const CLOCKS = ["bank", "fischer", "compensation", "none"];

export class Lobby {
  /** `seated` hears the id of the match when both seats of a table are taken. */
  constructor(visit, seated) {
    this.visit = visit;
    this.seated = seated;
    this.tables = [];
    this.ended = null;
    this.chosen = { rules: "short", form: "3", clock: "bank", stake: "0" };
    this.root = h("section", { class: "lobby" });
    this.root.addEventListener("focusout", () => setTimeout(() => this.unseen && this.#look()));
    this.standing = new Standing(visit.api, () => this.#show());
    this.agreement = new Agreement(visit, () => this.#agreed());
    for (const feed of FEEDS) this.visit.line.follow(feed, (told) => this.#heard(told));
    this.#look();
    this.render();
  }

  close() {
    for (const feed of FEEDS) this.visit.line.unwatch(feed);
    this.root.remove();
  }

  render() {
    this.unseen = false;
    const own = this.tables.find((table) => table.owner === this.visit.account);
    const others = this.tables.filter((table) => table !== own && !table.when_ready);
    fill(this.root,
      this.agreement.card(this.standing.mayDeclare),
      this.ended && h("p", { class: "ended", role: "status" },
        t(`lobby.ended.${this.ended.cause}`, { terms: terms(this.ended.conventions) })),
      own ? this.#waiting(own) : this.#form(),
      h("h3", {}, t("lobby.tables")),
      others.length ? h("ul", { class: "tables" }, others.map((table) => this.#row(table)))
        : h("p", { class: "hint" }, t("lobby.none")));
  }

  #row(table) {
    const disabled = Boolean(table.stakes) && this.standing.barred;
    return h("li", {},
      h("span", { class: "who" }, this.visit.nameOf(table.owner)),
      h("span", { class: "terms" }, card(table)),
      h("button", { type: "button", class: "main sit", disabled, onclick: () => this.#sit(table) }, t("lobby.sit")));
  }

  #waiting(table) {
    return h("div", { class: "waiting" },
      h("p", {}, t("lobby.waiting")),
      h("p", { class: "terms" }, card(table)),
      h("button", { type: "button", onclick: () => this.#withdraw(table) }, t("lobby.close")));
  }

  #form() {
    const { barred } = this.standing;
    if (barred) this.chosen.stake = "0";
    const select = (key, options, text, disabled = false) => h("label", {}, t(`lobby.${key}`),
      h("select", { name: key, disabled, onchange: (event) => { this.chosen[key] = event.target.value; } },
        options.map((value) => h("option", { value, selected: value === this.chosen[key] }, text(value)))));
    const form = (value) => value === "game" ? t("form.game") : t("form.match", { length: value });
    return h("form", { class: "open", onsubmit: (event) => this.#open(event) },
      select("rules", RULES, (value) => t(`rules.${value}`)),
      select("form", FORMS, form),
      select("clock", CLOCKS, (value) => t(`clock.${value}`)),
      select("stake", STAKES, stakeText, barred),
      h("button", { class: "main" }, t("lobby.open")),
      this.standing.note());
  }

  async #open(event) {
    event.preventDefault();
    this.ended = null;
    const { rules, form, clock, stake } = this.chosen;
    const length = form === "game" ? { form: "game" } : { form: "match", length: Number(form) };
    const conventions = { rules, clock, ...length, stake: Number(stake) };
    await this.#try(() => this.visit.api.post("/api/v1/tables", { conventions }));
  }

  async #sit(table) {
    this.ended = null;
    const taken = await this.#try(() => this.visit.api.post(`/api/v1/tables/${table.id}/seat`, { card: table.card }));
    if (taken?.status === "taken") this.seated(taken.id);
  }

  #withdraw(table) {
    return this.#try(() => this.visit.api.delete(`/api/v1/tables/${table.id}`));
  }

  async #try(asked) {
    try {
      return await asked();
    } catch (refusal) {
      this.visit.complain(refusal);
      if (refusal.code === "barred_from_stakes") this.standing.look();
      if (refusal.code === "terms_not_accepted") this.agreement.look();
      return null;
    } finally {
      this.#look();
    }
  }

  /** A search ends here wherever it was begun, and is shown until a table is opened or taken. */
  #heard(told) {
    if (told?.event === "search_ended") {
      this.ended = told;
      this.#show();
    }
    this.#look();
  }

  /** Read the list; what changes meanwhile is read again afterwards. */
  async #look() {
    if (this.reading) {
      this.stale = true;
      return;
    }
    this.reading = true;
    do {
      this.stale = false;
      await this.#read();
    } while (this.stale);
    this.reading = false;
  }

  async #read() {
    const { tables } = await this.visit.api.get("/api/v1/tables").catch(() => ({ tables: null }));
    if (!tables) return;
    const own = this.tables.find((table) => table.owner === this.visit.account);
    const gone = own && !tables.some((table) => table.id === own.id);
    const changed = JSON.stringify(tables) !== JSON.stringify(this.tables);
    this.tables = tables;
    if (gone) await this.#taken(own.id);
    if (changed || this.unseen) this.#show();
  }

  #agreed() {
    this.standing.look();
    this.#show();
  }

  /** Draw what is new, but not under the fingers of somebody who chooses. */
  #show() {
    this.unseen = true;
    const choosing = this.root.contains(document.activeElement) && document.activeElement.matches("select, input");
    if (!choosing) this.render();
  }

  /** An own table that is no longer listed was closed, or somebody sat down at it. */
  async #taken(id) {
    const table = await this.visit.api.get(`/api/v1/tables/${id}`).catch(() => null);
    if (table?.status === "taken") this.seated(id);
  }
}

/** What one agrees to by sitting down, in words. */
const card = ({ conventions, stakes }) => [terms(conventions), stakes && coinsText(stakes)].filter(Boolean).join(" · ");

/** The terms of a table in words. */
export function terms(conventions) {
  const { rules, form, length, cube, clock } = conventions;
  const parts = [t(`rules.${rules}`), t(`form.${form}`, { length })];
  if (cube !== "none") parts.push(t("cube.yes"));
  parts.push(clock ? clockText(clock) : t("clock.none"));
  return parts.join(" · ");
}

function clockText({ reserve, delay = 0, increment = 0 }) {
  const seconds = (millis) => Math.round(millis / 1000);
  return [
    delay && t("seconds", { n: seconds(delay) }), t("seconds", { n: seconds(reserve) }),
    increment && `+${t("seconds", { n: seconds(increment) })}`,
  ].filter(Boolean).join(" / ").replace("/ +", "+");
}
