// Reads the pixels of the camera's newest frame.

const longestSide = 640;

export class FrameGrabber {
  /** @param {HTMLVideoElement} video */
  constructor(video) {
    this.video = video;
    this.canvas = new OffscreenCanvas(1, 1);
    // A canvas in main memory, from which pixels are read fastest.
    this.context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      this.canvas.getContext('2d', { willReadFrequently: true, alpha: false }));
    this.width = 0;
    this.height = 0;
  }

  /**
   * The frame for the server, at most 640 pixels per side: raw pixels, which are available soonest, or a JPEG image
   * of a twentieth of their size, for a remote server.
   *
   * @param {boolean} asJPEG
   * @returns {Promise<{query: string, body: BodyInit}>}
   */
  async grab(asJPEG) {
    const factor = Math.min(1, longestSide / Math.max(this.video.videoWidth, this.video.videoHeight));
    const width = Math.max(1, Math.round(this.video.videoWidth * factor));
    const height = Math.max(1, Math.round(this.video.videoHeight * factor));
    if (width !== this.width || height !== this.height) {
      [this.width, this.height] = [width, height];
      [this.canvas.width, this.canvas.height] = [width, height];
    }
    this.context.drawImage(this.video, 0, 0, width, height);
    const time = Math.round(performance.now());
    if (asJPEG) {
      return { query: `time=${time}`, body: await this.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 }) };
    }
    const { data } = this.context.getImageData(0, 0, width, height);
    return { query: `width=${width}&height=${height}&time=${time}`, body: data.buffer };
  }
}
