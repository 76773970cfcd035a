// The menu of tasks, and the screen in the address.

import { choose, onChange, state } from './state.js';
import { byId, make } from './dom.js';

/** @param {import('./types.js').Offer} offer */
export function showTasks(offer) {
  const fieldset = byId('tasks');
  for (const task of offer.tasks) {
    const radio = make('input', {
      type: 'radio', name: 'task', value: task.name, checked: task.name === state.task,
      onchange: () => choose({ task: task.name }),
    });
    fieldset.append(make('label', { title: task.summary }, radio, make('span', { text: task.title })));
  }
  onChange(() => {
    for (const radio of fieldset.querySelectorAll('input')) radio.checked = radio.value === state.task;
  });
}

/** @param {Record<string, {show(): void, hide(): void}>} screens */
export function showScreens(screens) {
  /** @type {string | null} */
  let shown = null;
  const update = () => {
    if (shown === state.screen) return;
    if (shown) screens[shown].hide();
    shown = state.screen;
    for (const name of Object.keys(screens)) byId(name).hidden = name !== shown;
    // Models and training are of no one task.
    const isOfTask = shown === 'camera' || shown === 'library';
    byId('tasks').hidden = !isOfTask;
    document.querySelector('.code').hidden = !isOfTask;
    for (const link of document.querySelectorAll('.screens a')) {
      const isShown = /** @type {HTMLElement} */ (link).dataset.screen === shown;
      if (isShown) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    document.title = `${{ camera: 'Camera', library: 'Library', models: 'Models', train: 'Train' }[shown]} – Vision Studio`;
    screens[shown].show();
  };
  for (const link of document.querySelectorAll('.screens a')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      choose({ screen: /** @type {any} */ (link).dataset.screen });
    });
  }
  onChange(update);
  update();
}
