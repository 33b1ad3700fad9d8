/** Numbers and days as the language that is spoken writes them. */

import { language } from "./texts.js";

const number = (digits) => new Intl.NumberFormat(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const whole = (value) => number(0).format(value);

/** A number with so many digits behind the point; no minus before a nought. */
export const decimal = (value, digits) => number(digits).format(value).replace(/^[-−](?=[0.,]+$)/, "");

/** A day as `YYYY-MM-DD`, in words. */
export const date = (day) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));

const at = (millis, style) => new Intl.DateTimeFormat(language(), style).format(new Date(millis));

/** The day of a moment, in the zone of whoever reads it; short, for a table. */
export const day = (millis) => at(millis, { dateStyle: language() === "ru" ? "short" : "medium" });

/** A moment, in the zone of whoever reads it. */
export const moment = (millis) => at(millis, { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

/** The time of day of a moment, in the zone of whoever reads it. */
export const timeOfDay = (millis) => at(millis, { hour: "2-digit", minute: "2-digit" });
