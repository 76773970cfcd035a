// Landmarks: lines in the colours of the topology, a dot for each landmark, and a label above.

import { drawLabel } from './labels.js';
import { bestCategory, outputOf } from './outputs.js';
import { friendlyName } from './palette.js';
import { placeX, placeY } from './view.js';

/** @import { LineGroup, Point, ResultLine } from './types.js' */
/** @import { View } from './view.js' */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {ResultLine} result
 * @param {View} view
 */
export function drawFigures(context, result, view) {
  const figures = result.landmarks ?? [];
  const { topology } = outputOf(result);
  for (const points of figures) drawSkeleton(context, points, topology, view);
  figures.forEach((points, number) => {
    const label = labelOf(result, number);
    if (label) drawLabel(context, label, anchor(points, view), view);
  });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Point[]} points
 * @param {LineGroup[]} groups
 * @param {View} view
 */
function drawSkeleton(context, points, groups, view) {
  context.lineCap = 'round';
  for (const { width, color } of [{ width: 5, color: 'rgb(8 12 18 / 65%)' }, { width: 3, color: '' }]) {
    context.lineWidth = width * view.scale;
    for (const group of groups) {
      context.strokeStyle = color || group.color;
      context.beginPath();
      for (const [start, end] of group.lines) {
        if (!points[start] || !points[end]) continue;
        context.moveTo(placeX(points[start][0], view), placeY(points[start][1], view));
        context.lineTo(placeX(points[end][0], view), placeY(points[end][1], view));
      }
      context.stroke();
    }
  }
  context.fillStyle = '#fff';
  context.strokeStyle = 'rgb(8 12 18 / 75%)';
  context.lineWidth = 1.2 * view.scale;
  context.beginPath();
  for (const [x, y] of points) {
    const [left, top] = [placeX(x, view), placeY(y, view)];
    context.moveTo(left + 3 * view.scale, top);
    context.arc(left, top, 3 * view.scale, 0, 2 * Math.PI);
  }
  context.fill();
  context.stroke();
}

/**
 * The position of the label above a figure.
 *
 * @param {Point[]} points
 * @param {View} view
 */
function anchor(points, view) {
  let [left, right, top] = [Infinity, -Infinity, Infinity];
  for (const [x, y] of points) {
    const place = placeX(x, view);
    left = Math.min(left, place);
    right = Math.max(right, place);
    top = Math.min(top, placeY(y, view));
  }
  return { x: (left + right) / 2, y: top - 10 * view.scale };
}

/**
 * @param {ResultLine} result
 * @param {number} number the index of the figure
 */
function labelOf(result, number) {
  const scored = bestCategory(result, 'nameAndScore', number);
  const words = scored ? `${friendlyName(scored)} ${scored.score.toFixed(2)}` : '';
  return [words, bestCategory(result, 'name', number)?.categoryName].filter(Boolean).join(' · ');
}
