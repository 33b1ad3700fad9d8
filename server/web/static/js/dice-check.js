/**
 * The check of the dice that needs no trust in the server: the stream is drawn again here, from
 * the secret that was published and the seeds in the log, and compared with every roll.
 *
 * The law of the stream is in docs/dice.md.
 */

import { concat, fromHex, sha256, toHex, u32 } from "./bytes.js";

const encode = (text) => new TextEncoder().encode(text);

export class DiceStream {
  static async of(secret, match, seeds) {
    const usage = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", fromHex(secret), usage, false, ["sign"]);
    const seedsDigest = new Uint8Array(await sha256(concat(...seeds.map(fromHex))));
    return new DiceStream(key, concat(fromHex(match.replaceAll("-", "")), seedsDigest));
  }

  constructor(key, context) {
    this.key = key;
    this.context = context;
  }

  /** Roll `n` of the match: an ordered pair. */
  async pair(n) {
    const shown = [];
    for (let block = 0; shown.length < 2; block += 1) {
      const bytes = await this.#block("dice", n, block);
      shown.push(...[...bytes].filter((byte) => byte < 252).map((byte) => (byte % 6) + 1));
    }
    return shown.slice(0, 2);
  }

  /** Draw `n` under a label: 0 to `bound` - 1. */
  async number(label, bound, n = 0) {
    const usable = 256 - (256 % bound);
    for (let block = 0; ; block += 1) {
      const byte = [...(await this.#block(label, n, block))].find((value) => value < usable);
      if (byte !== undefined) return byte % bound;
    }
  }

  async #block(label, n, block) {
    const text = concat(encode(`nardy-${label}/1`), this.context, u32(n), u32(block));
    return new Uint8Array(await crypto.subtle.sign("HMAC", this.key, text));
  }
}

/** What a seat brought to the draw: `own`, `drawn` by the service, `untold` or `missing`. */
export function seedPart(scene, seat) {
  const promised = scene.digests[seat];
  if (!promised) return "missing";
  if (!scene.seeds[seat]) return "untold";
  return promised.drawn ? "drawn" : "own";
}

/**
 * Compare a finished match with what was promised: `{rolls, faults, parts, archived}`, where a fault
 * is a key of the texts with its values, `parts` tell of each seat what it brought, and `archived`
 * says whether an archive was compared. Dice alone are checked, not what was played with them.
 */
export async function checkDice(scene, dice, archive) {
  const faults = [];
  const fault = (key, values = {}) => faults.push({ key, values });
  const seats = scene.players.map((_, seat) => seat);
  const hashed = async (hex) => toHex(await sha256(fromHex(hex)));
  if (!scene.result) fault("check.incomplete");
  if ((await hashed(dice.secret)) !== scene.secret) fault("check.secret");
  const played = rolls(scene.events);
  for (const seat of seats) {
    const seed = scene.seeds[seat];
    const kept = seed ? (await hashed(seed)) === scene.digests[seat]?.digest : !played.length;
    if (!kept) fault("check.seed", { seat });
  }
  if (archive && toHex(await sha256(archive)) !== scene.archive) fault("check.archive");
  const stream = await DiceStream.of(dice.secret, scene.match, seats.map((n) => scene.seeds[n] ?? ""));
  if (!inOrder(scene.events, seats)) fault("check.promises");
  const drawn = scene.white !== null && scene.conventions.colour === "drawn";
  if (drawn && (await stream.number("colours", 2)) !== scene.white) {
    fault("check.colours");
  }
  for (const { draw, dice: shown } of played) {
    const due = await stream.pair(draw);
    if (due.join() !== shown.join()) {
      fault("check.roll", { draw, due: due.join("-"), shown: shown.join("-") });
    }
  }
  await checkOrder(scene, stream, played, fault);
  const parts = seats.map((seat) => seedPart(scene, seat));
  return { rolls: played.length, faults, parts, archived: Boolean(archive) };
}

const DICE = 4;
const PROMISES = {
  secret_committed: 0, seed_committed: 1, seed_revealed: 2, archive_committed: 3,
  colours_drawn: DICE, opening_rolled: DICE, dice_rolled: DICE,
};

/** Whether everything was promised, once, before anybody could have looked. */
function inOrder(events, seats) {
  const steps = events.filter(({ event }) => event in PROMISES);
  const ranks = steps.map(({ event }) => PROMISES[event]);
  const dice = ranks.includes(DICE) ? ranks.indexOf(DICE) : ranks.length;
  const before = steps.slice(0, dice).map(({ event, seat = "" }) => `${event} ${seat}`);
  const needed = 2 + 2 * seats.length;
  const whole = dice === ranks.length || before.length === needed;
  return whole && new Set(before).size === before.length
    && ranks.every((rank, n) => n === 0 || rank >= ranks[n - 1]);
}

/** Rolls come in the order of the stream; where doublets are off, those are passed over. */
async function checkOrder(scene, stream, played, fault) {
  let due = 0;
  for (const { draw } of played) {
    while (due < draw && scene.conventions.doublets === false) {
      const [first, second] = await stream.pair(due);
      if (first !== second) break;
      due += 1;
    }
    if (draw !== due) fault("check.order", { draw, due });
    due = Math.max(due, draw + 1);
  }
}

function rolls(events) {
  return events.flatMap((event) => {
    if (event.event === "dice_rolled") return [{ draw: event.draw, dice: event.dice }];
    if (event.event !== "opening_rolled") return [];
    return [{ draw: event.draw, dice: [event.white, event.black] }];
  });
}
