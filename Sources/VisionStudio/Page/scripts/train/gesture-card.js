// The examples of one gesture: its name, how many there are, and the last of them.

import { removeExamples, sendExample } from './api.js';
import { announce, counted, make } from './dom.js';
import { pictureFrame } from './pictures.js';

/** The interval of recorded frames, in milliseconds: neighbouring frames of a video hardly differ. */
const interval = 150;
/** The number of small pictures that are shown. */
const shownPictures = 6;
/** The number of files that are named at most. */
const namedFiles = 5;
/** Numbers the cards. */
let cards = 0;

export class GestureCard {
  /**
   * @param {{
   *   name: string, count: number, isBackground: boolean,
   *   grab: () => Promise<{query: string, body: BodyInit}>, picture: () => HTMLCanvasElement,
   *   changed: () => void, isTaken: (card: GestureCard) => boolean,
   *   removed: (card: GestureCard) => void, failed: (error: Error) => void,
   * }} parts
   */
  constructor(parts) {
    this.parts = parts;
    this.count = parts.count;
    this.isRecording = false;
    this.isAddingFiles = false;
    /** Counts the ends, so that files that are still being added know of one. */
    this.round = 0;
    /** The example that is on its way; it never fails. @type {Promise<void>} */
    this.sending = Promise.resolve();
    this.withoutHand = 0;
    this.problem = make('p', { class: 'name-problem', id: `gesture-problem-${cards += 1}`, role: 'alert', hidden: true });
    this.field = make('input', {
      type: 'text', value: parts.name, maxLength: 64, placeholder: 'Name', spellcheck: false,
      'aria-label': 'Name of the gesture', 'aria-describedby': this.problem.id, oninput: () => parts.changed(),
    });
    this.number = make('span', { class: 'chip' });
    this.record = make('button', {
      type: 'button', text: 'Record', 'aria-pressed': 'false', onclick: () => (this.isRecording ? this.stop() : this.start()),
    });
    const input = make('input', {
      type: 'file', multiple: true, accept: 'image/*', class: 'unseen', tabIndex: -1,
      onchange: () => {
        this.#addFiles([...input.files]);
        input.value = '';
      },
    });
    this.files = make('button', { type: 'button', class: 'quiet', text: 'Add pictures', onclick: () => input.click() });
    input.setAttribute('aria-label', 'Pictures of the gesture');
    this.trash = make('button', { type: 'button', class: 'quiet', text: 'Remove', onclick: () => this.#remove() });
    this.note = make('p', { class: 'muted', role: 'status' });
    this.pictures = make('div', { class: 'examples', 'aria-hidden': 'true' });
    this.element = make('li', { class: 'model-card gesture' },
      make('header', {}, this.field, this.number), this.problem,
      ...(parts.isBackground ? [make('p', {
        class: 'muted', text: 'Other hands, which are none of the gestures. Not needed, but it helps.',
      })] : []),
      make('div', { class: 'row' }, this.record, this.files, input, this.trash), this.pictures, this.note);
  }

  get name() {
    return this.field.value.trim();
  }

  /** Whether the name stays: examples have it, or will. */
  get hasFixedName() {
    return this.parts.isBackground || this.count > 0 || this.isRecording || this.isAddingFiles;
  }

  /** @param {boolean} isRunning whether the camera's picture is there */
  enable(isRunning) {
    this.hasCamera = isRunning;
    if (!isRunning) this.stop();
    this.update();
  }

  async start() {
    this.isRecording = true;
    this.withoutHand = 0;
    this.parts.changed();
    while (this.isRecording) {
      const start = performance.now();
      try {
        const frame = await this.parts.grab();
        if (!this.isRecording) break;
        await this.#send(frame, this.parts.picture());
      } catch (error) {
        this.stop();
        this.parts.failed(/** @type {Error} */ (error));
      }
      await new Promise((resolve) => { setTimeout(resolve, Math.max(0, interval - (performance.now() - start))); });
    }
  }

  stop() {
    if (!this.isRecording) return;
    this.isRecording = false;
    announce(`${counted(this.count, 'example')} of ${this.name}`);
    this.parts.changed();
  }

  /** Adds no further examples; resolves when the server has the last one, so that a removal does not overtake it. */
  async end() {
    this.round += 1;
    this.stop();
    await this.sending;
  }

  /** @param {{query: string, body: BodyInit}} frame @param {HTMLCanvasElement} picture */
  async #send(frame, picture) {
    const answer = sendExample(this.name, frame);
    this.sending = answer.then(() => {}, () => {});
    const { hasHand, count } = await answer;
    this.count = count;
    if (hasHand) {
      this.withoutHand = 0;
      this.pictures.prepend(picture);
      while (this.pictures.childElementCount > shownPictures) this.pictures.lastElementChild.remove();
    } else {
      this.withoutHand += 1;
    }
    this.note.textContent = this.withoutHand > 2 ? 'No hand is seen; hold it into the picture.' : '';
    this.parts.changed();
  }

  /** @param {File[]} files */
  async #addFiles(files) {
    this.isAddingFiles = true;
    this.parts.changed();
    const result = { withoutHand: 0, unreadable: /** @type {string[]} */ ([]) };
    const failure = await this.#sendFiles(files, result).then(() => null, (error) => error);
    this.isAddingFiles = false;
    this.note.textContent = fileNote(files.length, result);
    this.parts.changed();
    if (failure) this.parts.failed(failure);
  }

  /**
   * @param {File[]} files
   * @param {{withoutHand: number, unreadable: string[]}} result receives what came of them
   */
  async #sendFiles(files, result) {
    const { round } = this;
    for (const file of files) {
      const read = await pictureFrame(file).catch(() => null);
      if (round !== this.round) return;
      if (!read) {
        result.unreadable.push(file.name);
        continue;
      }
      const before = this.count;
      await this.#send(read.frame, read.picture);
      if (this.count === before) result.withoutHand += 1;
    }
  }

  async #remove() {
    await this.end();
    try {
      if (this.count) await removeExamples(this.name);
    } catch (error) {
      return this.parts.failed(/** @type {Error} */ (error));
    }
    this.count = 0;
    this.pictures.replaceChildren();
    if (!this.parts.isBackground) this.parts.removed(this);
    this.parts.changed();
  }

  /** Shows what may be done now, which other cards' names decide, too. */
  update() {
    const { name, hasFixedName } = this;
    const isTaken = !hasFixedName && this.parts.isTaken(this);
    this.problem.hidden = !isTaken;
    this.problem.textContent = isTaken ? 'Another gesture has this name. Choose another one.' : '';
    this.field.setAttribute('aria-invalid', String(isTaken));
    this.field.readOnly = hasFixedName;
    this.number.textContent = counted(this.count, 'example');
    this.number.hidden = !this.count;
    this.number.classList.toggle('off', !this.parts.isBackground && this.count < 5);
    this.record.disabled = !this.hasCamera || !name || isTaken || this.isAddingFiles;
    this.files.disabled = !name || isTaken || this.isRecording || this.isAddingFiles;
    this.trash.disabled = this.parts.isBackground && !this.count;
    this.record.textContent = this.isRecording ? 'Stop' : 'Record';
    this.record.setAttribute('aria-pressed', String(this.isRecording));
    this.record.setAttribute('aria-label', `${this.isRecording ? 'Stop recording' : 'Record'} ${name || 'the gesture'}`);
  }
}

/**
 * What did not become an example.
 *
 * @param {number} count the number of files
 * @param {{withoutHand: number, unreadable: string[]}} result
 */
function fileNote(count, { withoutHand, unreadable }) {
  const of = `of ${counted(count, 'picture')}`;
  const more = unreadable.length > namedFiles ? ' and others' : '';
  return [
    unreadable.length ? `${unreadable.length} ${of} cannot be read: ${unreadable.slice(0, namedFiles).join(', ')}${more}.` : '',
    withoutHand ? `No hand in ${withoutHand} ${of}.` : '',
  ].filter(Boolean).join(' ');
}
