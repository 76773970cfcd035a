// Starts the page: loads the server's offer, then shows the screen in the address.

import { loadOffer } from './api.js';
import { patiently } from './connection.js';
import { learnOutputs } from './outputs.js';
import { startAddress, state } from './state.js';
import { showScreens, showTasks } from './navigation.js';
import { showSettings } from './settings-panel.js';
import { showCode } from './code-panel.js';
import { CameraScreen } from './camera-screen.js';
import { LibraryScreen } from './library-screen.js';
import { ModelsScreen } from './models-screen.js';
import { TrainScreen } from './train-screen.js';
import { byId, ignoreStrayFiles } from './dom.js';
import { addOwnModel } from './own-models.js';
import { watchPoints } from './points.js';
import { watchRegion } from './region.js';
import { resumeVisit } from './visit.js';

const skip = byId('skip');
skip.addEventListener('click', (event) => {
  // The address holds the state, so a jump must not change it.
  event.preventDefault();
  byId('main').focus();
});

try {
  const offer = await patiently(loadOffer);
  const contents = await resumeVisit();
  for (const model of contents?.models ?? []) await addOwnModel(model, null);
  byId('version').textContent = `swift-vision-tasks ${offer.version}`;
  learnOutputs(offer);
  startAddress(offer);
  showTasks(offer);
  showSettings(offer);
  watchPoints();
  watchRegion();
  ignoreStrayFiles();
  showCode(offer);
  const library = new LibraryScreen(offer);
  const models = new ModelsScreen(offer);
  showScreens({ camera: new CameraScreen(), library, models, train: new TrainScreen(models) });
  if (contents) {
    library.restore(contents);
    models.restore(contents);
  }
  document.documentElement.dataset.ready = state.task;
} catch (error) {
  const banner = byId('banner');
  banner.hidden = false;
  banner.textContent = `The page could not start: ${error.message}`;
}
