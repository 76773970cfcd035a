// Pictures as the server takes them, and small ones to show.

/** The maximum side of a sent picture, in pixels, as of the camera's frames. */
const longestSide = 640;

/**
 * A file of a picture for the server, upright and made smaller.
 *
 * @param {File} file
 * @returns {Promise<{frame: {query: string, body: BodyInit}, picture: HTMLCanvasElement}>} fails for a file that the browser cannot read
 */
export async function pictureFrame(file) {
  const bitmap = await createImageBitmap(file);
  const factor = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * factor)), Math.max(1, Math.round(bitmap.height * factor)));
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const picture = smallPicture(canvas, canvas.width, canvas.height, false);
  bitmap.close();
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { frame: { query: `width=${canvas.width}&height=${canvas.height}`, body: data.buffer }, picture };
}

/**
 * @param {CanvasImageSource} source
 * @param {number} width
 * @param {number} height
 * @param {boolean} isMirrored
 * @returns {HTMLCanvasElement}
 */
export function smallPicture(source, width, height, isMirrored) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [96, 72];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  if (isMirrored) context.setTransform(-1, 0, 0, 1, canvas.width, 0);
  // The middle, in the small picture's proportions.
  const factor = Math.max(canvas.width / width, canvas.height / height);
  const [shownWidth, shownHeight] = [width * factor, height * factor];
  context.drawImage(
    source, (canvas.width - shownWidth) / 2, (canvas.height - shownHeight) / 2, shownWidth, shownHeight);
  return canvas;
}
