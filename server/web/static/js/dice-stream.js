/** The stream of dice of a match, drawn again by its law: docs/dice.md. */

import { concat, fromHex, hmac, sha256, u32, utf8 } from "./bytes.js";

export class DiceStream {
  static async of(secret, match, seeds) {
    const key = await hmac("SHA-256", fromHex(secret));
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

  #block(label, n, block) {
    return this.key(concat(utf8(`nardy-${label}/1`), this.context, u32(n), u32(block)));
  }
}
