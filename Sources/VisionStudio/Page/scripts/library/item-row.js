// A row of the library's list: the file, the progress of its run, and the outcome.

import { announce, breakable, counted, make } from './dom.js';
import { resultItems, sentence } from './results.js';

/** @import { LibraryItem } from './library-item.js' */

export class ItemRow {
  /** @param {LibraryItem} item @param {{open(): void, remove(): void}} actions */
  constructor(item, { open, remove }) {
    this.item = item;
    this.state = make('div', { class: 'state' });
    this.bar = make('progress', { max: 1, value: 0, 'aria-label': `Progress of ${item.name}` });
    const thumb = item.isVideo
      ? make('video', {
        class: 'thumb', src: `${item.url}#t=0.1`, muted: true, preload: 'metadata', 'aria-hidden': 'true', tabIndex: -1,
      })
      : make('img', { class: 'thumb', src: item.url, alt: '' });
    // A plain field stands for an image that the browser cannot show.
    thumb.addEventListener('error', () => thumb.replaceWith(make('span', { class: 'thumb' })));
    this.open = make('button', { type: 'button', class: 'open', onclick: open }, thumb,
      make('div', { class: 'words' }, make('div', { class: 'title', text: item.name }), this.state, this.bar));
    this.element = make('li', {}, this.open,
      make('button', {
        type: 'button', class: 'remove', text: '×', 'aria-label': `Remove ${item.name}`, onclick: remove,
      }));
    this.update();
  }

  /** @param {boolean} isSelected */
  select(isSelected) {
    this.element.classList.toggle('selected', isSelected);
    this.open.setAttribute('aria-pressed', String(isSelected));
  }

  update() {
    const { item } = this;
    const part = progressPart(item);
    this.bar.classList.toggle('over', part === null);
    if (part !== null) this.bar.value = part;
    this.element.classList.toggle('failed', Boolean(item.problem));
    const text = stateText(item);
    this.state.replaceChildren(...breakable(text));
    const isOver = Boolean(item.problem) || item.isDone;
    if (isOver && this.said !== text) announce(`${item.name}: ${text}`);
    this.said = isOver ? text : '';
  }
}

/** @param {LibraryItem} item */
export function stateText(item) {
  if (item.problem) return item.problem;
  if (!item.stored) return `Sending… ${Math.round(item.sent * 100)} %`;
  const { progress } = item;
  if (!progress || progress.state === 'waiting') return 'Waiting for its turn…';
  if (!item.isVideo) return progress.state === 'running' ? 'Looking…' : pictureText(item);
  const frames = progress.totalFrames
    ? `${progress.frames} of ${counted(progress.totalFrames, 'frame')}` : counted(progress.frames, 'frame');
  const speed = progress.framesPerSecond ? `, ${progress.framesPerSecond.toFixed(0)} a second` : '';
  if (progress.state === 'running') return `${frames}${speed}${timeLeft(progress)}`;
  return progress.message || `${counted(progress.frames, 'frame')}${speed}`;
}

/** @param {LibraryItem} item */
function pictureText(item) {
  const [line] = item.lines;
  const time = item.progress?.inferenceMs ? `, ${item.progress.inferenceMs.toFixed(0)} ms` : '';
  return line ? sentence(resultItems(line)) + time : '';
}

/** @param {import('./types.js').JobProgress} progress */
function timeLeft({ frames, totalFrames, framesPerSecond }) {
  if (!totalFrames || !framesPerSecond || frames < 10) return '';
  return `, ${Math.max(1, Math.round((totalFrames - frames) / framesPerSecond))} s left`;
}

/**
 * @param {LibraryItem} item
 * @returns {number | null} 0 to 1; null if nothing is in progress
 */
function progressPart(item) {
  if (item.problem || item.isDone) return null;
  if (!item.stored) return item.sent;
  const { progress } = item;
  return progress?.totalFrames ? progress.frames / progress.totalFrames : 0;
}
