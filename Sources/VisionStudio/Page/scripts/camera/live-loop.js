// Sends frames one at a time. Frames that arrive during an inference are dropped, as in MediaPipe's live-stream mode.

import { sendFrame } from './api.js';
import { visitPath } from './visit.js';
import { FrameGrabber } from './frame-grabber.js';

/** @import { ResultLine, MaskPreview } from './types.js' */
/** @typedef {{result: ResultLine, masks: MaskPreview[], inferenceMs: number, decodingMs: number}} LiveResponse */

export class LiveLoop {
  /**
   * @param {HTMLVideoElement} video
   * @param {import('./speed-meter.js').SpeedMeter} meter
   * @param {{answer(answer: LiveResponse, size: {width: number, height: number}): void,
   *   failed(error: Error): void}} listener
   */
  constructor(video, meter, listener) {
    this.video = video;
    this.meter = meter;
    this.listener = listener;
    this.grabber = new FrameGrabber(video);
    this.isRunning = false;
    this.isBusy = false;
    this.isPaused = false;
    this.asJPEG = false;
    this.callback = 0;
    /** The frame that is on its way; it never fails. @type {Promise<void>} */
    this.work = Promise.resolve();
  }

  start() {
    this.isRunning = true;
    this.#next();
  }

  stop() {
    this.isRunning = false;
    this.video.cancelVideoFrameCallback?.(this.callback);
  }

  #next() {
    if (!this.isRunning) return;
    this.callback = this.video.requestVideoFrameCallback((_now, metadata) => {
      // The next callback comes with the next frame, however long this one takes.
      this.#next();
      if (this.isPaused) return;
      if (this.isBusy) return this.meter.drop();
      this.work = this.#work(metadata);
    });
  }

  /** @param {VideoFrameCallbackMetadata} metadata */
  async #work(metadata) {
    this.isBusy = true;
    const start = performance.now();
    try {
      const frame = await this.grabber.grab(this.asJPEG);
      const grabbed = performance.now();
      const answer = /** @type {LiveResponse} */ (await sendFrame(await visitPath(), frame));
      const answered = performance.now();
      if (!this.isRunning) return;
      this.listener.answer(answer, this.grabber);
      this.meter.add({
        start, captured: metadata.captureTime ?? start, grabbed, answered, drawn: performance.now(),
        inference: answer.inferenceMs, decoding: answer.decodingMs,
      });
    } catch (error) {
      if (this.isRunning) this.listener.failed(/** @type {Error} */ (error));
    } finally {
      this.isBusy = false;
    }
  }
}
