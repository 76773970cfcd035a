// Values of settings: reading them from texts, and what is wrong with them.

/** @import { Setting, SettingValue } from './types.js' */

/**
 * @param {Setting} setting
 * @param {string} text as in the address or a field
 * @returns {SettingValue}
 */
export function parseValue(setting, text) {
  switch (setting.kind.type) {
    case 'toggle': return text === 'true' ? true : text === 'false' ? false : text;
    case 'names': return text.split(',').map((name) => name.trim()).filter(Boolean);
    case 'text': case 'choice': case 'region': case 'point': case 'points': return text;
    default: return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  }
}

/**
 * What is wrong with a value, in words; empty for one that is allowed.
 *
 * @param {Setting} setting
 * @param {SettingValue} value
 */
export function problemOf(setting, value) {
  const { type, minimum, maximum, most, choices } = setting.kind;
  const written = `“${value}”`;
  switch (type) {
    case 'toggle': return typeof value === 'boolean' ? '' : `${setting.label} is ${written}; it is true or false.`;
    case 'choice':
      return choices?.includes(String(value)) ? '' : `${setting.label} is ${written}; it is one of ${choices?.join(', ')}.`;
    case 'integer': case 'number': {
      const isAll = setting.initial === -1 && value === -1;
      const highest = most ?? maximum ?? Infinity;
      const isNumber = typeof value === 'number' && (type === 'number' || Number.isInteger(value));
      if (isAll || (isNumber && value >= (minimum ?? -Infinity) && value <= highest)) return '';
      const range = `${minimum} to ${highest}`;
      const given = Number.isNaN(value) ? 'no number' : isNumber ? value : written;
      return `${setting.label} is ${given}; allowed are ${type === 'integer' ? 'whole numbers from ' : ''}${range}.`;
    }
    case 'region':
      return edgesOf(value) ? '' : `${setting.label} is ${written}; it is left, top, right, bottom, each from 0 to 1, such as 0.25,0.25,0.75,0.75.`;
    case 'point': case 'points': {
      const points = pointsOf(value);
      if (points && (type === 'points' || points.length === 1)) return '';
      return `${setting.label} is ${written}; it is ${type === 'point' ? 'x, y' : 'x, y, x, y and so on'}, each from 0 to 1.`;
    }
    default: return '';
  }
}

/**
 * Points in fractions of the image; undefined for a text that has none.
 *
 * @param {SettingValue} value
 * @returns {number[][] | undefined}
 */
export function pointsOf(value) {
  const numbers = String(value).split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (numbers.length % 2 || !numbers.every((number) => number >= 0 && number <= 1)) return undefined;
  return numbers.flatMap((x, index) => (index % 2 ? [] : [[x, numbers[index + 1]]]));
}

/**
 * The left, top, right and bottom edge of a region of interest in fractions of the image; undefined for a text that is no region.
 *
 * @param {SettingValue} value
 */
export function edgesOf(value) {
  const edges = String(value).split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [left, top, right, bottom] = edges;
  const isRegion = edges.length === 4 && left >= 0 && top >= 0 && left < right && top < bottom && right <= 1 && bottom <= 1;
  return isRegion ? edges : undefined;
}

/**
 * The value that applies where none is chosen.
 *
 * @param {Setting} setting
 * @param {Record<string, SettingValue>} values
 * @returns {SettingValue | undefined} undefined if the model or another setting decides
 */
export const initialValue = (setting, values) =>
  (setting.initialUnless && values[setting.initialUnless] === true ? undefined : setting.initial);
