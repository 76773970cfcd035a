// The region of interest: shown over the image, and drawn on it with the pointer.

import { announce } from './dom.js';
import { edgesOf } from './setting-values.js';
import { onChange, state } from './state.js';
import { placeX, placeY, pointAt } from './view.js';

/** @import { Overlay } from './overlay.js' */
/** @import { View } from './view.js' */

/** Receives the region that is being drawn. @type {((text: string) => void) | undefined} */
let receive;
/** Is called when no region is waited for any more. @type {(() => void) | undefined} */
let tellEnd;
/** The region that is being drawn, as a setting's value. */
let drawn = '';

/** Darkens what the task does not see. @param {CanvasRenderingContext2D} context @param {View} view */
export function shadeOutside(context, view) {
  const edges = edgesOf(drawn || (state.values.roi ?? ''));
  if (!edges) return;
  const [left, right] = [placeX(edges[0], view), placeX(edges[2], view)];
  const [top, bottom] = [placeY(edges[1], view), placeY(edges[3], view)];
  context.beginPath();
  context.rect(view.x, view.y, view.width, view.height);
  context.rect(left, top, right - left, bottom - top);
  context.fillStyle = 'rgb(0 0 0 / 55%)';
  context.fill('evenodd');
}

/**
 * Waits for a region drawn on an image.
 *
 * @param {(text: string) => void} done receives it as a setting's value
 * @param {() => void} ended called when none is waited for any more
 */
export function pickRegion(done, ended) {
  endPicking();
  [receive, tellEnd] = [done, ended];
  document.body.classList.add('picking');
  announce('Draw a rectangle on the image, or press Escape');
}

export function endPicking() {
  const tell = tellEnd;
  [receive, tellEnd, drawn] = [undefined, undefined, ''];
  document.body.classList.remove('picking');
  tell?.();
}

/** Ends the wait for a region by Escape, and with the task. */
export function watchRegion() {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') endPicking();
  });
  onChange((what) => {
    if (what.has('task')) endPicking();
  });
}

/** Draws regions on an overlay's image while one is waited for. @param {Overlay} overlay */
export function drawRegions(overlay) {
  const { canvas } = overlay;
  let start = [0, 0];
  canvas.addEventListener('pointerdown', (event) => {
    if (!receive || !overlay.view) return;
    canvas.setPointerCapture(event.pointerId);
    start = pointAt(event, canvas, overlay.view);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!receive || !canvas.hasPointerCapture(event.pointerId)) return;
    const end = pointAt(event, canvas, overlay.view);
    drawn = [0, 1].map((axis) => Math.min(start[axis], end[axis]))
      .concat([0, 1].map((axis) => Math.max(start[axis], end[axis]))).join(',');
    overlay.redraw();
  });
  const finish = () => {
    const text = drawn;
    drawn = '';
    // A click draws nothing; the next drag may.
    if (receive && edgesOf(text)) {
      receive(text);
      endPicking();
    }
    overlay.redraw();
  };
  canvas.addEventListener('pointerup', finish);
  canvas.addEventListener('pointercancel', () => {
    drawn = '';
    overlay.redraw();
  });
}
