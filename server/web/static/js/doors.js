/** How somebody comes in: launched by a platform, by the demo, or as a guest. */

import { Api } from "./api.js";

const DEVICE = "nardy:device";

/** The platform's launch in the page's own address, if it was opened by one. */
export function launchHere(place = location) {
  const query = new URLSearchParams(place.search);
  const launch = place.search.slice(1);
  if (query.has("vk_app_id") && query.has("sign")) return { door: "vk", launch };
  if (query.has("viewer_id") && query.has("sign_keys")) return { door: "vk_game", launch };
  if (query.has("logged_user_id") && query.has("auth_sig")) return { door: "ok", launch };
  const telegram = new URLSearchParams(place.hash.slice(1)).get("tgWebAppData");
  return telegram ? { door: "telegram", launch: telegram } : null;
}

/** Take the launch, or what was brought back, out of the address, so that it is not shared with it. */
export function forgetLaunch() {
  history.replaceState(null, "", "/");
}

/** The people of the demo; null where the service is no demo. */
export async function demoPeople() {
  const answer = await fetch("/demo/launches");
  return answer.ok ? (await answer.json()).people : null;
}

/** Sign one of the demo's people in, as his platform would launch the game for him. */
export async function enterDemo({ door, user }) {
  const nonce = door === "facebook" ? (await new Api().post("/api/v1/sessions/nonce")).nonce : "";
  const query = new URLSearchParams({ nonce });
  const { launch } = await new Api().get(`/demo/launches/${door}/${user}?${query}`);
  return enter(nonce ? { door, launch, nonce } : { door, launch });
}

/** Sign in with a launch: `{token, account}`; `guest` is the device token of who was one. */
export function enter({ door, launch, nonce, guest }) {
  return new Api().post("/api/v1/sessions", { platform: door, launch, ...(nonce && { nonce }), ...(guest && { guest }) });
}

/** Sign in as a guest; the device token is this browser's own. */
export function enterAsGuest() {
  return enter({ door: "guest", launch: deviceToken() });
}

/** The device token with which this browser has played as a guest before; null where it has not. */
export const knownDevice = () => localStorage.getItem(DEVICE);

/** Whether this browser has played as a guest before. */
export const knownGuest = () => knownDevice() !== null;

/** A word that nobody can guess. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

function deviceToken() {
  const token = knownDevice() ?? newKey();
  localStorage.setItem(DEVICE, token);
  return token;
}
