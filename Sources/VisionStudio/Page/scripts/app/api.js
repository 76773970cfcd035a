// Everything that is said to the server.

/** @import { Offer, ChosenSettings, StoredFile, JobProgress, OwnModel } from './types.js' */

/** An error that the server explained. */
export class ServerError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new ServerError(0, 'The server does not answer.');
  }
  if (response.ok) return response;
  const report = await response.json().catch(() => null);
  throw new ServerError(response.status, report?.error?.message ?? `The server answered ${response.status}.`);
}

/** @param {unknown} value */
const json = (value) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });

/** @returns {Promise<Offer>} */
export async function loadOffer() {
  return (await request('/api/catalog')).json();
}

/**
 * @param {ChosenSettings} settings
 * @param {{kind: string, name?: string}} input
 * @param {string | undefined} modelName
 * @returns {Promise<{swift: string, commandLine: string}>}
 */
export async function loadCode(settings, input, modelName) {
  return (await request('/api/code', { method: 'POST', ...json({ settings, input, modelName }) })).json();
}

/** @type {Promise<string> | null} */
let visit = null;

/** The path of this page's visit, which is begun when it is first needed. */
export async function visitPath() {
  visit ??= request('/api/visits', { method: 'POST' })
    .then((response) => response.json())
    .then((opened) => `/api/visits/${opened.visit}`)
    .catch((error) => {
      visit = null;
      throw error;
    });
  return visit;
}

/** Forgets a visit that the server has ended, so that the next request begins another. */
export function forgetVisit() {
  visit = null;
}

addEventListener('pagehide', () => {
  visit?.then((path) => navigator.sendBeacon(`${path}/close`)).catch(() => {});
  visit = null;
});

setInterval(() => {
  visit?.then((path) => request(path)).catch((error) => {
    if (error.status === 404) forgetVisit();
  });
}, 60_000);

/** @param {ChosenSettings} settings */
export async function startLive(settings) {
  const start = async () => request(`${await visitPath()}/live`, { method: 'PUT', ...json(settings) });
  try {
    await start();
  } catch (error) {
    if (!(error instanceof ServerError) || !/visit is over/.test(error.message)) throw error;
    forgetVisit();
    await start();
  }
}

/**
 * @param {string} path the visit's
 * @param {{query: string, body: BodyInit}} frame
 */
export async function sendFrame(path, frame) {
  const response = await request(`${path}/live/frames?${frame.query}`, { method: 'POST', body: frame.body });
  return response.json();
}

export async function stopLive() {
  if (visit) await request(`${await visit}/live`, { method: 'DELETE' });
}

/**
 * Sends a file; `progress` hears the part that is gone, 0 to 1.
 *
 * @param {'files' | 'models'} kind
 * @param {File | Blob} file
 * @param {string} name
 * @param {(part: number) => void} progress
 * @returns {Promise<any>} a `StoredFile` or an `OwnModel`
 */
export async function upload(kind, file, name, progress) {
  const path = await visitPath();
  return new Promise((resolve, reject) => {
    // Unlike fetch it tells how far an upload has come.
    const transfer = new XMLHttpRequest();
    transfer.open('POST', `${path}/${kind}`);
    transfer.setRequestHeader('X-File-Name', encodeURIComponent(name));
    transfer.responseType = 'json';
    transfer.upload.onprogress = (event) => progress(event.lengthComputable ? event.loaded / event.total : 0);
    transfer.onerror = () => reject(new ServerError(0, 'The server does not answer.'));
    transfer.onload = () => {
      if (transfer.status === 201) return resolve(transfer.response);
      const message = transfer.response?.error?.message ?? `The server answered ${transfer.status}.`;
      if (/visit is over/.test(message)) forgetVisit();
      reject(new ServerError(transfer.status, message));
    };
    transfer.send(file);
  });
}

/** @param {string} path what to remove, within the visit */
export async function remove(path) {
  await request(`${await visitPath()}/${path}`, { method: 'DELETE' }).catch(() => {});
}

/**
 * @param {string} file
 * @param {ChosenSettings} settings
 * @returns {Promise<string>} the path of the run
 */
export async function startJob(file, settings) {
  const path = await visitPath();
  const begun = await (await request(`${path}/files/${file}/jobs`, { method: 'POST', ...json(settings) })).json();
  return `${path}/jobs/${begun.job}`;
}

/**
 * @param {string} job
 * @param {AbortSignal} signal ends the request once nobody asks for the answer
 * @returns {Promise<JobProgress>}
 */
export async function jobProgress(job, signal) {
  return (await request(job, { signal })).json();
}

/**
 * @param {string} job
 * @param {number} from the first byte
 * @param {AbortSignal} signal ends the request once nobody asks for the answer
 */
export async function jobLines(job, from, signal) {
  return (await request(`${job}/lines?from=${from}`, { signal })).text();
}
