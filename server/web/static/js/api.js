/** The service over HTTP. */

import { language } from "./texts.js";

export class ApiError extends Error {
  constructor({ code, message, details }, status) {
    super(message);
    this.code = code;
    this.details = details ?? {};
    this.status = status;
  }
}

/** Requests of one person, or of nobody while `token` is null. */
export class Api {
  constructor(token = null) {
    this.token = token;
  }

  get(path) {
    return this.#ask("GET", path);
  }

  post(path, body = {}) {
    return this.#ask("POST", path, body);
  }

  delete(path) {
    return this.#ask("DELETE", path);
  }

  /** The bytes behind a path. */
  async bytes(path) {
    return new Uint8Array(await (await this.#fetch("GET", path)).arrayBuffer());
  }

  async #ask(method, path, body) {
    const answer = await this.#fetch(method, path, body);
    return answer.status === 204 ? null : answer.json();
  }

  async #fetch(method, path, body) {
    const headers = { "Accept-Language": language() };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => null);
    const unknown = { code: "internal", message: `HTTP ${answer.status}` };
    throw new ApiError(problem?.error ?? unknown, answer.status);
  }
}
