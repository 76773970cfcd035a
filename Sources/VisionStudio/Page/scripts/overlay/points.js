// Points of a thing: clicked or drawn on the image while the task takes them, and shown over it.

import { choose, currentTask, onChange, state } from './state.js';
import { pointsOf } from './setting-values.js';
import { placeX, placeY, pointAt } from './view.js';

/** @import { Overlay } from './overlay.js' */
/** @import { View } from './view.js' */

/** The distance between two points of a scribble, in fractions of the image, and their maximum number. */
const step = 0.015;
const maxPoints = 200;

/** The points that are being drawn. @type {number[][]} */
let drawn = [];

const takesPoints = () => currentTask().settings.some(({ kind }) => kind.type === 'point');

/** Shows a crosshair over images while the task takes points. */
export function watchPoints() {
  const update = () => document.body.classList.toggle('pointing', takesPoints());
  onChange(update);
  update();
}

/** Marks the points. @param {CanvasRenderingContext2D} context @param {View} view */
export function markPoints(context, view) {
  if (!takesPoints()) return;
  const chosen = pointsOf(state.values.scribble ?? '') ?? pointsOf(state.values.point ?? '0.5,0.5') ?? [];
  for (const [x, y] of drawn.length ? drawn : chosen) {
    context.beginPath();
    context.arc(placeX(x, view), placeY(y, view), 5 * view.scale, 0, 2 * Math.PI);
    context.fillStyle = '#fff';
    context.fill();
    context.lineWidth = 2 * view.scale;
    context.strokeStyle = '#14171c';
    context.stroke();
  }
}

/** Takes points on an overlay's image: a click sets the point, a drag the scribble. @param {Overlay} overlay */
export function takePoints(overlay) {
  const { canvas } = overlay;
  canvas.addEventListener('pointerdown', (event) => {
    if (!takesPoints() || !overlay.view || document.body.classList.contains('picking')) return;
    canvas.setPointerCapture(event.pointerId);
    drawn = [pointAt(event, canvas, overlay.view)];
    overlay.redraw();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!drawn.length || drawn.length >= maxPoints) return;
    const point = pointAt(event, canvas, overlay.view);
    const last = drawn[drawn.length - 1];
    if (Math.hypot(point[0] - last[0], point[1] - last[1]) < step) return;
    drawn.push(point);
    overlay.redraw();
  });
  const finish = (/** @type {boolean} */ isDone) => {
    const points = drawn;
    drawn = [];
    if (!isDone || !points.length) return;
    const values = { ...state.values };
    delete values.point;
    delete values.scribble;
    values[points.length > 1 ? 'scribble' : 'point'] = points.flat().join(',');
    choose({ values });
  };
  canvas.addEventListener('pointerup', () => finish(true));
  canvas.addEventListener('pointercancel', () => finish(false));
}
