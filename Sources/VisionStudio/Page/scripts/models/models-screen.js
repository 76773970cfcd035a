// Models: the published ones, and those that the visitor brings.

import { remove, upload } from './api.js';
import { addOwnModel, removeOwnModel } from './own-models.js';
import { announce, byId, capitalized, copyText, make, takeFiles } from './dom.js';
import { choose, state } from './state.js';

/** @import { Offer, OwnModel } from './types.js' */

export class ModelsScreen {
  /** @param {Offer} offer */
  constructor(offer) {
    this.offer = offer;
    this.list = byId('own-models');
    this.list.className = 'model-list';
    takeFiles({
      area: byId('model-drop'), target: byId('models'), button: byId('model-pick'), input: byId('model-input'),
    }, (files) => files.forEach((file) => this.add(file)));
    byId('published-models').append(
      ...offer.tasks.flatMap((task) => task.models.map((model) => publishedCard(task, model))));
  }

  show() {}

  hide() {}

  /** @param {File} file */
  async add(file) {
    const status = make('p', { class: 'muted', text: 'Sending…' });
    const card = make('article', { class: 'model-card' }, make('header', {}, make('h3', { text: file.name })), status);
    this.list.prepend(card);
    try {
      const model = await upload('models', file, file.name, (part) => {
        status.textContent = part < 1 ? `Sending… ${Math.round(part * 100)} %` : 'Looking into it…';
      });
      this.#show(card, model);
    } catch (error) {
      const message = /** @type {Error} */ (error).message;
      status.replaceWith(make('p', { class: 'problem', role: 'alert', text: message }));
      card.firstElementChild?.append(
        make('button', { type: 'button', class: 'quiet', text: 'Remove', onclick: () => card.remove() }));
      announce(`${file.name}: ${message}`);
    }
  }

  /**
   * @param {HTMLElement} card
   * @param {OwnModel} model
   */
  #show(card, model) {
    const usable = model.fits.filter(({ fits }) => fits);
    if (usable.length) {
      addOwnModel(model);
      choose(/** @type {any} */ ({ ownModels: model.id }));
    }
    const removeButton = make('button', {
      type: 'button', class: 'quiet', text: 'Remove',
      onclick: () => {
        removeOwnModel(model.id);
        remove(`models/${model.id}`);
        const models = Object.fromEntries(Object.entries(state.models).filter(([, id]) => id !== model.id));
        choose(/** @type {any} */ ({ models, ownModels: '' }));
        card.remove();
      },
    });
    const uses = usable.map(({ task, title }) => make('button', {
      type: 'button', class: 'primary', text: `Use for ${title.toLowerCase()}`,
      onclick: () => choose({ task, models: { ...state.models, [task]: model.id }, screen: 'camera' }),
    }));
    const fits = model.fits.map(({ title, fits: does, reason }) => make('li', {}, make('strong', { text: title }),
      make('span', { class: does ? '' : 'why', text: does ? 'Fits' : reason ?? 'Does not fit' })));
    const report = make('pre', { tabIndex: 0, text: model.text });
    const copy = make('button', {
      type: 'button', class: 'quiet', text: 'Copy', onclick: () => copyText(copy, model.text),
    });
    const megabytes = `${(model.byteCount / 1e6).toFixed(1)} MB`;
    card.replaceChildren(
      make('header', {}, make('h3', { text: model.name }), make('span', { class: 'muted', text: megabytes }),
        ...uses, removeButton),
      ...(usable.length ? [] : [
        make('p', { class: 'problem', role: 'alert', text: 'No task can use this model. Each says why:' }),
      ]),
      make('ul', { class: 'fits' }, ...fits),
      make('details', { open: true }, make('summary', { text: 'What is inside' }), report, copy));
    const titles = usable.map(({ title }) => title).join(', ');
    announce(titles ? `${model.name} fits ${titles}` : `No task can use ${model.name}`);
  }
}

/**
 * @param {import('./types.js').OfferedTask} task
 * @param {import('./types.js').OfferedModel} model
 */
function publishedCard(task, model) {
  const use = make('button', {
    type: 'button', text: 'Use', disabled: !model.isReady, 'aria-label': `Use ${model.name}`,
    onclick: () => choose({ task: task.name, models: { ...state.models, [task.name]: model.name }, screen: 'camera' }),
  });
  return make('li', { class: 'model-card' },
    make('header', {}, make('h3', { text: model.name }), make('span', { class: 'chip', text: task.title }),
      ...(model.isReady ? [] : [make('span', { class: 'chip off', text: 'not fetched' })]), use),
    make('p', { class: 'muted', text: capitalized(model.summary) }),
    ...(model.isReady ? [] : [make('code', { text: model.command })]));
}
