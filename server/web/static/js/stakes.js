/** Coins at tables: what may be chosen, what a table is played for, and what keeps somebody from it. */

import { h } from "./dom.js";
import { date, decimal, whole } from "./numbers.js";
import { language, t } from "./texts.js";

export const STAKES = ["0", "10", "50", "100", "500"];

export const stakeText = (coins) => coins === "0" ? t("stakes.none") : t("stakes.coins", { coins: whole(coins) });

/** What the card of a table says of its coins: the stake, the most that can be lost, the rake. */
export function coinsText({ stake, hold, rake }) {
  const rates = [...new Set(rake.map((step) => step.per_million / 10_000))].sort((one, other) => one - other);
  const shown = rates.filter((_, n) => n === 0 || n === rates.length - 1).map((rate) => decimal(rate, Number.isInteger(rate) ? 0 : 2));
  return t("stakes.row", { stake: whole(stake), hold: whole(hold), rake: shown.join("–") });
}

/** Whether one person may play for coins, as the service tells him. */
export class Standing {
  /** `changed()` is called when there is something new to show. */
  constructor(api, changed) {
    Object.assign(this, { api, changed, told: null });
    this.look();
  }

  get barred() {
    return Boolean(this.told?.barred_by);
  }

  /** Whether a higher age than the one declared would let him. */
  get mayDeclare() {
    return this.told?.barred_by === "declared_age";
  }

  async look() {
    const told = await this.api.get("/api/v1/me/stakes").catch(() => this.told);
    const news = JSON.stringify(told) !== JSON.stringify(this.told);
    this.told = told;
    if (news) this.changed();
  }

  /** Why he may not, and by what is known of him; else whom the house lets play; nothing where it lets everybody. */
  note() {
    if (!this.told) return null;
    const { least_age: age, barred_countries: countries } = this.told;
    if (this.barred) {
      return h("div", { class: "barred", role: "note" }, h("strong", {}, t("stakes.barred")), " ", this.#reason(),
        h("p", { class: "hint" }, t("stakes.open")));
    }
    const limits = [
      age && t("stakes.age", { age }),
      countries.length && t("stakes.countries", { countries: countries.map(named).join(", ") }),
    ].filter(Boolean);
    return limits.length ? h("p", { class: "hint house" }, t("stakes.house"), " ", limits.join("; "), ".") : null;
  }

  #reason() {
    const { barred_by: bar, least_age: age, declared_age: declared, told, barred_countries: barred } = this.told;
    if (bar === "declared_age") return t("stakes.by.declared_age", { age, declared });
    const facts = bar === "country"
      ? told.filter((fact) => barred.includes(fact.country)).map((fact) => [fact, named(fact.country)])
      : told.filter((fact) => fact.age_at).map((fact) => [fact, fact.born ? t("stakes.born", { day: date(fact.born) }) : t("stakes.years", { age: fact.age })]);
    const known = [...new Set(facts.map(([fact, what]) => `${t(`door.${fact.platform}`)}: ${what}`))];
    return t(`stakes.by.${bar}`, { age, known: known.join("; ") });
  }
}

/** A country in words. */
const named = (code) => new Intl.DisplayNames(language(), { type: "region" }).of(code);
