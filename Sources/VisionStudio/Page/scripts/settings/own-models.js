// The models that the visitor brought.

import { upload } from './api.js';
import { visitPath } from './visit.js';

/** @import { ChosenSettings, OwnModel } from './types.js' */

/**
 * A model under the name that it had first; in another visit the server knows it by another one.
 *
 * @typedef {{model: OwnModel, file: File, serverId: string, visit: string, sending?: Promise<void>}} Kept
 */
/** @type {Kept[]} */
const models = [];

/**
 * @param {OwnModel} model
 * @param {File} file
 */
export async function addOwnModel(model, file) {
  models.push({ model, file, serverId: model.id, visit: await visitPath() });
}

/**
 * @param {string} id
 * @returns {string | undefined} the server's name for it
 */
export function removeOwnModel(id) {
  const place = models.findIndex(({ model }) => model.id === id);
  return place >= 0 ? models.splice(place, 1)[0].serverId : undefined;
}

/**
 * The settings as the server knows them: a model of one's own goes up again where the visit is another one.
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
  const { id } = /** @type {OwnModel} */ (await upload('models', kept.file, kept.model.name, () => {}));
  kept.serverId = id;
  kept.visit = await visitPath();
}

/** @param {string} task */
export const ownModels = (task) => models.map(({ model }) => model)
  .filter((model) => model.fits.some((fit) => fit.task === task && fit.fits));

/** @param {string} id */
export const ownModelName = (id) => models.find(({ model }) => model.id === id)?.model.name;
