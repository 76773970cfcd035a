// All requests to the server.

import { ServerError, notReached, request } from './connection.js';
import { hasVisit, inVisit, visitPath } from './visit.js';

/** @import { Offer, ChosenSettings, StoredFile, JobProgress, OwnModel } from './types.js' */

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
 * @returns {Promise<{swift: string, commandLine: string, warnings: string[]}>}
 */
export async function loadCode(settings, input, modelName) {
  return (await request('/api/code', { method: 'POST', ...json({ settings, input, modelName }) })).json();
}

/**
 * Starts the download of a model, or asks how far it is.
 *
 * @param {string} model
 * @param {'POST' | 'GET'} method
 * @returns {Promise<{state: 'running' | 'done' | 'failed', completedBytes: number, totalBytes: number, message?: string}>}
 */
export async function fetchModel(model, method) {
  return (await request(`/api/models/${encodeURIComponent(model)}/fetch`, { method })).json();
}

/** @param {() => Promise<ChosenSettings>} settings called again for a new visit */
export async function startLive(settings) {
  await inVisit(async (path) => request(`${path}/live`, { method: 'PUT', ...json(await settings()) }));
}

/**
 * @param {string} path the visit's path
 * @param {{query: string, body: BodyInit}} frame
 */
export async function sendFrame(path, frame) {
  const response = await request(`${path}/live/frames?${frame.query}`, { method: 'POST', body: frame.body });
  return response.json();
}

export async function stopLive() {
  if (hasVisit()) await request(`${await visitPath()}/live`, { method: 'DELETE' });
}

/**
 * Uploads a file and reports the sent fraction, 0 to 1.
 *
 * @param {'files' | 'models'} kind
 * @param {File | Blob} file
 * @param {string} name
 * @param {(part: number) => void} progress
 * @param {AbortSignal} [signal] ends the upload when the file is no longer needed
 * @returns {Promise<any>} a `StoredFile` or an `OwnModel`
 */
export function upload(kind, file, name, progress, signal) {
  return inVisit((path) => new Promise((resolve, reject) => {
    // fetch does not report the progress of an upload.
    const transfer = new XMLHttpRequest();
    transfer.open('POST', `${path}/${kind}`);
    transfer.setRequestHeader('X-File-Name', encodeURIComponent(name));
    transfer.responseType = 'json';
    transfer.upload.onprogress = (event) => progress(event.lengthComputable ? event.loaded / event.total : 0);
    transfer.onerror = async () => {
      // A folder, and a file that was changed or removed since, fail in the same way as a server that is gone.
      const isReadable = await file.slice(0, 1).arrayBuffer().then(() => true, () => false);
      if (!isReadable) return reject(new Error(`${name} cannot be read. Is it a folder, or was it changed?`));
      // WebKit does not read the answer of a server that refuses a file before it has all of it, as without room.
      const isThere = await request('/api/catalog').then(() => true, () => false);
      reject(isThere
        ? new ServerError(503, `The server did not take all of ${name}. Is there room for it? Remove other files and try again.`)
        : notReached());
    };
    transfer.onabort = () => reject(new Error(`${name} was removed.`));
    signal?.addEventListener('abort', () => transfer.abort());
    transfer.onload = () => {
      if (transfer.status === 201) return resolve(transfer.response);
      const message = transfer.response?.error?.message ?? `The server answered ${transfer.status}.`;
      reject(new ServerError(transfer.status, message));
    };
    transfer.send(file);
  }));
}

/** @returns {Promise<import('./types.js').Lesson>} */
export async function loadLesson() {
  return (await request(`${await visitPath()}/training`)).json();
}

/**
 * Adds an example of a gesture. One of a visit that has ended is lost, as are those before it.
 *
 * @param {string} name
 * @param {{query: string, body: BodyInit}} frame
 * @returns {Promise<{hasHand: boolean, count: number}>}
 */
export async function sendExample(name, frame) {
  const query = `name=${encodeURIComponent(name)}&${frame.query}`;
  return (
    await request(`${await visitPath()}/training/examples?${query}`, { method: 'POST', body: frame.body })).json();
}

/** @param {string} name */
export async function removeExamples(name) {
  await request(`${await visitPath()}/training/examples?name=${encodeURIComponent(name)}`, { method: 'DELETE' });
}

/** @returns {Promise<import('./types.js').Lesson>} */
export async function startTraining() {
  return (await request(`${await visitPath()}/training/run`, { method: 'POST' })).json();
}

export async function endLesson() {
  if (hasVisit()) await request(`${await visitPath()}/training`, { method: 'DELETE' });
}

/** @param {string} path the path to delete, within the visit */
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
 * @param {AbortSignal} signal aborts the request when its answer is no longer needed
 * @returns {Promise<JobProgress>}
 */
export async function jobProgress(job, signal) {
  return (await request(job, { signal })).json();
}

/**
 * @param {string} job
 * @param {number} from the offset of the first byte
 * @param {AbortSignal} signal aborts the request when its answer is no longer needed
 */
export async function jobLines(job, from, signal) {
  return (await request(`${job}/lines?from=${from}`, { signal })).text();
}
