// A button that fetches a model of the catalog, with its progress.

import { fetchModel } from './api.js';
import { patiently } from './connection.js';
import { announce, make, megabytes } from './dom.js';
import { choose, currentTask, knownModels, state } from './state.js';

/** @import { OfferedModel } from './types.js' */

/** The interval in which a download's progress is asked for, in milliseconds. */
const patience = 300;

/**
 * @param {OfferedModel} model
 * @returns {HTMLElement} the button, and the reason below it if the download fails
 */
export function fetchButton(model) {
  const button = make('button', {
    type: 'button', class: 'primary', text: `Fetch ${megabytes(model.byteCount)}`, title: `As ${model.command}`,
    'aria-label': `Fetch ${model.name}, ${megabytes(model.byteCount)}`,
    onclick: async () => {
      button.disabled = true;
      problem.hidden = true;
      try {
        await follow(model, (part) => { button.textContent = `Fetching… ${Math.round(part * 100)} %`; });
        announce(`${model.name} is here`);
      } catch (error) {
        problem.replaceChildren(/** @type {Error} */ (error).message);
        problem.hidden = false;
        button.textContent = 'Try again';
        button.disabled = false;
      }
    },
  });
  const problem = make('p', { class: 'problem', role: 'alert', hidden: true });
  return make('div', { class: 'fetch' }, button, problem);
}

/**
 * What stands where a model is needed that is not here.
 *
 * @param {string} what what needs it
 * @param {OfferedModel} model
 * @returns {HTMLElement[]}
 */
export const fetchOffer = (what, model) =>
  [make('p', { class: 'setting-need', words: `${what} needs ${model.name}, which is not here yet.` }), fetchButton(model)];

/** The models that the current settings need and that are not here. */
export const missingModels = () => [
  ...currentTask().models.filter(({ name }) => name === (state.models[state.task] ?? currentTask().models[0].name)),
  ...currentTask().furtherModels.filter(({ setting }) => !setting || state.values[setting] === true).map(({ model }) => model),
].filter(({ isReady }) => !isReady);

/** @param {OfferedModel} model @param {(part: number) => void} progress */
async function follow(model, progress) {
  let answer = await patiently(() => fetchModel(model.name, 'POST'));
  while (answer.state === 'running') {
    progress(answer.completedBytes / answer.totalBytes);
    await new Promise((resolve) => { setTimeout(resolve, patience); });
    answer = await patiently(() => fetchModel(model.name, 'GET'));
  }
  if (answer.state === 'failed') throw new Error(answer.message);
  for (const known of knownModels()) if (known.name === model.name) known.isReady = true;
  choose(/** @type {any} */ ({ fetched: model.name }));
}
