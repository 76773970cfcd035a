// Results as text, for cards, tables, timelines and screen readers.

import { outputOf } from './outputs.js';
import { partKinds } from './parts.js';

/** @import { ResultItem, ResultLine } from './types.js' */

/**
 * @param {ResultLine} result
 * @returns {ResultItem[]}
 */
export function resultItems(result) {
  const parts = outputOf(result).parts.filter(({ kind, key }) => partKinds[kind]?.items && result[key]);
  const main = parts.filter(({ kind }) => !partKinds[kind].areLabels);
  return (main.length ? main : parts).flatMap((part) => partKinds[part.kind].items?.(result, part) ?? []);
}

/**
 * One sentence for all items.
 *
 * @param {ResultItem[]} items
 */
export function sentence(items) {
  if (!items.length) return 'Nothing found';
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { name } of items) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
}
