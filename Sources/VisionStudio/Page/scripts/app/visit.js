// The page's visit: the server keeps the page's uploads under it until a while after the page is closed, so that a page
// that is loaded again finds them.

import { ServerError, patiently, request } from './connection.js';
import { tellProblem } from './dom.js';

/** The interval of requests that keep the visit and notice a stopped server, in milliseconds. */
const heartbeat = 5000;
/** The time in which the page of before a reload gives up its visit, in milliseconds. */
const patience = 1500;
/** Where a tab keeps its visit. */
const place = 'vision-visit';

/** @import { VisitContents } from './types.js' */

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
      take(opened.visit);
      hold(opened.visit);
      return openPath;
    })
    .catch((error) => {
      visit = null;
      throw error;
    });
  return visit;
}

/**
 * Continues the visit of before the page was loaded again.
 *
 * @returns {Promise<VisitContents | null>} what it holds; null if there is none
 */
export async function resumeVisit() {
  const id = sessionStorage.getItem(place);
  if (!id) return null;
  sessionStorage.removeItem(place);
  // A duplicated tab has a copy of the storage; the visit stays with the first one.
  if (!(await hold(id))) return null;
  try {
    const contents = await (await request(`/api/visits/${id}/contents`)).json();
    take(id);
    visit = Promise.resolve(openPath);
    return contents;
  } catch {
    tellProblem('The files of this page are gone: the server was restarted, or the page was closed for some time. '
      + 'Add them once more.');
    return null;
  }
}

/** @param {string} id */
function take(id) {
  openPath = `/api/visits/${id}`;
  sessionStorage.setItem(place, id);
}

/**
 * Locks a visit for as long as this page exists. Where a page may not lock, as over plain HTTP from another machine, it
 * counts as locked.
 *
 * @param {string} id
 * @returns {Promise<boolean>} whether no other page has it
 */
function hold(id) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks.request(`${place}-${id}`, { signal: AbortSignal.timeout(patience) }, () => {
      resolve(true);
      return new Promise(() => {});
    }).catch(() => resolve(false));
  });
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
    sessionStorage.removeItem(place);
    for (const listener of listeners) listener();
  }
  return true;
}

addEventListener('pagehide', () => {
  if (openPath) navigator.sendBeacon(`${openPath}/leave`);
});

/** Whether a heartbeat waits for the server; further ones would all be sent when it is back. */
let isBeating = false;

setInterval(() => {
  if (isBeating) return;
  isBeating = true;
  const path = openPath;
  const isWanted = () => path === openPath;
  patiently(() => request(path || '/page/logo.svg'), isWanted).catch((error) => noteEnd(error, path))
    .finally(() => { isBeating = false; });
}, heartbeat);
