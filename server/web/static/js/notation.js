/** Plays and events in words. */

import { counts, other, sameWay } from "./scene.js";
import { across, BAR, OFF } from "./geometry.js";
import { language, t } from "./texts.js";

// `13/11 8/7*`, joined as players write it: `24/18(2)`, `8/4*/2`.
export function writtenPlay(steps, hits = []) {
  const chains = joined(steps, hits);
  const texts = chains.map(({ points, hit }) => points.map(named).join("/") + (hit ? "*" : ""));
  const times = new Map();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].map(([text, count]) => (count > 1 ? `${text}(${count})` : text)).join(" ");
}

/** An event as a line of the log; null where it says nothing to a reader. */
export function told(event, before) {
  const side = event.side && t(`side.${event.side}`);
  switch (event.event) {
    case "game_started": return t("log.game", { number: event.number });
    case "opening_rolled": return t("log.opening", event);
    case "checkers_played": return t("log.play", { side, play: `${rolled(before)}${played(event, before)}` });
    case "turn_passed": return `${t("log.pass", { side })} ${rolled(before)}`;
    case "double_offered": return t("log.double", { side, value: event.value });
    case "double_taken": return t("log.take", { side, value: event.value });
    case "double_dropped": return t("log.drop", { side });
    case "beavered": return t("log.beaver", { side, value: event.value });
    case "resignation_offered": return t("log.resign", { side, ending: t(`ending.${event.ending}`) });
    case "resignation_refused": return t("log.refused", { side });
    case "flag_fell": return t("log.flag", { side });
    case "time_credited": return t("log.credited", { side, seconds: Math.round(event.millis / 1000) });
    case "game_ended": return t("log.won", {
      side: t(`side.${event.winner}`), ending: t(`ending.${event.ending}`),
      points: event.points, cause: t(`cause.${event.cause}`),
    });
    default: return null;
  }
}

function rolled(before) {
  return before?.dice ? `${[...before.dice].sort((a, b) => b - a).join("")}: ` : "";
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

function joined(steps, hits) {
  const chains = [];
  steps.forEach(([from, to], index) => {
    const hit = hits.includes(index);
    const chain = chains.find(({ points, hit: stopped }) => points.at(-1) === from && !stopped);
    if (chain) {
      chain.points = [chain.points[0], to];
      chain.hit = hit;
    } else {
      chains.push({ points: [from, to], hit });
    }
  });
  return chains.sort((a, b) => b.points[0] - a.points[0]);
}

function named(point) {
  if (point === BAR) return language() === "ru" ? "бар" : "bar";
  if (point === OFF) return language() === "ru" ? "сн" : "off";
  return String(point);
}
