/**
 * The check of the dice that needs no trust in the server: the stream is drawn again here, from
 * the secret that was published and the seeds in the log, and compared with all that was drawn.
 *
 * The law of the stream is in docs/dice.md.
 */

import { fromHex, sha256, toHex } from "./bytes.js";
import { diceArchive } from "./dice-archive.js";
import { startOf } from "./dice-starts.js";
import { DiceStream } from "./dice-stream.js";

/** What a seat brought to the draw: `own`, `drawn` by the service, `untold` or `missing`. */
export function seedPart(scene, seat) {
  const promised = scene.digests[seat];
  if (!promised) return "missing";
  if (!scene.seeds[seat]) return "untold";
  return promised.drawn ? "drawn" : "own";
}

/**
 * Compare a finished match with what was promised: `{rolls, faults, parts, archived}`, where a fault
 * is a key of the texts with its values (`seq` the commit in which it shows), `parts` tell of each
 * seat what it brought, and `archived` says whether an archive was compared. All that was drawn is
 * checked, and that the result is what the games gave; not what was played.
 */
export async function checkDice(scene, dice, archive) {
  const faults = [];
  const fault = (key, values = {}) => faults.push({ key, values });
  const seats = scene.players.map((_, seat) => seat);
  const played = rolls(scene.events);
  const at = (kind, seat) => commitOf(scene.events, kind, seat);
  const late = misplacedAt(scene.events, seats);
  if (late !== null) fault("check.promises", { seq: late });
  if ((await digest(fromHex(dice.secret))) !== scene.secret) fault("check.secret", { seq: at("secret_committed") });
  for (const seat of seats) {
    if (await isKept(scene, seat, played.length > 0)) continue;
    fault("check.seed", { seat, seq: at("seed_revealed", seat) ?? played[0].seq });
  }
  const sealedAt = at("archive_committed");
  if (archive && (await digest(archive)) !== scene.archive) fault("check.archive", { seq: sealedAt });
  if (seats.every((seat) => scene.seeds[seat])) {
    const seeds = seats.map((seat) => scene.seeds[seat]);
    const stream = await DiceStream.of(dice.secret, scene.match, seeds);
    await checkDrawn(scene, stream, played, fault);
    if (!(await isSealed(scene, stream, dice))) fault("check.sealed", { seq: sealedAt });
  }
  checkResults(scene, fault);
  if (!scene.result) fault("check.incomplete", { seq: scene.events.at(-1)?.seq });
  const parts = seats.map((seat) => seedPart(scene, seat));
  return { rolls: played.length, faults, parts, archived: Boolean(archive) };
}

const digest = async (bytes) => toHex(await sha256(bytes));

/** Whether a seat's seed is the promised one; none is needed where nothing was rolled. */
async function isKept({ seeds, digests }, seat, rolled) {
  if (!seeds[seat]) return !rolled;
  return (await digest(fromHex(seeds[seat]))) === digests[seat]?.digest;
}

/** Whether the archive that was sealed before the first roll is that of these dice. */
async function isSealed({ archive }, stream, { secret, password }) {
  return !archive || (await digest(await diceArchive(stream, secret, password))) === archive;
}

/** The commit in which an event of a kind, of a seat if one is named, first stands. */
function commitOf(events, kind, seat) {
  return events.find((told) => told.event === kind && (seat === undefined || told.seat === seat))?.seq;
}

const DRAWN_FROM = 2 ** 32;
const AGREED = { white: 0, black: 1 };

async function checkDrawn(scene, stream, played, fault) {
  const unknown = played.filter(({ draw }) => !(Number.isInteger(draw) && draw >= 0 && draw < DRAWN_FROM));
  unknown.forEach(({ draw, seq }) => fault("check.unknown", { draw, seq }));
  if (unknown.length) return;
  await checkColours(scene, stream, fault);
  await checkStarts(scene, stream, fault);
  for (const { draw, dice: shown, seq } of played) {
    const due = await stream.pair(draw);
    if (due.join() !== shown.join()) {
      fault("check.roll", { draw, due: due.join("-"), shown: shown.join("-"), seq });
    }
  }
  await checkOrder(scene, stream, played, fault);
}

async function checkColours(scene, stream, fault) {
  const drawn = scene.events.filter(({ event }) => event === "colours_drawn");
  const due = AGREED[scene.conventions.colour] ?? (await stream.number("colours", 2));
  drawn.filter(({ white }) => white !== due).forEach(({ seq }) => fault("check.colours", { seq }));
}

async function checkStarts(scene, stream, fault) {
  for (const { event, number, position, seq } of scene.events) {
    if (event !== "game_started") continue;
    const known = Number.isInteger(number) && number >= 0 && number < DRAWN_FROM / 256;
    if (!known || position !== (await startOf(stream, scene.conventions, number))) {
      fault("check.start", { game: number, seq });
    }
  }
}

/** Every score is that before and the points; the match goes to whom its games give it. */
function checkResults({ events, conventions }, fault) {
  let [score, last] = [[0, 0], null];
  for (const told of events) {
    if (told.event === "game_ended") {
      score = scoreAfter(score, told, conventions.length ?? Infinity);
      last = told.winner;
      if (told.score.join() !== score.join()) fault("check.result", { seq: told.seq });
    } else if (told.event === "match_ended") {
      const led = conventions.form === "money" || told.cause === "time";
      const winner = led ? leader(score) : last;
      const stakes = Number(conventions.form === "match");
      const due = [winner, ...score, stakes].join();
      if ([told.winner, ...told.score, told.stakes ?? 0].join() !== due) fault("check.result", { seq: told.seq });
    }
  }
}

const scoreAfter = (score, { winner, points }, most) => ["white", "black"].map(
  (side, n) => (side === winner ? Math.min(score[n] + points, most) : score[n]),
);

function leader([white, black]) {
  if (white === black) return null;
  return white > black ? "white" : "black";
}

const DICE = 4;
const PROMISES = {
  secret_committed: 0, seed_committed: 1, seed_revealed: 2, archive_committed: 3,
  colours_drawn: DICE, opening_rolled: DICE, dice_rolled: DICE,
};

/** The commit of the first promise that was made too late or twice, or of dice that fell before one. */
function misplacedAt(events, seats) {
  const promised = new Set();
  let latest = 0;
  for (const { event, seat = "", seq } of events) {
    const rank = PROMISES[event];
    if (rank === undefined) continue;
    const promise = `${event} ${seat}`;
    const due = rank === DICE ? promised.size === 2 + 2 * seats.length : !promised.has(promise);
    if (rank < latest || !due) return seq;
    latest = rank;
    if (rank < DICE) promised.add(promise);
  }
  return null;
}

/** Rolls come in the order of the stream; where doublets are off, those are passed over. */
async function checkOrder(scene, stream, played, fault) {
  let due = 0;
  for (const { draw, seq } of played) {
    while (due < draw && scene.conventions.doublets === false) {
      const [first, second] = await stream.pair(due);
      if (first !== second) break;
      due += 1;
    }
    if (draw !== due) fault("check.order", { draw, due, seq });
    due = Math.max(due, draw + 1);
  }
}

function rolls(events) {
  return events.flatMap(({ event, draw, dice, white, black, seq }) => {
    if (event === "dice_rolled") return [{ draw, dice, seq }];
    return event === "opening_rolled" ? [{ draw, dice: [white, black], seq }] : [];
  });
}
