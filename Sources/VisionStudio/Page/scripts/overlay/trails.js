// Trails of tracked objects: a line through the centres of their last boxes that fades towards the oldest.

import { paletteColor } from './palette.js';
import { placeX, placeY } from './view.js';

/** @import { Detection } from './types.js' */
/** @import { View } from './view.js' */

/** The length of a trail in frames, about one second. */
export const trailLength = 30;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Detection[][]} frames the objects of the frames up to this one, oldest first
 * @param {{width: number, height: number}} picture
 * @param {View} view
 */
export function drawTrails(context, frames, picture, view) {
  /** @type {Map<number, [number, number][]>} */
  const trails = new Map();
  for (const objects of frames.slice(-trailLength)) {
    for (const { trackingId, boundingBox: box } of objects) {
      if (trackingId === undefined) continue;
      const points = trails.get(trackingId) ?? [];
      points.push([(box.x + box.width / 2) / picture.width, (box.y + box.height / 2) / picture.height]);
      trails.set(trackingId, points);
    }
  }
  context.lineCap = 'round';
  context.lineWidth = 3 * view.scale;
  for (const [number, points] of trails) {
    context.strokeStyle = paletteColor(number);
    for (let index = 1; index < points.length; index += 1) {
      context.globalAlpha = index / points.length;
      context.beginPath();
      context.moveTo(placeX(points[index - 1][0], view), placeY(points[index - 1][1], view));
      context.lineTo(placeX(points[index][0], view), placeY(points[index][1], view));
      context.stroke();
    }
    context.globalAlpha = 1;
  }
}
