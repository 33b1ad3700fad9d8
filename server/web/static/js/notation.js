/** Plays and events in words. */

import { counts, other, sameWay } from "./scene.js";
import { across, BAR, OFF } from "./geometry.js";
import { language, t } from "./texts.js";

// `13/11 8/7*`, joined as players write it: `24/18(2)`, `8/4*/2`.
export function writtenPlay(steps, hits = []) {
  return [...counted(ways(steps, hits))].map(({ points, hit, times }) => {
    const text = points.map((point) => named(point) + (hit.has(point) ? "*" : "")).join("/");
    return times > 1 ? `${text}(${times})` : text;
  }).join(" ");
}

/** An event as a line of the log; null where it says nothing to a reader. */
export function told(event, before) {
  const side = event.side && t(`side.${event.side}`);
  switch (event.event) {
    case "game_started": return `${t("log.game", { number: event.number })}${event.crawford ? `, ${t("match.crawford")}` : ""}`;
    case "opening_rolled": return t("log.opening", event);
    case "checkers_played": return t("log.play", { side, play: `${rolled(before)}${played(event, before)}` });
    case "turn_passed": return `${t("log.pass", { side })} ${rolled(before)}`;
    case "double_offered": return t("log.double", { side, value: event.value });
    case "double_taken": return t("log.take", { side, value: event.value });
    case "double_dropped": return t("log.drop", { side });
    case "beavered": return t("log.beaver", { side, value: event.value });
    case "resignation_offered": return t("log.resign", { side, ending: t(`ending.${event.ending}`) });
    case "resignation_refused": return t("log.refused", { side });
    case "resignation_accepted": return t("log.accepted", { side });
    case "cube_doubled_automatically": return t("log.automatic", { value: event.value });
    case "absence_spent": return t("log.absent", { side });
    case "match_left": return t("log.gone");
    case "position_adjudicated": return t("log.adjudicated");
    case "flag_fell": return t("log.flag", { side });
    case "time_credited": return t("log.credited", { side, seconds: Math.round(event.millis / 1000) });
    case "game_ended": return t("log.won", {
      side: t(`side.${event.winner}`), ending: t(`ending.${event.ending}`),
      points: event.points, cause: t(`cause.${event.cause}`),
    });
    case "match_ended": return event.winner ? t(`end.${event.winner}`) : t("end.level");
    case "match_voided": return t("end.void", { cause: t(`void.${event.cause}`) });
    default: return null;
  }
}

/**
 * A frame of a reel as it stands in its cell: `31: 8/5 6/5`, `double 2`; null for what has none.
 * A further stage of a cascade begins with `|`, or with `>` where the other side plays it.
 */
export function cell({ kind, event, before, dice, follows }) {
  const word = WORDS[event.event];
  if (word) return t(word, { value: event.value, ending: event.ending && t(`book.${event.ending}`) });
  if (kind === "roll") return `${numbered(dice)}: ?`;
  if (kind !== "play") return null;
  const play = event.steps ? played(event, before) : "—";
  if (follows === ">") return `> ${play}`;
  return `${follows ?? ""} ${numbered(dice)}: ${play}`.trim();
}

const WORDS = {
  double_offered: "book.double", double_taken: "book.take", double_dropped: "book.drop",
  beavered: "book.beaver", resignation_offered: "book.resign",
  resignation_refused: "book.refuse", resignation_accepted: "book.accept",
};

const numbered = (dice) => [...dice].sort((a, b) => b - a).join("");

function rolled(before) {
  return before?.dice ? `${numbered(before.dice)}: ` : "";
}

function played(event, before) {
  const hits = before ? hitsOf(event, before) : [];
  return writtenPlay(event.steps, hits);
}

/** Which steps of a play hit, by index. */
function hitsOf(event, before) {
  const way = sameWay(before.conventions.rules);
  if (way) return [];
  const theirs = counts(before.position)[other(event.side)];
  return event.steps.flatMap(([, to], index) => {
    const there = across(to, way);
    if (to === OFF || theirs[there] !== 1) return [];
    theirs[there] = 0;
    return [index];
  });
}

/** The ways of single checkers: joined steps, of which a stop stays in sight only where it hit. */
function ways(steps, hits) {
  const made = [];
  steps.forEach(([from, to], index) => {
    const arrived = made.filter(({ points }) => points.at(-1) === from);
    // Of two that stand together the one that did not hit goes on.
    const way = arrived.find((each) => !endsWithHit(each)) ?? arrived[0] ?? { points: [from], hit: new Set() };
    if (arrived.length) {
      made.splice(made.indexOf(way), 1);
      if (!endsWithHit(way)) way.points.pop();
    }
    way.points.push(to);
    if (hits.includes(index)) way.hit.add(to);
    made.push(way);
  });
  return made.sort(inOrder);
}

const endsWithHit = ({ points, hit }) => hit.has(points.at(-1));

/** Equal ways together; one that hits at its end hits for its equals. */
function counted(sorted) {
  const kept = [];
  for (const way of sorted) {
    const same = kept.find((each) => each.points.join() === way.points.join());
    if (same) same.times += 1;
    else kept.push({ ...way, times: 1 });
  }
  return kept;
}

/** The farthest first; of equal ways the one that hits. */
function inOrder(one, other) {
  for (let at = 0; at < Math.max(one.points.length, other.points.length); at += 1) {
    const ahead = (other.points[at] ?? -1) - (one.points[at] ?? -1);
    if (ahead) return ahead;
  }
  return other.hit.size - one.hit.size;
}

function named(point) {
  if (point === BAR) return language() === "ru" ? "бар" : "bar";
  if (point === OFF) return language() === "ru" ? "сн" : "off";
  return String(point);
}
