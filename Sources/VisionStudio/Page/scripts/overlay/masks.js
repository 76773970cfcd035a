// Masks: one colour per person or class, drawn from a small image that the canvas scales smoothly.

import { categoryColor, paletteColor } from './palette.js';

/** @import { Scene } from './parts.js' */
/** @import { Category, PartFormat } from './types.js' */

/** @type {OffscreenCanvas | undefined} */
let small;

/** How opaque a mask is where it is sure. */
const opacity = 0.55;

/** No class, in masks of codes. */
const unlabeled = 255;

/**
 * @param {Scene} scene
 * @param {PartFormat} part
 */
export function draw({ context, result, masks, view }, { key, content }) {
  const background = (result.segments ?? []).find(({ categoryName }) => categoryName?.toLowerCase() === 'background')?.index;
  /** @type {Map<number, number>} */
  const colors = new Map();
  /** The colour of a class as a number. @param {number} code */
  const colorOf = (code) => {
    if (!colors.has(code)) {
      context.fillStyle = categoryColor(code);
      colors.set(code, parseInt(String(context.fillStyle).slice(1), 16));
    }
    return /** @type {number} */ (colors.get(code));
  };
  masks.filter((mask) => mask.key === key).forEach((mask, number) => {
    if (content === 'classes' && number === background) return;
    small ??= new OffscreenCanvas(1, 1);
    small.width = mask.width;
    small.height = mask.height;
    const pixels = /** @type {OffscreenCanvasRenderingContext2D} */ (small.getContext('2d'));
    const image = pixels.createImageData(mask.width, mask.height);
    const ofMask = content === 'classes' ? colorOf(number) : parseInt(paletteColor(number).slice(1), 16);
    const bytes = atob(mask.data);
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes.charCodeAt(index);
      const isShown = byte !== background && byte !== unlabeled;
      const color = content === 'codes' ? colorOf(byte) : ofMask;
      image.data[index * 4] = color >> 16;
      image.data[index * 4 + 1] = (color >> 8) & 255;
      image.data[index * 4 + 2] = color & 255;
      image.data[index * 4 + 3] = (content === 'codes' ? (isShown ? 255 : 0) : byte) * opacity;
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
