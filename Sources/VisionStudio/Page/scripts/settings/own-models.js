// The models that the visitor brought.

/** @import { OwnModel } from './types.js' */

/** @type {OwnModel[]} */
const models = [];

/** @param {OwnModel} model */
export function addOwnModel(model) {
  models.push(model);
}

/** @param {string} id */
export function removeOwnModel(id) {
  const place = models.findIndex((model) => model.id === id);
  if (place >= 0) models.splice(place, 1);
}

/** @param {string} task */
export const ownModels = (task) =>
  models.filter((model) => model.fits.some((fit) => fit.task === task && fit.fits));

/** @param {string} id */
export const ownModelName = (id) => models.find((model) => model.id === id)?.name;
