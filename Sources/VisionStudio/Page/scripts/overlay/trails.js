// Trails of tracked objects, people, hands and faces: a line through their last places that fades towards the oldest.

import { paletteColor } from './palette.js';
import { placeX, placeY } from './view.js';

/** @import { View } from './view.js' */

/** @typedef {{id: number, x: number, y: number}} TrailPoint a number, and its place in fractions of the image */

/** The length of a trail in frames, about one second. */
export const trailLength = 30;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {TrailPoint[][]} frames what the frames up to this one show, oldest first
 * @param {View} view
 */
export function drawTrails(context, frames, view) {
  /** @type {Map<number, [number, number][]>} */
  const trails = new Map();
  for (const { id, x, y } of frames.slice(-trailLength).flat()) {
    const points = trails.get(id) ?? [];
    points.push([x, y]);
    trails.set(id, points);
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
