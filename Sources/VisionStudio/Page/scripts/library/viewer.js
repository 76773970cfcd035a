// The selected image or video with its results: drawn, as a table, as JSON, and as files.

import { ScoreBars } from './bars.js';
import { breakable, copyText, make } from './dom.js';
import { Overlay } from './overlay.js';
import { resultItems } from './results.js';
import { fillTabs } from './tabs.js';
import { Timeline } from './timeline.js';
import { stateText } from './item-row.js';
import { trailLength } from './trails.js';
import { fetchButton, missingModels } from './model-fetch.js';
import { outputFiles } from './outputs.js';

/** @import { LibraryItem } from './library-item.js' */
/** @import { ResultLine } from './types.js' */

export class Viewer {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {LibraryItem | null} */
    this.item = null;
  }

  hide() {
    this.rest();
    this.element.hidden = true;
    this.element.replaceChildren();
    this.item = null;
  }

  /** Pauses a playing video. */
  rest() {
    this.video?.pause();
  }

  /** @param {LibraryItem} item */
  show(item) {
    this.item = item;
    this.element.hidden = false;
    this.#build(item);
    this.update(item);
  }

  /** @param {LibraryItem} item */
  update(item) {
    // The server knows whether a file is a video; before the upload the name is a guess.
    if (this.builtAsVideo !== item.isVideo) this.#build(item);
    this.problem.hidden = !item.problem;
    this.problem.replaceChildren(...breakable(item.problem));
    this.note.hidden = !(item.isDone && item.progress?.message);
    this.note.replaceChildren(...breakable(item.progress?.message ?? ''));
    this.#offer(item);
    const missing = item.problem ? missingModels() : [];
    this.fetching.hidden = !missing.length;
    this.fetching.replaceChildren(...missing.map((model) => fetchButton(model)));
    // A rejected file has only the reason to show.
    const isRefused = Boolean(item.problem) && !item.stored;
    for (const part of [this.stage, this.results, this.timeline?.element]) if (part) part.hidden = isRefused;
    if (item.stored) this.size = { width: item.stored.width, height: item.stored.height };
    this.timeline?.update(item);
    if (item.isVideo) this.#useAnnotated(item);
    else this.#useConverted(item);
    this.#draw();
  }

  /** @param {LibraryItem} item */
  #build(item) {
    this.rest();
    this.builtAsVideo = item.isVideo;
    this.video = null;
    /** @type {HTMLImageElement | null} */
    this.image = null;
    // An image has no annotated version; a video's is found out again.
    this.showsAnnotated = false;
    this.cannotShow = false;
    this.timeline = null;
    this.shownLine = null;
    this.size = null;
    this.canvas = make('canvas', { 'aria-hidden': 'true' });
    this.downloads = make('nav', { class: 'downloads', 'aria-label': 'Downloads' });
    this.offered = '';
    this.fetching = make('div', { hidden: true });
    this.problem = make('p', { class: 'problem', role: 'alert', hidden: true });
    this.note = make('p', { class: 'note', hidden: true });
    this.table = new ResultTable();
    this.json = make('pre', {
      id: 'results-json', role: 'tabpanel', tabIndex: 0, 'aria-label': 'The result as JSON', hidden: true,
    });
    this.results = this.#results();
    this.stage = make('div', { class: 'stage' },
      item.isVideo ? this.#makeVideo(item) : this.#makeImage(item), this.canvas);
    this.element.replaceChildren(
      make('header', { class: 'viewer-head' }, make('h2', { text: item.name }), this.downloads),
      this.problem, this.fetching, this.note, this.stage, ...(this.timeline ? [this.timeline.element] : []), this.results);
    this.overlay = new Overlay(this.canvas);
  }

  /**
   * Shows the links to the files of the task, as the server describes them; those that are not there yet lead nowhere.
   *
   * @param {LibraryItem} item
   */
  #offer(item) {
    const ready = item.progress?.outputs ?? [];
    const files = outputFiles(item.task).filter(
      ({ kind, takesImages }) => (kind !== 'masks' || item.hasMasks) && (takesImages || item.isVideo));
    const isOver = item.isDone || Boolean(item.problem);
    const text = JSON.stringify([item.job, item.url, files, ready, isOver]);
    if (text === this.offered) return;
    this.offered = text;
    const links = files.map(({ kind, title, contents }) =>
      link(title, contents, ready.includes(kind) ? `${item.job}/outputs/${kind}` : ''));
    const all = link('All (zip)', 'all of these in one archive', isOver && ready.length ? `${item.job}/all.zip` : '');
    const original = link('Original', 'the file as it was added', item.url);
    original.download = item.name;
    this.downloads?.replaceChildren(...links, all, original);
  }

  /** @param {LibraryItem} item */
  #makeImage(item) {
    const image = make('img', { src: item.url, alt: item.name });
    this.image = image;
    image.addEventListener('error', () => {
      // Late, when another file is shown already.
      if (this.image !== image) return;
      this.cannotShow = true;
      this.#useConverted(item);
    });
    return image;
  }

  /** Shows the server's conversion of an image that the browser cannot show, once it is sent. @param {LibraryItem} item */
  #useConverted(item) {
    if (!this.image || !this.cannotShow || !item.stored) return;
    const source = `${item.storedIn}/files/${item.stored.id}/image.jpg`;
    if (this.image.getAttribute('src') !== source) this.image.src = source;
  }

  /** @param {LibraryItem} item */
  #makeVideo(item) {
    const video = make('video', {
      src: item.url, playsInline: true, muted: true, preload: 'auto', 'aria-label': item.name,
    });
    this.video = video;
    video.addEventListener('error', () => {
      // Late, when another file is shown already.
      if (this.video !== video) return;
      this.cannotShow = true;
      this.#useAnnotated(item);
    });
    this.timeline = new Timeline(this.video, () => this.#draw());
    const follow = (/** @type {number} */ _now, /** @type {VideoFrameCallbackMetadata} */ { mediaTime }) => {
      // The time of the frame that is shown; the video's own is up to a frame before or after it.
      this.#draw(mediaTime);
      this.video?.requestVideoFrameCallback?.(follow);
    };
    this.video.requestVideoFrameCallback?.(follow);
    this.video.addEventListener('seeked', () => this.#draw());
    return this.video;
  }

  /** Shows the annotated video for masks and for videos that the browser cannot play. @param {LibraryItem} item */
  #useAnnotated(item) {
    const isThere = item.progress?.outputs.includes('annotated') ?? false;
    this.showsAnnotated = item.isDone && isThere && (this.cannotShow || item.hasMasks === true);
    const source = this.showsAnnotated ? `${item.job}/outputs/annotated` : item.url;
    if (this.video && this.video.getAttribute('src') !== source && (this.showsAnnotated || !this.cannotShow)) {
      const time = this.video.currentTime;
      this.video.src = source;
      this.video.currentTime = time;
    }
  }

  #results() {
    const panels = [this.table.element, this.json];
    const tabs = make('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Results' });
    fillTabs(tabs, ['Table', 'JSON'].map((title, number) => ({ title, panel: panels[number] })), (chosen) => {
      panels.forEach((panel, number) => { panel.hidden = number !== chosen; });
    });
    const copy = make('button', {
      type: 'button', class: 'quiet', text: 'Copy JSON', onclick: () => copyText(copy, this.json.textContent ?? ''),
    });
    return make('section', { class: 'results', 'aria-label': 'Results' },
      make('div', { class: 'code-head' }, tabs, copy), ...panels);
  }

  /** @param {number} [time] of the video's frame, in seconds */
  #draw(time = this.video?.currentTime ?? 0) {
    const { item } = this;
    if (!item || !this.overlay) return;
    const line = this.video ? item.lineAt(time * 1000 + 1) : item.lines[0];
    this.timeline?.follow();
    if (!line || !this.size) {
      this.overlay.clear();
      this.#write(null, item.problem ? '' : stateText(item));
      return;
    }
    if (this.showsAnnotated) this.overlay.clear();
    else this.overlay.draw(line, this.size, { masks: item.progress?.masks ?? [], past: item.linesUpTo(line, trailLength) });
    this.#write(line, '');
  }

  /** @param {ResultLine | null} line @param {string} waiting */
  #write(line, waiting) {
    if (line && line === this.shownLine) return;
    this.shownLine = line;
    this.table.show(line, waiting);
    this.json.textContent = line ? JSON.stringify(line, compact, 2).replace(/"\[([^"\]]*)\]"/g, '[$1]') : '';
  }
}

/**
 * @param {string} text
 * @param {string} contents what the file holds
 * @param {string} address empty for a file that is not there yet
 */
function link(text, contents, address) {
  const element = make('a', { class: 'button', text, title: `Download ${contents}`, download: '' });
  if (address) element.href = address;
  element.setAttribute('aria-disabled', String(!address));
  return element;
}

/**
 * Writes each point on one line: as a string first, which is unquoted afterwards.
 *
 * @param {string} _key
 * @param {any} value
 */
const compact = (_key, value) =>
  Array.isArray(value) && value.length && value.every((part) => typeof part === 'number' || part === null)
    ? `[${value.map((part) => (part === null ? 'null' : part)).join(', ')}]` : value;

/** A frame's result as a table. */
class ResultTable {
  constructor() {
    this.body = make('tbody');
    this.bars = new ScoreBars();
    const table = make('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Results as a table' },
      make('table', {}, make('thead', {}, make('tr', {},
        make('th', { scope: 'col', text: '#' }), make('th', { scope: 'col', text: 'Found' }),
        make('th', { scope: 'col', class: 'number', text: 'Score' }),
        make('th', { scope: 'col', text: 'Details' }))), this.body));
    this.element = make('div', { id: 'results-table', role: 'tabpanel', 'aria-label': 'The result as a table' },
      table, this.bars.element);
  }

  /**
   * @param {ResultLine | null} line
   * @param {string} waiting the text without a result
   */
  show(line, waiting) {
    this.bars.show(line);
    const found = line ? resultItems(line) : [];
    if (!found.length) {
      const text = line ? 'Nothing found' : waiting;
      this.body.replaceChildren(make('tr', {}, make('td', { colSpan: 4, class: 'muted', text })));
      return;
    }
    this.body.replaceChildren(...found.map((item, number) => make('tr', {},
      make('td', { text: String(number + 1) }), make('td', { text: item.name }),
      make('td', { class: 'number', text: item.score === null ? '' : item.score.toFixed(3) }),
      make('td', { text: item.detail }))));
  }
}
