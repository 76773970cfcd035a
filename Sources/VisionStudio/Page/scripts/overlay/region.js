// The region of interest: shown over the image, and drawn on it with the pointer.

import { edgesOf } from './setting-values.js';
import { state } from './state.js';
import { placeX, placeY } from './view.js';

/** @import { Overlay } from './overlay.js' */
/** @import { View } from './view.js' */

/** Receives the region that is being drawn. @type {((text: string) => void) | undefined} */
let receive;
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

/** Waits for a region drawn on an image. @param {(text: string) => void} done receives it as a setting's value */
export function pickRegion(done) {
  receive = done;
  document.body.classList.add('picking');
}

/** Draws regions on an overlay's image while one is waited for. @param {Overlay} overlay */
export function drawRegions(overlay) {
  const { canvas } = overlay;
  let start = [0, 0];
  const place = (/** @type {PointerEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    const { view } = overlay;
    const x = ((event.clientX - box.left) * canvas.width / box.width - view.x) / view.width;
    const y = ((event.clientY - box.top) * canvas.height / box.height - view.y) / view.height;
    return [view.isMirrored ? 1 - x : x, y].map((part) => Math.round(Math.min(Math.max(part, 0), 1) * 1000) / 1000);
  };
  canvas.addEventListener('pointerdown', (event) => {
    if (!receive || !overlay.view) return;
    canvas.setPointerCapture(event.pointerId);
    start = place(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!receive || !canvas.hasPointerCapture(event.pointerId)) return;
    const end = place(event);
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
      receive = undefined;
      document.body.classList.remove('picking');
    }
    overlay.redraw();
  };
  canvas.addEventListener('pointerup', finish);
  canvas.addEventListener('pointercancel', () => {
    drawn = '';
    overlay.redraw();
  });
}
