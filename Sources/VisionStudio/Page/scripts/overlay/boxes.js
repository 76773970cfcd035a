// Objects as boxes with their class, score and track number.

import { drawLabel } from './labels.js';
import { categoryColor, friendlyName, paletteColor } from './palette.js';
import { placeX, placeY } from './view.js';

/** @import { Detection } from './types.js' */
/** @import { View } from './view.js' */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Detection[]} detections
 * @param {{width: number, height: number}} picture
 * @param {View} view
 */
export function drawBoxes(context, detections, picture, view) {
  for (const detection of detections) {
    const { boundingBox: box, categories: [category] } = detection;
    const color =
      detection.trackingId === undefined ? categoryColor(category?.index ?? 0) : paletteColor(detection.trackingId);
    const edges = [placeX(box.x / picture.width, view), placeX((box.x + box.width) / picture.width, view)];
    const [left, right] = [Math.min(...edges), Math.max(...edges)];
    const top = placeY(box.y / picture.height, view);
    const bottom = placeY((box.y + box.height) / picture.height, view);
    context.beginPath();
    context.roundRect(left, top, right - left, bottom - top, 5 * view.scale);
    context.strokeStyle = 'rgb(8 12 18 / 65%)';
    context.lineWidth = 5 * view.scale;
    context.stroke();
    context.strokeStyle = color;
    context.lineWidth = 3 * view.scale;
    context.stroke();
    const words = [
      detection.trackingId === undefined ? '' : `${detection.trackingId}`,
      category ? `${friendlyName(category)} ${category.score.toFixed(2)}` : '',
    ].filter(Boolean).join(' · ');
    if (words) drawLabel(context, words, { x: (left + right) / 2, y: top + 13 * view.scale }, view);
  }
}
