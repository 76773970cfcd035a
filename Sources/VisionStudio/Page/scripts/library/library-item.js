// An image or video of the library: its upload, its run on the server, and the results so far.

import { jobLines, jobProgress, remove, startJob, upload } from './api.js';
import { ServerError, patiently } from './connection.js';
import { noteEnd, visitPath } from './visit.js';
import { settingsForServer } from './own-models.js';

/** @import { ChosenSettings, JobProgress, ResultLine, StoredFile } from './types.js' */

/** The largest file that the page gets back from the server after a reload, in bytes. */
const mostKept = 64_000_000;
/** The interval in which the progress of a run is polled, in milliseconds. */
const patience = 200;

export class LibraryItem extends EventTarget {
  /**
   * @param {File | Blob | null} file null for one that only the server has, as after a reload
   * @param {string} name
   */
  constructor(file, name) {
    super();
    this.file = file;
    this.name = name;
    this.isVideo = file?.type.startsWith('video/') || /\.(mkv|avi|mov|webm|mp4|m4v)$/i.test(name);
    this.url = file ? URL.createObjectURL(file) : '';
    /** @type {StoredFile | null} */
    this.stored = null;
    this.storedIn = '';
    this.sent = 0;
    /** The path of the run on the server. */
    this.job = '';
    /** @type {JobProgress | null} */
    this.progress = null;
    /** @type {ResultLine[]} */
    this.lines = [];
    this.task = '';
    this.problem = '';
    /** Why the server did not take the file. @type {ServerError | null} */
    this.refusal = null;
    /** Counts the runs, so that an older one can tell that it is superseded. */
    this.round = 0;
    /** Aborts the polling of a superseded run. */
    this.polling = new AbortController();
    /** Aborts the upload of a file that was removed. */
    this.removal = new AbortController();
    /** The settings of the last run. */
    this.settings = '';
    this.isRemoved = false;
  }

  /**
   * An item of before the page was loaded again.
   *
   * @param {string} visit the visit's path
   * @param {import('./types.js').VisitContents['files'][0]} known
   */
  static restored(visit, { file, job, settings }) {
    const item = new LibraryItem(null, file.name);
    [item.stored, item.storedIn, item.isVideo] = [file, visit, file.isVideo];
    item.url = `${visit}/files/${file.id}/content`;
    // Kept, so that a restart of the server does not lose it.
    if (file.byteCount <= mostKept) {
      fetch(item.url).then((answer) => (answer.ok ? answer.blob() : null)).then((blob) => {
        if (!blob || item.isRemoved) return;
        item.file = blob;
        item.url = URL.createObjectURL(blob);
        item.#changed();
      }).catch(() => {});
    }
    if (job && settings) item.#resume(`${visit}/jobs/${job}`, settings);
    return item;
  }

  /**
   * Follows a run that began before the page was loaded again.
   *
   * @param {string} job
   * @param {ChosenSettings} settings
   */
  async #resume(job, settings) {
    const round = this.#replace();
    this.#note(settings);
    this.job = job;
    await this.#end(() => this.#follow(round), round);
  }

  /** @param {ChosenSettings} settings */
  #note(settings) {
    this.settings = textOf(settings);
    this.problem = '';
    this.task = settings.task;
  }

  /**
   * Notes how a run ends.
   *
   * @param {() => Promise<void>} work
   * @param {number} round
   */
  async #end(work, round) {
    try {
      await patiently(work, () => round === this.round);
    } catch (error) {
      if (round !== this.round) return;
      this.problem = /** @type {Error} */ (error).message;
      if (error instanceof ServerError && error.endsFile) this.storedIn = '';
    }
    this.#changed();
  }

  /**
   * Uploads the file if the server does not have it, and runs the task on it, unless these settings were run already.
   *
   * @param {ChosenSettings} settings
   */
  async run(settings) {
    if (this.refusal?.refusesFile) return;
    if (textOf(settings) === this.settings && !this.problem) return;
    const round = this.#replace();
    this.#note(settings);
    await this.#end(() => this.#work(settings, round), round);
  }

  /** Waits until the server has the file or has refused it, or the file is removed. */
  answered() {
    return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      const check = () => {
        if (!this.stored && !this.problem && !this.isRemoved) return;
        this.removeEventListener('change', check);
        resolve();
      };
      this.addEventListener('change', check);
      this.removal.signal.addEventListener('abort', resolve, { once: true });
      check();
    });
  }

  /** Discards what belongs to an ended visit, so that the next run begins with the upload. */
  forgetServer() {
    this.storedIn = '';
    this.settings = '';
  }

  /**
   * Runs the task, and once more in a new visit if the server ends the first one during the run.
   *
   * @param {ChosenSettings} settings
   * @param {number} round
   */
  async #work(settings, round) {
    try {
      await this.#start(settings, round);
    } catch (error) {
      if (round !== this.round || !noteEnd(error)) throw error;
      await this.#start(settings, round);
    }
  }

  /** @param {ChosenSettings} settings @param {number} round */
  async #start(settings, round) {
    this.lines = [];
    this.progress = null;
    this.job = '';
    this.#changed();
    await this.#upload();
    // The server keeps the run that started last. Starts are sequential, so that this is the newest one.
    await this.starting?.catch(() => {});
    if (round !== this.round || !this.stored) return;
    this.starting = settingsForServer(settings).then((known) => startJob(/** @type {StoredFile} */ (this.stored).id, known));
    const job = await this.starting;
    if (round !== this.round) return;
    this.job = job;
    await this.#follow(round);
  }

  /** Deletes the file here and on the server. */
  async remove() {
    this.#replace();
    if (this.file) URL.revokeObjectURL(this.url);
    // What the server has whole is deleted when it says so.
    if (this.sent < 1) this.removal.abort();
    this.isRemoved = true;
    if (this.stored) await remove(`files/${this.stored.id}`);
  }

  /**
   * The newest result at a point in time.
   *
   * @param {number} milliseconds
   * @returns {ResultLine | undefined}
   */
  lineAt(milliseconds) {
    let [low, high] = [0, this.lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.lines[middle].timestampMs ?? 0) <= milliseconds) low = middle + 1;
      else high = middle;
    }
    return this.lines[low - 1];
  }

  /**
   * A line and those before it, oldest first.
   *
   * @param {ResultLine} line
   * @param {number} count
   */
  linesUpTo(line, count) {
    return this.lines.slice(Math.max(0, line.frame + 1 - count), line.frame + 1);
  }

  /** Whether there are files of masks. */
  get hasMasks() {
    return this.progress?.outputs.includes('masks') ?? false;
  }

  get isDone() {
    return this.progress?.state === 'done';
  }

  /** Whether a reload of the page would lose it: the server does not have all of it. */
  get isSending() {
    return Boolean(this.file) && !this.stored && !this.problem;
  }

  /** Ends the current run and returns the number of the next one. */
  #replace() {
    this.polling.abort();
    this.polling = new AbortController();
    return ++this.round;
  }

  async #upload() {
    // Upload once; runs that start meanwhile wait for it.
    const visit = await visitPath();
    if (this.stored && this.storedIn === visit) return;
    if (!this.file) throw new Error(`The server no longer has ${this.name}. Add it once more.`);
    this.refusal = null;
    this.uploading ??= upload('files', this.file, this.name, (part) => {
      this.sent = part;
      this.#changed();
    }, this.removal.signal).then(async (stored) => {
      if (this.isRemoved) remove(`files/${stored.id}`);
      this.stored = stored;
      this.storedIn = await visitPath();
      this.isVideo = stored.isVideo;
    }).catch((error) => {
      if (error instanceof ServerError) this.refusal = error;
      throw error;
    }).finally(() => { this.uploading = undefined; });
    await this.uploading;
  }

  /** @param {number} round */
  async #follow(round) {
    const { signal } = this.polling;
    // Also those of before the server was away.
    this.lines = [];
    let bytes = 0;
    for (;;) {
      const progress = await jobProgress(this.job, signal);
      let text = '';
      while (bytes < progress.resultBytes) {
        const part = await jobLines(this.job, bytes, signal);
        if (round !== this.round || !part) break;
        bytes += new TextEncoder().encode(part).length;
        text += part;
      }
      if (round !== this.round) return;
      for (const line of text.split('\n')) if (line) this.lines.push(JSON.parse(line));
      this.progress = progress;
      if (progress.state === 'failed') this.problem = progress.message ?? 'The run failed.';
      this.#changed();
      if (progress.state === 'done' || progress.state === 'failed') return;
      await new Promise((resolve) => { setTimeout(resolve, patience); });
      if (round !== this.round) return;
    }
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** Settings as a text, equal for equal ones: the server has its own order of keys. @param {ChosenSettings} settings */
const textOf = ({ task, model, values }) =>
  JSON.stringify([task, model, Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))]);
