// How fast the camera's frames are worked on: medians over the last frames, shown a few times a second.

import { make } from './dom.js';

const window = 90;

/**
 * @typedef {object} Sample times in milliseconds of the page's clock
 * @property {number} start when the frame was shown to the page
 * @property {number} captured when the camera took it, where the browser tells
 * @property {number} grabbed when its pixels were there
 * @property {number} answered when the result was there
 * @property {number} drawn when the result was drawn
 * @property {number} inference how long the task took
 * @property {number} decoding how long the server took to read the frame
 */

export class SpeedMeter {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    /** The frames that were answered since the start. */
    this.total = 0;
    /** @type {Sample[]} */
    this.samples = [];
    this.dropped = 0;
    this.shownAt = 0;
    this.values = ['Inference', 'Latency', 'Frames', 'Dropped'].map((name) => {
      const value = make('dd', { text: '–' });
      list.append(make('div', {}, make('dt', { text: name }), value));
      return value;
    });
    this.values[1].parentElement.title =
      'From the frame reaching the page to the result drawn over it, the median of the last frames';
  }

  reset() {
    this.samples = [];
    this.total = 0;
    delete this.list.dataset.medians;
    this.dropped = 0;
    for (const value of this.values) value.textContent = '–';
  }

  drop() {
    this.dropped += 1;
  }

  /** @param {Sample} sample */
  add(sample) {
    this.samples.push(sample);
    this.total += 1;
    if (this.samples.length > window) this.samples.shift();
    if (sample.drawn - this.shownAt > 300) this.#show(sample.drawn);
  }

  /** The median of something over the last frames. @param {(sample: Sample) => number} of */
  median(of) {
    const values = this.samples.map(of).sort((one, other) => one - other);
    return values.length ? values[values.length >> 1] : 0;
  }

  /** The frames a second that were answered. */
  get rate() {
    const [first, last] = [this.samples[0], this.samples[this.samples.length - 1]];
    return this.samples.length > 1 ? ((this.samples.length - 1) * 1000) / (last.drawn - first.drawn) : 0;
  }

  /** @param {number} now */
  #show(now) {
    this.shownAt = now;
    const [inference, latency, rate, dropped] = this.values;
    inference.replaceChildren(this.median((sample) => sample.inference).toFixed(1), make('small', { text: ' ms' }));
    latency.replaceChildren(
      this.median((sample) => sample.drawn - sample.start).toFixed(0), make('small', { text: ' ms' }));
    rate.replaceChildren(this.rate.toFixed(0), make('small', { text: ' a second' }));
    dropped.textContent = String(this.dropped);
    // For tests and for those who want to know more: where the time goes, in milliseconds.
    this.list.dataset.medians = JSON.stringify({
      grab: this.median((sample) => sample.grabbed - sample.start),
      answer: this.median((sample) => sample.answered - sample.grabbed),
      draw: this.median((sample) => sample.drawn - sample.answered),
      decoding: this.median((sample) => sample.decoding), inference: this.median((sample) => sample.inference),
      latency: this.median((sample) => sample.drawn - sample.start),
      sinceCapture: this.median((sample) => sample.drawn - sample.captured), rate: this.rate, dropped: this.dropped,
      frames: this.total,
    });
  }
}
