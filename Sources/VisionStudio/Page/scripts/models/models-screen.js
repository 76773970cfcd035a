// The models screen: the published models and the user's own.

import { remove, upload } from './api.js';
import { patiently } from './connection.js';
import { addOwnModel, ownModelName, removeOwnModel } from './own-models.js';
import { announce, byId, capitalized, copyText, make, megabytes, takeFiles, withinLimit } from './dom.js';
import { choose, onChange, state } from './state.js';
import { fetchButton } from './model-fetch.js';

/** @import { Offer, OfferedModel, OfferedTask, OwnModel } from './types.js' */

export class ModelsScreen {
  /** @param {Offer} offer */
  constructor(offer) {
    this.offer = offer;
    this.list = byId('own-models');
    this.list.className = 'model-list';
    /** The model of the last training. @type {OwnModel | null} */
    this.trained = null;
    /** The cards of the user's models by id. @type {Map<string, HTMLElement>} */
    this.cards = new Map();
    takeFiles({
      area: byId('model-drop'), target: byId('models'), button: byId('model-pick'), input: byId('model-input'),
    }, (files) => withinLimit(files, offer.limits.modelBytes).forEach((file) => this.add(file)));
    /** @type {Map<string, {model: OfferedModel, tasks: OfferedTask[]}>} */
    const published = new Map();
    for (const task of offer.tasks) {
      for (const model of task.models) {
        const entry = published.get(model.name) ?? { model, tasks: [] };
        entry.tasks.push(task);
        published.set(model.name, entry);
      }
    }
    const show = () => byId('published-models').replaceChildren(
      ...[...published.values()].map(({ model, tasks }) => publishedCard(model, tasks)));
    show();
    onChange((what) => { if (what.has('fetched')) show(); });
  }

  /**
   * Shows a model that was trained here, in the place of the one before.
   *
   * @param {import('./types.js').OwnModel} model
   */
  async take(model) {
    const old = this.trained;
    this.trained = model;
    if (old && old.id !== model.id) {
      removeOwnModel(old.id);
      this.cards.get(old.id)?.remove();
    }
    // A page that was loaded again knows the model already.
    if (!ownModelName(model.id)) {
      const card = make('article', { class: 'model-card' });
      this.list.prepend(card);
      await this.#show(card, model, null);
    }
    if (old && state.models.gesture === old.id) choose({ models: { ...state.models, gesture: model.id } });
  }

  /**
   * Shows the models that the server has from before the page was loaded again.
   *
   * @param {import('./types.js').VisitContents} contents
   */
  restore(contents) {
    for (const model of contents.models) {
      const card = make('article', { class: 'model-card' });
      this.list.prepend(card);
      this.#fill(card, model);
    }
  }

  show() {}

  hide() {}

  /** @param {File} file */
  async add(file) {
    const status = make('p', { class: 'muted', text: 'Sending…' });
    const removal = new AbortController();
    let [sent, isRemoved] = [0, false];
    const removeButton = make('button', {
      type: 'button', class: 'quiet', text: 'Remove',
      onclick: () => {
        isRemoved = true;
        // What the server has whole is deleted when it says so.
        if (sent < 1) removal.abort();
        card.remove();
      },
    });
    const card = make('article', { class: 'model-card' },
      make('header', {}, make('h3', { words: file.name }), removeButton), status);
    this.list.prepend(card);
    try {
      const model = await patiently(() => upload('models', file, file.name, (part) => {
        sent = part;
        status.textContent = part < 1 ? `Sending… ${Math.round(part * 100)} %` : 'Looking into it…';
      }, removal.signal), () => !isRemoved);
      if (isRemoved) {
        remove(`models/${model.id}`);
        return;
      }
      await this.#show(card, model, file);
      // Removed while it was shown.
      if (isRemoved) this.#forget(model.id);
    } catch (error) {
      if (isRemoved) return;
      const message = /** @type {Error} */ (error).message;
      status.replaceWith(make('p', { class: 'problem', role: 'alert', words: message }));
      announce(`${file.name}: ${message}`);
    }
  }

  /** @param {HTMLElement} card @param {OwnModel} model @param {File | null} file */
  async #show(card, model, file) {
    const usable = model.fits.filter(({ fits }) => fits);
    if (usable.length) {
      await addOwnModel(model, file);
      choose(/** @type {any} */ ({ ownModels: model.id }));
    }
    this.#fill(card, model);
    const titles = usable.map(({ title }) => title).join(', ');
    announce(titles ? `${model.name} fits ${titles}` : `No task can use ${model.name}`);
  }

  /**
   * Deletes a model here and on the server.
   *
   * @param {string} removed
   */
  #forget(removed) {
    remove(`models/${removeOwnModel(removed) ?? removed}`);
    const models = Object.fromEntries(Object.entries(state.models).filter(([, id]) => id !== removed));
    choose(/** @type {any} */ ({ models, ownModels: '' }));
  }

  /** @param {HTMLElement} card @param {OwnModel} model */
  #fill(card, model) {
    this.cards.set(model.id, card);
    const usable = model.fits.filter(({ fits }) => fits);
    const removeButton = make('button', {
      type: 'button', class: 'quiet', text: 'Remove',
      onclick: () => {
        this.#forget(model.id);
        card.remove();
      },
    });
    const uses = usable.map(({ task, title }) => useButton(task, title, model.id));
    const fits = model.fits.map(({ title, fits: does, reason }) => make('li', {}, make('strong', { text: title }),
      make('span', { class: does ? '' : 'why', words: does ? 'Fits' : reason ?? 'Does not fit' })));
    const report = make('pre', { tabIndex: 0, words: model.text });
    const copy = make('button', {
      type: 'button', class: 'quiet', text: 'Copy', onclick: () => copyText(copy, model.text),
    });
    card.replaceChildren(
      make('header', {}, make('h3', { words: model.name }), make('span', { class: 'muted', text: megabytes(model.byteCount) }),
        ...uses, removeButton),
      ...(usable.length ? [] : [
        make('p', { class: 'problem', role: 'alert', text: 'No task can use this model. Each says why:' }),
      ]),
      make('ul', { class: 'fits' }, ...fits),
      make('details', { open: true }, make('summary', { text: 'What is inside' }), report, copy));
  }
}

/**
 * @param {string} task
 * @param {string} title the task's title
 * @param {string} model
 */
function useButton(task, title, model) {
  return make('button', {
    type: 'button', class: 'primary', text: `Use for ${title.toLowerCase()}`,
    onclick: () => choose({ task, models: { ...state.models, [task]: model }, screen: 'camera' }),
  });
}

/**
 * @param {OfferedModel} model
 * @param {OfferedTask[]} tasks the tasks that accept it
 */
function publishedCard(model, tasks) {
  const uses = tasks.map(({ name, title }) => {
    const button = useButton(name, title, model.name);
    button.classList.remove('primary');
    button.disabled = !model.isReady;
    button.setAttribute('aria-label', `Use ${model.name} for ${title.toLowerCase()}`);
    return button;
  });
  return make('li', { class: 'model-card' },
    make('header', {}, make('h3', { words: model.name }),
      ...(model.isReady ? [] : [make('span', { class: 'chip off', text: 'not fetched' })]), ...uses),
    make('p', { class: 'muted', text: capitalized(model.summary) }),
    ...(model.isReady ? [] : [fetchButton(model), make('code', { words: model.command })]));
}
