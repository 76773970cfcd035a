// Landmarks: lines in the colours of the topology, a dot for each landmark, and a label above.

import { LabelLayout } from './labels.js';
import { bestCategory, categoriesWith, outputOf } from './outputs.js';
import { friendlyName, labelColor, paletteColor } from './palette.js';
import { placeX, placeY } from './view.js';

/** @import { LineGroup, PartFormat, Point, ResultItem, ResultLine } from './types.js' */
/** @import { Scene } from './parts.js' */
/** @import { View } from './view.js' */

/**
 * @param {Scene} scene
 * @param {PartFormat} part
 */
export function draw({ context, result, view }, { key, topology = [] }) {
  const figures = result[key] ?? [];
  for (const points of figures) drawSkeleton(context, points, topology, view);
  const layout = new LabelLayout(context, view);
  const boxes = figures.map((points) => boxAround(points, view));
  figures.forEach((_points, number) => {
    const label = labelOf(result, number);
    if (label) layout.drawBeside(label, boxes[number], boxes.filter((_box, other) => other !== number));
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
 * The box around a figure: a fingertip reaches beyond its landmark by about a twentieth of the hand.
 *
 * @param {Point[]} points
 * @param {View} view
 */
function boxAround(points, view) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, placeX(x, view));
    right = Math.max(right, placeX(x, view));
    top = Math.min(top, placeY(y, view));
    bottom = Math.max(bottom, placeY(y, view));
  }
  const margin = Math.max(6 * view.scale, Math.max(right - left, bottom - top) / 20);
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
}

/**
 * The text of annotated files: `Victory 0.93 · Left`.
 *
 * @param {ResultLine} result
 * @param {number} number the index of the figure
 */
function labelOf(result, number) {
  const scored = bestCategory(result, 'nameAndScore', number);
  const words = scored ? `${scored.displayName || scored.categoryName} ${scored.score.toFixed(2)}` : '';
  return [words, bestCategory(result, 'name', number)?.categoryName].filter(Boolean).join(' · ');
}

/**
 * @param {ResultLine} result
 * @param {PartFormat} part
 * @returns {ResultItem[]}
 */
export const items = (result, { key }) =>
  result[key].map((/** @type {Point[]} */ points, /** @type {number} */ number) => item(result, points, number));

/**
 * A subject with landmarks, named by its scored category if the task has one, else by its name, else by its number.
 *
 * @param {ResultLine} result
 * @param {Point[]} points
 * @param {number} number
 * @returns {ResultItem}
 */
function item(result, points, number) {
  const { subject } = outputOf(result);
  const kind = bestCategory(result, 'name', number);
  const own = kind ? `${kind.categoryName} ${subject.one}` : capitalized(subject.one);
  const scored = categoriesWith(result, 'nameAndScore');
  if (scored) {
    const best = bestCategory(result, 'nameAndScore', number);
    const name = best ? friendlyName(best) : scored.missingText ?? own;
    const detail = kind ? `${own} ${kind.score.toFixed(2)}` : own;
    return { name, score: best?.score ?? null, detail, color: labelColor(name), lane: name };
  }
  if (categoriesWith(result, 'name')) {
    const detail = `${points.length} landmarks`;
    return { name: own, score: kind?.score ?? null, detail, color: paletteColor(number), lane: own };
  }
  const name = `${own} ${number + 1}`;
  return { name, score: null, detail: visibility(points), color: paletteColor(number), lane: name };
}

/** @param {Point[]} points */
function visibility(points) {
  if (points.every((point) => point[3] === undefined)) return `${points.length} landmarks`;
  const visible = points.filter((point) => (point[3] ?? 0) > 0.5).length;
  return `${visible} of ${points.length} landmarks visible`;
}

/** @param {string} word */
const capitalized = (word) => word[0].toUpperCase() + word.slice(1);
