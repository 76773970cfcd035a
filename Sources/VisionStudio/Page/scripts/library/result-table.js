// A frame's result as a table.

import { make } from './dom.js';
import { resultItems } from './results.js';

/** @import { ResultLine } from './types.js' */

export class ResultTable {
  constructor() {
    this.body = make('tbody');
    this.element = make('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Results as a table' },
      make('table', {}, make('thead', {}, make('tr', {},
        make('th', { scope: 'col', text: '#' }), make('th', { scope: 'col', text: 'Found' }),
        make('th', { scope: 'col', class: 'number', text: 'Score' }),
        make('th', { scope: 'col', text: 'Details' }))), this.body));
  }

  /**
   * @param {ResultLine | null} line
   * @param {string} waiting the text without a result
   */
  show(line, waiting) {
    const found = line ? resultItems(line) : [];
    if (!found.length) {
      const text = line ? 'Nothing found' : waiting;
      this.body.replaceChildren(make('tr', {}, make('td', { colSpan: 4, class: 'muted', text })));
      return;
    }
    this.body.replaceChildren(...found.map((item, number) => make('tr', {},
      make('td', { text: String(number + 1) }), make('td', { text: item.name }),
      make('td', { class: 'number', text: item.score === null ? '' : item.score.toFixed(3) }),
      make('td', { text: item.detail }))));
  }
}
