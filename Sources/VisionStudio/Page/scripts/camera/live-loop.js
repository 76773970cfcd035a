// Sends frames one at a time. Frames that arrive during an inference are dropped, as in MediaPipe's live-stream mode.

import { sendFrame } from './api.js';
import { visitPath } from './visit.js';

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
      // In a pause the answer is that of a task which no longer runs.
      if (!this.isRunning || this.isPaused) return;
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

/** The maximum side of a sent frame, in pixels. */
const longestSide = 640;

/** Reads the pixels of the camera's newest frame. */
export class FrameGrabber {
  /** @param {HTMLVideoElement} video */
  constructor(video) {
    this.video = video;
    this.canvas = new OffscreenCanvas(1, 1);
    // A canvas in main memory, from which pixels are read fastest.
    this.context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      this.canvas.getContext('2d', { willReadFrequently: true, alpha: false }));
    this.width = 0;
    this.height = 0;
  }

  /**
   * The frame for the server, at most 640 pixels per side: raw pixels, which are available soonest, or a JPEG image
   * of a twentieth of their size, for a remote server.
   *
   * @param {boolean} asJPEG
   * @returns {Promise<{query: string, body: BodyInit}>}
   */
  async grab(asJPEG) {
    const factor = Math.min(1, longestSide / Math.max(this.video.videoWidth, this.video.videoHeight));
    const width = Math.max(1, Math.round(this.video.videoWidth * factor));
    const height = Math.max(1, Math.round(this.video.videoHeight * factor));
    if (width !== this.width || height !== this.height) {
      [this.width, this.height] = [width, height];
      [this.canvas.width, this.canvas.height] = [width, height];
    }
    this.context.drawImage(this.video, 0, 0, width, height);
    const time = Math.round(performance.now());
    if (asJPEG) {
      return { query: `time=${time}`, body: await this.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 }) };
    }
    const { data } = this.context.getImageData(0, 0, width, height);
    return { query: `width=${width}&height=${height}&time=${time}`, body: data.buffer };
  }
}
