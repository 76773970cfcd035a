// Labels as annotated files have them: text on a plate, placed where it hides least.

/** @import { View } from './view.js' */
/** @typedef {{x: number, y: number, width: number, height: number}} Box in canvas pixels */

const dark = 'rgb(8 12 18 / 82%)';

/** The size of text in proportion to an image whose shorter side holds about thirty lines. @param {View} view */
export const fontSize = (view) => Math.max(view.smallestText, Math.min(view.width, view.height) / 28);

export class LabelLayout {
  /**
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   */
  constructor(context, view) {
    this.context = context;
    this.view = view;
    /** @type {Box[]} */
    this.taken = [];
  }

  /**
   * Draws a label beside a figure: above it, below it, right or left of it.
   *
   * @param {string} text
   * @param {Box} figure
   * @param {Box[]} others further figures
   * @param {string} [color] of the plate
   */
  drawBeside(text, figure, others, color = dark) {
    const label = this.#measure(text, fontSize(this.view));
    const gap = label.height * 0.2;
    const x = figure.x + (figure.width - label.width) / 2;
    const y = figure.y + (figure.height - label.height) / 2;
    const places = [
      [x, figure.y - gap - label.height], [x, figure.y + figure.height + gap], [figure.x + figure.width + gap, y],
      [figure.x - gap - label.width, y], [x, this.view.y], [x, this.view.y + this.view.height],
    ];
    const best = this.#best(places, label, [...others, figure]);
    if (best) this.#draw(text, best.box, label, color);
  }

  /**
   * Draws a label at a corner of a box; none in a crowd where it would make others illegible.
   *
   * @param {string} text
   * @param {Box} box
   * @param {Box[]} others smaller boxes
   * @param {string} color
   */
  drawAtBox(text, box, others, color) {
    const size = fontSize(this.view);
    // Small objects get small labels, so that crowds stay legible.
    const factor = Math.min(0.85, Math.max(0.5, Math.max(box.width, box.height) / (8 * size)));
    const label = this.#measure(text, Math.max(this.view.smallestText, size * factor));
    const [right, bottom] = [box.x + box.width, box.y + box.height];
    const places = [
      [box.x, box.y - label.height], [box.x, bottom], [box.x, box.y], [box.x, bottom - label.height],
      [right - label.width, box.y - label.height],
    ];
    const best = this.#best(places, label, others);
    if (best && best.hidden <= 0.3 * label.width * label.height) this.#draw(text, best.box, label, color);
  }

  /**
   * Draws lines of text from the upper left corner of the image.
   *
   * @param {string[]} lines
   */
  drawInCorner(lines) {
    let y = this.view.y;
    for (const line of lines) {
      const label = this.#measure(line, fontSize(this.view) * 0.85);
      const margin = label.height * 0.3;
      this.#draw(line, { x: this.view.x + margin, y: y + margin, width: label.width, height: label.height }, label, dark);
      y += margin + label.height;
    }
  }

  /**
   * @param {string} text
   * @param {number} size
   */
  #measure(text, size) {
    this.context.font = fontOf(size);
    const padding = size * 0.4;
    return { size, padding, width: this.context.measureText(text).width + 2 * padding, height: size * 1.15 + padding };
  }

  /**
   * The first of the places, each moved into the image, that hides the smallest area.
   *
   * @param {number[][]} places
   * @param {{width: number, height: number}} label
   * @param {Box[]} others
   */
  #best(places, label, others) {
    const { view } = this;
    let best = null;
    for (const [x, y] of places) {
      const box = {
        x: Math.max(view.x, Math.min(x, view.x + view.width - label.width)),
        y: Math.max(view.y, Math.min(y, view.y + view.height - label.height)),
        width: label.width, height: label.height,
      };
      const hidden = sum(this.taken, box);
      // Covering another label hides words, which is worse than covering part of a figure.
      const cost = 4 * hidden + sum(others, box);
      if (!best || cost < best.cost) best = { box, cost, hidden };
    }
    return best;
  }

  /**
   * @param {string} text
   * @param {Box} box
   * @param {{size: number, padding: number}} label
   * @param {string} color of the plate
   */
  #draw(text, box, label, color) {
    const { context } = this;
    this.taken.push(box);
    context.fillStyle = color;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, box.height * 0.28);
    context.fill();
    context.font = fontOf(label.size);
    context.fillStyle = isLight(context.fillStyle) ? '#080c12' : '#fff';
    context.textBaseline = 'alphabetic';
    // Capitals are about 0.72 of the size high, so this centres them in the box.
    context.fillText(text, box.x + label.padding, box.y + (box.height + label.size * 0.72) / 2);
  }
}

/** @param {number} size */
const fontOf = (size) => `600 ${size}px system-ui, "DejaVu Sans", sans-serif`;

/**
 * The area of a box that others cover.
 *
 * @param {Box[]} boxes
 * @param {Box} box
 */
const sum = (boxes, box) => boxes.reduce((area, other) => {
  const width = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
  const height = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
  return area + (width > 0 && height > 0 ? width * height : 0);
}, 0);

/** Whether black letters are better seen on a colour. @param {string} color as a canvas writes it: `#rrggbb` or `rgba(…)` */
function isLight(color) {
  if (!color.startsWith('#')) return false;
  const [red, green, blue] = [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 115;
}
