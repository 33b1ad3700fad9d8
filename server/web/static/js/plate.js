/** A player's plate beside the board: name, colour, score, pips, presence, clock. */

import { clockOf, written } from "./clocks.js";
import { fill, h } from "./dom.js";
import { counts, pips, seatOf } from "./scene.js";
import { t } from "./texts.js";

export class Plate {
  constructor() {
    this.root = h("div", { class: "plate" });
  }

  draw(scene, side, visit, now) {
    const known = scene.white !== null;
    const seat = known ? seatOf(scene, side) : null;
    const account = scene.players[seat];
    const active = scene.decision?.side === side && !scene.result;
    this.root.classList.toggle("active", active);
    fill(this.root,
      h("span", { class: `chip ${side}`, title: t(`side.${side}`) }),
      h("span", { class: "name" }, known ? visit.nameOf(account) : "…"),
      account === visit.account && h("span", { class: "note" }, t("you")),
      seat !== null && h("span", {
        class: scene.absent[seat] ? "presence away" : "presence", title: scene.absent[seat] ? "⏻" : "●",
      }),
      h("span", { class: "space" }),
      scene.position && h("span", { class: "pips" }, `${pips(counts(scene.position)[side])} ${t("pips")}`),
      h("span", { class: "score", title: t("match.score") }, scoreText(scene, side)),
      clock(clockOf(scene, side, now)),
    );
  }
}

function scoreText(scene, side) {
  const points = scene.score[side === "white" ? 0 : 1];
  const { form, length } = scene.conventions ?? {};
  return form === "match" ? `${points} / ${length}` : String(points);
}

function clock(left) {
  if (!left) return null;
  const short = left.running && left.delay + left.reserve < 10000;
  const name = ["clock", left.running && "running", short && "short", left.absent && "absent"];
  return h("span", { class: name.filter(Boolean).join(" "), role: "timer" },
    left.absent && h("small", {}, t("clock.absence")),
    left.delay > 0 && h("small", {}, `+${Math.ceil(left.delay / 1000)}`),
    written(left.reserve));
}
