// Requests, with retries while the server does not answer.

import { announce, byId } from './dom.js';

/** The time between two attempts to reach a stopped server, in milliseconds. */
const pause = 1000;

/** An error with the server's message. The status is 0 if the server was not reached. */
export class ServerError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }

  /** Whether the server was not reached, or was restarted with another token, which its new address contains. */
  get isOffline() {
    return this.status === 0 || this.status === 401;
  }

  /** Whether the visit no longer exists on the server, for example after a restart. */
  get endsVisit() {
    return this.status === 404 && /session has ended/.test(this.message);
  }

  /** Whether an upload was refused for the file itself, so that it would be refused again. */
  get refusesFile() {
    return this.status === 413 || this.status === 422;
  }

  /** Whether an upload was refused for lack of room: too many files, or too little disk space. */
  get lacksRoom() {
    return this.status === 503;
  }

  /** Whether an uploaded file no longer exists on the server. */
  get endsFile() {
    return this.status === 404 && /^This file no longer exists/.test(this.message);
  }
}

export const notReached = () => new ServerError(0, 'The server does not answer.');

/** @param {string} path @param {RequestInit} [options] */
export async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw notReached();
  }
  if (response.ok) return response;
  const report = await response.json().catch(() => null);
  throw new ServerError(response.status, report?.error?.message ?? `The server answered ${response.status}.`);
}

/** @type {Promise<void> | null} */
let waiting = null;

/** Resolves once the server answers again; shows a banner until then. */
export function serverIsBack() {
  waiting ??= waitForServer().finally(() => { waiting = null; });
  return waiting;
}

async function waitForServer() {
  const banner = byId('banner');
  banner.textContent = 'The server does not answer. This page continues by itself once “vision studio” runs again.';
  banner.hidden = false;
  for (;;) {
    await new Promise((resolve) => { setTimeout(resolve, pause); });
    try {
      await request('/api/catalog');
      break;
    } catch (error) {
      // A server that was restarted with another token names the address to open.
      if (error instanceof ServerError && error.status !== 0) banner.textContent = error.message;
    }
  }
  banner.hidden = true;
  announce('The server answers again');
}

/**
 * Runs an action, and repeats it after the server was unreachable.
 *
 * @template Value
 * @param {() => Promise<Value>} action
 * @param {() => boolean} [isWanted] whether the result is still needed
 * @returns {Promise<Value>}
 */
export async function patiently(action, isWanted = () => true) {
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ServerError) || !error.isOffline || !isWanted()) throw error;
      await serverIsBack();
      if (!isWanted()) throw error;
    }
  }
}
