// The page's state: the screen, the task, its model and settings. The address contains all of it, so that a link
// restores it.

/** @import { Offer, OfferedTask, Setting, SettingValue, ScreenName, ChosenSettings } from './types.js' */

/** @type {Offer} */
let offer;
/** @type {Set<(what: Set<string>) => void>} */
const listeners = new Set();

export const state = {
  /** @type {ScreenName} */
  screen: 'camera',
  task: 'gesture',
  /** The chosen model of each task. @type {Record<string, string>} */
  models: {},
  /** The values that differ from the initial ones. @type {Record<string, SettingValue>} */
  values: {},
  /** The format of sent frames: raw pixels, or `jpeg` for slow connections. */
  frames: '',
};

/** @returns {OfferedTask} */
export const currentTask = () => offer.tasks.find((task) => task.name === state.task) ?? offer.tasks[0];

/** @returns {string} */
export const currentModel = () => state.models[state.task] ?? currentTask().models[0].name;

/** @returns {ChosenSettings} */
export function chosenSettings() {
  const values = /** @type {Record<string, SettingValue>} */ ({});
  for (const { key } of currentTask().settings) if (key in state.values) values[key] = state.values[key];
  return { task: state.task, model: currentModel(), values };
}

/**
 * Calls a listener after every change, with the names of the changed properties.
 *
 * @param {(what: Set<string>) => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
}

/**
 * Changes the state.
 *
 * @param {Partial<typeof state>} change
 */
export function choose(change) {
  Object.assign(state, change);
  const address = write();
  if (address !== location.hash) {
    // The back button undoes a change of the screen, but not a moved slider.
    history[change.screen ? 'pushState' : 'replaceState'](null, '', address);
  }
  tell(Object.keys(change));
}

/**
 * Sets a value. The initial value and undefined remove the setting from the address.
 *
 * @param {Setting} setting
 * @param {SettingValue | undefined} value
 */
export function chooseValue(setting, value) {
  const values = { ...state.values };
  const isInitial = JSON.stringify(value) === JSON.stringify(setting.initial);
  if (value === undefined || isInitial || (Array.isArray(value) && value.length === 0)) delete values[setting.key];
  else values[setting.key] = value;
  choose({ values });
}

/** @param {Offer} what the server offers */
export function startAddress(what) {
  offer = what;
  read();
  history.replaceState(null, '', write());
  addEventListener('hashchange', read);
  addEventListener('popstate', read);
}

/** @param {string[]} names */
function tell(names) {
  const what = new Set(names);
  for (const listener of listeners) listener(what);
}

function write() {
  const query = new URLSearchParams({ task: state.task });
  if (state.models[state.task]) query.set('model', state.models[state.task]);
  for (const { key } of currentTask().settings) {
    if (key in state.values) query.set(key, [state.values[key]].flat().join(','));
  }
  if (state.frames) query.set('frames', state.frames);
  return `#/${state.screen}?${query}`;
}

/** Reads the state from the address, without unknown names. */
function read() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const fields = new URLSearchParams(query);
  const screen = /** @type {ScreenName} */ (['camera', 'library', 'models'].includes(path) ? path : 'camera');
  const task = offer.tasks.find(({ name }) => name === fields.get('task')) ?? offer.tasks[0];
  const values = { ...state.values };
  for (const setting of task.settings) {
    const value = parse(setting, fields.get(setting.key));
    if (value === undefined) delete values[setting.key];
    else values[setting.key] = value;
  }
  const models = { ...state.models };
  const model = fields.get('model');
  if (model && task.models.some(({ name }) => name === model)) models[task.name] = model;
  else if (!model) delete models[task.name];
  const before = JSON.stringify(state);
  const frames = fields.get('frames') === 'jpeg' ? 'jpeg' : '';
  Object.assign(state, { screen, task: task.name, values, models, frames });
  if (JSON.stringify(state) !== before) tell(['screen', 'task', 'values', 'models']);
}

/**
 * @param {Setting} setting
 * @param {string | null} text
 * @returns {SettingValue | undefined}
 */
function parse(setting, text) {
  if (text === null || text === '') return undefined;
  switch (setting.kind.type) {
    case 'toggle': return text === 'true';
    case 'names': return text.split(',').map((name) => name.trim()).filter(Boolean);
    case 'text': return text;
    default: return Number.isFinite(Number(text)) ? Number(text) : undefined;
  }
}
