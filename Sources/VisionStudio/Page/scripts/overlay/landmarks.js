// Landmarks: lines in the colours of the topology, a dot for each landmark, and a label above.

import { capitalized } from './dom.js';
import { LabelLayout } from './labels.js';
import { bestCategory, categoriesWith, outputOf, subjectsOf } from './outputs.js';
import { friendlyName, labelColor, paletteColor, scoreText } from './palette.js';
import { drawTrails } from './trails.js';
import { placeX, placeY } from './view.js';

/** @import { LineGroup, PartFormat, Point, ResultItem, ResultLine } from './types.js' */
/** @import { Scene } from './parts.js' */
/** @import { View } from './view.js' */

/**
 * @param {Scene} scene
 * @param {PartFormat} part
 */
export function draw({ context, result, past, view }, part) {
  drawTrails(context, past.map((line) => trackedPoints(line, part)), view);
  const hidden = hiddenLandmarks(result, part);
  const figures = subjectsOf(result, part)
    .map((points) => points.map((/** @type {Point} */ point, /** @type {number} */ index) =>
      (hidden.has(index) ? null : point)));
  const boxes = figures.map((points) => boxAround(points, view));
  figures.forEach((points, number) => drawSkeleton(context, points, part.topology ?? [], boxes[number], view));
  const layout = new LabelLayout(context, view);
  figures.forEach((_points, number) => {
    const id = result.trackingIds?.[number];
    const label = [id === undefined || id === null ? '' : `#${id}`, labelOf(result, number)].filter(Boolean).join(' ');
    const others = boxes.filter((_box, other) => other !== number);
    if (label) layout.drawBeside(label, boxes[number], others, id ? paletteColor(id) : undefined);
  });
}

/**
 * The centres of the subjects with numbers.
 *
 * @param {ResultLine} line
 * @param {PartFormat} part
 * @returns {import('./trails.js').TrailPoint[]}
 */
const trackedPoints = (line, part) => subjectsOf(line, part).flatMap((points, number) => {
  const id = line.trackingIds?.[number];
  if (id === undefined || id === null || !points.length) return [];
  const mean = (/** @type {0 | 1} */ axis) =>
    points.reduce((/** @type {number} */ sum, /** @type {Point} */ point) => sum + point[axis], 0) / points.length;
  return [{ id, x: mean(0), y: mean(1) }];
});

/**
 * The landmarks that another part of the result shows better, such as a body's hand beside the hand.
 *
 * @param {ResultLine} result
 * @param {PartFormat} part
 * @returns {Set<number>}
 */
const hiddenLandmarks = (result, { replaced = {} }) =>
  new Set(Object.entries(replaced).flatMap(([key, landmarks]) => (result[key]?.length ? landmarks : [])));

/** The widths of lines, and of their dark edges. */
const widths = { mesh: [0.7, 0], contour: [1.8, 3.2], bones: [3, 5] };

/**
 * @param {CanvasRenderingContext2D} context
 * @param {(Point | null)[]} points
 * @param {LineGroup[]} groups
 * @param {{width: number, height: number}} box around the points
 * @param {View} view
 */
function drawSkeleton(context, points, groups, box, view) {
  context.lineCap = 'round';
  /** @param {LineGroup} group @param {string} color @param {number} width */
  const stroke = (group, color, width) => {
    context.strokeStyle = color;
    context.lineWidth = width * view.scale;
    context.beginPath();
    for (const [start, end] of group.lines) {
      if (!points[start] || !points[end]) continue;
      context.moveTo(placeX(points[start][0], view), placeY(points[start][1], view));
      context.lineTo(placeX(points[end][0], view), placeY(points[end][1], view));
    }
    context.stroke();
  };
  const meshes = groups.filter(({ style }) => style === 'mesh');
  const others = groups.filter((group) => !meshes.includes(group));
  // The mesh of a small face would hide it.
  context.globalAlpha = 0.55 * Math.min(1, Math.max(0, (Math.max(box.width, box.height) / view.scale - 40) / 160));
  for (const group of meshes) stroke(group, group.color, widths.mesh[0]);
  context.globalAlpha = 1;
  for (const group of others) stroke(group, 'rgb(8 12 18 / 65%)', widths[group.style][1]);
  for (const group of others) stroke(group, group.color, widths[group.style][0]);
  if (groups.some(({ style }) => style === 'bones')) drawDots(context, points, view);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {(Point | null)[]} points
 * @param {View} view
 * @param {string} [color]
 */
export function drawDots(context, points, view, color = '#fff') {
  context.fillStyle = color;
  context.strokeStyle = 'rgb(8 12 18 / 75%)';
  context.lineWidth = 1.2 * view.scale;
  context.beginPath();
  for (const point of points) {
    if (!point) continue;
    const [left, top] = [placeX(point[0], view), placeY(point[1], view)];
    context.moveTo(left + 3 * view.scale, top);
    context.arc(left, top, 3 * view.scale, 0, 2 * Math.PI);
  }
  context.fill();
  context.stroke();
}

/**
 * The box around a figure: a fingertip reaches beyond its landmark by about a twentieth of the hand.
 *
 * @param {(Point | null)[]} points
 * @param {View} view
 */
function boxAround(points, view) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const point of points) {
    if (!point) continue;
    const [x, y] = [placeX(point[0], view), placeY(point[1], view)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
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
  const words = scored ? `${scored.displayName || scored.categoryName} ${scoreText(scored.score)}` : '';
  return [words, bestCategory(result, 'name', number)?.categoryName].filter(Boolean).join(' · ');
}

/**
 * @param {ResultLine} result
 * @param {PartFormat} part
 * @returns {ResultItem[]}
 */
export const items = (result, part) =>
  subjectsOf(result, part).map((points, number) => {
    const found = item(result, part, points, number);
    const id = result.trackingIds?.[number];
    if (id === undefined || id === null) return found;
    const lane = `${capitalized(part.subject?.one ?? '')} ${id}`;
    return { ...found, detail: `${lane}, ${found.detail}`, color: paletteColor(id), lane };
  });

/**
 * A subject with landmarks, named by its scored category if the task has one, else by its name, else by its number.
 *
 * @param {ResultLine} result
 * @param {PartFormat} part
 * @param {Point[]} points
 * @param {number} number
 * @returns {ResultItem}
 */
function item(result, part, points, number) {
  const { subject = outputOf(result).subject } = part;
  const kind = bestCategory(result, 'name', number);
  const own = kind ? `${kind.categoryName} ${subject.one}` : capitalized(subject.one);
  const scored = categoriesWith(result, 'nameAndScore');
  if (scored) {
    const best = bestCategory(result, 'nameAndScore', number);
    const name = best ? friendlyName(best) : scored.missingText ?? own;
    const detail = kind ? `${own} ${scoreText(kind.score)}` : own;
    return { name, score: best?.score ?? null, detail, color: labelColor(name), lane: name };
  }
  const name = categoriesWith(result, 'name') || part.isSingle ? own : `${own} ${number + 1}`;
  const score = kind?.score ?? result[part.scoresKey ?? '']?.[number] ?? null;
  return { name, score, detail: visibility(points), color: paletteColor(number), lane: name };
}

/** @param {Point[]} points */
function visibility(points) {
  if (points.every((point) => point[3] === undefined)) return `${points.length} landmarks`;
  const visible = points.filter((point) => (point[3] ?? 0) > 0.5).length;
  return `${visible} of ${points.length} landmarks visible`;
}
