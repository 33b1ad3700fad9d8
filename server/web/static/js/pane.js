/** One person in one part of the window: signed in by himself, with a session of his own. */

import { AccountScreen } from "./account.js";
import { Api } from "./api.js";
import { fill, h } from "./dom.js";
import { Line } from "./line.js";
import { Lobby } from "./lobby.js";
import { MatchScreen } from "./match.js";
import { t } from "./texts.js";

const COMPLAINT_STAYS = 6000;

export class Pane {
  /**
   * `id` names the pane, `title` and `door` stand in its head; `enter` signs in and gives
   * `{token, account}`; `names` maps accounts to names for the whole window. With `ended` the pane
   * closes when its session has ended, and says why there.
   */
  constructor({ id, title, door, enter, names, ended }, closed) {
    Object.assign(this, { id, title, door, enter, names, ended, closed });
    this.state = h("span", { class: "line", role: "status" });
    this.complaint = h("p", { class: "complaint", role: "alert", hidden: true });
    this.body = h("div", { class: "body" });
    this.head = h("header");
    this.root = h("article", { class: "pane", "data-pane": id }, this.head, this.complaint, this.body);
    this.#drawHead();
    this.#start();
  }

  close() {
    this.#shut();
    this.root.remove();
    this.closed?.(this);
  }

  /** Draw everything anew, in the language that is spoken now. */
  render() {
    this.#drawHead();
    this.screen?.render();
    this.aside?.render();
    if (this.over) this.#drawOver();
  }

  async #start() {
    this.over = null;
    fill(this.body, h("p", { class: "hint" }, t("pane.entering")));
    try {
      const session = this.#kept() ?? (await this.enter());
      this.#keep(session);
      this.names.set(session.account.id, session.account.nick ?? session.nick_proposal ?? this.title);
      this.#signedIn(session);
    } catch (refusal) {
      this.complain(refusal);
      fill(this.body, h("button", { type: "button", onclick: () => this.#start() }, t("pane.again")));
    }
  }

  #signedIn({ token, account, merge_offer: offered }) {
    const line = new Line(token);
    line.addEventListener("state", ({ detail }) => this.#lineIs(detail));
    line.addEventListener("refused", ({ detail }) => {
      this.complain(detail);
      this.#toLobby();
    });
    this.visit = {
      line, account: account.id, pane: this.id, api: new Api(token),
      nameOf: (id) => this.names.get(id) ?? t("player", { id: (id ?? "").slice(-4) }),
      complain: (refusal) => this.complain(refusal),
      parting: (key) => { this.farewell = key; },
    };
    const match = sessionStorage.getItem(this.#key("match"));
    if (match) this.#show(new MatchScreen(this.visit, match, () => this.#toLobby()));
    else this.#toLobby();
    if (offered && !match) this.#openAside();
  }

  #toLobby() {
    sessionStorage.removeItem(this.#key("match"));
    this.#show(new Lobby(this.visit, (match) => {
      sessionStorage.setItem(this.#key("match"), match);
      this.#show(new MatchScreen(this.visit, match, () => this.#toLobby()));
    }));
  }

  #show(screen) {
    this.aside?.close();
    this.aside = null;
    this.screen?.close();
    this.screen = screen;
    fill(this.body, screen.root);
    this.#drawHead();
  }

  /** The account stands before the tables, which go on being followed behind it. */
  #openAside() {
    this.aside = new AccountScreen(this.visit, () => this.#closeAside());
    this.screen.root.hidden = true;
    this.body.append(this.aside.root);
    this.aside.render();
    this.#drawHead();
  }

  #closeAside() {
    this.aside.close();
    this.aside = null;
    this.screen.root.hidden = false;
    this.#drawHead();
  }

  #lineIs(state) {
    this.lineState = state;
    this.root.classList.toggle("cut", state === "lost");
    if (state === "closed" && this.visit) this.#over(this.farewell ?? "line.closed");
    this.#drawHead();
  }

  /** The session has ended, elsewhere or by what was done here. */
  #over(why) {
    this.#forget();
    this.#shut();
    this.farewell = null;
    this.over = why;
    if (this.ended) {
      this.close();
      this.ended(new Error(t(why)));
    } else this.#drawOver();
  }

  #drawOver() {
    fill(this.body, h("p", {}, t(this.over)),
      h("button", { type: "button", "data-do": "again", onclick: () => this.#start() }, t("pane.again")));
  }

  /** Show a refusal in words for a while. */
  complain(refusal) {
    this.complaint.textContent = refusal.message;
    this.complaint.hidden = false;
    clearTimeout(this.calming);
    this.calming = setTimeout(() => { this.complaint.hidden = true; }, COMPLAINT_STAYS);
  }

  #drawHead() {
    fill(this.state, this.lineState === "lost" ? t("line.lost") : "");
    fill(this.head,
      h("span", { class: `door ${this.door}` }, t(`door.${this.door}`)),
      h("strong", {}, this.title),
      this.state,
      this.screen instanceof Lobby && !this.aside && h("button", {
        type: "button", class: "quiet", "data-do": "account", onclick: () => this.#openAside(),
      }, t("account.open")),
      h("button", { type: "button", class: "quiet", onclick: () => this.#leave() }, t("pane.leave")));
  }

  async #leave() {
    await this.visit?.api.delete("/api/v1/sessions").catch(() => null);
    this.#forget();
    this.close();
  }

  #shut() {
    this.aside?.close();
    this.screen?.close();
    this.aside = this.screen = null;
    const visit = this.visit;
    this.visit = null;
    visit?.line.close();
  }

  #kept() {
    return JSON.parse(sessionStorage.getItem(this.#key("session")) ?? "null");
  }

  #keep({ token, account, nick_proposal }) {
    sessionStorage.setItem(this.#key("session"), JSON.stringify({ token, account, nick_proposal }));
  }

  #forget() {
    sessionStorage.removeItem(this.#key("session"));
  }

  #key(what) {
    return `nardy:${what}:${this.id}`;
  }
}
