// Results as text, for cards, tables, timelines and screen readers.

import { bestCategory, outputOf } from './outputs.js';
import { categoryColor, friendlyName, labelColor, paletteColor } from './palette.js';

/** @import { ResultLine } from './types.js' */

/**
 * @typedef {{name: string, score: number | null, detail: string, color: string, lane: string}} ResultItem
 */

/**
 * @param {ResultLine} result
 * @returns {ResultItem[]}
 */
export function resultItems(result) {
  if (result.detections) return result.detections.map((detection, number) => object(detection, number));
  if (result.landmarks) return result.landmarks.map((points, number) => figure(result, points, number));
  // Categories, or the heads of a classifier with categories.
  return outputOf(result).categories.flatMap(({ key, title }) =>
    (result[key] ?? []).flatMap((list) => list.categories ?? list).map((category) => label(category, title)));
}

/**
 * A subject with landmarks, named by its scored category if the task has one, else by its name, else by its number.
 *
 * @param {ResultLine} result
 * @param {import('./types.js').Point[]} points
 * @param {number} number
 * @returns {ResultItem}
 */
function figure(result, points, number) {
  const { subject, categories } = outputOf(result);
  const kind = bestCategory(result, 'name', number);
  const own = kind ? `${kind.categoryName} ${subject.one}` : capitalized(subject.one);
  const scored = categories.find(({ label: shown }) => shown === 'nameAndScore');
  if (scored) {
    const best = bestCategory(result, 'nameAndScore', number);
    const name = best ? friendlyName(best) : scored.missingText ?? own;
    const detail = kind ? `${own} ${kind.score.toFixed(2)}` : own;
    return { name, score: best?.score ?? null, detail, color: labelColor(name), lane: name };
  }
  if (categories.some(({ label: shown }) => shown === 'name')) {
    const detail = `${points.length} landmarks`;
    return { name: own, score: kind?.score ?? null, detail, color: paletteColor(number), lane: own };
  }
  const name = `${own} ${number + 1}`;
  return { name, score: null, detail: visibility(points), color: paletteColor(number), lane: name };
}

/** @param {import('./types.js').Point[]} points */
function visibility(points) {
  if (points.every((point) => point[3] === undefined)) return `${points.length} landmarks`;
  const visible = points.filter((point) => (point[3] ?? 0) > 0.5).length;
  return `${visible} of ${points.length} landmarks visible`;
}

/**
 * @param {import('./types.js').Detection} detection
 * @param {number} number
 * @returns {ResultItem}
 */
function object({ boundingBox: box, categories, trackingId }, number) {
  const category = categories[0];
  const kind = category ? friendlyName(category) : 'Object';
  const name = trackingId === undefined ? (category ? kind : `Object ${number + 1}`) : `${kind} ${trackingId}`;
  return {
    name, score: category?.score ?? null, detail: `${box.width} × ${box.height} at ${box.x}, ${box.y}`,
    color: trackingId === undefined ? categoryColor(category?.index ?? 0) : paletteColor(trackingId),
    // A track is one lane, even if its class changes.
    lane: trackingId === undefined ? name : `Object ${trackingId}`,
  };
}

/**
 * A category of the whole image.
 *
 * @param {import('./types.js').Category} category
 * @param {string} detail
 * @returns {ResultItem}
 */
function label(category, detail) {
  const name = friendlyName(category);
  return { name, score: category.score, detail, color: categoryColor(category.index), lane: name };
}

/** @param {string} word */
const capitalized = (word) => word[0].toUpperCase() + word.slice(1);

/**
 * One sentence for all items.
 *
 * @param {ResultItem[]} items
 */
export function sentence(items) {
  if (!items.length) return 'Nothing found';
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { name } of items) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
}
