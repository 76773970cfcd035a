// The settings of the task, built from the server's descriptions. Changes apply at once.

import { choose, currentModel, currentTask, onChange, state } from './state.js';
import { byId, capitalized, make } from './dom.js';
import { settingField } from './setting-field.js';
import { ownModels } from './own-models.js';
import { fetchButton, fetchOffer } from './model-fetch.js';

/** Groups that most users do not need are closed at first. */
const closedGroups = new Set(['Custom gestures', 'Speed']);

/** @param {import('./types.js').Offer} offer */
export function showSettings(offer) {
  const form = byId('settings-form');
  form.addEventListener('submit', (/** @type {Event} */ event) => event.preventDefault());
  let shownTask = '';
  const build = () => {
    shownTask = state.task;
    form.replaceChildren(modelGroup(), ...groups());
  };
  build();
  onChange((what) => {
    const hasOtherModel = byId('setting-model').value !== currentModel();
    if (state.task !== shownTask || what.has('ownModels') || what.has('fetched') || hasOtherModel) build();
    // Another setting's initial value may depend on this one; a field that is in use stays.
    else if (what.has('values')) rebuildIdle(form);
  });
  byId('settings-reset').addEventListener('click', () => {
    choose({ values: {}, models: {} });
    build();
  });
  addEventListener('popstate', build);
  sheet();
}

/** The menu of models: the catalog's and the user's own. */
function modelGroup() {
  const id = 'setting-model';
  const note = make('p', { id: `${id}-note` });
  const select = make('select', {
    id, 'aria-describedby': note.id,
    onchange: () => choose({ models: { ...state.models, [state.task]: select.value } }),
  });
  for (const model of currentTask().models) {
    select.append(make('option', { value: model.name, text: model.name + (model.isReady ? '' : ' (not fetched)') }));
  }
  for (const model of ownModels(state.task)) select.append(make('option', { value: model.id, text: model.name }));
  select.value = currentModel();
  const fetching = make('div');
  const describe = () => {
    fetching.replaceChildren();
    const model = currentTask().models.find(({ name }) => name === select.value);
    if (!model) note.textContent = 'A model of your own.';
    else if (!model.isReady) {
      note.textContent = 'Not here yet.';
      fetching.append(fetchButton(model));
    } else note.textContent = `${capitalized(model.summary)}. Default: ${currentTask().models[0].name}.`;
  };
  select.addEventListener('change', describe);
  describe();
  return make('fieldset', { class: 'settings-group' }, make('legend', { text: 'Model' }),
    make('div', { class: 'setting' },
      make('div', { class: 'setting-head' }, make('label', { for: id, text: 'Model file' })), select, note, fetching));
}

function groups() {
  /** @type {Map<string, HTMLElement>} */
  const parts = new Map();
  for (const setting of currentTask().settings) {
    let part = parts.get(setting.group);
    if (!part) {
      part = closedGroups.has(setting.group)
        ? make('details', { class: 'settings-group' }, make('summary', { text: setting.group }))
        : make('fieldset', { class: 'settings-group' }, make('legend', { text: setting.group }));
      parts.set(setting.group, /** @type {HTMLElement} */ (part));
    }
    part?.append(settingField(setting));
    for (const { setting: owner, model } of currentTask().furtherModels) {
      if (owner !== setting.key || model.isReady) continue;
      part?.append(...fetchOffer('It', model));
    }
    if (part instanceof HTMLDetailsElement && setting.key in state.values) part.open = true;
  }
  return parts.values();
}

/** Shows the values of sliders that another setting changed. @param {HTMLElement} form */
function rebuildIdle(form) {
  for (const setting of currentTask().settings) {
    if (!setting.initialUnless && !['point', 'points'].includes(setting.kind.type)) continue;
    const field = form.querySelector(`[data-setting="${setting.key}"]`);
    if (field && !field.contains(document.activeElement)) field.replaceWith(settingField(setting));
  }
}

/** On narrow screens the panel is a sheet that opens and closes. */
function sheet() {
  const panel = byId('settings');
  const button = byId('settings-button');
  const toggle = (/** @type {boolean} */ isOpen) => {
    panel.classList.toggle('open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) byId('settings-title').focus();
    else button.focus();
  };
  button.addEventListener('click', () => toggle(!panel.classList.contains('open')));
  byId('settings-close').addEventListener('click', () => toggle(false));
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && panel.classList.contains('open')) toggle(false);
  });
}
