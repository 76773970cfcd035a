// This page's visit: under it the server keeps what the page sends, until the page is closed.

import { ServerError, patiently, request } from './connection.js';

/** How often the server hears that the page is open, in milliseconds. */
const heartbeat = 15_000;

/** @type {Promise<string> | null} */
let visit = null;
/** The path of the visit that is open. */
let openPath = '';
/** @type {Set<() => void>} */
const listeners = new Set();

/** The path of this page's visit, which is begun when it is first needed. */
export async function visitPath() {
  visit ??= request('/api/visits', { method: 'POST' })
    .then((response) => response.json())
    .then((opened) => {
      openPath = `/api/visits/${opened.visit}`;
      return openPath;
    })
    .catch((error) => {
      visit = null;
      throw error;
    });
  return visit;
}

/** Whether a visit was begun. */
export const hasVisit = () => visit !== null;

/**
 * Calls a listener when the server has ended the visit and all that was sent is gone, as after its restart.
 *
 * @param {() => void} listener
 */
export function onVisitEnd(listener) {
  listeners.add(listener);
}

/**
 * Does something within the visit, and where the server has ended that, once more within a new one.
 *
 * @template Value
 * @param {(path: string) => Promise<Value>} action gets the visit's path
 * @returns {Promise<Value>}
 */
export async function inVisit(action) {
  const path = await visitPath();
  try {
    return await action(path);
  } catch (error) {
    if (!noteEnd(error, path)) throw error;
    return action(await visitPath());
  }
}

/**
 * Forgets a visit that the server has ended, so that the next request begins another.
 *
 * @param {unknown} error what a request within the visit threw
 * @param {string} [path] the visit's path
 * @returns {boolean} whether the visit is over
 */
export function noteEnd(error, path = openPath) {
  if (!(error instanceof ServerError) || !error.endsVisit) return false;
  // Of several requests that hear it, only the first one ends it.
  if (path === openPath && visit) {
    visit = null;
    openPath = '';
    for (const listener of listeners) listener();
  }
  return true;
}

addEventListener('pagehide', () => {
  visit?.then((path) => navigator.sendBeacon(`${path}/close`)).catch(() => {});
  visit = null;
});

setInterval(() => {
  const path = openPath;
  if (visit && path) patiently(() => request(path), () => path === openPath).catch((error) => noteEnd(error, path));
}, heartbeat);
