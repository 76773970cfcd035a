// A setting: its control, value, explanation and default.

import { chooseValue, state } from './state.js';
import { byId, make } from './dom.js';
import { endPicking, pickRegion } from './region.js';
import { initialValue, parseValue, problemOf } from './setting-values.js';

/** @import { Setting, SettingValue } from './types.js' */

/** @param {Setting} setting */
export function settingField(setting) {
  const id = `setting-${setting.key}`;
  const note = make('p', { id: `${id}-note`, text: `${setting.explanation} Default: ${defaultText(setting)}.` });
  const problem = make('p', { id: `${id}-problem`, class: 'setting-error', role: 'alert', hidden: true });
  const field = make('div', { class: 'setting', 'data-setting': setting.key });
  const output = make('output', { for: id });
  const update = (/** @type {SettingValue | undefined} */ value) => {
    // A value that is not allowed stays in its field, with the reason below it, and is not used.
    const reason = value === undefined ? '' : problemOf(setting, value);
    problem.hidden = !reason;
    problem.textContent = reason && `${reason} ${shown(setting, state.values[setting.key] ?? setting.initial)} is used.`;
    control.setAttribute('aria-invalid', String(Boolean(reason)));
    if (reason) return;
    chooseValue(setting, value);
    mark();
  };
  const mark = () => {
    field.classList.toggle('changed', setting.key in state.values);
    output.textContent = shown(setting, state.values[setting.key] ?? initialValue(setting, state.values));
  };
  const control = makeControl(setting, id, update);
  control.setAttribute('aria-describedby', `${note.id} ${problem.id}`);
  const head = make('div', { class: 'setting-head' }, make('label', { for: id, text: setting.label }));
  if (setting.kind.type === 'toggle') {
    head.classList.add('toggle');
    head.append(control);
    field.append(head, problem, note);
  } else if (control.type === 'number' || setting.kind.type === 'choice') {
    head.classList.add('short');
    head.append(control);
    field.append(head, problem, note);
  } else {
    if (isSlider(setting)) head.append(output);
    if (setting.kind.type === 'region') {
      head.append(regionButton((text) => {
        control.value = text;
        update(text);
      }));
    }
    field.append(head, control, problem, note);
  }
  mark();
  return field;
}

/** A button that waits for a region on the image, and then ends the wait. @param {(text: string) => void} done */
function regionButton(done) {
  const label = 'Draw on the image';
  let isWaiting = false;
  const button = make('button', {
    type: 'button', class: 'quiet', text: label,
    onclick: () => {
      if (isWaiting) return endPicking();
      pickRegion(done, () => {
        isWaiting = false;
        button.textContent = label;
      });
      isWaiting = true;
      button.textContent = 'Cancel';
      // On narrow screens the settings cover the image.
      if (byId('settings').classList.contains('open')) byId('settings-close').click();
    },
  });
  return button;
}

/** Numbers with an initial value have a slider. Numbers that may be unset have a field. */
const isSlider = (/** @type {Setting} */ setting) =>
  setting.kind.type === 'number' && setting.initial !== undefined && setting.kind.minimum !== undefined;

/** @param {Setting} setting @param {string} id @param {(value: SettingValue | undefined) => void} update */
function makeControl(setting, id, update) {
  const value = state.values[setting.key] ?? setting.initial;
  const { type, minimum, maximum, step, choices } = setting.kind;
  if (type === 'toggle') {
    return make('input', {
      type: 'checkbox', id, role: 'switch', checked: value === true,
      onchange: (/** @type {any} */ event) => update(event.target.checked),
    });
  }
  if (type === 'choice') {
    const select = make('select', { id, onchange: () => update(select.value) },
      ...(choices ?? []).map((text) => make('option', { value: text, text })));
    select.value = value;
    return select;
  }
  if (isSlider(setting)) {
    return make('input', {
      type: 'range', id, min: minimum, max: maximum, step, value: String(value),
      oninput: (/** @type {any} */ event) => update(Number(event.target.value)),
    });
  }
  if (type === 'number' || type === 'integer') {
    const isAll = setting.initial === -1;
    return make('input', {
      type: 'number', id, min: minimum, max: setting.kind.most ?? maximum, step: step ?? 1,
      placeholder: setting.unsetText ?? '', value: value === undefined || (isAll && value === -1) ? '' : String(value),
      oninput: (/** @type {any} */ event) => {
        const input = /** @type {HTMLInputElement} */ (event.target);
        // Of letters in it the field says only that they are no number.
        if (input.validity.badInput) update(NaN);
        else update(input.value === '' ? setting.initial : parseValue(setting, input.value));
      },
      onblur: (/** @type {any} */ event) => {
        // An empty field shows the value in force again.
        const inForce = state.values[setting.key] ?? setting.initial;
        if (event.target.value === '' && inForce !== undefined && inForce !== -1) event.target.value = String(inForce);
      },
    });
  }
  const forms = { region: 'left, top, right, bottom', point: 'x, y', points: 'x, y, x, y' };
  const form = forms[/** @type {keyof typeof forms} */ (type)] ?? 'names with commas between';
  return make('input', {
    type: 'text', id, placeholder: setting.unsetText ? `${setting.unsetText}; ${form}` : '',
    value: [value ?? []].flat().join(', '),
    onchange: (/** @type {any} */ event) => {
      const text = event.target.value.trim();
      update(type === 'names' || text ? parseValue(setting, text) : setting.initial);
    },
  });
}

/** @param {Setting} setting */
function defaultText(setting) {
  if (setting.initial === undefined || setting.initial === -1) return setting.unsetText ?? 'none';
  return shown(setting, setting.initial);
}

/** @param {Setting} setting @param {SettingValue | undefined} value */
function shown(setting, value) {
  if (value === undefined || (value === -1 && setting.initial === -1)) return setting.unsetText ?? 'automatic';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number' && setting.kind.type === 'number') return value.toFixed(2);
  return [value].flat().join(', ');
}
