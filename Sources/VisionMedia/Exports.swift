// What is decoded, drawn and written: images, frames, masks and the results of tasks.
@_exported import VisionImaging
@_exported import VisionResults
