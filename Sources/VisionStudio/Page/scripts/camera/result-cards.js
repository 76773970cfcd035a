// The results as cards. Screen readers announce what has not changed for a moment.

import { ScoreBars } from './bars.js';
import { announce, make } from './dom.js';
import { resultItems, sentence } from './results.js';

/** @import { ResultLine } from './types.js' */

/** The minimum time between two changes on the screen, in milliseconds. */
const pace = 120;
/** How long a result must stay the same before it is announced, in milliseconds. */
const patience = 700;

export class ResultCards {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.bars = new ScoreBars();
    list.after(this.bars.element);
    this.shownAt = 0;
    this.said = '';
    this.candidate = '';
    this.candidateSince = 0;
  }

  /** @param {string} text the text without a result */
  empty(text) {
    this.list.replaceChildren(make('li', { class: 'empty', text }));
    this.said = '';
    this.bars.show(null);
  }

  /** @param {ResultLine} result */
  show(result) {
    const now = performance.now();
    if (now - this.shownAt < pace) return;
    this.shownAt = now;
    this.bars.show(result);
    const found = resultItems(result).slice(0, 8);
    this.#say(sentence(found), now);
    if (!found.length) {
      if (this.list.firstElementChild?.className !== 'empty') this.empty('Nothing found in this frame');
      return;
    }
    // Reuse the cards and change their text, which needs little layout.
    if (this.list.firstElementChild?.className === 'empty') this.list.replaceChildren();
    while (this.list.children.length > found.length) this.list.lastElementChild?.remove();
    while (this.list.children.length < found.length) this.list.append(card());
    found.forEach((item, number) => {
      const [mark, name, score, detail] = /** @type {HTMLElement[]} */ ([...this.list.children[number].children]);
      mark.style.background = item.color;
      name.textContent = item.name;
      score.textContent = item.score === null ? '' : item.score.toFixed(2);
      detail.textContent = item.detail;
    });
  }

  /** @param {string} words @param {number} now */
  #say(words, now) {
    if (words !== this.candidate) {
      this.candidate = words;
      this.candidateSince = now;
    } else if (words !== this.said && now - this.candidateSince > patience) {
      this.said = words;
      announce(words);
    }
  }
}

const card = () => make('li', {}, make('span', { class: 'mark' }), make('span', { class: 'name' }),
  make('span', { class: 'score' }), make('span', { class: 'detail' }));
