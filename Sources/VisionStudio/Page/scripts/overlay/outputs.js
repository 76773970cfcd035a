// The structure of the tasks' outputs, as the server describes it: their categories, and the lines between landmarks.

/** @import { Category, Offer, OutputFormat, ResultLine } from './types.js' */

/** @type {Map<string, OutputFormat>} */
const formats = new Map();

/** @type {Map<string, import('./types.js').OutputFile[]>} */
const files = new Map();

/** The format of results of unknown tasks. @type {OutputFormat} */
const plain = { subject: { one: 'subject', several: 'subjects' }, categories: [], topology: [] };

/** @param {Offer} offer */
export function learnOutputs(offer) {
  for (const task of offer.tasks) {
    formats.set(task.name, task.output);
    files.set(task.name, task.files);
  }
}

/** The files of a task's results. @param {string} task */
export const outputFiles = (task) => files.get(task) ?? [];

/**
 * @param {ResultLine} result
 * @returns {OutputFormat}
 */
export const outputOf = (result) => formats.get(result.task) ?? plain;

/**
 * The category of a subject with the highest score.
 *
 * @param {ResultLine} result
 * @param {'name' | 'nameAndScore'} label how the category is shown
 * @param {number} number the index of the subject
 * @returns {Category | undefined}
 */
export function bestCategory(result, label, number) {
  const format = outputOf(result).categories.find((categories) => categories.label === label);
  return format && result[format.key]?.[number]?.[0];
}

/**
 * The text for the whole image: the best category of each classifier head.
 *
 * @param {ResultLine} result
 * @returns {string[]}
 */
export const imageLabels = (result) =>
  outputOf(result).categories.flatMap(({ key }) => (result[key] ?? []).flatMap((list) => list.categories ?? []))
    .slice(0, 5)
    .map(({ displayName, categoryName, index, score }) => `${displayName || categoryName || `#${index}`} ${score.toFixed(2)}`);
