/** What the dice have shown: the house's in public, and those of whoever is signed in here. */

import { Api } from "./api.js";
import { facesPlot, luckPlot, outside, pairsPlot } from "./dice-plots.js";
import { fill, h } from "./dom.js";
import { decimal, whole } from "./numbers.js";
import { people } from "./sessions.js";
import { language, speak, t } from "./texts.js";

const HOUSE = "house";
const PERIODS = [7, 30, 365, null];
const DAY = 24 * 60 * 60 * 1000;

const header = document.querySelector("#top");
const stage = document.querySelector("#dice");
const asked = { whose: HOUSE, days: null };
let told = null;
let complaint = null;

function nameOf({ id, session }) {
  const [door, user = ""] = id.split(":");
  return session.account.nick ?? session.nick_proposal ?? `${t(`door.${door}`)} ${user}`;
}

async function ask() {
  const person = people().find(({ id }) => id === asked.whose);
  const since = asked.days && new Date(Date.now() - asked.days * DAY).toISOString().slice(0, 10);
  const path = person ? "/api/v1/me/dice" : "/api/v1/dice";
  const wanted = JSON.stringify(asked);
  [told, complaint] = [null, null];
  draw();
  const answer = await new Api(person?.session.token).get(since ? `${path}?since=${since}` : path)
    .catch((refusal) => ({ refusal }));
  if (JSON.stringify(asked) !== wanted) return;
  if (answer.refusal) complaint = answer.refusal.message;
  else told = answer;
  draw();
}

function draw() {
  document.title = t("stats.title");
  fill(header,
    h("h1", {}, t("stats.title")),
    h("a", { href: "/" }, t("stats.back")),
    h("button", {
      type: "button", class: "quiet", lang: language() === "ru" ? "en" : "ru",
      onclick: () => speak(language() === "ru" ? "en" : "ru"),
    }, t("language.other")));
  fill(stage,
    h("p", { class: "lead" }, t("stats.lead")),
    controls(),
    complaint && h("p", { class: "complaint", role: "alert" }, complaint),
    told && (told.kinds.length ? told.kinds.map(kind) : h("p", { class: "hint" }, t("stats.none"))));
  stage.setAttribute("aria-busy", String(!told && !complaint));
}

function controls() {
  const choice = (member, value, text) => h("button", {
    type: "button", "aria-pressed": String(asked[member] === value), [`data-${member}`]: value ?? "all",
    onclick: () => { asked[member] = value; ask(); },
  }, text);
  return h("div", { class: "asked" },
    h("div", { class: "whose" },
      choice("whose", HOUSE, t("stats.house")),
      people().map((person) => choice("whose", person.id, nameOf(person)))),
    h("div", { class: "whose" },
      PERIODS.map((days) => choice("days", days, days ? t("stats.days", { days }) : t("stats.always")))));
}

function kind({ figures, days }) {
  return h("section", { class: "kind", "data-kind": figures.kind },
    h("h2", {}, t(`stats.kind.${figures.kind}`), " · ", t("stats.rolls", { rolls: whole(figures.rolls) })),
    fitWords("stats.pairs", figures.pairs_fit),
    fitWords("stats.faces", figures.faces_fit, figures.kind === "no_doublets"),
    h("div", { class: "plots" },
      plot("stats.plot.faces", facesPlot(figures)),
      plot("stats.plot.pairs", pairsPlot(figures)),
      plot("stats.plot.luck", luckPlot(days))),
    measures(figures),
    h("p", { class: "hint" }, t("stats.band")));
}

function plot(key, drawing) {
  drawing.setAttribute("aria-label", t(key));
  return h("figure", {}, h("figcaption", {}, t(key)), drawing);
}

function fitWords(name, fit, dependent = false) {
  const what = t(name);
  if (!fit) return h("p", { class: "fit" }, t(dependent ? "stats.dependent" : "stats.few", { what }));
  const impossible = fit.statistic === null;
  const statistic = impossible ? "∞" : decimal(fit.statistic, 2);
  // Nothing that can fall is certain or impossible with fair dice, so no p is rounded to that.
  const p = impossible ? 0 : Math.min(Math.max(fit.p, 0.0001), 0.9999);
  const share = decimal(100 * p, p < 0.1 || p > 0.9 ? 2 : 0);
  return h("p", { class: "fit" }, t("stats.fit", { what, statistic, degrees: fit.degrees, p: decimal(p, 4), share }));
}

function measures(figures) {
  const row = (text, measure, digits = 0) => {
    const fine = measure.high < 100 ? 1 : digits;
    return h("tr", { class: outside(measure) ? "outside" : null },
      h("th", { scope: "row" }, text),
      h("td", {}, decimal(measure.observed, digits)),
      h("td", {}, decimal(measure.expected, fine)),
      h("td", {}, `${decimal(measure.low, fine)} … ${decimal(measure.high, fine)}`));
  };
  const head = ["stats.what", "stats.seen", "stats.fair", "stats.reach"];
  return h("table", { class: "measures" },
    h("thead", {}, h("tr", {}, head.map((key) => h("th", { scope: "col" }, t(key))))),
    h("tbody", {},
      figures.faces.map((measure, n) => row(t("stats.face", { face: n + 1 }), measure)),
      row(t("stats.doublets"), figures.doublets),
      figures.from_bar > 0 && row(t("stats.bar", { rolls: whole(figures.from_bar) }), figures.bar_sixes),
      row(t("stats.luck"), figures.luck, 1)));
}

document.addEventListener("language", draw);
ask();
