// Requests, and what happens while the server does not answer.

import { announce, byId } from './dom.js';

/** How long to wait between two tries to reach a server that has stopped, in milliseconds. */
const pause = 1000;

/** An error that the server explained, or status 0 for a server that was not reached. */
export class ServerError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }

  /** Whether the server was not reached, or was started anew with another token, which its new address brings. */
  get isOffline() {
    return this.status === 0 || this.status === 401;
  }

  /** Whether the server does not know the visit any more, as after a restart. */
  get endsVisit() {
    return this.status === 404 && /session has ended/.test(this.message);
  }
}

export const notReached = () => new ServerError(0, 'The server does not answer.');

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
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

/** Resolves once the server answers again; until then a banner says so. */
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
      // A server that was started with another token says what to open.
      if (error instanceof ServerError && error.status !== 0) banner.textContent = error.message;
    }
  }
  banner.hidden = true;
  announce('The server answers again');
}

/**
 * Does something, and does it again after a time without the server.
 *
 * @template Value
 * @param {() => Promise<Value>} action
 * @param {() => boolean} [isWanted] whether it is still worth a try
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
