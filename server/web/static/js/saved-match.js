/**
 * A match out of files that somebody has kept. It answers as the service does, so that whoever reads
 * it need not know the difference, and nobody has to be asked.
 */

import { ApiError } from "./api.js";
import { t } from "./texts.js";
import { member } from "./unzip.js";

const LARGEST = 50_000_000;
const MEMBER = "log.json";

export class SavedMatch {
  /** Of a `log.json` or `log.zip`, and a `dice.zip` or none. Throws an error with words. */
  static async of(file, archive) {
    if (file.size > LARGEST) throw new Error(t("saved.large"));
    const bytes = new Uint8Array(await file.arrayBuffer());
    const packed = bytes[0] === 0x50 && bytes[1] === 0x4b;
    const log = read(packed ? await member(bytes, MEMBER, LARGEST).catch(() => null) : bytes);
    if (!log) throw new Error(t("saved.unreadable"));
    const broken = breakOf(log);
    if (broken) throw new Error(t(broken.key, broken.values));
    return new SavedMatch(log, archive ? new Uint8Array(await archive.arrayBuffer()) : null);
  }

  constructor(log, archive) {
    this.log = log;
    this.archive = archive;
    this.match = log.match;
    /** Whether it tells the secret of its dice. */
    this.tells = Boolean(log.dice);
  }

  async get(path) {
    const { commits, dice } = this.log;
    if (path.includes("/commits")) {
      const after = Number(new URLSearchParams(path.split("?")[1]).get("after"));
      return { commits: commits.filter(({ seq }) => seq > after), next: null };
    }
    const [{ players }] = commits[0].events;
    // What a file holds does not go on.
    return { id: this.match, players, nicks: null, over: true, dice: dice ?? null };
  }

  async bytes() {
    if (!this.archive) throw new ApiError({ code: "not_found", message: t("check.unarchived") }, 404);
    return this.archive;
  }
}

function read(bytes) {
  try {
    const log = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const readable = log.commits.length > 0 && typeof log.match === "string"
      && log.commits.every(({ seq, events }) => Number.isInteger(seq) && events.every(({ event }) => event));
    return readable ? log : null;
  } catch {
    return null;
  }
}

/** Where a log is not whole: commits that are missing, doubled, out of their places or of another match. */
function breakOf({ match, commits }) {
  const numbers = new Set(commits.map(({ seq }) => seq));
  for (const [due, { seq }] of commits.entries()) {
    if (seq === due) continue;
    if (seq >= 0 && seq < due) return { key: "saved.twice", values: { seq } };
    return { key: numbers.has(due) ? "saved.moved" : "saved.missing", values: { seq: due, there: seq } };
  }
  const [opened] = commits[0].events;
  if (opened?.event !== "match_opened") return { key: "saved.opening", values: {} };
  return opened.match === match ? null : { key: "saved.other", values: { match, opened: opened.match } };
}
