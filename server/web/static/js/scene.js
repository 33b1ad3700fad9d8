/**
 * What the commits of a match have made of it: the fold that the page draws.
 *
 * It applies events and judges nothing; whatever a rule decided stands in the event.
 */

const DIGITS = "0123456789abcdefg";

export const WHITE = "white";
export const BLACK = "black";

export function newScene(match) {
  return {
    match, seq: -1, conventions: null, players: [], white: null, secret: null, digests: {},
    seeds: {}, archive: null, game: 0, crawford: false, position: null, dice: null, roller: null,
    cube: { value: 1, owner: null, offered: null }, score: [0, 0], decision: null, clock: null,
    absent: {}, resignation: null, last: [], result: null, gameResult: null, events: [],
  };
}

/** The scene after one more commit; the old one stays as it was. */
export function after(scene, seq, commit) {
  const next = { ...scene, seq, at: commit.at };
  for (const event of commit.events) {
    apply[event.event]?.(next, event);
    if ("next" in event || DECIDES.has(event.event)) next.decision = event.next ?? null;
    if (event.clock) next.clock = event.clock;
    next.events = [...next.events, { ...event, seq, number: next.game }];
  }
  return next;
}

/** Counts by own point of both sides: `[1..24]`, 25 the bar, 0 borne off. */
export function counts(text) {
  const [white, black] = text.split("/").map((half) => {
    const digits = [...half].map((digit) => DIGITS.indexOf(digit));
    return [digits[25], ...digits.slice(0, 24), digits[24]];
  });
  return { white, black };
}

export const other = (side) => (side === WHITE ? BLACK : WHITE);

/** Whether both sides go round the board the same way. */
export const sameWay = (rules) => ["long", "nardgammon", "crazy"].includes(rules);

/** The side of an account; null for a spectator or before the draw of colours. */
export function sideOf(scene, account) {
  const seat = scene.players.indexOf(account);
  if (seat < 0 || scene.white === null) return null;
  return seat === scene.white ? WHITE : BLACK;
}

export const seatOf = (scene, side) => (side === WHITE ? scene.white : 1 - scene.white);

/** The cube as a board shows it from one side; null where none is turned. */
export function cubeOf(scene, side) {
  if (!scene.conventions || scene.conventions.cube === "none" || scene.crawford) return null;
  const { value, owner, offered } = scene.cube;
  if (offered) return { value: offered.value, owner: offered.by === side ? "theirs" : "mine", offered };
  return { value, owner: owner && (owner === side ? "mine" : "theirs"), offered: null };
}

export const pips = (checkers) =>
  checkers.reduce((sum, count, point) => sum + count * point, 0);

const DECIDES = new Set([
  "game_started", "opening_rolled", "dice_rolled", "checkers_played", "turn_passed",
  "double_offered", "double_taken", "beavered",
]);

const apply = {
  match_opened(scene, event) {
    scene.conventions = event.conventions;
    scene.players = event.players;
  },
  secret_committed(scene, event) {
    scene.secret = event.digest;
  },
  seed_committed(scene, event) {
    scene.digests = { ...scene.digests, [event.seat]: { digest: event.digest, drawn: event.drawn } };
  },
  seed_revealed(scene, event) {
    scene.seeds = { ...scene.seeds, [event.seat]: event.seed };
  },
  archive_committed(scene, event) {
    scene.archive = event.digest;
  },
  colours_drawn(scene, event) {
    scene.white = event.white;
  },
  game_started(scene, event) {
    scene.game = event.number;
    scene.crawford = event.crawford ?? false;
    scene.position = event.position;
    scene.cube = { value: event.cube ?? 1, owner: null, offered: null };
    scene.dice = scene.roller = scene.resignation = null;
    scene.gameResult = null;
    scene.last = [];
  },
  opening_rolled(scene, event) {
    scene.dice = [event.white, event.black];
    scene.roller = event.next?.kind === "play" ? event.next.side : null;
  },
  cube_doubled_automatically(scene, event) {
    scene.cube = { ...scene.cube, value: event.value };
  },
  dice_rolled(scene, event) {
    scene.dice = event.dice;
    scene.roller = event.side;
  },
  checkers_played(scene, event) {
    scene.position = event.position;
    scene.last = event.steps.map((step) => ({ side: event.side, step }));
    turnOver(scene);
  },
  turn_passed(scene) {
    scene.last = [];
    turnOver(scene);
  },
  double_offered(scene, event) {
    scene.cube = { ...scene.cube, offered: { value: event.value, by: event.side } };
  },
  double_taken(scene, event) {
    scene.cube = { value: event.value, owner: event.side, offered: null };
  },
  beavered(scene, event) {
    scene.cube = { value: event.value, owner: event.side, offered: null };
  },
  double_dropped(scene) {
    scene.cube = { ...scene.cube, offered: null };
    scene.decision = null;
  },
  resignation_offered(scene, event) {
    scene.resignation = { side: event.side, ending: event.ending };
  },
  resignation_refused(scene) {
    scene.resignation = null;
  },
  game_ended(scene, event) {
    scene.score = event.score;
    scene.gameResult = event;
    scene.decision = null;
    scene.resignation = null;
  },
  seat_left(scene, event) {
    scene.absent = { ...scene.absent, [event.seat]: true };
  },
  seat_returned(scene, event) {
    scene.absent = { ...scene.absent, [event.seat]: false };
  },
  match_ended(scene, event) {
    scene.result = event;
    scene.score = event.score;
    scene.decision = null;
  },
  match_voided(scene, event) {
    scene.result = event;
    scene.decision = null;
  },
};

function turnOver(scene) {
  scene.dice = scene.roller = scene.resignation = null;
}
