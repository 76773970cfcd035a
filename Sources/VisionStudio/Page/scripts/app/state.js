// The page's state: the screen, the task, its model and settings. The address contains all of it, so that a link
// restores it.

/** @import { Offer, OfferedTask, Setting, SettingValue, ScreenName, ChosenSettings } from './types.js' */

import { tellProblem } from './dom.js';
import { ownModels } from './own-models.js';
import { initialValue, parseValue, problemOf } from './setting-values.js';

/** Where a tab keeps its settings. */
const place = 'vision-settings';
/** The time after which an address that the browser refused is tried again, in milliseconds. */
const refusalPause = 1000;

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

/** Every mention of a model of the catalog. */
export const knownModels = () => offer.tasks.flatMap(({ models, furtherModels }) =>
  [...models, ...furtherModels.map(({ model }) => model)]);

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

/** Changes the state. @param {Partial<typeof state>} change */
export function choose(change) {
  Object.assign(state, change);
  keep();
  // The back button undoes a change of the screen, but not a moved slider.
  show(change.screen ? 'pushState' : 'replaceState');
  tell(Object.keys(change));
}

let showTimer = 0;

/**
 * Puts the state into the address; again later where the browser refuses it: Safari and Firefox do so after 100 and 200
 * changes within ten seconds.
 *
 * @param {'pushState' | 'replaceState'} method
 */
function show(method) {
  clearTimeout(showTimer);
  const address = write();
  if (address === location.hash) return;
  try {
    history[method](null, '', address);
  } catch {
    showTimer = setTimeout(() => show(method), refusalPause);
  }
}

/**
 * Sets a value. The initial value and undefined remove the setting from the address.
 *
 * @param {Setting} setting
 * @param {SettingValue | undefined} value
 */
export function chooseValue(setting, value) {
  const values = { ...state.values };
  if (value === undefined || isInitial(setting, value, values)) delete values[setting.key];
  else values[setting.key] = value;
  choose({ values });
}

/** Keeps the settings of all tasks for a reload of the page; the address has those of one. */
const keep = () => sessionStorage.setItem(place, JSON.stringify({ models: state.models, values: state.values }));

/** @param {Offer} what the server offers */
export function startAddress(what) {
  offer = what;
  Object.assign(state, JSON.parse(sessionStorage.getItem(place) ?? '{}'));
  state.models = Object.fromEntries(offer.tasks.flatMap((task) => {
    const model = state.models[task.name];
    return isModel(task, model) ? [[task.name, model]] : [];
  }));
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

/**
 * @param {OfferedTask} task
 * @param {string} model a name in the catalog, or the id of the user's own
 */
const isModel = (task, model) =>
  [...task.models.map(({ name }) => name), ...ownModels(task.name).map(({ id }) => id)].includes(model);

/** Reads the state from the address. What it names and nobody knows is reported. */
function read() {
  /** @type {string[]} */
  const problems = [];
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const fields = new URLSearchParams(query);
  const screens = ['camera', 'library', 'models', 'train'];
  if (path && !screens.includes(path)) problems.push(`There is no screen “${path}”.`);
  const screen = /** @type {ScreenName} */ (screens.includes(path) ? path : 'camera');
  const task = offer.tasks.find(({ name }) => name === fields.get('task')) ?? offer.tasks[0];
  if (fields.has('task') && fields.get('task') !== task.name) {
    problems.push(`There is no task “${fields.get('task')}”; this is ${task.title.toLowerCase()}.`);
  }
  const values = { ...state.values };
  for (const setting of task.settings) {
    const text = fields.get(setting.key);
    delete values[setting.key];
    if (text === null || text === '') continue;
    const value = parseValue(setting, text);
    const problem = problemOf(setting, value);
    if (problem) problems.push(problem);
    else values[setting.key] = value;
  }
  for (const setting of task.settings) {
    if (setting.key in values && isInitial(setting, values[setting.key], values)) delete values[setting.key];
  }
  const models = { ...state.models };
  const model = fields.get('model');
  delete models[task.name];
  if (model) {
    if (isModel(task, model)) models[task.name] = model;
    else problems.push(`There is no model “${model}” for ${task.title.toLowerCase()}; this is ${task.models[0].name}.`);
  }
  const format = fields.get('frames') ?? '';
  if (!['', 'jpeg'].includes(format)) problems.push(`Frames are not sent as “${format}”, only as jpeg.`);
  const known = new Set(['task', 'model', 'frames', ...offer.tasks.flatMap(({ settings }) => settings.map(({ key }) => key))]);
  for (const key of new Set(fields.keys())) if (!known.has(key)) problems.push(`There is no setting “${key}”.`);
  if (problems.length) tellProblem(`The address has parts that this page does not know. ${problems.join(' ')}`);
  const before = JSON.stringify(state);
  Object.assign(state, { screen, task: task.name, values, models, frames: format === 'jpeg' ? 'jpeg' : '' });
  if (JSON.stringify(state) !== before) tell(['screen', 'task', 'values', 'models']);
}

/**
 * @param {Setting} setting
 * @param {SettingValue | undefined} value
 * @param {Record<string, SettingValue>} values of all settings
 */
const isInitial = (setting, value, values) =>
  JSON.stringify(value) === JSON.stringify(initialValue(setting, values)) || (Array.isArray(value) && value.length === 0);
