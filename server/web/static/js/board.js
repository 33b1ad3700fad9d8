/**
 * The board as SVG. It is built once and then moved: checkers keep their elements, so that they
 * slide to where they go.
 */

import { s } from "./dom.js";
import * as place from "./geometry.js";
import { t } from "./texts.js";

const POINTS = Array.from({ length: 24 }, (_, n) => n + 1);
const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export class Board {
  /** `onPick` hears the point, in the viewer's numbering, that was clicked or chosen by key. */
  constructor(onPick) {
    this.points = new Map();
    this.checkers = { mine: [], theirs: [] };
    this.layers = { ways: s("g"), checkers: s("g"), labels: s("g"), dice: s("g"), cube: s("g") };
    this.svg = s(
      "svg",
      { viewBox: `0 0 ${place.WIDTH} ${place.HEIGHT}`, class: "board", role: "group" },
      this.#wood(),
      POINTS.map((point) => this.#point(point, onPick)),
      this.layers.ways,
      this.layers.checkers,
      this.layers.labels,
      this.layers.dice,
      this.layers.cube,
      [place.BAR, place.OFF].map((point) => this.#side(point, onPick)),
      POINTS.map((point) => this.points.get(point).touch),
    );
  }

  /**
   * Draw a view: `mine` and `theirs` counts, `colour` of the viewer, `sameWay`, `dice` with `used`
   * flags and `diceMine`, `cube`, `sources`, `targets`, `selected`, points to which the other
   * (`last`) or the viewer (`lastMine`) moved last.
   */
  draw(view) {
    this.svg.setAttribute("aria-label", t("board.label"));
    this.#drawWays(view);
    this.#drawCheckers(view, "mine");
    this.#drawCheckers(view, "theirs");
    this.#drawLabels(view);
    this.#drawMarks(view);
    this.layers.dice.replaceChildren(...drawnDice(view));
    this.layers.cube.replaceChildren(...drawnCube(view.cube));
  }

  #wood() {
    const half = 6 * place.COLUMN;
    const height = place.HEIGHT - 2 * place.FRAME;
    const field = (x, width, name) =>
      s("rect", { x, y: place.FRAME, width, height, class: name, rx: 3 });
    return [
      s("rect", { width: place.WIDTH, height: place.HEIGHT, rx: 14, class: "frame" }),
      field(place.LEFT, half, "field"),
      field(place.RIGHT, half, "field"),
      field(place.TRAY_X - place.TRAY_WIDTH / 2, place.TRAY_WIDTH, "tray"),
    ];
  }

  #point(point, onPick) {
    const { x, top } = place.column(point);
    const dark = point % 2 === 0;
    const shape = s("polygon", {
      points: place.triangle(point),
      class: dark ? "point dark" : "point light",
    });
    const number = s(
      "text",
      { x, y: top ? 17 : place.HEIGHT - 7, class: "number" },
      String(point),
    );
    const touch = touchable(
      { x: x - place.COLUMN / 2, y: top ? 0 : place.MIDDLE, width: place.COLUMN, height: place.MIDDLE },
      () => onPick(point),
    );
    this.points.set(point, { shape, touch });
    return s("g", {}, shape, number);
  }

  #side(point, onPick) {
    const bar = point === place.BAR;
    const width = bar ? place.BAR_WIDTH : place.TRAY_WIDTH;
    const x = (bar ? place.BAR_X : place.TRAY_X) - width / 2;
    const box = { x, y: place.MIDDLE, width, height: place.MIDDLE - place.FRAME };
    const touch = touchable(box, () => onPick(point));
    this.points.set(point, { shape: null, touch });
    return touch;
  }

  #drawMarks({ mine, sources, targets, selected }) {
    for (const [point, { shape, touch }] of this.points) {
      const open = sources.has(point) || targets.has(point);
      touch.setAttribute("class", [
        "touch",
        open && "open",
        targets.has(point) && "target",
        point === selected && "selected",
        sources.has(point) && selected === null && "source",
      ].filter(Boolean).join(" "));
      touch.setAttribute("aria-label", t("board.point", { point: named(point), count: mine[point] }));
      touch.setAttribute("aria-pressed", String(point === selected));
      touch.toggleAttribute("aria-disabled", !open);
      touch.setAttribute("tabindex", open ? "0" : "-1");
      shape?.classList.toggle("lit", targets.has(point));
    }
  }

  #drawCheckers({ mine, theirs, colour, sameWay }, whose) {
    const counts = whose === "mine" ? mine : theirs;
    const seats = [];
    counts.forEach((count, point) => {
      const shown = whose === "mine" ? point : place.across(point, sameWay);
      for (let index = 0; index < count; index += 1) seats.push({ point: shown, index, count });
    });
    const moving = this.checkers[whose].filter((checker) => {
      const at = seats.findIndex((seat) => !seat.checker && seat.point === checker.point);
      if (at >= 0) seats[at].checker = checker;
      return at < 0;
    });
    for (const seat of seats) {
      seat.checker ??= this.#raised(moving.shift() ?? this.#newChecker());
      seat.checker.point = seat.point;
      put(seat, whose === "mine");
      seat.checker.element.setAttribute("class", `checker ${sideColour(colour, whose)}`);
    }
    moving.forEach((checker) => checker.element.remove());
    this.checkers[whose] = seats.map((seat) => seat.checker);
  }

  /** A checker that is about to move, above all others; where it was is drawn before it leaves. */
  #raised(checker) {
    this.layers.checkers.append(checker.element);
    checker.element.getBoundingClientRect();
    return checker;
  }

  #newChecker() {
    const element = s("g", {},
      s("circle", { r: place.RADIUS, class: "rim" }),
      s("circle", { r: place.RADIUS - 8, class: "inner" }),
    );
    return { element, point: null };
  }

  /** Over the checkers: how tall a stack is, what may move, where to, what moved last. */
  #drawLabels(view) {
    const { mine, theirs, sameWay } = view;
    const marks = [];
    const counted = (point, count, whose) => {
      if (count <= 5 || point === place.OFF || point === place.BAR) return;
      const { x, y } = place.onPoint(point, count - 1, count);
      marks.push(s("text", { x, y: y + 9, class: `count ${whose}` }, String(count)));
    };
    const ring = (at, name, r) => marks.push(s("circle", { cx: at.x, cy: at.y, r, class: name }));
    mine.forEach((count, point) => counted(point, count, "mine"));
    theirs.forEach((count, point) => counted(place.across(point, sameWay), count, "theirs"));
    for (const point of view.last) {
      const count = theirs[place.across(point, sameWay)];
      if (count) ring(place.onPoint(point, count - 1, count), "last", place.RADIUS - 8);
    }
    for (const point of view.lastMine ?? []) {
      if (mine[point]) ring(top(point, mine[point]), "last", place.RADIUS - 8);
    }
    const movable = view.selected === null ? view.sources : [view.selected];
    for (const point of movable) ring(top(point, mine[point]), "source", place.RADIUS);
    for (const point of view.targets.keys()) ring(landing(point, mine[point]), "target", 13);
    this.layers.labels.replaceChildren(...marks);
    this.svg.dataset.viewer = view.colour;
  }

  /** Which way the sides go round, and where each has its home. */
  #drawWays({ colour, sameWay }) {
    const half = 6 * place.COLUMN;
    const home = (x, y, whose) =>
      s("rect", { x, y, width: half, height: 5, class: `home ${sideColour(colour, whose)}` });
    const theirHome = sameWay ? place.LEFT : place.RIGHT;
    const arrow = (x, down, whose) => {
      const [from, to] = down ? [-52, 52] : [52, -52];
      const tip = down ? -9 : 9;
      return s("path", {
        class: `way ${sideColour(colour, whose)}`,
        d: `M${x} ${place.MIDDLE + from}V${place.MIDDLE + to}m-6 ${tip}l6 ${-tip}l6 ${tip}`,
      });
    };
    const edge = place.LEFT / 2;
    this.layers.ways.replaceChildren(
      home(place.RIGHT, place.HEIGHT - place.FRAME, "mine"),
      home(theirHome, place.FRAME - 5, "theirs"),
      arrow(sameWay ? edge : edge - 5, true, "mine"),
      arrow(sameWay ? place.TRAY_X - place.TRAY_WIDTH / 2 - 7 : edge + 5, false, "theirs"),
    );
  }
}

function touchable(box, pick) {
  const chosen = (event) => {
    if (event.type === "click" || event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick();
    }
  };
  return s("rect", { ...box, class: "touch", role: "button", onclick: chosen, onkeydown: chosen });
}

function put({ checker, point, index, count }, mine) {
  let at = null;
  if (point === place.BAR) at = place.onBar(mine, index);
  else if (point === place.OFF) at = place.inTray(mine, index);
  else at = place.onPoint(point, index, count);
  const flat = point === place.OFF ? " scale(1.05, 0.27)" : "";
  checker.element.style.transform = `translate(${at.x}px, ${at.y}px)${flat}`;
}

/** Where the uppermost of the viewer's checkers on a point is. */
function top(point, count) {
  return point === place.BAR ? place.onBar(true, count - 1) : place.onPoint(point, count - 1, count);
}

/** Where a checker that comes to a point will be. */
function landing(point, count) {
  return point === place.OFF ? place.inTray(true, count) : place.onPoint(point, count, count + 1);
}

function drawnDice({ dice, used, diceMine, colour }) {
  if (!dice) return [];
  const centre = (diceMine ? place.RIGHT : place.LEFT) + 3 * place.COLUMN;
  const colourOf = sideColour(colour, diceMine ? "mine" : "theirs");
  return dice.map((value, n) => {
    const x = centre + (n - (dice.length - 1) / 2) * 74;
    const name = `die ${colourOf}${used?.[n] ? " used" : ""}`;
    return s(
      "g",
      { class: name, transform: `translate(${x} ${place.MIDDLE})`, role: "img", "aria-label": String(value) },
      s("rect", { x: -30, y: -30, width: 60, height: 60, rx: 11 }),
      PIPS[value].map(([dx, dy]) => s("circle", { cx: dx * 16, cy: dy * 16, r: 6 })),
    );
  });
}

function drawnCube(cube) {
  if (!cube) return [];
  const y = { mine: place.HEIGHT - 62, theirs: 62 }[cube.owner] ?? place.MIDDLE;
  return [
    s(
      "g",
      { class: `cube${cube.offered ? " offered" : ""}`, transform: `translate(${place.BAR_X} ${y})` },
      s("rect", { x: -25, y: -25, width: 50, height: 50, rx: 7 }),
      s("text", { y: 9 }, String(cube.value)),
    ),
  ];
}

function sideColour(colour, whose) {
  if (whose === "mine") return colour;
  return colour === "white" ? "black" : "white";
}

function named(point) {
  if (point === place.BAR) return t("board.bar");
  return point === place.OFF ? t("board.off") : point;
}
