// The user's own models.

import { upload } from './api.js';
import { visitPath } from './visit.js';

/** @import { ChosenSettings, OwnModel } from './types.js' */

/**
 * A model with its first id. In another visit the server has another id for it. A page that was loaded again has no file.
 *
 * @typedef {{model: OwnModel, file: File | null, serverId: string, visit: string, sending?: Promise<void>}} Kept
 */
/** @type {Kept[]} */
const models = [];

/** @param {OwnModel} model @param {File | null} file */
export async function addOwnModel(model, file) {
  models.push({ model, file, serverId: model.id, visit: await visitPath() });
}

/**
 * @param {string} id
 * @returns {string | undefined} the server's id for it
 */
export function removeOwnModel(id) {
  const place = models.findIndex(({ model }) => model.id === id);
  return place >= 0 ? models.splice(place, 1)[0].serverId : undefined;
}

/**
 * The settings with the server's ids. Uploads a model again if the visit is a new one.
 *
 * @param {ChosenSettings} settings
 * @returns {Promise<ChosenSettings>}
 */
export async function settingsForServer(settings) {
  const kept = models.find(({ model }) => model.id === settings.model);
  if (!kept) return settings;
  if (kept.visit !== await visitPath()) {
    kept.sending ??= send(kept).finally(() => { kept.sending = undefined; });
    await kept.sending;
  }
  return { ...settings, model: kept.serverId };
}

/** @param {Kept} kept */
async function send(kept) {
  if (!kept.file) throw new Error(`The server no longer has ${kept.model.name}. Add it once more on the models screen.`);
  const { id } = /** @type {OwnModel} */ (await upload('models', kept.file, kept.model.name, () => {}));
  kept.serverId = id;
  kept.visit = await visitPath();
}

/** @param {string} task */
export const ownModels = (task) => models.map(({ model }) => model)
  .filter((model) => model.fits.some((fit) => fit.task === task && fit.fits));

/** @param {string} id */
export const ownModelName = (id) => models.find(({ model }) => model.id === id)?.model.name;
