// The task menu.

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
