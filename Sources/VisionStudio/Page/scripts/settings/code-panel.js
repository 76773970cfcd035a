// The Swift code and the command line for the current settings. The server generates both.

import { loadCode } from './api.js';
import { patiently } from './connection.js';
import { chosenSettings, currentModel, onChange, state } from './state.js';
import { breakable, byId, copyText } from './dom.js';
import { ownModelName } from './own-models.js';
import { fillTabs } from './tabs.js';

/** @type {{kind: 'swift' | 'commandLine', title: string, id: string}[]} */
const kinds = [
  { kind: 'swift', title: 'Swift', id: 'code-swift' },
  { kind: 'commandLine', title: 'Command line', id: 'code-commandLine' },
];

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
  let shown = kinds[0].kind;
  let code = { swift: '', commandLine: '' };
  let timer = 0;
  const show = () => {
    // The command line is one long line and may break; lines of Swift may not.
    text.replaceChildren(...(shown === 'commandLine' ? breakable(code[shown]) : [code[shown]]));
  };
  fillTabs(byId('code-tabs'), kinds.map(({ title, id }) => ({ title, id, panel: text })), (chosen) => {
    shown = kinds[chosen].kind;
    text.setAttribute('aria-labelledby', kinds[chosen].id);
    text.dataset.kind = shown;
    show();
  });
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
  onChange(wake);
  load();
}
