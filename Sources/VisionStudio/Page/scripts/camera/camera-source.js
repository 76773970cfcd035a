// The browser's cameras, and messages for their errors.

/**
 * @param {string} id the camera's id; empty for the one that faces the user
 * @param {() => void} disconnected called when the camera ends by itself
 * @returns {Promise<MediaStream>}
 */
export async function openCamera(id, disconnected) {
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('', 'NotSupportedError');
  const choice = id ? { deviceId: { exact: id } } : { facingMode: 'user' };
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false, video: { ...choice, width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30 } },
  });
  stream.getVideoTracks()[0].addEventListener('ended', disconnected);
  return stream;
}

/** @param {MediaStream | null} stream */
export function endCamera(stream) {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

export const disconnected = { title: 'The camera was disconnected', text: 'Connect it and start again.' };

/** @returns {Promise<{id: string, label: string}[]>} */
export async function listCameras() {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId, label }, number) => ({ id: deviceId, label: label || `Camera ${number + 1}` }));
}

/** @param {any} error */
export function cameraProblem(error) {
  switch (error?.name) {
    case 'NotAllowedError':
      return {
        title: 'The camera is not allowed',
        text: 'Allow it for this page in the browser’s address bar, then start it again.',
      };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return {
        title: 'No camera was found',
        text: 'Connect one and start again. Pictures and videos work without, in the library.',
      };
    case 'NotReadableError':
      return { title: 'The camera is in use', text: 'Another program has it. Close that one and start again.' };
    case 'NotSupportedError':
      return {
        title: 'The browser gives no camera here',
        text: 'Browsers give cameras only to pages of this machine (http://127.0.0.1) and to those with https. '
          + 'The library works all the same.',
      };
    default:
      return { title: 'The camera did not start', text: error?.message ?? String(error) };
  }
}
