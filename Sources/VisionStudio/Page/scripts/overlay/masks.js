// Masks: one colour per person, drawn from a small image that the canvas scales smoothly.

import { paletteColor } from './palette.js';

/** @import { Scene } from './parts.js' */

/** @type {OffscreenCanvas | undefined} */
let small;

/** @param {Scene} scene */
export function draw({ context, masks, view }) {
  masks.forEach((mask, person) => {
    small ??= new OffscreenCanvas(1, 1);
    small.width = mask.width;
    small.height = mask.height;
    const pixels = /** @type {OffscreenCanvasRenderingContext2D} */ (small.getContext('2d'));
    const image = pixels.createImageData(mask.width, mask.height);
    const color = parseInt(paletteColor(person).slice(1), 16);
    const bytes = atob(mask.data);
    for (let index = 0; index < bytes.length; index += 1) {
      image.data[index * 4] = color >> 16;
      image.data[index * 4 + 1] = (color >> 8) & 255;
      image.data[index * 4 + 2] = color & 255;
      image.data[index * 4 + 3] = bytes.charCodeAt(index) * 0.55;
    }
    pixels.putImageData(image, 0, 0);
    context.save();
    if (view.isMirrored) {
      context.translate(2 * view.x + view.width, 0);
      context.scale(-1, 1);
    }
    context.imageSmoothingQuality = 'low';
    context.drawImage(small, view.x, view.y, view.width, view.height);
    context.restore();
  });
}
