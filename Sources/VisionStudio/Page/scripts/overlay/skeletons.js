// Which landmarks are joined by lines, in parts of one colour each.

/** @typedef {{color: string, pairs: [number, number][]}} Part */

/** @type {Part[]} */
export const handParts = [
  { color: '#eceff4', pairs: [[0, 1], [0, 5], [5, 9], [9, 13], [13, 17], [0, 17]] },
  { color: '#ff6b6b', pairs: [[1, 2], [2, 3], [3, 4]] },
  { color: '#ffc145', pairs: [[5, 6], [6, 7], [7, 8]] },
  { color: '#5ad469', pairs: [[9, 10], [10, 11], [11, 12]] },
  { color: '#4db8ff', pairs: [[13, 14], [14, 15], [15, 16]] },
  { color: '#c58bff', pairs: [[17, 18], [18, 19], [19, 20]] },
];

/** @type {Part[]} */
export const poseParts = [
  { color: '#eceff4', pairs: [[0, 1], [1, 2], [2, 3], [3, 7], [0, 4], [4, 5], [5, 6], [6, 8], [9, 10]] },
  { color: '#ffc145', pairs: [[11, 12], [11, 23], [12, 24], [23, 24]] },
  { color: '#5ad469', pairs: [[11, 13], [13, 15], [15, 17], [15, 19], [15, 21], [17, 19]] },
  { color: '#ff6b6b', pairs: [[12, 14], [14, 16], [16, 18], [16, 20], [16, 22], [18, 20]] },
  { color: '#4db8ff', pairs: [[23, 25], [25, 27], [27, 29], [29, 31], [27, 31]] },
  { color: '#c58bff', pairs: [[24, 26], [26, 28], [28, 30], [30, 32], [28, 32]] },
];
