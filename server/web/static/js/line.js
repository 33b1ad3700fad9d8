/**
 * A socket that outlives cuts: it says hello again, resumes every topic behind the last commit
 * that it has, and repeats unanswered commands under their own `command_id`.
 */

import { ApiError } from "./api.js";

const FINAL = new Set([4400, 4401, 4409, 4413]);
const PASSING = new Set(["unavailable", "busy", "rate_limited"]);
const HELLO = 0;
const RESUME = 1;
const LONGEST_PAUSE = 4000;
const HEARTBEAT = 10000;

export class Line extends EventTarget {
  /** Events: `state` with detail `open`, `lost` or `closed`; `refused` with a refusal to watch. */
  constructor(token) {
    super();
    this.token = token;
    this.state = "lost";
    this.ahead = 0;
    this.topics = new Map();
    this.feeds = new Map();
    this.questions = new Map();
    this.nextId = RESUME;
    this.pause = 200;
    this.#connect();
  }

  /** The server's clock, in milliseconds. */
  now() {
    return Date.now() + this.ahead;
  }

  /** Follow a topic: `heard(seq, commit, plays)` for every commit, in order, once. */
  watch(topic, heard) {
    this.topics.set(topic, { seq: -1, heard });
    if (this.state === "open") this.#send({ id: RESUME, do: "watch", topic, after: -1 });
  }

  /** Follow a feed: `changed(told)` for whatever is told from now on, and, without it, whenever
   * something may have been missed. */
  follow(topic, changed) {
    this.feeds.set(topic, changed);
    if (this.state === "open") this.#send({ id: RESUME, do: "watch", topic });
  }

  unwatch(topic) {
    this.topics.delete(topic);
    this.feeds.delete(topic);
    if (this.state === "open") this.#send({ id: RESUME, do: "unwatch", topic });
  }

  /** Give a command and wait for its answer, through whatever cuts. */
  command(verb, fields) {
    const id = (this.nextId += 1);
    const frame = { id, do: verb, command_id: crypto.randomUUID(), ...fields };
    return new Promise((resolve, reject) => {
      this.questions.set(id, { frame, resolve, reject });
      if (this.state === "open") this.#send(frame);
    });
  }

  close() {
    this.#end();
    this.socket.close();
  }

  #connect() {
    this.socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws`);
    this.socket.onopen = () => {
      this.#send({ id: HELLO, do: "hello", token: this.token, plays: "list", protocol: 1 });
    };
    this.socket.onmessage = (message) => this.#take(JSON.parse(message.data));
    this.socket.onclose = (event) => this.#lost(event.code);
  }

  #take(frame) {
    if (frame.commit) this.#push(frame);
    else if (frame.told) this.feeds.get(frame.topic)?.(frame.told);
    else if (frame.re === HELLO) this.#greeted(frame);
    else if (this.questions.has(frame.re)) this.#answered(frame);
    else if (frame.error && PASSING.has(frame.error.code)) this.socket.close();
    else if (frame.error) this.dispatchEvent(new CustomEvent("refused", { detail: new ApiError(frame.error) }));
    else if (frame.ok?.now) this.heard = true;
  }

  #greeted({ ok, error }) {
    if (error) {
      if (!PASSING.has(error.code)) this.#end();
      this.socket.close();
      return;
    }
    this.ahead = ok.now - Date.now();
    this.pause = 200;
    for (const [topic, { seq }] of this.topics) {
      this.#send({ id: RESUME, do: "watch", topic, after: seq });
    }
    for (const [topic, changed] of this.feeds) {
      this.#send({ id: RESUME, do: "watch", topic });
      changed();
    }
    for (const { frame } of this.questions.values()) this.#send(frame);
    this.#become("open");
    this.#beat();
  }

  #answered({ re, ok, error }) {
    const { frame, resolve, reject } = this.questions.get(re);
    if (error && PASSING.has(error.code)) {
      setTimeout(() => this.state === "open" && this.#send(frame), this.pause);
      return;
    }
    this.questions.delete(re);
    if (error) reject(new ApiError(error));
    else resolve(ok);
  }

  #push({ topic, seq, commit, plays }) {
    const watched = this.topics.get(topic);
    if (!watched || seq <= watched.seq) return;
    watched.seq = seq;
    watched.heard(seq, commit, plays ?? null);
  }

  /** A network that went away silently is noticed by an unanswered ping. */
  #beat() {
    clearInterval(this.beating);
    this.heard = true;
    this.beating = setInterval(() => {
      if (!this.heard) {
        this.socket.close();
        return;
      }
      this.heard = false;
      this.#send({ id: RESUME, do: "ping" });
    }, HEARTBEAT);
  }

  #lost(code) {
    clearInterval(this.beating);
    if (this.state === "closed") return;
    if (FINAL.has(code)) {
      this.#end();
      return;
    }
    this.#become("lost");
    setTimeout(() => this.state === "lost" && this.#connect(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  #end() {
    this.#become("closed");
    const gone = new ApiError({ code: "not_signed_in", message: "closed" });
    for (const { reject } of this.questions.values()) reject(gone);
    this.questions.clear();
  }

  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  #send(frame) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }
}
