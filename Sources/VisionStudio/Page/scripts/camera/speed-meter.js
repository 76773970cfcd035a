// Speed and latency: medians over the last frames, shown a few times per second.

import { make } from './dom.js';

const window = 90;

/**
 * @typedef {object} Sample times in milliseconds of the page's clock
 * @property {number} start when the browser presented the frame
 * @property {number} captured when the camera took it, if the browser reports it
 * @property {number} grabbed when its pixels were read
 * @property {number} answered when the result arrived
 * @property {number} drawn when the result was drawn
 * @property {number} inference the time of the task
 * @property {number} decoding the time in which the server decoded the frame
 */

export class SpeedMeter {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    /** The number of answered frames since the start. */
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

  /** The median of a time over the last frames. @param {(sample: Sample) => number} of */
  median(of) {
    const values = this.samples.map(of).sort((one, other) => one - other);
    return values.length ? values[values.length >> 1] : 0;
  }

  /** The answered frames per second. */
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
    // For tests and debugging: the time of each step, in milliseconds.
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
