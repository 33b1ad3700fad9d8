/** Numbers and days as the language that is spoken writes them. */

import { language } from "./texts.js";

const number = (digits) => new Intl.NumberFormat(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const whole = (value) => number(0).format(value);

/** A number with so many digits behind the point; no minus before a nought. */
export const decimal = (value, digits) => number(digits).format(value).replace(/^[-−](?=[0.,]+$)/, "");

/** A day as `YYYY-MM-DD`, in words. */
export const date = (day) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
