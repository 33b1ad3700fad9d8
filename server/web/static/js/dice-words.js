/** What a check of the dice found, in words. */

import { t } from "./texts.js";

const TOLD_EACH = 3;

/** The lines of a report of `checkDice`; `sealed` says whether an archive was promised. */
export function reportWords({ rolls, faults, parts, archived }, sealed) {
  const words = faults.length ? faultWords(faults, rolls) : fine(rolls, archived);
  if (sealed && !archived) words.push(t("check.unarchived"));
  if (rolls && parts.every((part) => part === "drawn")) words.push(t("check.dependent"));
  return words;
}

/** A few of each kind: a house that swaps its secret changes almost every roll. */
function faultWords(faults, rolls) {
  const kinds = new Set(faults.map(({ key }) => key));
  return [...kinds].flatMap((kind) => {
    const alike = faults.filter(({ key }) => key === kind);
    const told = alike.slice(0, TOLD_EACH).map(worded);
    if (alike.length <= TOLD_EACH) return told;
    const many = { n: alike.length, rolls, seq: alike[0].values.seq };
    return [...told, t(kind === "check.roll" ? "check.many.rolls" : "check.many", many)];
  });
}

/** A fault, with the commit of the log in which it shows. */
function worded({ key, values }) {
  return values.seq === undefined ? t(key, values) : `${t(key, values)} ${t("check.at", values)}`;
}

function fine(rolls, archived) {
  if (!rolls) return [t("check.none")];
  return [t("check.fine", { rolls }), t("check.sealed.fine"), ...(archived ? [t("check.archived")] : [])];
}
