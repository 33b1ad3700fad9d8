/**
 * The player's part in the draw of the dice: promise a seed, and tell it when all have promised.
 *
 * The seed is made in the browser, so that the house cannot have known it; it is kept for the
 * visit, so that a reload does not break the promise.
 */

import { fromHex, sha256, toHex } from "./bytes.js";

export class SeedKeeper {
  constructor(line, match, pane) {
    this.line = line;
    this.match = match;
    this.key = `nardy:seed:${pane}:${match}`;
    this.asked = new Set();
  }

  /** Do what is due; called after every commit. */
  async attend(scene, account) {
    const seat = scene.players.indexOf(account);
    if (seat < 0 || scene.archive || scene.result) return;
    if (!scene.digests[seat]) {
      await this.#once("commit_seed", async () => ({ digest: toHex(await sha256(fromHex(this.#seed()))) }));
    } else if (!scene.seeds[seat] && scene.players.every((_, n) => scene.digests[n])) {
      await this.#once("reveal_seed", async () => ({ seed: this.#seed() }));
    }
  }

  async #once(verb, fields) {
    if (this.asked.has(verb)) return;
    this.asked.add(verb);
    await this.line.command(verb, { match: this.match, ...(await fields()) });
  }

  #seed() {
    let seed = sessionStorage.getItem(this.key);
    if (!seed) {
      seed = toHex(crypto.getRandomValues(new Uint8Array(32)));
      sessionStorage.setItem(this.key, seed);
    }
    return seed;
  }
}
