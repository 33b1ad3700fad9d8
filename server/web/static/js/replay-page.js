/** The page of one match, at `/matches/ID`; the number behind `#` is the frame that is shown. */

import { Api, ApiError } from "./api.js";
import { enterAsGuest, knownGuest } from "./doors.js";
import { fill, h } from "./dom.js";
import { Replay } from "./replay.js";
import { SavedMatch } from "./saved-match.js";
import { forget, keep, people } from "./sessions.js";
import { language, speak, t } from "./texts.js";

const LOOK_EVERY = 2000;
const COMMITS = 500;

const header = document.querySelector("#top");
const stage = document.querySelector("#replay");
const id = location.pathname.match(/[0-9a-f-]{36}$/)?.[0] ?? null;
let replay = null;
let drawDoor = () => {};

/** Show a match: `api` answers for it, `account` looks. */
async function show(api, account, match) {
  const view = await api.get(`/api/v1/matches/${match}`);
  const names = new Map(view.players.map((player, seat) => [player, view.nicks?.[seat]]));
  const nameOf = (player) => names.get(player) ?? t("player", { id: (player ?? "").slice(-4) });
  const visit = { api, account, nameOf, complain };
  const shown = new Replay(visit, match, {
    downloads: id && ((name) => download(api, match, name)),
    moved: (n) => history.replaceState(null, "", `#${n}`),
  });
  await readOn(api, shown);
  const asked = Number.parseInt(location.hash.slice(1), 10);
  if (!Number.isNaN(asked)) shown.show(asked);
  else if (view.over) shown.show(0);
  replay = shown;
  drawDoor = () => {};
  document.title = view.players.map(nameOf).join(" — ");
  fill(stage, replay.root);
  stage.setAttribute("aria-busy", "false");
  if (!view.over) follow(api);
}

/** Read all commits behind those that are known. */
async function readOn(api, shown) {
  for (let more = true; more;) {
    const path = `/api/v1/matches/${shown.match}/commits?after=${shown.reel.seq}&limit=${COMMITS}`;
    const { commits, next } = await api.get(path);
    if (commits.length) shown.add(commits);
    more = next !== null;
  }
}

/** A match that is being played is looked at again and again, while somebody sees the page. */
function follow(api) {
  const looking = setInterval(async () => {
    if (document.hidden) return;
    await readOn(api, replay).catch(complain);
    if (replay.reel.scene.result) clearInterval(looking);
  }, LOOK_EVERY);
}

async function download(api, match, name) {
  const bytes = await api.bytes(`/api/v1/matches/${match}/${name}`).catch(complain);
  if (!bytes) return;
  const address = URL.createObjectURL(new Blob([bytes]));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

function complain(refusal) {
  const told = h("p", { class: "complaint", role: "alert" }, refusal.message);
  stage.querySelector(".complaint")?.remove();
  stage.prepend(told);
}

/** As whoever is signed in in this tab, else as the guest of this browser; else ask. */
async function enter() {
  for (const { id: pane, session } of people()) {
    if (await tried(new Api(session.token), session.account.id)) return;
    forget(pane);
  }
  if (knownGuest()) await enterGuest();
  else askToEnter();
}

/** Whether it was shown, or refused for good; false where the session has ended. */
async function tried(api, account) {
  try {
    await show(api, account, id);
  } catch (refusal) {
    if (refusal instanceof ApiError && refusal.status === 401) return false;
    refuse(refusal);
  }
  return true;
}

async function enterGuest() {
  try {
    const session = await enterAsGuest();
    keep("guest", session);
    await tried(new Api(session.token), session.account.id);
  } catch (refusal) {
    refuse(refusal);
  }
}

function askToEnter() {
  drawDoor = () => fill(stage,
    h("p", { class: "lead" }, t("replay.lead")),
    h("button", { type: "button", class: "main", onclick: enterGuest }, t("replay.enter")));
  drawDoor();
}

function refuse(refusal) {
  drawDoor = () => fill(stage,
    h("p", { class: "complaint", role: "alert" }, refusal.message),
    h("button", { type: "button", onclick: () => location.reload() }, t("pane.again")));
  drawDoor();
}

/** A log that somebody has kept, and his `dice.zip` if he has it: nothing of it is sent. */
function askForFile() {
  const log = h("input", { type: "file", accept: ".json,.zip", name: "log" });
  const archive = h("input", { type: "file", accept: ".zip", name: "archive" });
  const open = async () => {
    const saved = await SavedMatch.of(log.files[0], archive.files[0]).catch(complain);
    // A log may lack anything once somebody has changed it, and then cannot be shown.
    if (saved) await show(saved, null, saved.match).catch(() => complain(new Error(t("saved.strange"))));
  };
  const button = h("button", { type: "button", class: "main", disabled: true, onclick: open });
  const place = { log: h("span"), archive: h("span"), lead: h("p", { class: "lead" }) };
  log.addEventListener("change", () => { button.disabled = !log.files.length; });
  fill(stage, h("div", { class: "saved" }, place.lead,
    h("label", {}, place.log, log), h("label", {}, place.archive, archive), button));
  drawDoor = () => {
    fill(place.lead, t("saved.lead"));
    fill(place.log, t("saved.log"));
    fill(place.archive, t("saved.archive"));
    fill(button, t("saved.open"));
  };
  drawDoor();
}

function drawHeader() {
  if (!replay) document.title = t("replay.title");
  fill(header,
    h("h1", {}, t("replay.title")),
    h("a", { href: "/" }, t("stats.back")),
    h("button", {
      type: "button", class: "quiet", lang: language() === "ru" ? "en" : "ru",
      onclick: () => speak(language() === "ru" ? "en" : "ru"),
    }, t("language.other")));
}

document.addEventListener("language", () => {
  drawHeader();
  drawDoor();
  replay?.render();
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, select, textarea");
  if (!replay || typing || event.altKey || event.ctrlKey || event.metaKey) return;
  if (replay.press(event.key)) event.preventDefault();
});

window.addEventListener("hashchange", () => {
  const asked = Number.parseInt(location.hash.slice(1), 10);
  if (replay && !Number.isNaN(asked) && asked !== replay.shown) replay.show(asked);
});

drawHeader();
if (id) enter();
else askForFile();
