// The position of an image in a canvas.

/**
 * @typedef {object} View the rectangle of the image in the canvas, in canvas pixels
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {boolean} isMirrored
 * @property {number} scale the scale of lines
 * @property {number} smallestText the size of legible text
 */

/**
 * @param {number} x a fraction of the image's width
 * @param {View} view
 */
export const placeX = (x, view) => view.x + (view.isMirrored ? 1 - x : x) * view.width;

/**
 * The point of an image that an event points at, in fractions of the image.
 *
 * @param {PointerEvent} event
 * @param {HTMLCanvasElement} canvas
 * @param {View} view
 * @returns {number[]} x and y, each from 0 to 1 with three decimals
 */
export function pointAt(event, canvas, view) {
  const box = canvas.getBoundingClientRect();
  const x = ((event.clientX - box.left) * canvas.width / box.width - view.x) / view.width;
  const y = ((event.clientY - box.top) * canvas.height / box.height - view.y) / view.height;
  return [view.isMirrored ? 1 - x : x, y].map((part) => Math.round(Math.min(Math.max(part, 0), 1) * 1000) / 1000);
}

/**
 * @param {number} y a fraction of the image's height
 * @param {View} view
 */
export const placeY = (y, view) => view.y + y * view.height;
