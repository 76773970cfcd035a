// Categories: labels of subjects, or of the whole image for a classifier.

import { LabelLayout } from './labels.js';
import { categoryColor, friendlyName, scoreText } from './palette.js';

/** @import { PartFormat, ResultItem, ResultLine } from './types.js' */
/** @import { Scene } from './parts.js' */

/** Categories are labels of other parts where there are some. */
export const areLabels = true;

/**
 * Draws the best categories of each classifier head into the corner.
 *
 * @param {Scene} scene
 * @param {PartFormat} part
 */
export function draw({ context, result, view }, { key }) {
  const categories = (result[key] ?? []).flatMap((list) => list.categories ?? []).slice(0, 5);
  new LabelLayout(context, view).drawInCorner(categories.map(({ displayName, categoryName, index, score }) =>
    `${displayName || categoryName || `#${index}`} ${scoreText(score)}`));
}

/**
 * @param {ResultLine} result
 * @param {PartFormat} part
 * @returns {ResultItem[]}
 */
export const items = (result, { key, title = '' }) =>
  (result[key] ?? []).flatMap((list) => list.categories ?? list).map((category) => {
    const name = friendlyName(category);
    return { name, score: category.score, detail: title, color: categoryColor(category.index), lane: name };
  });
