// Scores as bars that move, such as the blendshapes of each face.

import { make } from './dom.js';
import { categoriesWith, outputOf, subjectsOf } from './outputs.js';
import { categoryColor, friendlyName, paletteColor, scoreText } from './palette.js';

/** @import { ResultLine } from './types.js' */

export class ScoreBars {
  constructor() {
    this.element = make('div', { class: 'bars', hidden: true });
    /** The names of all rows, which are built anew when one changes. */
    this.names = '';
    /** @type {HTMLElement[]} */
    this.rows = [];
  }

  /** @param {ResultLine | null} result */
  show(result) {
    const part = result && categoriesWith(result, 'bars');
    const lists = part ? subjectsOf(result, part) : [];
    const names = JSON.stringify(lists.map((list) => list.map(friendlyName)));
    if (names !== this.names) this.#build(lists, result ? outputOf(result).subject.one : '', part?.areSubjects);
    this.names = names;
    lists.flat().forEach(({ score }, number) => {
      const [, bar, value] = /** @type {HTMLElement[]} */ ([...this.rows[number].children]);
      bar.style.setProperty('--value', String(Math.min(1, Math.max(0, score ?? 0))));
      value.textContent = scoreText(score);
    });
    this.element.hidden = !this.rows.length;
  }

  /**
   * @param {import('./types.js').Category[][]} lists
   * @param {string} subject
   * @param {boolean} [areSubjects] whether each category has the colour of its class
   */
  #build(lists, subject, areSubjects) {
    const groups = lists.map((list, number) => make('ul', { 'aria-label': `Scores of ${subject} ${number + 1}` },
      ...list.map((category) => {
        const bar = make('i');
        bar.style.setProperty('--color', areSubjects ? categoryColor(category.index) : paletteColor(number));
        return make('li', {}, make('span', { text: friendlyName(category) }), bar, make('span'));
      })));
    this.rows = groups.flatMap((group) => [...group.children]);
    this.element.replaceChildren(...groups);
  }
}
