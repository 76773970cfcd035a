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
 * @param {number} y a fraction of the image's height
 * @param {View} view
 */
export const placeY = (y, view) => view.y + y * view.height;
