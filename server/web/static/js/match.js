/** A match on the screen: what the scene holds, drawn; what is clicked, sent. */

import { Board } from "./board.js";
import { across, BAR } from "./geometry.js";
import { Choice, used } from "./choice.js";
import { controls } from "./controls.js";
import { DicePanel } from "./dice-panel.js";
import { fill, h } from "./dom.js";
import { told } from "./notation.js";
import { Plate } from "./plate.js";
import { after, counts, cubeOf, newScene, other, sameWay, sideOf } from "./scene.js";
import { SeedKeeper } from "./seeds.js";
import { t } from "./texts.js";

const NOBODY = Array(26).fill(0);
const LINES = 60;

export class MatchScreen {
  /** `visit` is `{line, api, account, pane, nameOf, complain}` of whoever looks. */
  constructor(visit, match, leave) {
    this.visit = visit;
    this.leave = leave;
    this.scene = newScene(match);
    this.choice = null;
    this.selected = null;
    this.plays = null;
    this.log = [];
    this.seeds = new SeedKeeper(visit.line, match, visit.pane);
    this.dice = new DicePanel(visit, () => this.scene);
    this.board = new Board((point) => this.#pick(point));
    this.plates = { top: new Plate(), bottom: new Plate() };
    this.controls = h("div", { class: "controls" });
    this.status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    this.lines = h("ol", { class: "log", "aria-live": "polite" });
    this.root = h("section", { class: "match" },
      this.plates.top.root, this.board.svg, this.plates.bottom.root,
      this.status, this.controls, this.lines, this.dice.root);
    this.ticking = setInterval(() => this.#tick(), 200);
    visit.line.watch(`match:${match}`, (...push) => this.#heard(...push));
    this.render();
  }

  close() {
    clearInterval(this.ticking);
    this.visit.line.unwatch(`match:${this.scene.match}`);
    this.root.remove();
  }

  /** The side of whoever looks; spectators sit behind white. */
  get side() {
    return sideOf(this.scene, this.visit.account) ?? "white";
  }

  get plays_here() {
    return this.scene.players.includes(this.visit.account);
  }

  /** Whether the decision that is open is the viewer's. */
  get mine() {
    return this.plays_here && this.scene.decision?.side === this.side;
  }

  /** Give a command for the turn that is open; a refusal is shown, and nothing has changed. */
  async command(verb, fields = {}) {
    const turn = this.scene.decision?.turn;
    try {
      await this.visit.line.command(verb, { match: this.scene.match, turn, ...fields });
    } catch (refusal) {
      this.visit.complain(refusal);
      this.render();
    }
  }

  async confirm() {
    const play = this.choice?.complete;
    if (!play || this.sending) return;
    this.sending = true;
    this.render();
    await this.command("play", { steps: play });
    this.sending = false;
    this.render();
  }

  undo() {
    this.choice.undo();
    this.selected = null;
    this.render();
  }

  #heard(seq, commit, plays) {
    const before = this.scene;
    this.scene = after(before, seq, commit);
    this.plays = plays;
    let scene = before;
    for (const event of commit.events) {
      const line = told(event, scene);
      if (line) this.log.push({ line, head: event.event === "game_started" });
      scene = after(scene, seq, { at: commit.at, events: [event] });
    }
    const turn = this.scene.decision?.turn;
    if (turn !== this.turn || !this.choice) this.#newChoice();
    this.turn = turn;
    this.seeds.attend(this.scene, this.visit.account).catch(this.visit.complain);
    this.render();
  }

  #newChoice() {
    this.selected = null;
    this.choice = null;
    if (!this.plays || !this.mine) return;
    const at = counts(this.scene.position);
    const way = sameWay(this.scene.conventions.rules);
    this.choice = new Choice(this.plays, at[this.side], at[other(this.side)], way);
    if (this.plays.length === 1) this.choice.choose(this.plays[0]);
  }

  #pick(point) {
    if (!this.choice || this.sending) return;
    const targets = this.selected === null ? new Map() : this.choice.targets(this.selected);
    const sources = this.choice.sources();
    if (targets.has(point)) {
      this.choice.choose(targets.get(point));
      this.selected = null;
    } else if (point === this.selected) {
      this.selected = null;
    } else if (sources.has(point)) {
      this.selected = point;
    }
    this.render();
  }

  render() {
    this.#drawBoard();
    this.#drawPlates();
    fill(this.status, this.#statusText());
    fill(this.controls, controls(this));
    const lines = this.log.slice(-LINES);
    fill(this.lines, lines.map(({ line, head }) => h("li", { class: head ? "head" : null }, line)));
    this.lines.scrollTop = this.lines.scrollHeight;
    this.dice.render();
  }

  #drawBoard() {
    const { scene, side, choice } = this;
    const way = scene.conventions ? sameWay(scene.conventions.rules) : false;
    const at = scene.position ? counts(scene.position) : { white: NOBODY, black: NOBODY };
    const shown = choice?.position ?? { mine: at[side], theirs: at[other(side)] };
    const dice = scene.dice && scene.dice[0] === scene.dice[1] && scene.roller
      ? Array(4).fill(scene.dice[0]) : scene.dice;
    let sources = choice && !this.sending ? choice.sources() : new Set();
    if (shown.mine[BAR] && sources.has(BAR) && this.selected === null) this.selected = BAR;
    const targets = this.selected === null ? new Map() : choice.targets(this.selected);
    this.board.draw({
      ...shown, colour: side, sameWay: way, dice, sources, targets, selected: this.selected,
      diceMine: scene.roller === side, used: dice && choice ? used(dice, choice.chosen) : null,
      cube: cubeOf(scene, side), last: this.#lastPoints(way),
    });
  }

  #lastPoints(way) {
    const seen = this.scene.last.filter(({ side, step }) => side !== this.side && step[1] > 0);
    return [...new Set(seen.map(({ step: [, to] }) => across(to, way)))];
  }

  #drawPlates() {
    const now = this.visit.line.now();
    this.plates.top.draw(this.scene, other(this.side), this.visit, now);
    this.plates.bottom.draw(this.scene, this.side, this.visit, now);
  }

  #tick() {
    if (this.scene.clock && !this.scene.result) this.#drawPlates();
  }

  #statusText() {
    const { scene, side } = this;
    if (scene.result) return resultText(scene.result, this.plays_here ? side : null);
    if (!scene.position) return t("match.seeds");
    if (scene.resignation && this.plays_here) {
      const key = scene.resignation.side === side ? "resign.sent" : "resign.offered";
      return t(key, { ending: t(`ending.${scene.resignation.ending}`) });
    }
    if (!this.plays_here) return t("match.spectator");
    if (!scene.decision) return t("turn.opening");
    const their = scene.players.findIndex((_, seat) => scene.players[seat] !== this.visit.account);
    if (!this.mine) return scene.absent[their] ? t("turn.absent") : t("turn.theirs");
    if (scene.decision.kind === "roll") return t("turn.roll");
    if (scene.decision.kind !== "play") return t("turn.answer", { value: scene.cube.offered?.value ?? scene.cube.value });
    if (this.choice?.complete) return t(this.plays?.length === 1 ? "turn.forced" : "turn.confirm");
    return t("turn.play");
  }
}

function resultText(result, side) {
  if (result.event === "match_voided") return t("end.void", { cause: t(`void.${result.cause}`) });
  if (!result.winner) return t("end.level");
  if (!side) return t(`end.${result.winner}`);
  return t(result.winner === side ? "end.won" : "end.lost");
}
