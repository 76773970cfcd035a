// The coloured bars of a timeline, extended as results arrive.

import { make } from './dom.js';
import { resultItems } from './results.js';

/** @import { LibraryItem } from './library-item.js' */

/** The maximum gap within a bar, in milliseconds: one or two missed frames do not end it. */
const longestGap = 160;
/** The maximum number of lanes; anything else is in the table only. */
const mostLanes = 12;

/**
 * @typedef {{element: HTMLElement, bars: HTMLElement, last: HTMLElement | null, from: number, to: number,
 *   spans: [number, number][]}} Lane
 */

export class Lanes {
  constructor() {
    this.element = make('div', { class: 'lane-list', role: 'list' });
    this.#reset();
  }

  #reset() {
    /** @type {Map<string, Lane>} */
    this.lanes = new Map();
    this.count = 0;
    this.round = -1;
    this.element.replaceChildren();
  }

  /**
   * Adds the results since the last call.
   *
   * @param {LibraryItem} item
   * @param {number} duration in milliseconds
   */
  update(item, duration) {
    if (item.round !== this.round || item.lines.length < this.count) this.#reset();
    this.round = item.round;
    if (!(duration > 0)) return;
    const frameLength = item.stored?.frameCount ? duration / item.stored.frameCount : 40;
    for (; this.count < item.lines.length; this.count += 1) {
      const line = item.lines[this.count];
      const time = line.timestampMs ?? 0;
      const seen = new Set();
      for (const found of resultItems(line)) {
        if (seen.has(found.lane)) continue;
        seen.add(found.lane);
        this.#extend(found.lane, found.color, time, Math.min(duration, time + frameLength), duration);
      }
    }
    for (const [name, lane] of this.lanes) {
      const parts = lane.spans.map(([from, to]) => `${(from / 1000).toFixed(1)} to ${(to / 1000).toFixed(1)} s`);
      lane.element.setAttribute('aria-label', `${name}: ${parts.join(', ')}`);
    }
  }

  /**
   * @param {string} name
   * @param {string} color
   * @param {number} from
   * @param {number} to
   * @param {number} duration
   */
  #extend(name, color, from, to, duration) {
    let lane = this.lanes.get(name);
    if (!lane) {
      if (this.lanes.size >= mostLanes) return;
      const bars = make('div');
      const element = make('div', { class: 'lane', role: 'listitem', 'data-lane': name },
        make('span', { text: name, title: name }), bars);
      lane = { element, bars, last: null, from: 0, to: -Infinity, spans: [] };
      this.lanes.set(name, lane);
      this.element.append(element);
    }
    if (!lane.last || from - lane.to > longestGap) {
      lane.last = make('i');
      lane.last.style.background = color;
      lane.last.style.left = `${(from / duration) * 100}%`;
      lane.from = from;
      lane.bars.append(lane.last);
      lane.spans.push([from, to]);
    }
    lane.to = to;
    lane.spans[lane.spans.length - 1][1] = to;
    lane.last.style.width = `${((to - lane.from) / duration) * 100}%`;
  }
}
