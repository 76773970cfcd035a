// What was found, in words: for cards, tables, bars of a timeline and screen readers.

import { categoryColor, friendlyName, gestureColor, paletteColor } from './palette.js';

/** @import { ResultLine } from './types.js' */

/**
 * @typedef {{name: string, score: number | null, detail: string, color: string, lane: string}} Finding
 */

/**
 * @param {ResultLine} result
 * @returns {Finding[]}
 */
export function findings(result) {
  if (result.detections) return result.detections.map((detection, number) => object(detection, number));
  return (result.landmarks ?? []).map((points, number) =>
    points.length === 33 ? person(points, number) : hand(result, number));
}

/**
 * @param {ResultLine} result
 * @param {number} number
 * @returns {Finding}
 */
function hand(result, number) {
  const gesture = result.gestures?.[number]?.[0];
  const side = result.handedness?.[number]?.[0];
  const sideWords = side ? `${side.categoryName} hand ${side.score.toFixed(2)}` : 'Hand';
  if (!result.gestures) {
    return {
      name: side ? `${side.categoryName} hand` : 'Hand', score: side?.score ?? null, detail: '21 landmarks',
      color: paletteColor(number), lane: side ? `${side.categoryName} hand` : 'Hand',
    };
  }
  const name = gesture ? friendlyName(gesture) : 'No gesture';
  return {
    name, score: gesture?.score ?? null, detail: sideWords,
    color: gestureColor(name), lane: name,
  };
}

/**
 * @param {import('./types.js').Point[]} points
 * @param {number} number
 * @returns {Finding}
 */
function person(points, number) {
  const visible = points.filter((point) => (point[3] ?? 0) > 0.5).length;
  return {
    name: `Person ${number + 1}`, score: null, detail: `${visible} of ${points.length} landmarks visible`,
    color: paletteColor(number), lane: `Person ${number + 1}`,
  };
}

/**
 * @param {import('./types.js').Detection} detection
 * @param {number} number
 * @returns {Finding}
 */
function object({ boundingBox: box, categories, trackingId }, number) {
  const category = categories[0];
  const kind = category ? friendlyName(category) : 'Object';
  const name = trackingId === undefined ? (category ? kind : `Object ${number + 1}`) : `${kind} ${trackingId}`;
  return {
    name, score: category?.score ?? null, detail: `${box.width} × ${box.height} at ${box.x}, ${box.y}`,
    color: trackingId === undefined ? categoryColor(category?.index ?? 0) : paletteColor(trackingId),
    // A track is one lane, whatever it is taken for on its way.
    lane: trackingId === undefined ? name : `Object ${trackingId}`,
  };
}

/**
 * One sentence for all of it.
 *
 * @param {Finding[]} found
 */
export function sentence(found) {
  if (!found.length) return 'Nothing found';
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { name } of found) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
}
