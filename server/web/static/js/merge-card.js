/** An offer to make one account of two: both side by side, what comes of it, and agreeing to it. */

import { h } from "./dom.js";
import { day, moment, whole } from "./numbers.js";
import { t } from "./texts.js";

const RULES = ["short", "short16", "nackgammon", "hypergammon", "long", "nardgammon", "crazy"];

export class MergeCard {
  /** `agreed(shown)` hears what the service says to an agreement. */
  constructor(visit, offer, agreed) {
    Object.assign(this, { visit, offer, agreed });
    this.mine = offer.other.account.id === visit.account ? "other" : "keeper";
    this.root = h("article", { class: "offer", "data-offer": offer.offer },
      h("h3", {}, t("merge.title")),
      h("p", { class: "hint" }, t("merge.lead")),
      h("div", { class: "scroll" }, this.#table()),
      offer.outcome.gift_left > 0 && h("p", { class: "hint" }, t("merge.gift", { coins: whole(offer.outcome.gift_left) })),
      offer.obstacle && h("p", { class: "obstacle" }, t(`obstacle.${offer.obstacle}`)),
      this.#state(),
      h("p", { class: "hint" }, t("merge.lapses", { until: moment(offer.expires) })));
  }

  #table() {
    const { keeper, other, outcome } = this.offer;
    const head = (side) => h("th", { scope: "col" }, t(`merge.${side}`),
      this.mine === side && h("small", {}, t("merge.mine")));
    return h("table", { class: "sides" },
      h("thead", {}, h("tr", {}, h("td", {}), head("keeper"), head("other"), h("th", { scope: "col" }, t("merge.outcome")))),
      h("tbody", {},
        row("merge.nick", name(keeper.account), name(other.account), outcome.nick ?? t("account.nameless")),
        row("merge.logins", logins(keeper), logins(other), logins({ platforms: [...new Set([...keeper.platforms, ...other.platforms])] })),
        row("merge.coins", whole(keeper.coins), whole(other.coins), whole(outcome.coins)),
        row("merge.points", whole(keeper.points), whole(other.points), whole(outcome.points)),
        row("merge.vip", ...[keeper, other, outcome].map(({ vip_until }) => vip(vip_until))),
        RULES.map((rules) => rating(rules, keeper, other)),
        row("merge.matches", whole(keeper.matches), whole(other.matches), ""),
        row("merge.friends", whole(keeper.friends), whole(other.friends), ""),
        row("merge.since", day(keeper.since), day(other.since), "")));
  }

  #state() {
    const { keeper_agreed: keeper, other_agreed: other } = this.offer;
    const [own, their] = this.mine === "keeper" ? [keeper, other] : [other, keeper];
    if (own) return h("p", { class: "agreed" }, t("merge.waits"));
    const button = h("button", { type: "button", class: "main", "data-do": "agree", onclick: () => this.#agree(button) },
      t(their ? "merge.last" : "merge.agree"));
    return h("div", { class: "controls" }, button, their && h("span", { class: "agreed" }, t("merge.theirs")));
  }

  async #agree(button) {
    button.disabled = true;
    if (this.mine === "other") this.visit.parting("merge.moved");
    try {
      this.agreed(await this.visit.api.post("/api/v1/me/merge", { offer: this.offer.offer, confirm: true }));
    } catch (refusal) {
      const reason = refusal.details.reason;
      this.visit.parting(null);
      this.visit.complain(reason ? new Error(t(`obstacle.${reason}`)) : refusal);
      button.disabled = false;
    }
  }
}

const name = ({ nick, guest }) => nick ?? t(guest ? "account.guest" : "account.nameless");
const logins = ({ platforms }) => platforms.map((platform) => t(`brief.${platform}`)).join(", ") || "—";
const vip = (until) => (until && until > Date.now() ? day(until) : "—");

function row(key, keeper, other, outcome, values = {}) {
  return h("tr", {}, h("th", { scope: "row" }, t(key, values)), [keeper, other, outcome].map((each) => h("td", {}, each)));
}

/** The better-founded of two ratings is kept: that of more experience, at a tie the keeper's. */
function rating(rules, keeper, other) {
  const [kept, brought] = [keeper, other].map(({ ratings }) => ratings.find((each) => each.rules === rules));
  if (!kept && !brought) return null;
  const better = (brought?.experience ?? 0) > (kept?.experience ?? 0) ? brought : kept ?? brought;
  const shown = (each) => (each ? whole(each.points) : "—");
  return row("merge.rating", shown(kept), shown(brought), shown(better), { rules: t(`rules.${rules}`) });
}
