// Embeddings: a strip of bars for each vector, as annotated files have it.

import { paletteColor } from './palette.js';

/** @import { EmbeddingVector, PartFormat, ResultItem, ResultLine } from './types.js' */
/** @import { Scene } from './parts.js' */

const maxStrips = 4;

/**
 * Draws the vectors at the image's bottom: positive values upwards, negative ones downwards.
 *
 * @param {Scene} scene
 * @param {PartFormat} part
 */
export function draw({ context, result, view }, { key }) {
  const side = Math.min(view.width, view.height);
  const margin = side * 0.02;
  const height = Math.max(8, side * 0.09);
  vectors(result, key).slice(0, maxStrips).forEach((vector, number) => {
    const y = view.y + view.height - (number + 1) * (height + margin);
    if (y < view.y + view.height / 2) return;
    drawStrip(context, valuesOf(vector), { x: view.x + margin, y, width: view.width - 2 * margin, height },
      paletteColor(number));
  });
}

/**
 * @param {ResultLine} result
 * @param {PartFormat} part
 * @returns {ResultItem[]}
 */
export const items = (result, { key }) => vectors(result, key).map((vector, number) => {
  const values = valuesOf(vector);
  const length = Math.hypot(...values) / (vector.quantized === undefined ? 1 : 128);
  const name = `Vector of ${values.length} ${vector.quantized === undefined ? 'numbers' : 'signed bytes'}`;
  return {
    name, score: null, detail: `${vector.headName ? `${vector.headName}, ` : ''}length ${length.toFixed(2)}`,
    color: paletteColor(number), lane: vector.headName ?? `Output ${vector.headIndex}`,
  };
});

/** @param {ResultLine} result @param {string} key @returns {EmbeddingVector[]} */
const vectors = (result, key) => /** @type {any} */ (result)[key] ?? [];

/** @param {EmbeddingVector} vector @returns {number[]} null, which stands for what is no number, as 0 */
const valuesOf = ({ embedding, quantized }) => (quantized === undefined
  ? (embedding ?? []).map((value) => value ?? 0)
  : [...atob(quantized)].map((letter) => (letter.charCodeAt(0) << 24) >> 24));

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number[]} values
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {string} color
 */
function drawStrip(context, values, box, color) {
  const padding = box.height * 0.12;
  context.fillStyle = 'rgb(20 23 28 / 70%)';
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, padding);
  context.fill();
  const room = { width: box.width - 2 * padding, height: box.height - 2 * padding };
  const count = Math.min(values.length, Math.max(1, Math.floor(room.width / 2)));
  const bars = Array.from({ length: count }, (_, bar) => {
    const part = values.slice(Math.floor((bar * values.length) / count), Math.floor(((bar + 1) * values.length) / count));
    return part.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  });
  const largest = Math.max(...bars.map(Math.abs));
  if (!(largest > 0)) return;
  const half = bars.some((bar) => bar < 0) ? 0.5 : 1;
  const zero = box.y + padding + room.height * half;
  context.fillStyle = color;
  bars.forEach((bar, number) => {
    const length = (Math.abs(bar) / largest) * room.height * half;
    const step = room.width / count;
    context.fillRect(box.x + padding + number * step, bar < 0 ? zero : zero - length, Math.max(1, step * 0.8), length);
  });
}
