// Where a picture lies in a canvas.

/**
 * @typedef {object} View where the picture lies in the canvas, in its pixels
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {boolean} isMirrored
 * @property {number} scale the size of lines and letters
 */

/**
 * @param {number} x a fraction of the picture
 * @param {View} view
 */
export const placeX = (x, view) => view.x + (view.isMirrored ? 1 - x : x) * view.width;

/**
 * @param {number} y a fraction of the picture
 * @param {View} view
 */
export const placeY = (y, view) => view.y + y * view.height;
