/** By what somebody signs in, each to be let go. */

import { asked } from "./asked.js";
import { h } from "./dom.js";
import { t } from "./texts.js";

export class Logins {
  /** `changed` hears that the list is another one. */
  constructor(visit, changed) {
    Object.assign(this, { visit, changed });
  }

  list(identities) {
    return h("ul", { class: "logins" }, identities.map((identity) => this.#row(identity)));
  }

  #row(identity) {
    const { platform, kind, id } = identity;
    const unlink = async () => {
      this.visit.parting("logins.parted");
      try {
        await this.visit.api.post("/api/v1/me/identities/unlink", { platform, kind, id });
        this.changed();
      } catch (refusal) {
        this.visit.parting(null);
        this.visit.complain(refusal);
      }
    };
    return h("li", { class: "row" },
      h("span", { class: `door ${platform}` }, t(`door.${platform}`)),
      h("span", { class: "what id" }, id),
      asked({ ask: "logins.unlink", sure: "logins.sure", yes: "logins.yes" }, unlink));
  }
}
