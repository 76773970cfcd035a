// The training screen: examples of gestures from the camera, a training, and its result.

import { endLesson, loadLesson, startTraining } from './api.js';
import { cameraProblem, disconnected, endCamera, openCamera } from './camera-source.js';
import { patiently } from './connection.js';
import { announce, byId, counted, make } from './dom.js';
import { GestureCard } from './gesture-card.js';
import { FrameGrabber } from './live-loop.js';
import { fetchOffer } from './model-fetch.js';
import { smallPicture } from './pictures.js';
import { knownModels, onChange } from './state.js';
import { showResult } from './train-result.js';
import { hasVisit, noteEnd, onVisitEnd } from './visit.js';

/** The number of examples that a gesture needs. */
const needed = 5;
/** The model that a training begins with. */
const baseModel = 'gesture_recognizer';
/** The interval in which a training's progress is asked for, in milliseconds. */
const patience = 250;

/** Whether the server takes two names for one: `none` in any spelling, and a letter in either of its codings. */
const sameName = (/** @type {string} */ one, /** @type {string} */ other) => key(one) === key(other);
const key = (/** @type {string} */ name) => (name.toLowerCase() === 'none' ? 'none' : name.normalize());

export class TrainScreen {
  /** @param {import('./models-screen.js').ModelsScreen} models gets the trained model */
  constructor(models) {
    this.models = models;
    this.stage = byId('train-stage');
    this.video = /** @type {HTMLVideoElement} */ (byId('train-video'));
    this.message = byId('train-message');
    this.toggle = byId('train-camera');
    this.list = byId('train-gestures');
    this.run = byId('train-run');
    this.hint = byId('train-hint');
    this.result = byId('train-result');
    this.need = byId('train-need');
    this.grabber = new FrameGrabber(this.video);
    /** @type {MediaStream | null} */
    this.stream = null;
    /** Counts the starts and stops, so that a start knows that it was overtaken. */
    this.round = 0;
    /** @type {GestureCard[]} */
    this.cards = [];
    this.isTraining = false;
    this.hasLoaded = false;
    this.toggle.addEventListener('click', () => (this.stream ? this.stop() : this.start()));
    byId('train-add').addEventListener('click', () => this.#add('', 0).field.focus());
    byId('train-reset').addEventListener('click', () => this.#startOver());
    this.run.addEventListener('click', () => this.#train());
    onVisitEnd(() => this.#clear());
    onChange((what) => { if (what.has('fetched')) this.#offerModel(); });
    this.#clear();
    this.#offerModel();
    this.#say('Show a gesture to the camera', 'The picture stays on this machine.');
  }

  async show() {
    if (this.hasLoaded || !hasVisit()) return;
    this.hasLoaded = true;
    // What the server has from before the page was loaded again.
    const lesson = await patiently(loadLesson).catch(() => null);
    if (!lesson?.gestures.length) return;
    for (const card of this.cards) card.element.remove();
    this.cards = [];
    const background = lesson.gestures.find(({ name }) => sameName(name, 'none'));
    for (const { name, count } of lesson.gestures) if (name !== background?.name) this.#add(name, count);
    this.#add(background?.name ?? 'none', background?.count ?? 0, true);
    if (lesson.phase === 'running') this.#follow();
    else this.#finish(lesson);
  }

  hide() {
    // A disabled button is that of a camera that starts.
    if (this.stream || this.toggle.disabled) this.stop();
  }

  async start() {
    this.toggle.disabled = true;
    const round = ++this.round;
    this.#say('Starting…', 'Your browser may ask whether this page may use the camera.');
    try {
      const stream = await openCamera('', () => this.#disconnected());
      if (round !== this.round) return endCamera(stream);
      this.stream = stream;
      this.video.srcObject = this.stream;
      await this.video.play();
      this.message.hidden = true;
      this.stage.dataset.state = 'running';
      this.toggle.textContent = 'Stop camera';
      announce('The camera is on');
    } catch (error) {
      if (round !== this.round) return;
      this.stop();
      const { title, text } = cameraProblem(error);
      this.#say(title, text, true);
    }
    this.toggle.disabled = false;
    for (const card of this.cards) card.enable(this.stream !== null);
  }

  stop() {
    this.round += 1;
    this.toggle.disabled = false;
    endCamera(this.stream);
    this.stream = null;
    this.video.srcObject = null;
    this.stage.dataset.state = 'idle';
    this.toggle.textContent = 'Start camera';
    for (const card of this.cards) card.enable(false);
    this.#say('Show a gesture to the camera', 'The picture stays on this machine.');
  }

  #disconnected() {
    this.stop();
    this.#say(disconnected.title, disconnected.text, true);
  }

  /**
   * @param {string} name
   * @param {number} count
   * @param {boolean} [isBackground]
   */
  #add(name, count, isBackground = false) {
    const card = new GestureCard({
      name, count, isBackground,
      grab: () => this.grabber.grab(false),
      picture: () => smallPicture(this.video, this.video.videoWidth, this.video.videoHeight, true),
      changed: () => this.#update(),
      isTaken: (card) => this.#isTaken(card),
      removed: () => {
        card.element.remove();
        this.cards = this.cards.filter((other) => other !== card);
      },
      failed: (error) => this.#failed(error),
    });
    card.enable(this.stream !== null);
    this.cards.push(card);
    // Hands that are none of the gestures stay last.
    const last = this.cards.find(({ parts }) => parts.isBackground && parts !== card.parts);
    this.list.insertBefore(card.element, last?.element ?? null);
    this.#update();
    return card;
  }

  /** Offers to fetch the model that a training begins with, until it is here. */
  #offerModel() {
    const model = knownModels().find(({ name, isReady }) => name === baseModel && !isReady);
    this.need.replaceChildren(...(model ? fetchOffer('Training', model) : []));
    this.#update();
  }

  #clear() {
    for (const card of this.cards) {
      card.end();
      card.element.remove();
    }
    this.cards = [];
    this.result.hidden = true;
    this.isTraining = false;
    this.#add('none', 0, true);
    this.#add('', 0);
    this.#add('', 0);
  }

  async #startOver() {
    await Promise.all(this.cards.map((card) => card.end()));
    await endLesson().catch(() => {});
    this.#clear();
    announce('All examples are removed');
  }

  /**
   * Whether another card has a card's name: the server would take both for one gesture.
   *
   * @param {GestureCard} card
   */
  #isTaken(card) {
    return card.name !== '' && this.cards.some((other) => other !== card && sameName(other.name, card.name));
  }

  #update() {
    for (const card of this.cards) card.update();
    const gestures = this.cards.filter(({ parts, count }) => !parts.isBackground && count > 0);
    const few = gestures.filter(({ count }) => count < needed);
    this.run.disabled = this.isTraining || !gestures.length || few.length > 0;
    this.hint.textContent = few.length
      ? `${few.map(({ name }) => name).join(', ')}: at least ${counted(needed, 'example')}, better 30.` : '';
  }

  #train() {
    for (const card of this.cards) card.stop();
    return this.#follow(startTraining);
  }

  /** @param {() => Promise<unknown>} [begin] begins the training; left out for one that runs already */
  async #follow(begin) {
    // Before it begins, so that a second click begins no other one.
    this.isTraining = true;
    this.#update();
    try {
      await begin?.();
      this.result.hidden = false;
      const bar = make('progress', { max: 1, value: 0, 'aria-label': 'Training' });
      this.result.replaceChildren(make('h3', { text: 'Training…' }), bar);
      for (;;) {
        const lesson = await patiently(loadLesson);
        if (lesson.phase !== 'running') {
          await this.#finish(lesson);
          break;
        }
        bar.value = lesson.share;
        await new Promise((resolve) => { setTimeout(resolve, patience); });
      }
    } catch (error) {
      this.#failed(/** @type {Error} */ (error));
    } finally {
      this.isTraining = false;
      this.#update();
    }
  }

  /** @param {import('./types.js').Lesson} lesson */
  async #finish(lesson) {
    if (lesson.phase === 'failed') {
      this.result.hidden = false;
      this.result.replaceChildren(
        make('h3', { text: 'The training failed' }), make('p', { class: 'problem', role: 'alert', words: lesson.message ?? '' }));
      return;
    }
    if (lesson.phase !== 'done' || !lesson.model || !lesson.report) return;
    await this.models.take(lesson.model);
    this.result.hidden = false;
    showResult(this.result, lesson.report, lesson.model);
    announce('The training is done');
  }

  /** @param {Error} error */
  #failed(error) {
    noteEnd(error);
    for (const card of this.cards) card.stop();
    this.hint.textContent = error.message;
    announce(error.message);
  }

  /** @param {string} title @param {string} text @param {boolean} [isError] */
  #say(title, text, isError = false) {
    this.message.hidden = false;
    this.message.classList.toggle('error', isError);
    this.message.replaceChildren(make('strong', { text: title }), make('p', { text }));
    if (isError) announce(`${title}. ${text}`);
  }
}
