// A label: text on a dark plate that stays within the image.

/** @import { View } from './view.js' */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {{x: number, y: number}} place the centre of its lower edge
 * @param {View} view
 * @param {string} [color] the colour of the plate
 */
export function drawLabel(context, text, place, view, color = 'rgb(8 12 18 / 82%)') {
  const size = 15 * view.scale;
  context.font = `600 ${size}px system-ui, "DejaVu Sans", sans-serif`;
  const width = context.measureText(text).width + size * 1.1;
  const height = size * 1.7;
  const left = Math.max(view.x, Math.min(place.x - width / 2, view.x + view.width - width));
  const top = Math.max(view.y, Math.min(place.y - height, view.y + view.height - height));
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(left, top, width, height, size * 0.45);
  context.fill();
  context.fillStyle = '#fff';
  context.textBaseline = 'middle';
  context.fillText(text, left + size * 0.55, top + height * 0.53);
}

/**
 * Draws lines of text from the upper left corner of the image.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string[]} lines
 * @param {View} view
 */
export function drawImageLabels(context, lines, view) {
  const step = 15 * 2 * view.scale;
  lines.forEach((line, number) => drawLabel(context, line, { x: view.x, y: view.y + (number + 1) * step }, view));
}
