/**
 * A match as frames to go through: what each act made of the board, and how it is written.
 *
 * A roll and what was played with it are one frame; a roll that was not played yet is one until it
 * is. It is fed with commits, of a match that has ended or of one that goes on.
 */

import { after, newScene } from "./scene.js";

export class Reel {
  constructor(match) {
    /** The match as far as it has come, with all its events. */
    this.scene = newScene(match);
    this.frames = [];
    this.events = [];
  }

  get seq() {
    return this.scene.seq;
  }

  /** Take in the next commits, in order. */
  add(commits) {
    for (const { seq, at, events } of commits) {
      for (const event of events) {
        // The events are kept once, beside the frames: in every scene they would fill the memory.
        const before = this.scene;
        this.scene = { ...after(before, seq, { at, events: [event] }), events: [] };
        this.events.push({ ...event, seq });
        this.#take(event, before);
      }
    }
  }

  /** The whole match as one scene, for whoever checks it. */
  whole() {
    return { ...this.scene, events: this.events };
  }

  #take(event, before) {
    const kind = KINDS[event.event];
    if (!kind) return;
    const frame = {
      kind, event, before, scene: this.scene, side: event.side ?? null, dice: null,
      follows: null,
    };
    if (kind === "roll") frame.dice = event.dice;
    if (kind === "opening") frame.dice = [event.white, event.black];
    if (kind === "play") this.#settle(frame);
    this.frames.push(frame);
  }

  /** A play shows the dice that it was played with, and takes the place of their roll. */
  #settle(frame) {
    const at = this.frames.findLastIndex(({ event }) => !ASIDES.has(event.event));
    const last = this.frames[at];
    if (last?.kind === "roll") {
      frame.dice = last.dice;
      this.frames.splice(at, 1);
    } else if (frame.event.stage && last?.kind === "play") {
      frame.dice = [frame.event.stage, frame.event.stage];
      frame.follows = last.side === frame.side ? "|" : ">";
    } else {
      frame.dice = frame.before.dice;
    }
  }
}

/** What may come between a roll and its play. */
const ASIDES = new Set(["resignation_offered", "resignation_refused", "time_credited"]);

const KINDS = {
  game_started: "game", opening_rolled: "opening", dice_rolled: "roll",
  checkers_played: "play", turn_passed: "play",
  double_offered: "word", double_taken: "word", double_dropped: "word", beavered: "word",
  resignation_offered: "word", resignation_refused: "word", resignation_accepted: "word",
  cube_doubled_automatically: "note", flag_fell: "note", absence_spent: "note", match_left: "note",
  time_credited: "note", position_adjudicated: "note",
  game_ended: "end", match_ended: "end", match_voided: "end",
};
