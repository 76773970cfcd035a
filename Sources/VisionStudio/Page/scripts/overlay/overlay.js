// Draws a result over a picture: a canvas of the stage's size, in which the picture lies as `object-fit: contain` puts
// it.

import { handParts, poseParts } from './skeletons.js';
import { drawBoxes } from './boxes.js';
import { drawLabel } from './labels.js';
import { drawMasks } from './masks.js';
import { drawTrails } from './trails.js';
import { placeX, placeY } from './view.js';
import { friendlyName } from './palette.js';

/** @import { ResultLine, MaskPreview, Point } from './types.js' */
/** @import { View } from './view.js' */

export class Overlay {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    /** Said by the observer, so that drawing never has to ask for a layout. */
    this.size = { width: 0, height: 0 };
    this.redraw = () => {};
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
   * @param {{width: number, height: number}} picture its size in pixels
   * @param {{masks?: MaskPreview[], isMirrored?: boolean, past?: ResultLine[]}} [options] the past: the frames up to this
   *   one, for the trails of tracked objects
   */
  draw(result, picture, { masks = [], isMirrored = false, past = [] } = {}) {
    this.redraw = () => this.draw(result, picture, { masks, isMirrored, past });
    const view = this.#fit(picture, isMirrored);
    const { context } = this;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    drawMasks(context, masks, view);
    if (result.landmarks) {
      const parts = result.landmarks[0]?.length === 33 ? poseParts : handParts;
      for (const points of result.landmarks) drawSkeleton(context, points, parts, view);
      result.landmarks.forEach((points, hand) => {
        const label = handLabel(result, hand);
        if (label) drawLabel(context, label, anchor(points, view), view);
      });
    }
    drawTrails(context, past, picture, view);
    if (result.detections) drawBoxes(context, result.detections, picture, view);
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
    return { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h, isMirrored, scale };
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Point[]} points
 * @param {import('./skeletons.js').Part[]} parts
 * @param {View} view
 */
function drawSkeleton(context, points, parts, view) {
  context.lineCap = 'round';
  for (const { width, color } of [{ width: 5, color: 'rgb(8 12 18 / 65%)' }, { width: 3, color: '' }]) {
    context.lineWidth = width * view.scale;
    for (const part of parts) {
      context.strokeStyle = color || part.color;
      context.beginPath();
      for (const [start, end] of part.pairs) {
        if (!points[start] || !points[end]) continue;
        context.moveTo(placeX(points[start][0], view), placeY(points[start][1], view));
        context.lineTo(placeX(points[end][0], view), placeY(points[end][1], view));
      }
      context.stroke();
    }
  }
  context.fillStyle = '#fff';
  context.strokeStyle = 'rgb(8 12 18 / 75%)';
  context.lineWidth = 1.2 * view.scale;
  context.beginPath();
  for (const [x, y] of points) {
    const [left, top] = [placeX(x, view), placeY(y, view)];
    context.moveTo(left + 3 * view.scale, top);
    context.arc(left, top, 3 * view.scale, 0, 2 * Math.PI);
  }
  context.fill();
  context.stroke();
}

/**
 * The place above a hand where its label stands.
 *
 * @param {Point[]} points
 * @param {View} view
 */
function anchor(points, view) {
  let [left, right, top] = [Infinity, -Infinity, Infinity];
  for (const [x, y] of points) {
    const place = placeX(x, view);
    left = Math.min(left, place);
    right = Math.max(right, place);
    top = Math.min(top, placeY(y, view));
  }
  return { x: (left + right) / 2, y: top - 10 * view.scale };
}

/**
 * @param {ResultLine} result
 * @param {number} hand
 */
function handLabel(result, hand) {
  const gesture = result.gestures?.[hand]?.[0];
  const side = result.handedness?.[hand]?.[0]?.categoryName;
  const words = gesture ? `${friendlyName(gesture)} ${gesture.score.toFixed(2)}` : '';
  return [words, side].filter(Boolean).join(' · ');
}
