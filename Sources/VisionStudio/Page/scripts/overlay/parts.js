// The kinds of parts of results, in the order in which they are drawn. A further kind has a line here and a file of its own.

import * as boxes from './boxes.js';
import * as categories from './categories.js';
import * as embeddings from './embeddings.js';
import * as landmarks from './landmarks.js';
import * as masks from './masks.js';

/** @import { MaskPreview, PartFormat, ResultItem, ResultLine } from './types.js' */
/** @import { View } from './view.js' */

/**
 * @typedef {object} Scene what is drawn, and where
 * @property {CanvasRenderingContext2D} context
 * @property {ResultLine} result
 * @property {ResultLine[]} past the frames up to this one, oldest first
 * @property {MaskPreview[]} masks
 * @property {{width: number, height: number}} picture the size of the image in pixels
 * @property {View} view
 *
 * @typedef {object} PartKind
 * @property {(scene: Scene, part: PartFormat) => void} draw
 * @property {(result: ResultLine, part: PartFormat) => ResultItem[]} [items] the part as text; absent where it has none
 * @property {boolean} [areLabels] whether the items are shown only where no other part has some
 */

/** @type {Record<string, PartKind>} */
export const partKinds = { masks, landmarks, boxes, categories, embeddings };
