/**
 * `dice.zip` made anew, byte for byte as the service makes it: a ZIP file with one stored member,
 * encrypted with AES-256 in the AE-2 form of WinZip. If its digest is the one that was sealed, the
 * service had bound itself to these dice and no others.
 */

import { concat, fromHex, hmac, utf8 } from "./bytes.js";

const MEMBER = "dices.txt";
const ROLLS = 2048;
const ROUNDS = 1000;
const BLOCK = 16;
const KEY = 32;
const DAY = ((2000 - 1980) << 9) | (1 << 5) | 1;
const EXTRA = concat(u16(0x9901, 7, 2), utf8("AE"), Uint8Array.of(3), u16(0));

/** The bytes of the archive of a stream of dice, under the secret and the password in the log. */
export async function diceArchive(stream, secret, password) {
  const pairs = await Promise.all(Array.from({ length: ROLLS }, (_, n) => stream.pair(n)));
  const text = pairs.map(([first, second], n) => `${String(n).padStart(4, "0")} ${first} ${second}\n`).join("");
  const salted = await (await hmac("SHA-256", fromHex(secret)))(utf8("nardy-archive-salt/1"));
  return zipped(utf8(text), await encrypted(utf8(text), utf8(password), salted.slice(0, BLOCK)));
}

/** Salt, password check, encrypted text, authentication code: the member as it is stored. */
async function encrypted(text, password, salt) {
  const base = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  const derived = { name: "PBKDF2", hash: "SHA-1", salt, iterations: ROUNDS };
  const keys = new Uint8Array(await crypto.subtle.deriveBits(derived, base, 8 * (2 * KEY + 2)));
  const hidden = await counted(text, keys.slice(0, KEY));
  const code = await (await hmac("SHA-1", keys.slice(KEY, 2 * KEY)))(hidden);
  return concat(salt, keys.slice(2 * KEY), hidden, code.slice(0, 10));
}

/** AES in counter mode with the format's own counter, little endian from 1: block by block. */
async function counted(text, raw) {
  const key = await crypto.subtle.importKey("raw", raw, "AES-CTR", false, ["encrypt"]);
  const blocks = Array.from({ length: Math.ceil(text.length / BLOCK) }, (_, n) => {
    const counter = new Uint8Array(BLOCK);
    new DataView(counter.buffer).setUint32(0, n + 1, true);
    const way = { name: "AES-CTR", counter, length: 64 };
    return crypto.subtle.encrypt(way, key, text.subarray(BLOCK * n, BLOCK * (n + 1)));
  });
  return concat(...(await Promise.all(blocks)).map((block) => new Uint8Array(block)));
}

function zipped(text, body) {
  const entry = concat(
    u16(51, 1, 99, 0, DAY), u32(0, body.length, text.length), u16(MEMBER.length, EXTRA.length));
  const local = concat(utf8("PK\x03\x04"), entry, utf8(MEMBER), EXTRA, body);
  const nothing = concat(u16(0, 0, 0), u32(0, 0));
  const directory = concat(utf8("PK\x01\x02"), u16(51), entry, nothing, utf8(MEMBER), EXTRA);
  const end = concat(utf8("PK\x05\x06"), u16(0, 0, 1, 1), u32(directory.length, local.length), u16(0));
  return concat(local, directory, end);
}

function u16(...numbers) {
  return concat(...numbers.map((number) => Uint8Array.of(number & 255, number >> 8)));
}

function u32(...numbers) {
  return concat(...numbers.map((number) => u16(number & 65535, number >>> 16)));
}
