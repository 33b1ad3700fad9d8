/** Signing in where no platform has launched the page: what this browser keeps meanwhile. */

import { Api } from "./api.js";
import { enter, knownDevice, newKey } from "./doors.js";

const LOGIN = "nardy:login";

/** The doors that are open here, besides that for guests. */
export async function doorsOffered() {
  const { doors } = await new Api().get("/api/v1/doors").catch(() => ({ doors: [] }));
  return doors;
}

/** What a platform has sent this browser back with, if the page was opened so. */
export function comeBackHere(place = location) {
  const door = /^\/auth\/([a-z_]+)\/return$/.exec(place.pathname)?.[1];
  return door ? { door, query: place.search.slice(1) } : null;
}

/** Leave for the page of a platform, to say there who one is. */
export async function leaveFor(door) {
  const { url } = await new Api().post("/api/v1/doors/login", { door, key: begin() });
  location.assign(url);
}

/** Sign in by what was brought back. */
export function enterByReturn({ door, query }) {
  return comeBack(door, query);
}

/** Have a code sent; it is good in this browser alone. */
export function sendCode(address) {
  return new Api().post("/api/v1/doors/email", { address, key: begin() });
}

/** Sign in by the code of a letter. */
export function enterByCode(code) {
  return comeBack("email", code);
}

/** A login begins with a key that only this browser knows, and that outlives the tab. */
function begin() {
  const key = newKey();
  localStorage.setItem(LOGIN, key);
  return key;
}

/** Come back with proof; a guest brings his progress along. */
async function comeBack(door, launch) {
  const session = await enter({ door, launch, nonce: localStorage.getItem(LOGIN) ?? "", guest: knownDevice() });
  localStorage.removeItem(LOGIN);
  return session;
}
