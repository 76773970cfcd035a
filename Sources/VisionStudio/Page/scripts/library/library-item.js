// A picture or video of the library: its upload, its run on the server, and the results that have come so far.

import { jobLines, jobProgress, remove, startJob, upload } from './api.js';
import { ServerError, patiently } from './connection.js';
import { noteEnd, visitPath } from './visit.js';
import { settingsForServer } from './own-models.js';

/** @import { ChosenSettings, JobProgress, ResultLine, StoredFile } from './types.js' */

/** How long to wait between two looks at a run, in milliseconds. */
const patience = 200;

export class LibraryItem extends EventTarget {
  /**
   * @param {File | Blob} file
   * @param {string} name
   */
  constructor(file, name) {
    super();
    this.file = file;
    this.name = name;
    this.isVideo = file.type.startsWith('video/') || /\.(mkv|avi|mov|webm|mp4|m4v)$/i.test(name);
    this.url = URL.createObjectURL(file);
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
    /** Counts the runs, so that an older one knows that it is over. */
    this.round = 0;
    /** Ends the looks at a run that another one replaces. */
    this.looks = new AbortController();
    /** What the last run is of. */
    this.settings = '';
  }

  /**
   * Uploads the file if the server does not have it, and has the task work on it, unless it did so with these settings
   * already.
   *
   * @param {ChosenSettings} settings
   */
  async run(settings) {
    const text = JSON.stringify(settings);
    if (text === this.settings && !this.problem) return;
    this.settings = text;
    const round = this.#replace();
    this.problem = '';
    this.task = settings.task;
    this.hasMasks = settings.values.segmentationMasks === true;
    try {
      await patiently(() => this.#work(settings, round), () => round === this.round);
    } catch (error) {
      if (round !== this.round) return;
      this.problem = /** @type {Error} */ (error).message;
      if (error instanceof ServerError && error.status === 404) this.storedIn = '';
    }
    this.#changed();
  }

  /** Forgets what the server had of a visit that is over, so that the next run begins with the upload. */
  forgetServer() {
    this.storedIn = '';
    this.settings = '';
  }

  /**
   * Works on the file, and where the server has ended the visit on the way, once more in a new one.
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

  /**
   * @param {ChosenSettings} settings
   * @param {number} round
   */
  async #start(settings, round) {
    this.lines = [];
    this.progress = null;
    this.job = '';
    this.#changed();
    await this.#upload();
    // The server keeps the run that was begun last: one start after another, so that it is the newest one.
    await this.starting?.catch(() => {});
    if (round !== this.round || !this.stored) return;
    this.starting = settingsForServer(settings).then((known) => startJob(/** @type {StoredFile} */ (this.stored).id, known));
    const job = await this.starting;
    if (round !== this.round) return;
    this.job = job;
    await this.#follow(round);
  }

  /** Forgets the file here and on the server. */
  remove() {
    this.#replace();
    URL.revokeObjectURL(this.url);
    if (this.stored) remove(`files/${this.stored.id}`);
  }

  /**
   * The newest result at a time.
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
   * A line and some before it, oldest first.
   *
   * @param {ResultLine} line
   * @param {number} count
   */
  linesUpTo(line, count) {
    return this.lines.slice(Math.max(0, line.frame + 1 - count), line.frame + 1);
  }

  get isDone() {
    return this.progress?.state === 'done';
  }

  /** Ends what goes on, and gives the number of the run that comes. */
  #replace() {
    this.looks.abort();
    this.looks = new AbortController();
    return ++this.round;
  }

  async #upload() {
    // A file goes up once; runs that come meanwhile wait for it.
    const visit = await visitPath();
    if (this.stored && this.storedIn === visit) return;
    this.uploading ??= upload('files', this.file, this.name, (part) => {
      this.sent = part;
      this.#changed();
    }).then(async (stored) => {
      this.stored = stored;
      this.storedIn = await visitPath();
      this.isVideo = stored.isVideo;
    }).finally(() => { this.uploading = undefined; });
    await this.uploading;
  }

  /** @param {number} round */
  async #follow(round) {
    const { signal } = this.looks;
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
