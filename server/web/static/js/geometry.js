/** Where things are on the board. Points are in the viewer's own numbering, as he sees them. */

export const WIDTH = 1000;
export const HEIGHT = 720;
export const FRAME = 24;
export const COLUMN = 67;
export const BAR_WIDTH = 62;
export const RADIUS = 31;
export const TRAY_WIDTH = 74;

export const BAR = 25;
export const OFF = 0;

const HALF = 6 * COLUMN;
export const LEFT = FRAME;
export const BAR_X = LEFT + HALF + BAR_WIDTH / 2;
export const RIGHT = LEFT + HALF + BAR_WIDTH;
export const TRAY_X = RIGHT + HALF + 14 + TRAY_WIDTH / 2;
export const MIDDLE = HEIGHT / 2;
export const POINT_HEIGHT = 270;

const STACK_ROOM = 300;

/** The other side's number of a point in the viewer's numbering, and the reverse. */
export function across(point, sameWay) {
  if (point === BAR || point === OFF) return point;
  if (sameWay) return point <= 12 ? point + 12 : point - 12;
  return 25 - point;
}

/** The middle of a point's column, and whether it grows from the top edge. */
export function column(point) {
  const top = point > 12;
  const fromLeft = top ? point - 13 : 12 - point;
  const gap = fromLeft > 5 ? BAR_WIDTH : 0;
  return { x: LEFT + gap + (fromLeft + 0.5) * COLUMN, top };
}

/** The centre of the checker number `index` of `count` on a point; a tall stack overlaps. */
export function onPoint(point, index, count) {
  const { x, top } = column(point);
  const step = Math.min(2 * RADIUS, (STACK_ROOM - 2 * RADIUS) / Math.max(1, count - 1));
  const depth = FRAME + RADIUS + 1 + index * step;
  return { x, y: top ? depth : HEIGHT - depth };
}

/** On the bar, the viewer's checkers wait below the middle, the other's above. */
export function onBar(mine, index) {
  const away = 2 * RADIUS + 4 + index * 40;
  return { x: BAR_X, y: mine ? MIDDLE + away : MIDDLE - away };
}

/** Borne off, a checker lies flat in the tray. */
export function inTray(mine, index) {
  const depth = FRAME + 14 + index * 19;
  return { x: TRAY_X, y: mine ? HEIGHT - depth : depth };
}

/** The triangle of a point. */
export function triangle(point) {
  const { x, top } = column(point);
  const base = top ? FRAME : HEIGHT - FRAME;
  const tip = top ? FRAME + POINT_HEIGHT : HEIGHT - FRAME - POINT_HEIGHT;
  return `${x - COLUMN / 2 + 2},${base} ${x + COLUMN / 2 - 2},${base} ${x},${tip}`;
}
