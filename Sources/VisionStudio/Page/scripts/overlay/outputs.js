// How the outputs of the tasks are made up, as the server describes them: which categories they have, and which landmarks
// are joined by lines.

import { friendlyName } from './palette.js';

/** @import { Category, Offer, OutputFormat, ResultLine } from './types.js' */

/** @type {Map<string, OutputFormat>} */
const formats = new Map();

/** What is drawn of a line whose task is not known. @type {OutputFormat} */
const plain = { subject: { one: 'subject', several: 'subjects' }, categories: [], topology: [] };

/** @param {Offer} offer */
export function learnOutputs(offer) {
  for (const { name, output } of offer.tasks) formats.set(name, output);
}

/**
 * @param {ResultLine} result
 * @returns {OutputFormat}
 */
export const outputOf = (result) => formats.get(result.task) ?? plain;

/**
 * The best category of a subject.
 *
 * @param {ResultLine} result
 * @param {'name' | 'nameAndScore'} label how the category is shown
 * @param {number} number the subject's
 * @returns {Category | undefined}
 */
export function bestCategory(result, label, number) {
  const format = outputOf(result).categories.find((categories) => categories.label === label);
  return format && result[format.key]?.[number]?.[0];
}

/**
 * What is said of the whole picture: the best categories of a classifier's heads.
 *
 * @param {ResultLine} result
 * @returns {string[]}
 */
export const imageLabels = (result) =>
  outputOf(result).categories.flatMap(({ key }) => (result[key] ?? []).flatMap((list) => list.categories ?? []))
    .slice(0, 5).map((category) => `${friendlyName(category)} ${category.score.toFixed(2)}`);
