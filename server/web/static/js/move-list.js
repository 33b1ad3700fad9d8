/** The acts of a match in two columns, white's and black's, as books print them. */

import { fill, h } from "./dom.js";
import { cell, told } from "./notation.js";

export class MoveList {
  /** `onPick` hears the number of the frame that was chosen. */
  constructor(onPick) {
    this.onPick = onPick;
    this.buttons = [];
    this.root = h("ol", { class: "moves" });
  }

  /** Write all frames anew. */
  write(frames) {
    this.buttons = frames.map((frame, n) => h("button", {
      type: "button", "data-frame": n, onclick: () => this.onPick(n),
    }, textOf(frame)));
    fill(this.root, rows(frames).map((row) => this.#row(row)));
  }

  /** Mark the frame that is shown, and bring it into view. */
  mark(shown) {
    this.buttons.forEach((button, n) => {
      if (n === shown) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const [button, list] = [this.buttons[shown], this.root];
    if (!button) return;
    // Not scrollIntoView: that would move the page as well.
    const { top, bottom } = button.getBoundingClientRect();
    const room = list.getBoundingClientRect();
    if (top < room.top || bottom > room.bottom) list.scrollTop += top - room.top - room.height / 2;
  }

  #row({ number, cells, whole, game }) {
    if (whole !== undefined) {
      return h("li", { class: game ? "whole game" : "whole" }, this.buttons[whole]);
    }
    const column = (frames) => h("span", {}, frames.map((n) => this.buttons[n]));
    return h("li", {}, h("span", { class: "no" }, `${number})`), cells.map(column));
  }
}

const textOf = (frame) => cell(frame) ?? told(frame.event, frame.before) ?? "";

/** Frames by number as rows: a whole line, or a cell for each side; stages share their cell. */
function rows(frames) {
  const made = [];
  let number = 0;
  frames.forEach((frame, n) => {
    const row = made.at(-1);
    if (cell(frame) === null) {
      if (frame.kind === "game") number = 0;
      made.push({ whole: n, game: frame.kind === "game" });
    } else if (frame.follows && row?.cells) {
      row.cells[row.last].push(n);
    } else if (frame.side === "black" && row?.cells && !row.cells[1].length) {
      row.cells[1].push(n);
      row.last = 1;
    } else {
      const column = frame.side === "black" ? 1 : 0;
      made.push({ number: (number += 1), cells: column ? [[], [n]] : [[n], []], last: column });
    }
  });
  return made;
}
