// A video's timeline: a bar for each period in which a gesture, a person, a class or a track is present.

import { make } from './dom.js';
import { resultItems } from './results.js';

/** @import { LibraryItem } from './library-item.js' */

export class Timeline {
  /** @param {HTMLVideoElement} video @param {() => void} moved */
  constructor(video, moved) {
    this.video = video;
    this.moved = moved;
    this.duration = 0;
    this.lanes = new Lanes();
    this.play = make('button', {
      type: 'button', text: 'Play', onclick: () => (video.paused ? video.play() : video.pause()),
    });
    this.slider = make('input', {
      type: 'range', min: 0, max: 1000, step: 1, value: 0, 'aria-label': 'Position in the video',
      oninput: () => this.#seek(Number(this.slider.value) / 1000),
    });
    this.clock = make('output', { text: '0:00.0 / 0:00.0' });
    this.head = make('i');
    this.lanesBox = make('div', { class: 'lanes' }, this.lanes.element,
      make('div', { class: 'playhead', 'aria-hidden': 'true' }, this.head));
    this.lanesBox.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => this.#scrub(event));
    this.lanesBox.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
      if (event.buttons) this.#scrub(event);
    });
    this.element = make('section', { class: 'timeline', 'aria-label': 'Timeline' },
      make('div', { class: 'transport' }, this.play, this.slider, this.clock), this.lanesBox);
    for (const name of ['play', 'pause', 'ended']) {
      video.addEventListener(name, () => { this.play.textContent = video.paused ? 'Play' : 'Pause'; });
    }
    for (const name of ['timeupdate', 'loadedmetadata', 'seeked']) video.addEventListener(name, () => this.follow());
  }

  /** @param {LibraryItem} item */
  update(item) {
    const stated = item.stored?.seconds ?? this.video.duration;
    // A video that does not state its length is as long as its results, once all of them are there.
    const last = item.isDone ? item.lines[item.lines.length - 1]?.timestampMs : undefined;
    const length = last === undefined ? 0 : (last + usualInterval) / 1000;
    this.duration = Number.isFinite(stated) && stated > 0 ? stated : length;
    this.lanes.update(item, this.duration * 1000);
    this.follow();
  }

  /** Moves the slider and the cursor to the video's position. */
  follow() {
    const duration = this.#length;
    const part = duration > 0 ? Math.min(1, this.video.currentTime / duration) : 0;
    this.head.style.left = `${part * 100}%`;
    // Do not move the slider while the user drags it.
    const isFree = document.activeElement !== this.slider || !this.video.paused;
    if (isFree) this.slider.value = String(Math.round(part * 1000));
    this.slider.setAttribute('aria-valuetext', clockText(this.video.currentTime));
    this.clock.textContent = `${clockText(this.video.currentTime)} / ${clockText(duration)}`;
  }

  get #length() {
    return this.duration || (Number.isFinite(this.video.duration) ? this.video.duration : 0);
  }

  /** @param {number} part */
  #seek(part) {
    this.video.currentTime = Math.max(0, Math.min(1, part)) * this.#length;
    this.follow();
    this.moved();
  }

  /** @param {PointerEvent} event */
  #scrub(event) {
    const track = this.head.parentElement?.getBoundingClientRect();
    if (!track || event.clientX < track.left) return;
    this.#seek((event.clientX - track.left) / track.width);
  }
}

/** @param {number} seconds */
function clockText(seconds) {
  const tenths = Math.round((Number.isFinite(seconds) ? seconds : 0) * 10);
  return `${Math.floor(tenths / 600)}:${String(Math.floor((tenths % 600) / 10)).padStart(2, '0')}.${tenths % 10}`;
}

/** The time from frame to frame where the file does not say it, in milliseconds. */
const usualInterval = 40;
/** The maximum gap within a bar, in milliseconds: one or two missed frames do not end it. */
const longestGap = 160;
/** The maximum number of lanes; anything else is in the table only. */
const mostLanes = 12;

/**
 * @typedef {{element: HTMLElement, bars: HTMLElement, last: HTMLElement | null, from: number, to: number,
 *   spans: [number, number][]}} Lane
 */

/** The coloured bars, extended as results arrive. */
class Lanes {
  constructor() {
    this.element = make('div', { class: 'lane-list', role: 'list' });
    this.#reset();
  }

  #reset() {
    /** @type {Map<string, Lane>} */
    this.lanes = new Map();
    this.count = 0;
    this.round = -1;
    this.duration = 0;
    this.element.replaceChildren();
  }

  /**
   * Adds the results since the last call.
   *
   * @param {LibraryItem} item
   * @param {number} duration in milliseconds
   */
  update(item, duration) {
    if (item.round !== this.round || item.lines.length < this.count || duration !== this.duration) this.#reset();
    [this.round, this.duration] = [item.round, duration];
    if (!(duration > 0)) return;
    const frameLength = item.stored?.frameCount ? duration / item.stored.frameCount : usualInterval;
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

  /** @param {string} name @param {string} color @param {number} from @param {number} to @param {number} duration */
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
