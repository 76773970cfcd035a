// What came of a training: how it does on examples that were kept from it, and what can be done with it.

import { make } from './dom.js';
import { choose, state } from './state.js';
import { visitPath } from './visit.js';

/** @param {number} share 0 to 1 */
const percent = (share) => `${(share * 100).toFixed(share === 1 ? 0 : 1)} %`;

/**
 * @param {HTMLElement} place
 * @param {import('./types.js').LessonReport} report
 * @param {import('./types.js').OwnModel} model
 */
export async function showResult(place, report, model) {
  const name = make('input', { type: 'text', value: 'my-gestures.task', 'aria-label': 'Name of the file', spellcheck: false });
  const download = make('a', { class: 'button', text: 'Download', href: `${await visitPath()}/models/${model.id}/content` });
  const rename = () => { download.download = name.value.trim() || 'my-gestures.task'; };
  name.addEventListener('input', rename);
  rename();
  place.replaceChildren(
    make('header', {}, make('h3', { text: 'Your gestures' }),
      make('button', {
        type: 'button', class: 'primary', text: 'Try it',
        onclick: () => choose({
          task: 'gesture', models: { ...state.models, gesture: model.id }, screen: 'camera',
        }),
      }), name, download),
    make('dl', { class: 'figures two', 'aria-label': 'Result' },
      figure('Recognized', percent(report.accuracy), `of ${report.heldOut} held-out examples`),
      figure('Other hands rejected', percent(report.otherHandsRejected), 'of made-up poses')),
    confusion(report),
    make('p', { class: 'muted', words: 'The same from folders of pictures: vision gestures train FOLDER --out my.task' }));
}

/** @param {string} title @param {string} value @param {string} detail */
const figure = (title, value, detail) => make('div', {}, make('dt', { text: title }),
  make('dd', {}, `${value} `, make('small', { text: detail })));

/** @param {import('./types.js').LessonReport} report */
function confusion({ labels, confusion: counts }) {
  const head = make('tr', {}, make('th', { text: 'Held out' }), ...labels.map((label) => make('th', { class: 'number', text: label })));
  const rows = labels.map((label, row) => {
    const total = Math.max(1, counts[row].reduce((sum, count) => sum + count, 0));
    return make('tr', {}, make('th', { scope: 'row', text: label }), ...counts[row].map((count, column) => make('td', {
      class: count === 0 ? 'number muted' : `number ${row === column ? 'right' : 'wrong'}${count / total > 0.5 ? ' most' : ''}`,
      text: count === 0 ? '–' : String(count),
    })));
  });
  return make('div', { class: 'scroll-table' }, make('table', { class: 'confusion' },
    make('caption', { class: 'unseen', text: 'A row for each class, a column for what was recognized' }),
    make('thead', {}, head), make('tbody', {}, ...rows)));
}
