/** A match to go through: the board as it stood after each act, and the list of all. */

import { Board } from "./board.js";
import { DicePanel } from "./dice-panel.js";
import { fill, h } from "./dom.js";
import { across } from "./geometry.js";
import { terms } from "./lobby.js";
import { MoveList } from "./move-list.js";
import { cell, told } from "./notation.js";
import { Plate } from "./plate.js";
import { Reel } from "./reel.js";
import { counts, cubeOf, other, sameWay, sideOf } from "./scene.js";
import { t } from "./texts.js";

const NOTHING = { sources: new Set(), targets: new Map(), selected: null, used: null };
const NOBODY = Array(26).fill(0);
const WITH_SGF = ["short", "nackgammon", "hypergammon"];
const STEPS = {
  first: { sign: "|◀", by: -Infinity }, back: { sign: "◀", by: -1 },
  on: { sign: "▶", by: 1 }, last: { sign: "▶|", by: Infinity },
};
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

export class Replay {
  /** `visit` is `{api, account, nameOf, complain}`; `moved` hears the number that is shown. */
  constructor(visit, match, { downloads, moved }) {
    this.visit = visit;
    this.match = match;
    this.moved = moved;
    this.downloads = downloads;
    this.reel = new Reel(match);
    this.shown = 0;
    this.turned = null;
    this.board = new Board(() => {});
    this.plates = { top: new Plate(), bottom: new Plate() };
    this.status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    this.terms = h("p", { class: "terms" });
    this.buttons = Object.entries(STEPS).map(([key, { sign, by }]) => h("button", {
      type: "button", "data-step": key, onclick: () => this.show(this.shown + by),
    }, sign));
    this.turning = h("button", { type: "button", class: "turn", onclick: () => this.turn() });
    this.kept = h("div", { class: "kept" });
    this.list = new MoveList((n) => this.show(n));
    this.dice = new DicePanel(visit, () => this.reel.whole());
    this.root = h("section", { class: "replay" },
      h("div", { class: "stage" },
        this.terms, this.plates.top.root, this.board.svg, this.plates.bottom.root, this.status,
        h("div", { class: "steps" }, this.buttons, this.turning)),
      h("div", { class: "side" }, this.list.root, this.kept, this.dice.root));
  }

  get last() {
    return Math.max(0, this.reel.frames.length - 1);
  }

  /** Whose side is below: the viewer's own, white's for all others, until it is turned. */
  get below() {
    return this.turned ?? sideOf(this.reel.scene, this.visit.account) ?? "white";
  }

  /** Take in commits; whoever looks at the last frame goes on to the new last one. */
  add(commits) {
    const follows = this.shown === this.last;
    this.reel.add(commits);
    this.list.write(this.reel.frames);
    if (follows || this.shown > this.last) this.shown = this.last;
    this.#draw();
    this.dice.render();
  }

  show(n) {
    this.shown = Math.min(Math.max(n, 0), this.last);
    this.moved(this.shown);
    this.#draw();
  }

  /** What a key does here; false for the others. */
  press(key) {
    if (!(key in KEYS)) return false;
    this.show(this.shown + STEPS[KEYS[key]].by);
    return true;
  }

  turn() {
    this.turned = other(this.below);
    this.#draw();
  }

  /** Everything anew, in the language that is spoken now. */
  render() {
    this.list.write(this.reel.frames);
    this.#draw();
    this.dice.render();
  }

  #draw() {
    const frame = this.reel.frames[this.shown];
    const scene = frame?.scene ?? this.reel.scene;
    const side = this.below;
    this.board.draw({ ...NOTHING, ...boardOf(scene, frame, side) });
    const now = scene.clock?.since ?? 0;
    this.plates.top.draw(scene, other(side), this.visit, now);
    this.plates.bottom.draw(scene, side, this.visit, now);
    fill(this.terms, scene.conventions ? terms(scene.conventions) : "");
    fill(this.status, frame ? said(frame) : t("match.seeds"));
    this.#drawButtons();
    fill(this.kept, ...this.#downloads(scene));
    this.list.mark(this.shown);
  }

  #drawButtons() {
    for (const button of this.buttons) {
      const { step } = button.dataset;
      button.disabled = this.shown === (STEPS[step].by < 0 ? 0 : this.last);
      button.title = t(`replay.${step}`);
      button.setAttribute("aria-label", button.title);
    }
    fill(this.turning, t("replay.turn"));
  }

  #downloads(scene) {
    if (!this.downloads) return [];
    const sgf = WITH_SGF.includes(scene.conventions?.rules);
    const names = ["match.mat", ...(sgf ? ["match.sgf"] : []), "log.zip"];
    return names.map((name) => h("button", {
      type: "button", "data-file": name, onclick: () => this.downloads(name),
    }, name));
  }
}

/** What stands behind the number of a frame: `Black: 31: 8/5 6/5`. */
function said(frame) {
  const text = cell(frame);
  if (text === null) return told(frame.event, frame.before);
  return `${t(`side.${frame.side}`)}: ${text.replace(/^[|>] /, "")}`;
}

function boardOf(scene, frame, side) {
  const way = scene.conventions ? sameWay(scene.conventions.rules) : false;
  const at = scene.position ? counts(scene.position) : { white: NOBODY, black: NOBODY };
  const mover = frame?.kind === "opening" ? frame.event.winner : frame?.side;
  const moved = (whose) => (frame?.kind === "play"
    ? new Set((frame.event.steps ?? []).filter(() => frame.side === whose).map(([, to]) => to)) : new Set());
  return {
    mine: at[side], theirs: at[other(side)], colour: side, sameWay: way,
    dice: diceOf(frame), diceMine: mover === side, cube: cubeOf(scene, side),
    last: [...moved(other(side))].filter(Boolean).map((to) => across(to, way)),
    lastMine: [...moved(side)].filter(Boolean),
  };
}

function diceOf(frame) {
  if (!frame?.dice) return null;
  const [first, second] = frame.dice;
  return first === second && frame.kind !== "opening" ? Array(4).fill(first) : frame.dice;
}
