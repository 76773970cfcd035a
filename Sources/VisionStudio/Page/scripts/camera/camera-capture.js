// Snapshots and recordings of the camera. Both go to the library, where every file of their results can be had.

import { announce, byId, make } from './dom.js';
import { choose } from './state.js';

/** The longest recording, in milliseconds; the server takes videos of ten minutes. */
const longest = 590_000;
/** The types of recordings, the best first: files that seek well, then what every browser can write. */
const types = ['video/mp4;codecs=avc1.42E01F', 'video/mp4', 'video/webm;codecs=vp8', 'video/webm'];

export class CameraCapture {
  /** @param {HTMLVideoElement} video */
  constructor(video) {
    this.video = video;
    this.snapshot = byId('camera-snapshot');
    this.record = byId('camera-record');
    this.captured = byId('camera-captured');
    /** @type {MediaRecorder | null} */
    this.recorder = null;
    this.timer = 0;
    this.snapshot.addEventListener('click', () => this.#takeSnapshot());
    // A reload loses what is being recorded.
    addEventListener('beforeunload', (event) => {
      if (this.recorder) event.preventDefault();
    });
    this.record.addEventListener('click', () => (this.recorder ? this.stop() : this.#startRecording()));
  }

  /** @param {boolean} isRunning whether the camera's picture is there */
  enable(isRunning) {
    this.snapshot.disabled = !isRunning;
    this.record.disabled = !isRunning || !globalThis.MediaRecorder;
    if (!isRunning) this.stop();
  }

  /** Ends a recording; what was recorded is kept. */
  stop() {
    if (this.recorder?.state === 'recording') this.recorder.stop();
  }

  async #takeSnapshot() {
    // As the camera has it, neither mirrored nor made smaller.
    const canvas = new OffscreenCanvas(this.video.videoWidth, this.video.videoHeight);
    canvas.getContext('2d')?.drawImage(this.video, 0, 0);
    this.#keep(await canvas.convertToBlob({ type: 'image/png' }), 'png', 'Snapshot');
  }

  #startRecording() {
    const stream = /** @type {MediaStream} */ (this.video.srcObject);
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
    /** @type {Blob[]} */
    const parts = [];
    const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 4_000_000 });
    const start = performance.now();
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.addEventListener('stop', () => {
      clearInterval(this.timer);
      this.recorder = null;
      this.record.textContent = 'Record';
      this.record.setAttribute('aria-pressed', 'false');
      const type = recorder.mimeType.split(';')[0];
      const blob = new Blob(parts, { type });
      if (blob.size) this.#keep(blob, type === 'video/mp4' ? 'mp4' : 'webm', 'Recording');
    });
    this.timer = setInterval(() => {
      const time = performance.now() - start;
      this.record.textContent = `Stop recording ${Math.floor(time / 1000)} s`;
      if (time > longest) this.stop();
    }, 250);
    this.recorder = recorder;
    this.record.setAttribute('aria-pressed', 'true');
    recorder.start();
    announce('Recording');
  }

  /** @param {Blob} blob @param {string} ending @param {string} what */
  #keep(blob, ending, what) {
    const time = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString();
    const name = `camera-${time.slice(0, 10)}-${time.slice(11, 19).replaceAll(':', '')}.${ending}`;
    dispatchEvent(new CustomEvent('capture', { detail: { blob, name } }));
    this.captured.hidden = false;
    this.captured.replaceChildren(`${what} ${name} is in the `, make('a', {
      href: '#/library', text: 'library',
      onclick: (/** @type {Event} */ event) => {
        event.preventDefault();
        choose({ screen: 'library' });
      },
    }), '.');
  }
}
