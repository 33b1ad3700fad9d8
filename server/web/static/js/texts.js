/** Everything that is written on the page, in Russian and English. */

import { en } from "./texts-en.js";
import { ru } from "./texts-ru.js";

const LANGUAGES = { ru, en };
const KEPT = "nardy:language";

let current = localStorage.getItem(KEPT) ?? (navigator.language.startsWith("ru") ? "ru" : "en");
if (!(current in LANGUAGES)) current = "en";
document.documentElement.lang = current;

export const language = () => current;

/** The text of a key with its places filled in; the key itself where nothing is written. */
export function t(key, values = {}) {
  const text = LANGUAGES[current][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Speak another language from now on; whoever shows text hears the event. */
export function speak(name) {
  current = name;
  localStorage.setItem(KEPT, name);
  document.documentElement.lang = name;
  document.dispatchEvent(new Event("language"));
}
