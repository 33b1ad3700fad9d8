/** The start of the page: by a platform's launch, in the demo, by a door of its own, as a guest. */

import { demoPeople, enter, enterAsGuest, enterDemo, forgetLaunch, launchHere } from "./doors.js";
import { fill, h } from "./dom.js";
import { comeBackHere, doorsOffered, enterByReturn } from "./page-doors.js";
import { Pane } from "./pane.js";
import { SignIn } from "./sign-in.js";
import { language, speak, t } from "./texts.js";

const OPEN = "nardy:panes";
const LAUNCHED = ["vk", "vk_game", "ok", "telegram"];

const names = new Map();
const panes = new Map();
const header = document.querySelector("#top");
const door = document.querySelector("#door");
const stage = document.querySelector("#panes");

function openPane(person) {
  if (panes.has(person.id)) {
    panes.get(person.id).root.scrollIntoView({ behavior: "smooth" });
    return;
  }
  const pane = new Pane({ names, ...person }, () => {
    panes.delete(person.id);
    remember();
    drawDoor();
  });
  panes.set(person.id, pane);
  stage.append(pane.root);
  remember();
  drawDoor();
}

/** A reload of the window opens the same panes again. */
function remember() {
  sessionStorage.setItem(OPEN, JSON.stringify([...panes.keys()]));
}

function remembered() {
  return JSON.parse(sessionStorage.getItem(OPEN) ?? "[]");
}

let drawDoor = () => {};

function atDemo(people) {
  const persons = new Map(people.map((person) => [`${person.door}:${person.user}`, person]));
  const open = (id) => {
    const person = persons.get(id);
    openPane({ id, title: person.name, door: person.door, enter: () => enterDemo(person) });
  };
  const card = ([id, person]) => h("li", { class: panes.has(id) ? "card open" : "card" },
    h("span", { class: `door ${person.door}` }, t(`door.${person.door}`)),
    h("strong", {}, person.name),
    h("button", {
      type: "button", class: panes.has(id) ? null : "main", "data-person": id, onclick: () => open(id),
    }, t(panes.has(id) ? "demo.show" : "demo.here")),
    person.url && h("a", { href: person.url, target: "_blank", rel: "noopener" }, t("demo.tab")));
  drawDoor = () => fill(door,
    h("p", { class: "lead" }, t("demo.lead")),
    h("ul", { class: "cards" }, [...persons].map(card)));
  remembered().filter((id) => persons.has(id)).forEach(open);
}

/** The platform's launch is used once; after a reload the session of this visit goes on. */
function atPlatform(platform, enterHere, ended = null) {
  openPane({ id: platform, title: t(`door.${platform}`), door: platform, enter: enterHere, ended });
}

function atOwnDoors(doors, returned) {
  const ended = (why) => signIn.complain(why);
  const guest = { id: "guest", title: t("door.guest"), door: "guest", enter: enterAsGuest, ended };
  const signIn = new SignIn(doors, (which, session) => atPlatform(which, () => Promise.resolve(session), ended));
  drawDoor = () => {
    signIn.render();
    fill(door, panes.size ? [] : [
      h("p", { class: "lead" }, t("guest.lead")),
      signIn.root,
      h("button", { type: "button", class: doors.length ? null : "main", onclick: () => openPane(guest) }, t("guest.enter"))]);
  };
  const before = remembered()[0];
  if (returned) enterByReturn(returned).then((session) => signIn.opened(returned.door, session), (refusal) => signIn.complain(refusal));
  else if (before === "guest") openPane(guest);
  else if (doors.includes(before)) atPlatform(before, () => Promise.reject(new Error(t("line.closed"))), ended);
}

function drawHeader() {
  document.title = t("title");
  fill(header, h("h1", {}, t("title")), h("a", { href: "/dice" }, t("stats.link")), h("button", {
    type: "button", class: "quiet", lang: language() === "ru" ? "en" : "ru",
    onclick: () => speak(language() === "ru" ? "en" : "ru"),
  }, t("language.other")));
}

async function start() {
  drawHeader();
  const launch = launchHere();
  const returned = comeBackHere();
  if (returned) forgetLaunch();
  if (launch) {
    forgetLaunch();
    atPlatform(launch.door, () => enter(launch));
  } else if (LAUNCHED.includes(remembered()[0])) {
    atPlatform(remembered()[0], () => Promise.reject(new Error(t("line.closed"))));
  } else {
    const people = await demoPeople();
    if (people) atDemo(people);
    else atOwnDoors(await doorsOffered(), returned);
  }
  drawDoor();
}

document.addEventListener("language", () => {
  drawHeader();
  drawDoor();
  panes.forEach((pane) => pane.render());
});

start();
