// The library screen: added images and videos, and the viewer with the selected one.

import { byId, counted, make, takeFiles, withinLimit } from './dom.js';
import { chosenSettings, choose, onChange, state } from './state.js';
import { showCodeFor } from './code-panel.js';
import { hasVisit, onVisitEnd, visitPath } from './visit.js';
import { LibraryItem } from './library-item.js';
import { ItemRow } from './item-row.js';
import { Viewer } from './viewer.js';

/** @import { Offer, Sample } from './types.js' */

export class LibraryScreen {
  /** @param {Offer} offer */
  constructor(offer) {
    this.offer = offer;
    this.list = byId('items');
    this.viewer = new Viewer(byId('viewer'));
    /** @type {Map<LibraryItem, ItemRow>} */
    this.rows = new Map();
    /** @type {LibraryItem | null} */
    this.selected = null;
    /** Ends when the samples so far are added. @type {Promise<void>} */
    this.lastSample = Promise.resolve();
    this.timer = 0;
    byId('library-limits').textContent =
      `up to ${offer.limits.files} files, videos up to ${Math.round(offer.limits.videoSeconds / 60)} minutes`;
    takeFiles({
      area: byId('library-drop'), target: byId('library'), button: byId('library-pick'), input: byId('library-input'),
    }, (files) => this.add(files));
    byId('samples').append(...offer.samples.map((sample) => this.#sampleButton(sample)));
    onChange((what) => {
      if (['task', 'values', 'models', 'fetched'].some((name) => what.has(name))) this.#runAgain();
    });
    // Snapshots and recordings of the camera.
    addEventListener('capture', (event) => {
      const { blob, name } = /** @type {CustomEvent} */ (event).detail;
      this.add([blob], name);
    });
    // A reload loses what is being sent.
    addEventListener('beforeunload', (event) => {
      if ([...this.rows.keys()].some((item) => item.isSending)) event.preventDefault();
    });
    onVisitEnd(() => {
      for (const item of this.rows.keys()) item.forgetServer();
      if (this.rows.size) this.#runAgain();
    });
  }

  show() {
    if (this.selected) showCodeFor(this.selected.name, this.selected.isVideo);
    if (this.isStale) this.#runAgain();
  }

  hide() {
    this.viewer.rest();
  }

  /** @param {(File | Blob)[]} files @param {string} [name] */
  add(files, name) {
    const { imageBytes, videoBytes } = this.offer.limits;
    const items = withinLimit(files, Math.max(imageBytes, videoBytes))
      .map((file) => new LibraryItem(file, name ?? /** @type {File} */ (file).name));
    for (const item of items) {
      this.#append(item);
      // The camera has the processor while its screen is shown.
      if (state.screen === 'library') item.run(chosenSettings());
      else this.isStale = true;
    }
    if (items.length) this.#select(items[0]);
    this.#count();
  }

  /**
   * Shows what the server has from before the page was loaded again.
   *
   * @param {import('./types.js').VisitContents} contents
   */
  async restore(contents) {
    if (!contents.files.length) return;
    const visit = await visitPath();
    const items = contents.files.map((known) => LibraryItem.restored(visit, known));
    for (const item of items) this.#append(item);
    this.#select(items[items.length - 1]);
    this.#count();
    this.#runAgain();
  }

  /** @param {LibraryItem} item */
  #append(item) {
    const row = new ItemRow(item, { open: () => this.#select(item), remove: () => this.#remove(item) });
    this.rows.set(item, row);
    this.list.prepend(row.element);
    item.addEventListener('change', () => this.#update(item));
  }

  /** @param {LibraryItem} item */
  #update(item) {
    this.rows.get(item)?.update();
    this.#count();
    if (item !== this.selected) return;
    const wasVideo = this.viewer.builtAsVideo;
    this.viewer.update(item);
    // The server knows what the name does not say, such as an animated picture.
    if (item.isVideo !== wasVideo) showCodeFor(item.name, item.isVideo);
  }

  /** @param {LibraryItem} item */
  #select(item) {
    this.selected = item;
    for (const [other, row] of this.rows) row.select(other === item);
    this.viewer.show(item);
    showCodeFor(item.name, item.isVideo);
  }

  /** @param {LibraryItem} item */
  #remove(item) {
    item.remove().then(() => this.#fillRoom());
    const row = this.rows.get(item);
    const next = /** @type {HTMLElement | null} */ (
      row?.element.nextElementSibling ?? row?.element.previousElementSibling);
    row?.element.remove();
    this.rows.delete(item);
    if (item === this.selected) {
      const other = [...this.rows.keys()].find((candidate) => this.rows.get(candidate)?.element === next);
      this.selected = null;
      if (other) this.#select(other);
      else {
        this.viewer.hide();
        showCodeFor();
      }
    }
    this.#count();
    /** @type {HTMLElement} */ (next?.querySelector('button') ?? byId('library-pick')).focus();
  }

  /** Sends the files for which there was no room, oldest first, until there is none again. */
  async #fillRoom() {
    for (const item of this.rows.keys()) {
      if (!item.refusal?.lacksRoom || item.isRemoved) continue;
      item.run(chosenSettings());
      await item.answered();
      if (item.refusal?.lacksRoom) return;
    }
  }

  /** Shows the samples in a small row once there are files, how many there are, and the archive of all their results. */
  async #count() {
    const items = [...this.rows.keys()];
    byId('library').classList.toggle('in-use', items.length > 0);
    byId('items-head').hidden = items.length < 2;
    byId('items-count').textContent = counted(items.length, 'file');
    const done = items.filter((item) => item.progress?.outputs.length && item.progress.state !== 'running').length;
    const all = byId('items-all');
    all.textContent = `All results of ${counted(done, 'file')} (zip)`;
    all.setAttribute('aria-disabled', String(!done));
    if (done && hasVisit()) all.href = `${await visitPath()}/all.zip`;
    else all.removeAttribute('href');
  }

  /** Runs all items again after a change, once a slider no longer moves; the selected item comes first. */
  #runAgain() {
    this.isStale = state.screen !== 'library';
    clearTimeout(this.timer);
    if (this.isStale) return;
    this.timer = setTimeout(() => {
      const settings = chosenSettings();
      if (this.selected) this.selected.run(settings);
      for (const item of this.rows.keys()) if (item !== this.selected) item.run(settings);
    }, 200);
  }

  /** @param {Sample} sample */
  #sampleButton(sample) {
    return make('button', {
      type: 'button', 'data-sample': sample.file, title: sample.title,
      onclick: () => {
        if (!sample.tasks.includes(state.task)) choose({ task: sample.tasks[0] });
        const arrival = fetch(`/page/${sample.file}`).then((response) => response.blob());
        // In the order of the clicks, whichever arrives first.
        this.lastSample = Promise.allSettled([arrival, this.lastSample])
          .then(async () => this.add([await arrival], sample.file));
      },
    }, sample.file.endsWith('.mp4')
      ? make('video', {
        src: `/page/${sample.file}#t=0.5`, muted: true, preload: 'metadata', tabIndex: -1, 'aria-hidden': 'true',
        'aria-label': sample.title,
      })
      : make('img', { src: `/page/${sample.file}`, alt: '', loading: 'lazy', width: 132, height: 99 }),
    make('span', { text: sample.title }));
  }
}
