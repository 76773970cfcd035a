// The colours and names of annotated files.

/** The colour of a hand, a person or a track. @param {number} number */
export const paletteColor = (number) => colors[((number % colors.length) + colors.length) % colors.length];

const colors = ['#4db8ff', '#ffc145', '#5ad469', '#ff6b6b', '#c58bff', '#3dd6c6', '#ff9f6b', '#b9c94a'];

/** The colour of a class: consecutive indexes have distant hues. @param {number} index */
export function categoryColor(index) {
  const hue = ((index * 0.618033988749895 + 0.56) % 1) * 360;
  const [saturation, lightness] = [[92, 66], [80, 52], [90, 78], [62, 44]][((index % 4) + 4) % 4];
  return `hsl(${hue.toFixed(0)} ${saturation}% ${lightness}%)`;
}

/** The colours of the built-in gestures. @type {Record<string, string>} */
const gestureColors = {
  'No gesture': '#9aa7b6', 'Closed fist': '#ff6b6b', 'Open palm': '#4db8ff', 'Pointing up': '#ffc145',
  'Thumb down': '#ff9f6b', 'Thumb up': '#5ad469', Victory: '#c58bff', 'I love you': '#3dd6c6',
};

/** A deterministic colour for a category's name. @param {string} name */
export function labelColor(name) {
  if (gestureColors[name]) return gestureColors[name];
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + /** @type {number} */ (letter.codePointAt(0))) % 9973;
  return paletteColor(sum);
}

/**
 * A category's display name: `Thumb_Up` is “Thumb up”.
 *
 * @param {{categoryName: string, displayName?: string, index: number}} category
 */
export function friendlyName({ categoryName, displayName, index }) {
  const name = displayName || categoryName;
  if (!name) return index >= 0 ? `#${index}` : 'unnamed';
  if (name === 'None') return 'No gesture';
  if (name === 'ILoveYou') return 'I love you';
  // A name may have underscores only.
  const words = name.replaceAll('_', ' ').trim().replace(/([a-z])([A-Z])/g, '$1 $2') || name;
  return words[0].toUpperCase() + words.slice(1).toLowerCase();
}

/** A score as text. The server writes null for what is no number. @param {number | null} score */
export const scoreText = (score) => (score === null ? '–' : score.toFixed(2));
