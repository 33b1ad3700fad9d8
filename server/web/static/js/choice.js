/**
 * Choosing a play step by step from the list of legal plays.
 *
 * The list names each distinct result once, in one legal order. The steps of a listed play may be
 * chosen in any order in which the checkers stand where they must; what is sent is the listed
 * play itself, so nothing depends on the order in which somebody clicked.
 */

import { across, BAR, OFF } from "./geometry.js";

export class Choice {
  /** `mine` and `theirs` are counts by own point; `plays` are lists of steps `[from, to]`. */
  constructor(plays, mine, theirs, sameWay) {
    this.plays = plays;
    this.start = { mine, theirs };
    this.sameWay = sameWay;
    this.chosen = [];
  }

  /** The position with the chosen steps made. */
  get position() {
    return this.chosen.reduce((at, step) => moved(at, step, this.sameWay), this.start);
  }

  /** The listed play whose steps are exactly the chosen ones, if they are all. */
  get complete() {
    return this.plays.find((play) => play.length === this.chosen.length && rest(play, this.chosen));
  }

  /** The points from which some checker may go on. */
  sources() {
    const from = new Set();
    for (const remaining of this.#remaining()) {
      for (const step of this.#open(remaining, this.position)) from.add(step[0]);
    }
    return from;
  }

  /** Where a checker of this point may come to: the point, and the steps that lead there. */
  targets(from) {
    const found = new Map();
    const doubtful = new Set();
    for (const remaining of this.#remaining()) {
      for (const path of this.#paths(remaining, this.position, from)) {
        const to = path.at(-1)[1];
        const known = found.get(to);
        if (!known || path.length < known.length) found.set(to, path);
        else if (path.length > 1 && known.length === path.length && !this.#alike(path, known)) {
          doubtful.add(to);
        }
      }
    }
    for (const to of doubtful) if (found.get(to).length > 1) found.delete(to);
    return found;
  }

  choose(steps) {
    this.chosen.push(...steps);
  }

  undo() {
    this.chosen.pop();
  }

  clear() {
    this.chosen = [];
  }

  #remaining() {
    return this.plays.map((play) => rest(play, this.chosen)).filter((left) => left?.length);
  }

  /** The steps that can be made now: the bar first, bearing off only when all the rest is done. */
  #open(remaining, at) {
    const bound = at.mine[BAR] > 0;
    return remaining.filter(([from, to], index) => {
      if (at.mine[from] === 0 || (bound && from !== BAR)) return false;
      return to !== OFF || remaining.slice(0, index).every((step) => step[1] === OFF);
    });
  }

  /** All ways of one checker from a point, by one step or several. */
  *#paths(remaining, at, from) {
    for (const step of this.#open(remaining, at)) {
      if (step[0] !== from) continue;
      yield [step];
      const left = rest(remaining, [step]);
      for (const more of this.#paths(left, moved(at, step, this.sameWay), step[1])) {
        yield [step, ...more];
      }
    }
  }

  /** Whether two ways of a checker leave the same position behind. */
  #alike(one, other) {
    const after = (path) => path.reduce((at, step) => moved(at, step, this.sameWay), this.position);
    return JSON.stringify(after(one)) === JSON.stringify(after(other));
  }
}

/** The dice that the steps have used, one flag for each die. */
export function used(dice, steps) {
  const flags = dice.map(() => false);
  for (const [from, to] of steps) {
    const pips = from - to;
    let die = dice.findIndex((value, n) => value === pips && !flags[n]);
    if (die < 0) die = dice.findIndex((value, n) => value > pips && !flags[n]);
    if (die >= 0) flags[die] = true;
  }
  return flags;
}

function moved({ mine, theirs }, [from, to], sameWay) {
  const after = { mine: [...mine], theirs: [...theirs] };
  after.mine[from] -= 1;
  after.mine[to] += 1;
  const there = across(to, sameWay);
  if (to !== OFF && !sameWay && after.theirs[there] === 1) {
    after.theirs[there] = 0;
    after.theirs[BAR] += 1;
  }
  return after;
}

/** A play without some of its steps; undefined when it does not have them all. */
function rest(play, steps) {
  const left = [...play];
  for (const [from, to] of steps) {
    const at = left.findIndex((step) => step[0] === from && step[1] === to);
    if (at < 0) return undefined;
    left.splice(at, 1);
  }
  return left;
}
