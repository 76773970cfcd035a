// A video's timeline: a bar for each period in which a gesture, a person, a class or a track is present.

import { make } from './dom.js';
import { Lanes } from './lanes.js';

/** @import { LibraryItem } from './library-item.js' */

export class Timeline {
  /**
   * @param {HTMLVideoElement} video
   * @param {() => void} moved
   */
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
    this.duration = item.stored?.seconds ?? this.video.duration ?? 0;
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
