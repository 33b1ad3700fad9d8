/** The buttons under the board: what may be done now, and nothing else. */

import { h } from "./dom.js";
import { sameWay } from "./scene.js";
import { t } from "./texts.js";

/** The buttons for a match screen. */
export function controls(screen) {
  const { scene } = screen;
  if (scene.result || !screen.plays_here) return [button("do.lobby", screen.leave), replay(scene.match)];
  if (scene.resignation) return answerResignation(screen);
  if (!screen.mine) return [];
  return [...(DECISIONS[scene.decision.kind]?.(screen) ?? []), ...resigning(screen)];
}

const DECISIONS = {
  roll: (screen) => [
    button("do.roll", () => screen.command("roll"), "main"),
    mayDouble(screen) && button("do.double", () => screen.command("double")),
  ],
  play: (screen) => [
    button("do.confirm", () => screen.confirm(), "main", !screen.choice?.complete || screen.sending),
    button("do.undo", () => screen.undo(), "", !screen.choice?.chosen.length || screen.sending),
  ],
  answer_double: (screen) => [
    button("do.take", () => screen.command("take"), "main"),
    button("do.drop", () => screen.command("drop")),
  ],
  answer_beaver: (screen) => [
    button("do.take", () => screen.command("take"), "main"),
    button("do.drop", () => screen.command("drop")),
  ],
};

/** Whether to offer the button; the server has the last word. */
function mayDouble({ scene, side }) {
  const { conventions, cube, crawford } = scene;
  if (conventions.cube === "none" || crawford) return false;
  const cap = conventions.cube === "linear" ? conventions.linear_max : conventions.cube_cap;
  return (cube.owner === null || cube.owner === side) && !(cap && cube.value >= cap);
}

function answerResignation(screen) {
  if (screen.scene.resignation.side === screen.side) return [];
  return [
    button("do.accept", () => screen.command("accept_resignation"), "main"),
    button("do.refuse", () => screen.command("refuse_resignation")),
  ];
}

function resigning(screen) {
  const endings = ["single", "gammon", "backgammon"];
  if (sameWay(screen.scene.conventions.rules)) endings.pop();
  const offers = endings.map((ending) =>
    h("button", { type: "button", onclick: () => screen.command("resign", { ending }) }, t(`ending.${ending}`)));
  return [h("details", { class: "resign" }, h("summary", {}, t("do.resign")), offers)];
}

function replay(match) {
  return h("a", { class: "button", href: `/matches/${match}`, "data-do": "do.replay" }, t("do.replay"));
}

function button(key, onclick, name = "", disabled = false) {
  return h("button", { type: "button", class: name || null, disabled, onclick, "data-do": key }, t(key));
}
