// Draws a result over an image: a canvas of the stage's size, in which the image is placed as by `object-fit: contain`.

import { outputOf } from './outputs.js';
import { partKinds } from './parts.js';
import { markPoints, takePoints } from './points.js';
import { drawRegions, shadeOutside } from './region.js';

/** @import { ResultLine, MaskPreview } from './types.js' */
/** @import { View } from './view.js' */

export class Overlay {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    /** Set by the observer, so that drawing never forces a layout. */
    this.size = { width: 0, height: 0 };
    this.redraw = () => {};
    /** Where the image is; undefined before there is one. @type {any} */
    this.view = undefined;
    drawRegions(this);
    takePoints(this);
    new ResizeObserver(([entry]) => {
      this.size = { width: entry.contentRect.width, height: entry.contentRect.height };
      this.redraw();
    }).observe(canvas);
  }

  clear() {
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.redraw = () => {};
  }

  /**
   * @param {ResultLine} result
   * @param {{width: number, height: number}} picture the size of the image in pixels
   * @param {{masks?: MaskPreview[], isMirrored?: boolean, past?: ResultLine[]}} [options] `past` has the frames up
   *   to this one, for the trails of tracked objects
   */
  draw(result, picture, { masks = [], isMirrored = false, past = [] } = {}) {
    this.redraw = () => this.draw(result, picture, { masks, isMirrored, past });
    const view = this.#fit(picture, isMirrored);
    this.view = view;
    const { context } = this;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    shadeOutside(context, view);
    context.save();
    context.beginPath();
    context.rect(view.x, view.y, view.width, view.height);
    context.clip();
    for (const [kind, { draw }] of Object.entries(partKinds)) {
      for (const part of outputOf(result).parts) {
        if (part.kind === kind) draw({ context, result, past, masks, picture, view }, part);
      }
    }
    markPoints(context, view);
    context.restore();
  }

  /**
   * @param {{width: number, height: number}} picture
   * @param {boolean} isMirrored
   * @returns {View}
   */
  #fit(picture, isMirrored) {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const width = Math.round(this.size.width * ratio);
    const height = Math.round(this.size.height * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const factor = Math.min(width / picture.width, height / picture.height);
    const [w, h] = [picture.width * factor, picture.height * factor];
    const scale = Math.max(1, Math.min(w, h) / 480);
    return { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h, isMirrored, scale, smallestText: 11 * ratio };
  }
}
