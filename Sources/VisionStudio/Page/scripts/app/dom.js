// Helpers that create and find elements. Text is always set as text, never as markup.

/**
 * @param {string} id
 * @returns {any} the element, which must exist in the page
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Creates an element.
 *
 * @param {string} tag
 * @param {Record<string, any>} [properties] `class`, `text`, `words` for a breakable text, `on…` listeners, `data-…`, `aria-…` and properties
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === 'class') element.className = value;
    else if (name === 'text') element.textContent = value;
    else if (name === 'words') element.append(...breakable(value));
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name.includes('-') || name === 'role' || name === 'for') element.setAttribute(name, String(value));
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

const announcer = () => byId('announcer');
let announceTimer = 0;

/** Announces a text to screen readers; a text that follows soon replaces it. @param {string} text */
export function announce(text) {
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => { announcer().textContent = text; }, 120);
}

/** Shows a sentence above the content until it is closed. @param {string} text */
export function tellProblem(text) {
  const notice = byId('notice');
  notice.replaceChildren(make('span', { words: text }), make('button', {
    type: 'button', class: 'quiet', text: 'Close', onclick: () => { notice.hidden = true; },
  }));
  notice.hidden = false;
}

/** A size for people: `4.6 MB`. @param {number} bytes */
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Names of at least this length may be broken where they do not fit on a line. */
const longName = 16;

/**
 * A text whose long names, such as `hand_landmarks_detector.tflite`, break after punctuation where they do not fit on a
 * line.
 *
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function breakable(text) {
  return text.split(/(\s+)/).map((word) => {
    if (word.length < longName) return word;
    const parts = word.split(/(?<=[_./:,=-])(?=\w)/);
    return make('span', { class: 'long-name' }, ...parts.flatMap((part, place) => (place ? [make('wbr'), part] : [part])));
  });
}

/**
 * A number with its noun: `1 frame`, `2 frames`.
 *
 * @param {number} count
 * @param {string} noun
 */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** @param {string} text */
export const capitalized = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * Copies a text and confirms it on the button.
 *
 * @param {HTMLButtonElement} button
 * @param {string} text
 */
export async function copyText(button, text) {
  const label = button.dataset.label ?? button.textContent ?? '';
  button.dataset.label = label;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  announce(button.textContent);
  setTimeout(() => { button.textContent = label; }, 1500);
}

/**
 * Accepts files that are dropped on an area or picked with a button.
 *
 * @param {{area: HTMLElement, target?: HTMLElement, button: HTMLElement, input: HTMLInputElement}} parts
 * @param {(files: File[]) => void} take
 */
export function takeFiles({ area, target = area, button, input }, take) {
  button.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    take([...(input.files ?? [])]);
    input.value = '';
  });
  target.addEventListener('dragover', (event) => {
    event.preventDefault();
    area.classList.add('over');
  });
  target.addEventListener('dragleave', () => area.classList.remove('over'));
  target.addEventListener('drop', (event) => {
    event.preventDefault();
    area.classList.remove('over');
    take([...(event.dataTransfer?.files ?? [])]);
  });
}

/**
 * The files that the server takes; those that it would refuse for their size are named before they are sent.
 *
 * @template {File | Blob} Value
 * @param {Value[]} files
 * @param {number} most in bytes
 * @returns {Value[]}
 */
export function withinLimit(files, most) {
  const large = files.filter(({ size }) => size > most);
  if (large.length) {
    const names = large.map((file) => `${/** @type {any} */ (file).name ?? 'The recording'} has ${megabytes(file.size)}`);
    tellProblem(`${names.join(', ')}; the maximum is ${megabytes(most)}.`);
  }
  return files.filter(({ size }) => size <= most);
}

/** Keeps the browser from opening a file in place of the page where nothing takes it. */
export function ignoreStrayFiles() {
  for (const name of ['dragover', 'drop']) {
    addEventListener(name, (event) => {
      const { dataTransfer } = /** @type {DragEvent} */ (event);
      if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      dataTransfer.dropEffect = 'none';
    });
  }
}
