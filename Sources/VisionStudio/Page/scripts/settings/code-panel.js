// The Swift code and the command line for the current settings. The server generates both.

import { loadCode } from './api.js';
import { patiently } from './connection.js';
import { chosenSettings, currentModel, onChange, state } from './state.js';
import { breakable, byId, copyText, make } from './dom.js';
import { ownModelName } from './own-models.js';

const kinds = { swift: 'Swift', commandLine: 'Command line' };

const exampleName = 'image.jpg';
/** The input of the generated code, set by the library. @type {{kind: string, name?: string}} */
let fileInput = { kind: 'image', name: exampleName };
let wake = () => {};

/**
 * Sets the selected file; an example without one.
 *
 * @param {string} [name]
 * @param {boolean} [isVideo]
 */
export function showCodeFor(name = exampleName, isVideo = false) {
  fileInput = { kind: isVideo ? 'video' : 'image', name };
  wake();
}

/** Shows what settings have no effect. @param {string[]} warnings */
function warn(warnings) {
  const element = byId('warnings');
  const text = warnings.join(' ');
  if (element.textContent === text) return;
  element.textContent = text;
  element.hidden = !text;
}

export function showCode() {
  const text = byId('code-text');
  let shown = /** @type {keyof typeof kinds} */ ('swift');
  let code = { swift: '', commandLine: '' };
  let timer = 0;
  const tabs = Object.entries(kinds).map(([kind, title]) => make('button', {
    type: 'button', role: 'tab', id: `code-${kind}`, text: title, 'aria-controls': 'code-text',
    onclick: () => select(/** @type {keyof typeof kinds} */ (kind)),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      const other = shown === 'swift' ? 'commandLine' : 'swift';
      select(other);
      byId(`code-${other}`).focus();
    },
  }));
  const show = () => {
    // The command line is one long line and may break; lines of Swift may not.
    text.replaceChildren(...(shown === 'commandLine' ? breakable(code[shown]) : [code[shown]]));
  };
  const select = (/** @type {keyof typeof kinds} */ kind) => {
    shown = kind;
    for (const tab of tabs) {
      const isShown = tab.id === `code-${kind}`;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
    }
    text.setAttribute('aria-labelledby', `code-${kind}`);
    text.dataset.kind = kind;
    show();
  };
  byId('code-tabs').append(...tabs);
  byId('code-copy').addEventListener('click', () => copyText(byId('code-copy'), code[shown]));
  let round = 0;
  const load = async () => {
    const own = ++round;
    try {
      const input = state.screen === 'library' ? fileInput : { kind: 'camera' };
      const fresh = await patiently(
        () => loadCode(chosenSettings(), input, ownModelName(currentModel())), () => own === round);
      if (own !== round) return;
      code = fresh;
      warn(fresh.warnings);
    } catch (error) {
      if (own !== round) return;
      code = { swift: `// ${error.message}`, commandLine: `# ${error.message}` };
    }
    show();
  };
  wake = () => {
    clearTimeout(timer);
    timer = setTimeout(load, 120);
  };
  select(shown);
  onChange(wake);
  load();
}
