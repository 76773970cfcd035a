// The page's visit: the server keeps the page's uploads under it until the page is closed.

import { ServerError, patiently, request } from './connection.js';

/** The interval of keep-alive requests, in milliseconds. */
const heartbeat = 15_000;

/** @type {Promise<string> | null} */
let visit = null;
/** The path of the open visit. */
let openPath = '';
/** @type {Set<() => void>} */
const listeners = new Set();

/** The path of the visit, which begins when it is first needed. */
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

/** Whether a visit has begun. */
export const hasVisit = () => visit !== null;

/**
 * Calls a listener when the server has ended the visit and deleted its uploads, for example after a restart.
 *
 * @param {() => void} listener
 */
export function onVisitEnd(listener) {
  listeners.add(listener);
}

/**
 * Runs an action within the visit, and once more within a new one if the server has ended the first.
 *
 * @template Value
 * @param {(path: string) => Promise<Value>} action called with the visit's path
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
 * Discards a visit that the server has ended, so that the next request begins a new one.
 *
 * @param {unknown} error the error of a request within the visit
 * @param {string} [path] the visit's path
 * @returns {boolean} whether the visit has ended
 */
export function noteEnd(error, path = openPath) {
  if (!(error instanceof ServerError) || !error.endsVisit) return false;
  // Several requests may fail at a time; only the first one discards the visit.
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
