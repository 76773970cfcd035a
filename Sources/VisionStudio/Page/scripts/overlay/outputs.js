// The parts of the tasks' outputs, as the server describes them.

/** @import { Category, Offer, OutputFormat, PartFormat, ResultLine } from './types.js' */

/** @type {Map<string, OutputFormat>} */
const formats = new Map();

/** @type {Map<string, import('./types.js').OutputFile[]>} */
const files = new Map();

/** The format of results of unknown tasks. @type {OutputFormat} */
const plain = { subject: { one: 'subject', several: 'subjects' }, parts: [] };

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
 * The subjects of a part: its list, or the list of one whose part is of one subject.
 *
 * @param {ResultLine} result
 * @param {PartFormat} part
 * @returns {any[]}
 */
export function subjectsOf(result, { key, isSingle }) {
  const list = result[key] ?? [];
  return isSingle ? [list].filter(({ length }) => length) : list;
}

/**
 * The categories with a label.
 *
 * @param {ResultLine} result
 * @param {'name' | 'nameAndScore' | 'bars'} label how the categories are shown
 * @returns {PartFormat | undefined}
 */
export const categoriesWith = (result, label) => outputOf(result).parts.find((part) => part.label === label);

/**
 * The category of a subject with the highest score.
 *
 * @param {ResultLine} result
 * @param {'name' | 'nameAndScore'} label how the category is shown
 * @param {number} number the index of the subject
 * @returns {Category | undefined}
 */
export function bestCategory(result, label, number) {
  const part = categoriesWith(result, label);
  return part && result[part.key]?.[number]?.[0];
}
