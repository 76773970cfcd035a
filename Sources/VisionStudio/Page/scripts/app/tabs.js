// A row of tabs: a click or the arrow keys choose one, and Tab reaches the chosen one only.

import { make } from './dom.js';

/**
 * @param {HTMLElement} list the element with the role `tablist`
 * @param {{title: string, id?: string, panel: HTMLElement}[]} choices with the panel, which has an id, that each one fills or shows
 * @param {(number: number) => void} show called with the place of the chosen tab, first with 0
 */
export function fillTabs(list, choices, show) {
  const tabs = choices.map(({ title, id, panel }, number) => make('button', {
    type: 'button', role: 'tab', text: title, id, 'aria-controls': panel.id,
    onclick: () => select(number),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      const next = (number + step + tabs.length) % tabs.length;
      select(next);
      tabs[next].focus();
    },
  }));
  const select = (/** @type {number} */ chosen) => {
    for (const [number, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(number === chosen));
      tab.tabIndex = number === chosen ? 0 : -1;
    }
    show(chosen);
  };
  list.replaceChildren(...tabs);
  select(0);
}
