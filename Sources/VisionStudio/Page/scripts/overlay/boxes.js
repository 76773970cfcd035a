// Objects as boxes with their class, score and track number.

import { capitalized } from './dom.js';
import { LabelLayout } from './labels.js';
import { drawDots } from './landmarks.js';
import { categoryColor, friendlyName, paletteColor, scoreText } from './palette.js';
import { drawTrails } from './trails.js';
import { placeX, placeY } from './view.js';

/** @import { Detection, PartFormat, ResultItem, ResultLine } from './types.js' */
/** @import { Scene } from './parts.js' */
/** @import { View } from './view.js' */

/**
 * @param {Scene} scene
 * @param {PartFormat} part
 */
export function draw({ context, result, past, picture, view }, { key, name }) {
  drawTrails(context, past.map((line) => trackedPoints(line[key] ?? [], picture)), view);
  drawBoxes(context, result[key] ?? [], picture, view, name);
}

/**
 * @param {Detection[]} detections
 * @param {{width: number, height: number}} picture
 * @returns {import('./trails.js').TrailPoint[]}
 */
const trackedPoints = (detections, picture) => detections.flatMap(({ trackingId: id, boundingBox: box }) =>
  (id === undefined
    ? [] : [{ id, x: (box.x + box.width / 2) / picture.width, y: (box.y + box.height / 2) / picture.height }]));

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Detection[]} detections the best first: its label gets the best place
 * @param {{width: number, height: number}} picture
 * @param {View} view
 * @param {string} [kind] of objects without a name
 */
function drawBoxes(context, detections, picture, view, kind) {
  const boxes = detections.map(({ boundingBox: box }) => {
    const edges = [placeX(box.x / picture.width, view), placeX((box.x + box.width) / picture.width, view)];
    const x = Math.min(...edges);
    const y = placeY(box.y / picture.height, view);
    return { x, y, width: Math.max(...edges) - x, height: placeY((box.y + box.height) / picture.height, view) - y };
  });
  const colors = detections.map(({ trackingId, categories: [best] }) =>
    (trackingId === undefined ? categoryColor(best?.index ?? 0) : paletteColor(trackingId)));
  // In reverse order, so that the best object's box is on top.
  for (let number = boxes.length - 1; number >= 0; number -= 1) {
    const { x, y, width, height } = boxes[number];
    for (const [lineWidth, color] of /** @type {[number, string][]} */ ([[5, 'rgb(8 12 18 / 65%)'], [3, colors[number]]])) {
      context.beginPath();
      context.roundRect(x, y, width, height, 5 * view.scale);
      context.strokeStyle = color;
      context.lineWidth = lineWidth * view.scale;
      context.stroke();
    }
    drawDots(context, detections[number].keypoints ?? [], view, colors[number]);
  }
  const layout = new LabelLayout(context, view);
  detections.forEach((detection, number) => {
    const text = labelOf(detection, kind);
    const area = (/** @type {import('./labels.js').Box} */ box) => box.width * box.height;
    // A label may cover larger boxes, but not smaller ones.
    const others = boxes.filter((box) => area(box) < area(boxes[number]));
    if (text) layout.drawAtBox(text, boxes[number], others, colors[number]);
  });
}

/**
 * The text of annotated files: `#3 cat 0.72`.
 *
 * @param {Detection} detection
 * @param {string} [kind] of objects without a name
 */
function labelOf({ trackingId, categories: [best], classificationCategory }, kind) {
  const number = trackingId === undefined ? '' : `#${trackingId}`;
  if (!best) return number;
  const plain = best.displayName || best.categoryName || kind || (number ? `class ${best.index}` : `#${best.index}`);
  const name = classificationCategory ? plain.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : plain;
  return [number, `${name} ${scoreText(best.score)}`].filter(Boolean).join(' ');
}

/**
 * @param {ResultLine} result
 * @param {PartFormat} part
 * @returns {ResultItem[]}
 */
export const items = (result, { key, name = 'object' }) => result[key].map(
  (/** @type {Detection} */ detection, /** @type {number} */ number) => item(detection, number, capitalized(name)));

/**
 * @param {Detection} detection
 * @param {number} number
 * @param {string} plain what an object without a name is
 * @returns {ResultItem}
 */
function item({ boundingBox: box, categories, trackingId }, number, plain) {
  const category = categories[0];
  const hasName = category && (plain === 'Object' || category.categoryName);
  const kind = hasName ? friendlyName(category) : plain;
  const name = trackingId === undefined ? (hasName ? kind : `${plain} ${number + 1}`) : `${kind} ${trackingId}`;
  return {
    name, score: category?.score ?? null, detail: `${box.width} × ${box.height} at ${box.x}, ${box.y}`,
    color: trackingId === undefined ? categoryColor(category?.index ?? 0) : paletteColor(trackingId),
    // A track is one lane, even if its class changes.
    lane: trackingId === undefined ? name : `${plain} ${trackingId}`,
  };
}
