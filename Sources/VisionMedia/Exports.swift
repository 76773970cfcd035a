// The types of this module's API: images, frames, masks and the results of tasks.
@_exported import VisionImaging
@_exported import VisionResults
