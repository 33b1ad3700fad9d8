/** Where the checkers of a game start, the extra ones of short16 drawn again: docs/dice.md. */

/** Own points from 1 to 24, then the bar and off, as positions are written. */
const STARTS = {
  short: "00000503000050000000000200", short16: "00000503000050000000000200",
  nackgammon: "00000403000040000000002200", hypergammon: "00000000000000000000011100",
  long: "00000000000000000000000f00", nardgammon: "00000000000000000000000f00",
  crazy: "00000000000000000000000f00",
};
/** The points on which the other side starts, in one's own numbering, take no extra checker. */
const EXTRA = Array.from({ length: 24 }, (_, n) => n + 1).filter((point) => ![1, 12, 17, 19].includes(point));
const DRAWS_OF_A_GAME = 256;

/** The position at the start of a game; null for rules that are not known here. */
export async function startOf(stream, { rules, extra_checker: extra }, game) {
  const start = STARTS[rules];
  if (!start) return null;
  if (rules !== "short16") return `${start}/${start}`;
  const draw = async (k) => EXTRA[await stream.number("points", EXTRA.length, DRAWS_OF_A_GAME * game + k)];
  let white = await draw(0);
  let black = white;
  if (extra === "one_side") {
    if ((await stream.number("points-side", 2, game)) === 0) black = null;
    else [white, black] = [null, white];
  } else if (extra === "independent") {
    let drawn = 1;
    black = await draw(drawn);
    while (black === 25 - white) {
      [white, black] = [await draw(drawn + 1), await draw(drawn + 2)];
      drawn += 2;
    }
  }
  return [white, black].map((point) => withExtra(start, point)).join("/");
}

function withExtra(start, point) {
  if (point === null) return start;
  const counts = [...start];
  counts[point - 1] = (Number.parseInt(counts[point - 1], 16) + 1).toString(16);
  return counts.join("");
}
