/** What was promised of the dice, and the check of it when the match has ended. */

import { checkDice, seedPart } from "./dice-check.js";
import { reportWords } from "./dice-words.js";
import { fill, h } from "./dom.js";
import { t } from "./texts.js";

export class DicePanel {
  constructor(visit, scene) {
    this.visit = visit;
    this.scene = scene;
    this.revealed = null;
    this.report = null;
    this.body = h("div", { class: "promises" });
    this.title = h("summary");
    this.root = h("details", { class: "dice" }, this.title, this.body);
  }

  /** A secret is told when a match has ended; in a log that was kept its end may be cut off. */
  #over(scene) {
    return Boolean(scene.result) || Boolean(this.visit.api.tells);
  }

  render() {
    const scene = this.scene();
    this.root.hidden = !scene.secret;
    fill(this.title, t("dice.title"));
    fill(this.body,
      promise("dice.secret", scene.secret),
      scene.players.map((player, seat) => this.#seed(scene, player, seat)),
      scene.archive && promise("dice.archive", scene.archive),
      scene.archive && h("button", { type: "button", onclick: () => this.#download() }, t("dice.download")),
      this.#end(scene),
    );
    if (this.#over(scene) && !this.asked) this.#reveal(scene);
  }

  /** While the match is played nobody has failed yet: a seed may still be promised and told. */
  #seed(scene, player, seat) {
    const promised = scene.digests[seat];
    if (!this.#over(scene) && !promised) return null;
    const part = this.#over(scene) ? seedPart(scene, seat) : promised.drawn ? "drawn" : "own";
    return h("p", { class: "seed" }, t(`dice.${part}`, { seat: this.visit.nameOf(player) }));
  }

  #end(scene) {
    if (!this.#over(scene)) return h("p", {}, t("dice.later"));
    if (!this.revealed) return this.answered ? h("p", { class: "complaint" }, t("dice.lost")) : null;
    return [
      promise("dice.revealed", this.revealed.secret),
      promise("dice.password", this.revealed.password),
      h("p", { class: "hint" }, t("check.scope")),
      h("button", { type: "button", class: "check", onclick: () => this.#check() }, t("dice.check")),
      this.report,
    ];
  }

  async #reveal(scene) {
    this.asked = true;
    const match = await this.visit.api.get(`/api/v1/matches/${scene.match}`).catch(this.visit.complain);
    this.revealed = match?.dice ?? null;
    this.answered = Boolean(match);
    this.root.open = true;
    this.render();
  }

  async #check() {
    const scene = this.scene();
    this.report = h("p", { role: "status" }, t("dice.checking"));
    this.render();
    const archive = scene.archive
      && (await this.visit.api.bytes(this.#archivePath()).catch((refusal) => this.#withoutArchive(refusal)));
    const report = await checkDice(scene, this.revealed, archive).catch(() => null);
    // A log may lack anything once somebody has changed it, and then there is nothing to compare.
    const words = report ? reportWords(report, Boolean(scene.archive)) : [t("saved.strange")];
    this.report = h("div", { role: "status", class: report?.faults.length === 0 ? "verdict good" : "verdict bad" },
      words.map((text) => h("p", {}, text)));
    this.render();
  }

  /** Nobody need have kept an archive: the report says that none was compared. */
  #withoutArchive(refusal) {
    if (refusal.code !== "not_found") this.visit.complain(refusal);
    return null;
  }

  async #download() {
    const bytes = await this.visit.api.bytes(this.#archivePath()).catch(this.visit.complain);
    if (!bytes) return;
    const address = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
    h("a", { href: address, download: "dice.zip" }).click();
    URL.revokeObjectURL(address);
  }

  #archivePath() {
    return `/api/v1/matches/${this.scene().match}/dice.zip`;
  }
}

function promise(key, value) {
  return h("p", { class: "promise" }, t(key), " ", h("code", {}, value));
}
