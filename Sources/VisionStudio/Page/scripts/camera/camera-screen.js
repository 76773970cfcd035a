// The camera screen: the video with the results drawn over it.

import { startLive, stopLive } from './api.js';
import { ServerError, patiently, serverIsBack } from './connection.js';
import { noteEnd } from './visit.js';
import { settingsForServer } from './own-models.js';
import { choose, chosenSettings, currentTask, onChange, state } from './state.js';
import { CameraCapture } from './camera-capture.js';
import { fetchButton, missingModels } from './model-fetch.js';
import { announce, byId, make } from './dom.js';
import { ResultCards } from './result-cards.js';
import { LiveLoop } from './live-loop.js';
import { Overlay } from './overlay.js';
import { SpeedMeter } from './speed-meter.js';
import { trailLength } from './trails.js';
import { cameraProblem, disconnected, endCamera, listCameras, openCamera } from './camera-source.js';

const nothingYet = 'What the camera sees is listed here.';

export class CameraScreen {
  constructor() {
    /** Whether the camera ran when its screen was left. */
    this.wasRunning = false;
    this.stage = byId('camera-stage');
    this.video = /** @type {HTMLVideoElement} */ (byId('camera-video'));
    this.message = byId('camera-message');
    this.toggle = byId('camera-toggle');
    this.devices = byId('camera-device');
    this.mirror = byId('camera-mirror');
    this.overlay = new Overlay(byId('camera-canvas'));
    this.cards = new ResultCards(byId('camera-results'));
    this.meter = new SpeedMeter(byId('figures'));
    this.loop = new LiveLoop(this.video, this.meter, {
      answer: (answer, size) => this.#answer(answer, size),
      failed: (error) => this.#failed(error),
    });
    this.capture = new CameraCapture(this.video);
    /** @type {MediaStream | null} */
    this.stream = null;
    /** Counts the starts and stops, so that a start knows that it was overtaken. */
    this.round = 0;
    /** Counts the loads, so that one that a newer choice has overtaken changes nothing. */
    this.loads = 0;
    /** Whether the user chose, who then decides until there is another camera. */
    this.hasChosenMirror = false;
    this.timer = 0;
    /** The last results, for the trails of tracked objects. @type {import('./types.js').ResultLine[]} */
    this.past = [];
    this.toggle.addEventListener('click', () => (this.stream ? this.stop() : this.start()));
    this.devices.addEventListener('change', () => {
      this.hasChosenMirror = false;
      if (this.stream) this.start();
    });
    this.mirror.addEventListener('change', () => {
      this.hasChosenMirror = true;
      this.#mirror();
    });
    onChange((what) => {
      if (this.stream && (what.has('task') || what.has('values') || what.has('models'))) this.#reload();
      if (!this.stream) this.#invite();
      else if (what.has('fetched')) this.#reload();
    });
    this.#invite();
  }

  show() {
    // Only the user starts the camera; it goes on when they come back to it.
    if (this.wasRunning && !this.stream) this.start();
  }

  hide() {
    this.wasRunning = this.stream !== null;
    // A disabled button is that of a camera that starts.
    if (this.stream || this.toggle.disabled) this.stop();
  }

  async start() {
    this.#close();
    this.toggle.disabled = true;
    const { round } = this;
    this.#say('Starting…', 'Your browser may ask whether this page may use the camera.');
    try {
      const stream = await openCamera(this.devices.value, () => this.#disconnected());
      if (round !== this.round) return endCamera(stream);
      this.stream = stream;
      this.video.srcObject = stream;
      await this.video.play();
      const facesUser = stream.getVideoTracks()[0].getSettings().facingMode !== 'environment';
      this.#mirror(this.hasChosenMirror ? this.mirror.checked : facesUser);
      await this.#listDevices();
      this.#say('Loading the model…', '');
      const isNewest = await this.#load();
      if (round !== this.round) return;
      if (isNewest) this.#run();
    } catch (error) {
      if (round !== this.round) return;
      this.#close();
      const { title, text } = error instanceof ServerError
        ? { title: 'The model could not be loaded', text: error.message } : cameraProblem(error);
      this.#say(title, text, true);
    }
    this.toggle.disabled = false;
    this.toggle.textContent = this.stream ? 'Stop camera' : 'Start camera';
  }

  stop() {
    this.#close();
    this.toggle.disabled = false;
    // A frame that is on its way is answered first; a camera that was started again goes on.
    this.loop.work.then(() => (this.stream ? undefined : stopLive())).catch(() => {});
    this.toggle.textContent = 'Start camera';
    this.#invite();
  }

  #run() {
    this.message.hidden = true;
    this.stage.dataset.state = 'running';
    this.meter.reset();
    this.past = [];
    this.loop.asJPEG = state.frames === 'jpeg';
    this.loop.isPaused = false;
    this.capture.enable(true);
    if (!this.loop.isRunning) this.loop.start();
    announce('The camera is on');
  }

  /**
   * Loads the task, after waiting for the server if it is unreachable.
   *
   * @returns {Promise<boolean>} whether it is still the newest; what became of an older one does not matter
   */
  async #load() {
    const { stream } = this;
    this.loads += 1;
    const number = this.loads;
    try {
      await patiently(
        () => startLive(() => settingsForServer(chosenSettings())), () => this.stream !== null && this.stream === stream);
    } catch (error) {
      if (number === this.loads) throw error;
    }
    // The camera was stopped meanwhile, and the server loaded the task after that.
    if (!this.stream) await stopLive();
    return number === this.loads;
  }

  #disconnected() {
    this.stop();
    this.#say(disconnected.title, disconnected.text, true);
  }

  #close() {
    this.round += 1;
    this.capture.enable(false);
    this.loop.stop();
    endCamera(this.stream);
    this.stream = null;
    this.video.srcObject = null;
    this.overlay.clear();
  }

  /** Reloads the task after a change, once a slider no longer moves. */
  #reload() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      this.loop.isPaused = true;
      try {
        if (await this.#load() && this.stream) this.#run();
      } catch (error) {
        if (!this.stream) return;
        this.#clearResults();
        this.stage.dataset.state = 'failed';
        this.#say('This does not work', error.message, true);
      }
    }, 150);
  }

  /** @param {import('./live-loop.js').LiveResponse} answer @param {{width: number, height: number}} size */
  #answer({ result, masks }, size) {
    this.past = [...this.past, result].slice(-trailLength);
    this.overlay.draw(result, size, { masks, isMirrored: this.mirror.checked, past: this.past });
    this.cards.show(result);
  }

  /** @param {Error} error */
  async #failed(error) {
    if (error instanceof ServerError && error.isOffline) {
      this.loop.isPaused = true;
      this.#clearResults();
      this.#say('Waiting for the server', 'The camera goes on once “vision studio” runs again.');
      await serverIsBack();
      if (this.stream) this.#reload();
      return;
    }
    // The server ends a visit after a long sleep; continue in a new one.
    if (error instanceof ServerError && [404, 409].includes(error.status)) {
      noteEnd(error);
      return this.#reload();
    }
    this.stop();
    if (error instanceof ServerError) this.#say('This does not work', error.message, true);
    else this.#say('The connection broke off', `${error.message} Is “vision studio” still running?`, true);
  }

  #mirror(isMirrored = this.mirror.checked) {
    this.mirror.checked = isMirrored;
    this.video.classList.toggle('mirrored', isMirrored);
  }

  async #listDevices() {
    const cameras = await listCameras();
    const chosen = this.stream?.getVideoTracks()[0].getSettings().deviceId ?? '';
    this.devices.replaceChildren(...cameras.map(({ id, label }) => make('option', { value: id, text: label })));
    this.devices.value = chosen;
    this.devices.disabled = cameras.length < 2;
  }

  #invite() {
    this.stage.dataset.state = 'idle';
    this.#say(currentTask().invitation, 'The picture stays on this machine.');
    this.message.append(make('button', {
      type: 'button', class: 'on-stage', text: 'No camera? Try a sample', onclick: () => choose({ screen: 'library' }),
    }));
    this.cards.empty(nothingYet);
  }

  /** Takes away what belongs to a task that no longer runs. */
  #clearResults() {
    this.overlay.clear();
    this.cards.empty(nothingYet);
    this.meter.reset();
  }

  /** @param {string} title @param {string} text @param {boolean} [isError] */
  #say(title, text, isError = false) {
    this.message.hidden = false;
    this.message.classList.toggle('error', isError);
    this.message.replaceChildren(make('strong', { text: title }), make('p', { text }),
      ...(isError ? missingModels().map((model) => fetchButton(model)) : []));
    if (isError) announce(`${title}. ${text}`);
  }
}
