/** Plots of the dice in SVG: what was seen, beside the band in which 95 % of fair dice lie. */

import { s } from "./dom.js";
import { date, decimal, whole } from "./numbers.js";
import { t } from "./texts.js";

const WIDTH = 340;
const SIZE = 46;

/** Whether a figure lies outside of its band, as one in twenty does with fair dice too. */
export const outside = ({ observed, low, high }) => observed < low || observed > high;

/** Each face: a dot for what was seen, its band, the fair line; in percent of all dice. */
export function facesPlot({ faces }) {
  const height = 200;
  const all = faces.reduce((sum, { observed }) => sum + observed, 0) || 1;
  const share = (value) => (100 * value) / all;
  const ends = faces.flatMap(({ observed, low, high }) => [observed, low, high]).map(share);
  const y = scale([Math.min(...ends), Math.max(...ends)], [height - 44, 26]);
  const step = (WIDTH - 40) / 6;
  return drawing(height, faces.map((face, n) => {
    const x = 40 + step * (n + 0.5);
    const seen = y(share(face.observed));
    return s("g", {},
      s("rect", { class: "band", x: x - 15, width: 30, y: y(share(face.high)), height: y(share(face.low)) - y(share(face.high)), rx: 3 }),
      s("line", { class: "fair", x1: x - 18, x2: x + 18, y1: y(share(face.expected)), y2: y(share(face.expected)) }),
      s("circle", { class: outside(face) ? "dot outside" : "dot", cx: x, cy: seen, r: 4 }),
      pips(n + 1, x - 8, height - 34),
      text(x, height - 4, whole(face.observed), "middle"));
  }), axis(y, ends));
}

/** The 36 ordered pairs as a board: the first die down, the second across. */
export function pairsPlot({ pairs }) {
  const left = 26;
  const cells = pairs.map((pair, place) => {
    const [row, column] = [Math.floor(place / 6), place % 6];
    const [x, y] = [left + column * SIZE, left + row * SIZE];
    const deviation = pair.high > pair.expected ? (pair.observed - pair.expected) / (pair.high - pair.expected) : 0;
    const names = ["cell", deviation > 0 ? "more" : "less", outside(pair) && "outside"].filter(Boolean);
    return s("g", {},
      s("rect", { class: names.join(" "), x, y, width: SIZE - 2, height: SIZE - 2, rx: 5, "fill-opacity": Math.min(0.75, 0.08 + 0.45 * Math.abs(deviation)) }),
      text(x + SIZE / 2 - 1, y + SIZE / 2 + 3, pair.expected ? whole(pair.observed) : "—", "middle", "value"));
  });
  const heads = [1, 2, 3, 4, 5, 6].map((face) => s("g", {},
    pips(face, left + (face - 1) * SIZE + SIZE / 2 - 9, 4),
    pips(face, 4, left + (face - 1) * SIZE + SIZE / 2 - 9)));
  return drawing(left + 6 * SIZE, heads, cells);
}

/** Luck from the first roll of the period to the last, in pips, and how far chance reaches. */
export function luckPlot(days) {
  const height = 240;
  const points = [{ rolls: 0, luck: 0, reach: 0 }, ...days];
  const last = points.at(-1);
  const ends = points.flatMap(({ luck, reach }) => [luck, reach, -reach]);
  const x = scale([0, last.rolls || 1], [40, WIDTH - 8]);
  const y = scale([Math.min(...ends), Math.max(...ends)], [height - 34, 10]);
  const path = (list) => list.map(([rolls, pipsWon], n) => `${n ? "L" : "M"}${x(rolls).toFixed(1)} ${y(pipsWon).toFixed(1)}`).join("");
  return drawing(height,
    s("path", { class: "band", d: `${path([...reaches(last, 1), ...reaches(last, -1).reverse()])}Z` }),
    s("line", { class: "fair", x1: x(0), x2: x(last.rolls), y1: y(0), y2: y(0) }),
    s("path", { class: "luck", d: path(points.map(({ rolls, luck }) => [rolls, luck])) }),
    s("circle", { class: Math.abs(last.luck) > last.reach ? "dot outside" : "dot", cx: x(last.rolls), cy: y(last.luck), r: 4 }),
    axis(y, ends),
    text(40, height - 4, days.length ? date(days[0].day) : "", "start"),
    text(WIDTH - 8, height - 4, `${last.day ? date(last.day) : ""} · ${t("stats.rolls", { rolls: whole(last.rolls) })}`, "end"));
}

/** The edge of the band: it grows by the square root of the rolls. */
function reaches({ rolls, reach }, side) {
  const steps = 32;
  return Array.from({ length: steps + 1 }, (_, n) => [(rolls * n) / steps, side * reach * Math.sqrt(n / steps)]);
}

function drawing(height, ...parts) {
  return s("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img" }, ...parts.flat());
}

function scale([least, most], [from, to]) {
  const room = most - least || 1;
  return (value) => from + ((value - least) / room) * (to - from);
}

/** Three lines of numbers at the left: the ends and the middle. */
function axis(y, ends) {
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const digits = most - least < 10 ? 1 : 0;
  return [least, (least + most) / 2, most].map((value) => text(34, y(value) + 4, decimal(value, digits), "end"));
}

function text(x, y, words, anchor, name = null) {
  return s("text", { x, y, "text-anchor": anchor, class: name }, words);
}

const SPOTS = {
  1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], 6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

/** A small die with its upper left corner there. */
function pips(face, x, y) {
  return s("g", { class: "die" },
    s("rect", { class: "face", x, y, width: 16, height: 16, rx: 3 }),
    SPOTS[face].map(([column, row]) => s("circle", { class: "spot", cx: x + 4 + column * 4, cy: y + 4 + row * 4, r: 1.4 })));
}
